//===- SplitBase.td - The split dialect and its types ------*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_IR_SPLITBASE_TD
#define SPLIT_MLIR_DIALECT_SPLIT_IR_SPLITBASE_TD

include "mlir/IR/CommonAttrConstraints.td"
include "mlir/IR/CommonTypeConstraints.td"
include "mlir/IR/DialectBase.td"

def Split_Dialect : Dialect {
  let name = "split";
  let cppNamespace = "::mlir::split";
  let summary = "Split a tensor into pieces along one axis";
  let description = [{
    The dialect has an op for each of the two ways in which model formats split
    a tensor along an axis: into equal pieces (`split.split`) and into pieces of
    given lengths (`split.variadic_split`). They follow OpenVINO's Split-1 and
    VariadicSplit-1 and express ONNX Split of every version.

    Descriptions refer to the rules that they implement by id: C for both ops, S
    for `split`, V for `variadic_split`, R for run-time checks.

    Notation: `data` has rank `D`; `a` is the axis, counted from the front;
    `d` is the size of `data` along it; there are `n` results. All arithmetic
    on sizes is exact in signed 64 bits.

    The attribute `split.abort_function` of a module names a function without
    arguments and results that does not return. A failing check calls it instead
    of the C library's `abort`; see `convert-split-assert-to-llvm`. The function
    may be declared or defined in the module, or neither.
  }];
  let hasCanonicalizer = 1;
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let dependentDialects = [
    "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

// C3: 8 to 64 bits, so neither i1 nor i4. Signless integers are signed.
def Split_Integer : Type<
    Or<[CPred<"::llvm::isa<::mlir::IndexType>($_self)">,
        CPred<"::llvm::isa<::mlir::IntegerType>($_self) && "
              "::llvm::cast<::mlir::IntegerType>($_self).getWidth() >= 8 && "
              "::llvm::cast<::mlir::IntegerType>($_self).getWidth() <= 64">]>,
    "index or integer of 8 to 64 bits">;

// C3: a scalar, or a tensor that certainly holds one element.
def Split_Axis : Type<
    Or<[Split_Integer.predicate,
        And<[CPred<"::llvm::isa<::mlir::RankedTensorType>($_self)">,
             SubstLeaves<"$_self", "::llvm::cast<::mlir::RankedTensorType>("
                                   "$_self).getElementType()",
                         Split_Integer.predicate>,
             CPred<"::llvm::cast<::mlir::RankedTensorType>($_self)"
                   ".getShape().empty() || "
                   "::llvm::cast<::mlir::RankedTensorType>($_self)"
                   ".getShape() == ::llvm::ArrayRef<int64_t>{1}">]>]>,
    "index or integer of 8 to 64 bits, or a 0-D or 1-element 1-D tensor of "
    "one">;

// V1: a 1-D tensor whose number of elements is static.
def Split_Lengths : ConfinedType<
    RankedTensorOf<[Split_Integer]>,
    [HasAnyRankOfPred<[1]>, HasStaticShapePred],
    "statically shaped 1-D tensor of index or integer of 8 to 64 bits",
    "::mlir::RankedTensorType">;

// V7: all lengths, or one length of a list.
def Split_Length : AnyTypeOf<[Split_Lengths, Index]>;

#endif // SPLIT_MLIR_DIALECT_SPLIT_IR_SPLITBASE_TD
