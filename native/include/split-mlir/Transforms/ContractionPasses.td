//===- ContractionPasses.td - Passes on matrix products ----*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TRANSFORMS_CONTRACTIONPASSES_TD
#define SPLIT_MLIR_TRANSFORMS_CONTRACTIONPASSES_TD

include "mlir/Pass/PassBase.td"

def SplitLowerContractionsPass
    : Pass<"split-lower-contractions", "::mlir::ModuleOp"> {
  let summary = "Convert matrix products and convolutions to library calls";
  let description = [{
    A contraction is a linalg op on memrefs that adds products of the elements
    of its two inputs to its result: named ops such as `linalg.matmul`,
    `linalg.batch_matmul` and `linalg.conv_2d_nchw_fchw`, and `linalg.generic`.
    Elements have type f32 or f64, or inputs have type f16 or bf16 and the body
    extends them to f32. The results of the indexing maps of inputs are sums of
    multiples of loops, so inputs may be transposed, broadcast or windows; the
    map of the result is a projected permutation. Memrefs may have any strides.

    The pass converts contractions to calls of `split_mlir_contract` of the
    runtime library, which reads the operands in place. Each function that
    contains calls allocates one scratch buffer for all of them. Contractions of
    fewer than 128 products, those without a reduction, those in parallel loops
    (`scf.parallel`, `scf.forall`), and reductions of rows, which
    `split-vectorize-elementwise` converts, are not changed.

    The pass removes a `linalg.fill` with zeros right before the op. It packs a
    constant input of static size that is the same for all batches, unless all
    its elements are equal or it would grow: it replaces the input by a constant
    whose elements are in the order in which the library reads them.

    ```mlir
    linalg.fill ins(%zero : f32) outs(%c : memref<64x32xf32>)
    linalg.matmul ins(%a, %b : memref<64x16xf32>, memref<16x32xf32>)
                  outs(%c : memref<64x32xf32>)
    ```

    becomes

    ```mlir
    %scratch = memref.alloc() {alignment = 64 : i64} : memref<213120xi8>
    // Stores flags, addresses, sizes and strides to an array on the stack.
    ...
    llvm.call @split_mlir_contract(%array) : (!llvm.ptr) -> ()
    memref.dealloc %scratch : memref<213120xi8>
    ```
  }];
  let statistics = [
    Statistic<"numCalls", "calls", "Number of ops converted">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect",
    "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

#endif // SPLIT_MLIR_TRANSFORMS_CONTRACTIONPASSES_TD
