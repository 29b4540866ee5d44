//===- Passes.td - Conversions of split ops ----------------*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_CONVERSION_PASSES_TD
#define SPLIT_MLIR_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// SplitToLinalg
//===----------------------------------------------------------------------===//

def ConvertSplitToLinalgPass : Pass<"convert-split-to-linalg"> {
  let summary = "Lower split ops to slices of tensors and copies";
  let description = [{
    Each piece becomes a `tensor.extract_slice` of `data`, which bufferizes to a
    view. A statically empty piece becomes a `tensor.empty`, because upstream
    rejects empty slices at the end of a dimension. Piece i starts where piece
    i-1 ends (S3, V5). A piece has the sizes that its type states (R6); a
    `tensor.cast` follows if the type is less precise.

    `materialize` selects the pieces that a `split.copy` copies to storage of
    their own, with one op for each run of adjacent pieces: `none`, `results`
    (pieces that must be contiguous because a function returns them, a call
    takes them, or they become unranked), `destinations` (also pieces that are
    materialized in a destination, where upstream's `eliminate-empty-tensors`
    lets the copy write), or `all`. Pieces of unranked data are always copied.

    With a run-time axis, the offsets and sizes of slices are selected for each
    dimension. Pieces with storage of their own, and all pieces of unranked
    data, are copied in the flat form instead: data is reshaped to a matrix
    `[outer, d * inner]`, where `outer` and `inner` are the products of the
    sizes before and after the axis; its rows are split, and the pieces reshaped
    back. If data is unranked and a result type is ranked, data is cast to that
    rank, unless it is itself cast from another rank.

    With `keep-disjoint`, a split is kept for the pieces without storage of
    their own if no other op can reach the buffer of `data` afterwards. One-shot
    bufferization then creates the same views. Unlike for slices, it knows that
    the views are disjoint, so it does not copy a piece when another piece is
    written.

    `split-generate-runtime-checks` generates run-time checks; this pass only
    warns about ops whose constant operands break a rule. Later folding of such
    an op may create slices out of bounds that upstream's verifiers reject.

    ```mlir
    %a, %b = split.variadic_split %x axis(0) lengths [2, -1]
        : tensor<6x12xf32> -> tensor<2x12xf32>, tensor<4x12xf32>
    ```

    becomes

    ```mlir
    %a = tensor.extract_slice %x[0, 0] [2, 12] [1, 1]
        : tensor<6x12xf32> to tensor<2x12xf32>
    %b = tensor.extract_slice %x[2, 0] [4, 12] [1, 1]
        : tensor<6x12xf32> to tensor<4x12xf32>
    ```
  }];
  let options = [
    Option<"materialize", "materialize", "::mlir::split::Materialize",
           "::mlir::split::Materialize::None",
           "Which pieces are copied to storage of their own",
           [{::llvm::cl::values(
             clEnumValN(::mlir::split::Materialize::None, "none",
                        "no piece of ranked data: all are views"),
             clEnumValN(::mlir::split::Materialize::Results, "results",
                        "pieces that are returned, passed to a call or cast to "
                        "an unranked type"),
             clEnumValN(::mlir::split::Materialize::Destinations,
                        "destinations",
                        "results, and pieces that are materialized in a "
                        "destination"),
             clEnumValN(::mlir::split::Materialize::All, "all",
                        "every piece"))}]>,
    Option<"keepsDisjoint", "keep-disjoint", "bool", "false",
           "Keep splits whose pieces bufferize to disjoint views">
  ];
  let statistics = [
    Statistic<"numSplits", "splits", "Number of split ops lowered">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect",
    "::mlir::scf::SCFDialect",
    "::mlir::split::SplitDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def ConvertSplitCopyToLinalgPass : Pass<"convert-split-copy-to-linalg"> {
  let summary = "Lower split.copy to one linalg.copy per destination";
  let description = [{
    Lowers `split.copy` on tensors and on memrefs, for any sizes, strides and
    element types: copies a slice of `data` to each destination, except to
    statically empty ones.

    ```mlir
    split.copy ins(%m : memref<2x8xf32>)
        outs(%m0, %m1 : memref<2x3xf32>, memref<2x5xf32>) axis(1)
    ```

    becomes

    ```mlir
    %0 = memref.subview %m[0, 0] [2, 3] [1, 1]
        : memref<2x8xf32> to memref<2x3xf32, strided<[8, 1]>>
    linalg.copy ins(%0 : memref<2x3xf32, strided<[8, 1]>>)
        outs(%m0 : memref<2x3xf32>)
    %1 = memref.subview %m[0, 3] [2, 5] [1, 1]
        : memref<2x8xf32> to memref<2x5xf32, strided<[8, 1], offset: 3>>
    linalg.copy ins(%1 : memref<2x5xf32, strided<[8, 1], offset: 3>>)
        outs(%m1 : memref<2x5xf32>)
    ```
  }];
  let statistics = [
    Statistic<"numCopies", "copies", "Number of split.copy ops lowered">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

//===----------------------------------------------------------------------===//
// SplitAssert
//===----------------------------------------------------------------------===//

def ConvertSplitAssertToCFPass : Pass<"convert-split-assert-to-cf"> {
  let summary = "Lower split.assert to cf.assert with a constant message";
  let description = [{
    The message of `cf.assert` is constant, so `?` replaces run-time values. Use
    this pass in pipelines that do not end in LLVM, or that have their own
    lowering of `cf.assert`.

    ```mlir
    split.assert %ok, "dimension 0 of size {} is not divisible by 2"(%dim)
    ```

    becomes

    ```mlir
    cf.assert %ok, "FILE:LINE:COLUMN: error: dimension 0 of size ? is not ..."
    ```
  }];
  let statistics = [
    Statistic<"numAsserts", "asserts", "Number of split.assert ops lowered">
  ];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect"];
}

def ConvertSplitAssertToLLVMPass
    : Pass<"convert-split-assert-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Lower split.assert to a branch to code that aborts";
  let description = [{
    A failed check calls a function that the pass adds to the module. It writes
    the location and the message, with the values, to standard error and aborts
    (R5). It needs only `write` and `abort` of the C library. (`cf.assert`
    prints to a buffer that is lost if standard output is not a terminal.) If
    the module has the attribute `split.abort_function`, the function that it
    names is called instead of `abort`. If the caller must continue after a
    failure, use `split-asserts-to-status` of the component Native instead.

    The pass fails if the program uses the name of one of these functions for
    another symbol.

    The parent of the op must be a function, so run this pass after the
    conversion of structured control flow.

    ```mlir
    split.assert %ok, "dimension 0 of size {} is not divisible by 2"(%dim)
    ```

    becomes

    ```mlir
      cf.cond_br %ok, ^rest, ^failed
    ^failed:
      // %message is "FILE:LINE:COLUMN: error: dimension 0 of size \1 is ...",
      // and %values the address of an array with the only value.
      llvm.call @split_mlir_fail(%message, %length, %values, %one)
      llvm.unreachable
    ^rest:
    ```
  }];
  let statistics = [
    Statistic<"numAsserts", "asserts", "Number of split.assert ops lowered">
  ];
  let dependentDialects = [
    "::mlir::cf::ControlFlowDialect",
    "::mlir::LLVM::LLVMDialect"
  ];
}

#endif // SPLIT_MLIR_CONVERSION_PASSES_TD
