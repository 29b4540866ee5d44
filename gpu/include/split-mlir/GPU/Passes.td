//===- Passes.td - Passes for splits on GPUs ---------------*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_GPU_PASSES_TD
#define SPLIT_MLIR_GPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertSplitCopyToGPUPass : Pass<"convert-split-copy-to-gpu"> {
  let summary = "Lower each copy of memrefs to one gpu.launch for all pieces";
  let description = [{
    Lowers each `split.copy` on memrefs outside of kernels to one `gpu.launch`
    that copies all pieces. The device must be able to access the memory. Sizes,
    strides and offsets may be known only at run time, and addresses need only
    the alignment of an element. If all pieces are empty at run time, nothing is
    launched. Whether sizes fit (R7) is not checked at run time; a copy that
    certainly fails is erased, with a warning.

    A copy stays if destinations are in different memory spaces, or if a memref
    has no strides: `convert-split-copy-to-linalg` lowers it.

    The kernel uses only the dialects `gpu`, `vector`, `memref`, `arith` and
    `scf`. A row is the part of `data` at one index of the dimensions before the
    axis. The form of the kernel depends on the types:

    - Contiguous static rows of at most 16 bytes: each thread loads whole rows,
      16 bytes at a time, and separates the pieces in registers.
    - Contiguous static rows of at most 128 bytes, or equal pieces of at most 16
      bytes of each row: each block loads a tile into workgroup memory.
    - All others, copies of one piece among them: each thread makes two copies
      of 16 bytes that are aligned in the piece, or of one element if the
      elements of a row are not adjacent or have no vector type.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect",
    "::mlir::split::SplitDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def SplitCollapseLoopsPass : Pass<"split-collapse-loops"> {
  let summary = "Collapse each parallel loop to one dimension";
  let description = [{
    Upstream maps the second and third dimension of an `scf.parallel` to those
    of a grid, of which devices run 65,535 blocks at most. The first one has no
    such limit. Neighbouring threads have neighbouring indices of the last
    dimension. Loops with reductions stay.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def SplitPrepareLaunchesPass
    : Pass<"split-prepare-launches", "::mlir::ModuleOp"> {
  let summary = "Skip launches of no blocks, and allocate on the device";
  let description = [{
    Run this pass after loops have become `gpu.launch` ops, and before
    `convert-split-copy-to-gpu`.

    Puts each `gpu.launch` whose grid has sizes known only at run time into an
    `scf.if`: a kernel for an empty piece has no blocks, and drivers report an
    error for such a launch. Asynchronous launches stay.

    The host uses a buffer if it loads or stores its elements, or if the buffer
    is a constant or on the stack. The pass replaces each `memref.copy` of other
    buffers, of one dimension or more, by a `split.copy` to one piece.

    With `allocate-on-device`, buffers that the host does not use are allocated
    and freed by `gpu.alloc` and `gpu.dealloc`. It is an error if a kernel uses
    a buffer that the host uses, or if the host copies any other.
  }];
  let options = [
    Option<"allocatesOnDevice", "allocate-on-device", "bool", "false",
           "Allocate buffers that the host does not use by gpu.alloc">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect",
    "::mlir::scf::SCFDialect",
    "::mlir::split::SplitDialect"
  ];
}

def SplitKeepArgumentsPass
    : Pass<"split-keep-arguments", "::mlir::func::FuncOp"> {
  let summary = "Keep bufferization from writing arguments in place";
  let description = [{
    Adds `bufferization.writable = false` to the tensor arguments of public
    functions that lack the attribute: `one-shot-bufferize` may write others.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

#endif // SPLIT_MLIR_GPU_PASSES_TD
