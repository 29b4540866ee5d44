//===- Passes.td - Passes for splits on GPUs ---------------*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_GPU_PASSES_TD
#define SPLIT_MLIR_GPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertSplitCopyToGPUPass
    : Pass<"convert-split-copy-to-gpu", "::mlir::ModuleOp"> {
  let summary = "Lower each copy of memrefs to one gpu.launch for all pieces";
  let description = [{
    Lowers each `split.copy` on memrefs outside of kernels to one `gpu.launch`
    that copies all pieces. Lowers each `memref.copy` of one dimension or more
    in the same way, as a copy of one piece, unless one of its buffers is a
    global, is on the stack, or has elements that the host loads or stores. The
    device must be able to access the memory. Sizes,
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
  let statistics = [
    Statistic<"numCopies", "copies", "Number of copies lowered">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect",
    "::mlir::split::SplitDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def SplitPrepareLaunchesPass
    : Pass<"split-prepare-launches", "::mlir::ModuleOp"> {
  let summary = "Skip launches of no blocks, and allocate on the device";
  let description = [{
    Puts each `gpu.launch` whose grid has sizes known only at run time into an
    `scf.if`: a kernel for an empty piece has no blocks, and drivers report an
    error for such a launch. Asynchronous launches stay.

    With `allocate-on-device`, buffers that kernels use are allocated and freed
    by `gpu.alloc` and `gpu.dealloc` instead of `memref.alloc` and
    `memref.dealloc`, and so are those that functions take or return, unless the
    host loads or stores their elements. It is an error if host code loads,
    stores or copies elements of a buffer on the device, or if a kernel uses a
    constant or a buffer on the stack of the host.
  }];
  let options = [
    Option<"allocatesOnDevice", "allocate-on-device", "bool", "false",
           "Allocate buffers of kernels and results by gpu.alloc">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def SplitPrepareTensorsPass : Pass<"split-prepare-tensors"> {
  let summary = "Compute shapes on the host, and keep arguments unchanged";
  let description = [{
    Run this pass before bufferization.

    Lowers each `tensor.generate` that is the shape of a `tensor.reshape` to an
    `scf.for`. `convert-split-to-linalg` uses this op to compute the shape of a
    piece of unknown rank. Upstream lowers the op to a parallel loop, which
    would become a kernel that writes memory of the host.

    Adds `bufferization.writable = false` to the tensor arguments of public
    functions that lack the attribute; otherwise, `one-shot-bufferize` may write
    the caller's memory in place.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif // SPLIT_MLIR_GPU_PASSES_TD
