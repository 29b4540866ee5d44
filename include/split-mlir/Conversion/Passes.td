//===- Passes.td - conversions of split ops to other dialects *- tablegen -*-===//
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
  let summary = "lowers split ops to slices of tensors, and copies to linalg";
  let description = [{
    Each piece becomes a `tensor.extract_slice` of `data`, which bufferizes to a
    view; a piece that is statically empty becomes a `tensor.empty`, since
    upstream takes no empty slice at the end of a dimension. Piece i starts where
    piece i-1 ends (S3, V5). Where the type of a result states more or less than
    is known, a `tensor.cast` follows.

    `materialize` says which pieces are written to storage of their own, by a
    `split.copy` into `tensor.empty`, one for each run of neighbours: `none`,
    `results` (those that have to be contiguous because a function returns them,
    passes them to a call, or takes them for values of unknown rank), or `all`.

    With an axis known only at run time, offsets and sizes of the slices are
    selected for each dimension. Pieces with storage of their own, and all pieces
    of data of unknown rank, are copied in the flat form instead: data is reshaped
    to a matrix `[outer, d * inner]`, with the products of the sizes before and
    after the axis, whose rows are cut, and the pieces are reshaped back. Where a
    result states the rank of data of unknown rank, data is cast to that rank.

    Checks at run time are `split-generate-runtime-checks`' affair; an op whose
    constant operands break a rule gets a warning. Where a rule is broken, later
    folding may find slices out of bounds that upstream's verifiers refuse.

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
           "Which pieces get storage of their own",
           [{::llvm::cl::values(
             clEnumValN(::mlir::split::Materialize::None, "none",
                        "no piece: all are views"),
             clEnumValN(::mlir::split::Materialize::Results, "results",
                        "pieces that are returned or passed to a call"),
             clEnumValN(::mlir::split::Materialize::All, "all",
                        "every piece"))}]>
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

//===----------------------------------------------------------------------===//
// SplitCopyToLinalg
//===----------------------------------------------------------------------===//

def ConvertSplitCopyToLinalgPass : Pass<"convert-split-copy-to-linalg"> {
  let summary = "lowers split.copy to linalg.copy, one for each destination";
  let description = [{
    The plain lowering of `split.copy`, on tensors and on memrefs, for any sizes,
    strides and element types: a slice of `data` is copied to each destination.
    Destinations that are statically empty get nothing.

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
  let summary = "lowers split.assert to cf.assert with a constant message";
  let description = [{
    `cf.assert` carries a constant message, so run-time values are left out of
    it: `?` stands in their place. For pipelines that do not end in LLVM, or
    that have a lowering of `cf.assert` of their own.

    ```mlir
    split.assert %ok, "dimension 0 of size {} is not divisible by 2"(%dim)
    ```

    becomes

    ```mlir
    cf.assert %ok, "FILE:LINE:COLUMN: error: dimension 0 of size ? is not divisible by 2"
    ```
  }];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect"];
}

def ConvertSplitAssertToLLVMPass
    : Pass<"convert-split-assert-to-llvm", "::mlir::ModuleOp"> {
  let summary = "lowers split.assert to a branch to code that fails";
  let description = [{
    What a failed check does is chosen by `failure` (R5):

    - `abort` writes location and message to standard error and aborts. The
      message is constant: `?` stands in the place of run-time values. The code
      needs nothing but `write` and `abort` of the C library. (`cf.assert` prints
      through a buffer that is lost when standard output is not a terminal.)
    - `report` calls `split_mlir_check_failed` of split-mlir's runtime library
      with the location, the format and the values; it does not return.

    A function of the program that has the name of one of these is an error,
    unless it declares that one.

    The op has to stand in a region that may have several blocks, so run this
    pass after the conversion of structured control flow.

    ```mlir
    split.assert %ok, "dimension 0 of size {} is not divisible by 2"(%dim)
    ```

    becomes with `failure=report`

    ```mlir
      cf.cond_br %ok, ^rest, ^failed
    ^failed:
      // %values points to %dim on the stack.
      llvm.call @split_mlir_check_failed(%location, %format, %values, %n)
      llvm.unreachable
    ^rest:
    ```
  }];
  let options = [
    Option<"failure", "failure", "::mlir::split::CheckFailure",
           "::mlir::split::CheckFailure::Abort", "What a failed check does",
           [{::llvm::cl::values(
             clEnumValN(::mlir::split::CheckFailure::Abort, "abort",
                        "print a constant message and abort"),
             clEnumValN(::mlir::split::CheckFailure::Report, "report",
                        "call the runtime library"))}]>
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect",
    "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect"
  ];
}

//===----------------------------------------------------------------------===//
// StridedCopyToLinalg
//===----------------------------------------------------------------------===//

def ConvertStridedCopyToLinalgPass : Pass<"convert-strided-copy-to-linalg"> {
  let summary = "lowers copies of strided memrefs to linalg.generic";
  let description = [{
    Upstream lowers a `memref.copy` whose source or target is not contiguous to
    a runtime function that moves one element at a time and has to be linked. As
    a `linalg.generic` it becomes loops like any other op. Copies between
    contiguous memrefs stay: they become a memcpy.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

//===----------------------------------------------------------------------===//
// VerifyLowered
//===----------------------------------------------------------------------===//

def VerifyElementTypesPass : Pass<"verify-element-types"> {
  let summary = "refuses tensors that have no form in memory";
  let description = [{
    Belongs before bufferization, which fails on some tensors in words of its
    own, makes invalid memrefs of others, and takes sparse storage for dense. The
    first op is an error that has, as an operand, a result, or an argument or
    result of its signature,

    - a tensor whose element type no memref can have or LLVM has no type for
      (C1): tf32, quantized types, integers of no bits, vectors of a length known
      only at run time, and types of most dialects, registered or not; or a
      complex scalar of such a type;
    - a tensor with an encoding of the `sparse_tensor` dialect (C8): tensors are
      dense and row-major from here on. Other encodings do not say otherwise.

    ```mlir
    // error: 'func.func' op argument 0 of type 'tensor<4xtf32>' has no form in memory
    func.func private @f(tensor<4xtf32>)
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def VerifyLoweredToLLVMPass : Pass<"verify-lowered-to-llvm"> {
  let summary = "refuses what conversions to the LLVM dialect left behind";
  let description = [{
    Upstream's conversions to the LLVM dialect leave alone, without a word, what
    they cannot convert: a function with an argument of tf32, say. After them,
    this pass makes the first op that is left of a dialect that `split-to-llvm`
    converts an error, which names a type without an LLVM counterpart if that is
    why.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // SPLIT_MLIR_CONVERSION_PASSES_TD
