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
    that copies all pieces, and each `memref.copy` of one dimension or more as
    a copy of one piece, unless the host loads or stores elements of one of its
    buffers. The device must be able to access the memory. Sizes,
    strides and offsets may be known only at run time, and addresses need only
    the alignment of an element. If all pieces are empty at run time, nothing is
    launched. Whether sizes fit (R7) is not checked at run time; a copy that
    certainly fails is erased, with a warning.

    A copy stays if destinations are in different memory spaces, or if a memref
    has no strides: `convert-split-copy-to-linalg` lowers it.

    The kernel uses only the dialects `gpu`, `vector`, `memref`, `arith` and
    `scf`. A row is what `data` holds for one index of the dimensions before the
    axis. The form of the kernel depends on the types:

    - Contiguous static rows of at most 16 bytes: each thread loads whole rows,
      16 bytes at a time, and separates the pieces in registers.
    - Contiguous static rows of at most 128 bytes, or equal pieces of at most 16
      bytes of each row: each block loads a tile into workgroup memory.
    - Others: each thread copies 16 bytes that are aligned in a piece, or one
      element if those of a row are not adjacent.
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

def SplitPrepareLaunchesPass : Pass<"split-prepare-launches"> {
  let summary = "Skip launches of no blocks, and allocate on the device";
  let description = [{
    Puts each `gpu.launch` whose grid has sizes known only at run time into an
    `scf.if`: drivers report an error for a launch of no blocks, as of a kernel
    for an empty piece.

    With `allocate-on-device`, buffers that kernels use are allocated and freed
    by `gpu.alloc` and `gpu.dealloc` instead of `memref.alloc` and
    `memref.dealloc`, and so are those that functions take or return, unless the
    host loads or stores their elements. It is an error if the host accesses a
    buffer that a kernel uses.
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

    Lowers each `tensor.generate` of a 1-D tensor of `index` to an `scf.for`.
    `convert-split-to-linalg` computes the shape of a piece of unknown rank so.
    Upstream's lowering of the op is parallel: it would become a kernel, which
    writes memory of the host.

    Adds `bufferization.writable = false` to tensors that public functions take,
    unless they have the attribute: `one-shot-bufferize` would write the
    caller's memory in place.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif // SPLIT_MLIR_GPU_PASSES_TD
