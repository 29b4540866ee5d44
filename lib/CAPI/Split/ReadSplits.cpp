//===- ReadSplits.cpp - Reading splits from C -----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir-c/Split.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"
#include "split-mlir/Dialect/Split/IR/Pieces.h"

using namespace mlir;
using namespace mlir::split;

bool mlirSplitIsASplit(MlirOperation op) {
  return isa_and_present<SplitOp>(unwrap(op));
}

bool mlirSplitIsAVariadicSplit(MlirOperation op) {
  return isa_and_present<VariadicSplitOp>(unwrap(op));
}

/// Returns `op` if it is a valid split, since accessors require validity.
static SplitOpInterface getValidSplit(MlirOperation op) {
  auto split = dyn_cast_if_present<SplitOpInterface>(unwrap(op));
  if (!split || failed(verify(split, /*verifyRecursively=*/false)))
    return {};
  return split;
}

intptr_t mlirSplitGetNumPieces(MlirOperation op) {
  SplitOpInterface split = getValidSplit(op);
  return split ? split->getNumResults() : 0;
}

MlirValue mlirSplitGetData(MlirOperation op) {
  SplitOpInterface split = getValidSplit(op);
  return split ? wrap(Value(split.getData())) : MlirValue{nullptr};
}

MlirSplitAxis mlirSplitGetAxis(MlirOperation op) {
  SplitOpInterface split = getValidSplit(op);
  if (!split)
    return mlirSplitAxisFromValue({nullptr});
  if (Value axis = split.getAxisOperand())
    return mlirSplitAxisFromValue(wrap(axis));
  return mlirSplitAxisFromConstant(*split.getSpec().axis);
}

MlirSplitLengths mlirSplitGetLengths(MlirOperation op) {
  SplitOpInterface split = getValidSplit(op);
  if (!split)
    return mlirSplitLengthsFromValue({nullptr});
  std::optional<ArrayRef<int64_t>> constants = split.getSpec().lengths;
  if (!constants)
    return mlirSplitLengthsFromValue(wrap(split.getLengthsOperand()));
  MlirSplitLengths lengths =
      mlirSplitLengthsFromConstants(constants->size(), constants->data());
  lengths.numIndexValues = llvm::count_if(*constants, ShapedType::isDynamic);
  return lengths;
}

MlirLogicalResult mlirSplitGetIndexLengths(MlirOperation op,
                                           MlirValue *values) {
  SplitOpInterface split = getValidSplit(op);
  if (split)
    for (OpFoldResult length : split.getMixedLengths())
      if (auto value = dyn_cast<Value>(length))
        *values++ = wrap(value);
  return wrap(success(bool(split)));
}

int64_t mlirSplitGetStaticAxis(MlirOperation op) {
  SplitOpInterface split = getValidSplit(op);
  return split ? inferAxis(split.getSpec()) : ShapedType::kDynamic;
}

MlirLogicalResult mlirSplitGetStaticSizes(MlirOperation op, int64_t *sizes) {
  SplitOpInterface split = getValidSplit(op);
  if (split)
    llvm::copy(inferPieceSizes(split.getSpec()), sizes);
  return wrap(success(bool(split)));
}

MlirLogicalResult mlirSplitGetStaticOffsets(MlirOperation op,
                                            int64_t *offsets) {
  SplitOpInterface split = getValidSplit(op);
  if (split)
    llvm::copy(inferPieceOffsets(split.getSpec()), offsets);
  return wrap(success(bool(split)));
}

/// Creates before `before` the index values that `compute` returns for the
/// pieces of `op`, and stores them in `values`.
static LogicalResult
createValues(MlirOperation op, MlirOperation before, MlirValue *values,
             function_ref<SmallVector<OpFoldResult>(PieceShapes &)> compute) {
  SplitOpInterface split = getValidSplit(op);
  if (!split)
    return failure();
  if (mlirOperationIsNull(before) || !unwrap(before)->getBlock())
    return split->emitOpError("expects an op in a block to insert before");
  OpBuilder builder(unwrap(before));
  PieceShapes shapes(builder, split, split->getOperands());
  for (OpFoldResult size : compute(shapes))
    *values++ =
        wrap(getValueOrCreateConstantIndexOp(builder, split.getLoc(), size));
  return success();
}

MlirValue mlirSplitCreateAxisValue(MlirOperation op, MlirOperation before) {
  MlirValue axis = {nullptr};
  (void)createValues(op, before, &axis, [](PieceShapes &shapes) {
    return SmallVector<OpFoldResult>{shapes.getAxis()};
  });
  return axis;
}

MlirLogicalResult mlirSplitCreateSizeValues(MlirOperation op,
                                            MlirOperation before,
                                            MlirValue *sizes) {
  return wrap(createValues(op, before, sizes, [](PieceShapes &shapes) {
    return SmallVector<OpFoldResult>(shapes.getSizes());
  }));
}

MlirLogicalResult mlirSplitCreateOffsetValues(MlirOperation op,
                                              MlirOperation before,
                                              MlirValue *offsets) {
  return wrap(createValues(op, before, offsets, [](PieceShapes &shapes) {
    return SmallVector<OpFoldResult>(shapes.getOffsets());
  }));
}
