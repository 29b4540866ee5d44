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
    the alignment of an element. Whether sizes fit (R7) is not checked at run
    time; a copy that certainly fails is erased, with a warning.

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

    Then, each `gpu.launch`, those of other passes too, whose grid has sizes
    known only at run time is put into an `scf.if`, as drivers report an error
    for a grid of no blocks. Asynchronous launches stay. Kernels of functions
    with names that PTX does not allow, such as `main.1`, get other names.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def SplitCollapseLoopsPass : Pass<"split-collapse-loops"> {
  let summary = "Collapse each parallel loop to one dimension";
  let description = [{
    Rewrites each `scf.parallel` without reductions as a loop of one dimension,
    in which the last index varies fastest, so that neighbouring threads access
    neighbouring elements. Upstream maps further dimensions to y and z of a
    grid, which hold at most 65,535 blocks; x holds 2^31 - 1.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect"
  ];
}

def SplitLinalgCopyToMemRefPass : Pass<"split-linalg-copy-to-memref"> {
  let summary = "Replace linalg.copy by memref.copy";
  let description = [{
    Otherwise, upstream maps each `linalg.copy` to a kernel, also of buffers
    that the host uses. `split-place-buffers` finds out for `memref.copy`.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def SplitPlaceBuffersPass : Pass<"split-place-buffers", "::mlir::ModuleOp"> {
  let summary = "Copy and allocate on the device what the host does not use";
  let description = [{
    Run this pass after loops have become `gpu.launch` ops, and before
    `convert-split-copy-to-gpu`.

    The host uses a buffer if it loads or stores elements, or if the buffer is a
    constant or on the stack. A copy has both buffers in the same memory. The
    pass replaces each `memref.copy` of buffers that the host does not use by a
    `split.copy` to one piece, unless they have no dimensions or no strides.

    With `allocate-on-device`, `gpu.alloc` and `gpu.dealloc` allocate and free
    the buffers that the host does not use. It is an error if the host and a
    kernel use the same buffer.
  }];
  let options = [
    Option<"allocateOnDevice", "allocate-on-device", "bool", "false",
           "Allocate buffers that the host does not use by gpu.alloc">
  ];
  let dependentDialects = [
    "::mlir::gpu::GPUDialect",
    "::mlir::split::SplitDialect"
  ];
}

#endif // SPLIT_MLIR_GPU_PASSES_TD
