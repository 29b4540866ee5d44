//===- CreateSplits.cpp - Building splits from C --------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir-c/Split.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"
#include "split-mlir-c/Dialects.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

using namespace mlir;
using namespace mlir::split;

/// Limits how many results are created without given types.
static constexpr int64_t kMaxInferred = 1 << 20;

/// Loads the dialect with the models of its interfaces, as its handle does.
static void loadDialect(MLIRContext *context) {
  if (!context->getLoadedDialect<SplitDialect>())
    mlirDialectHandleLoadDialect(mlirGetDialectHandle__split__(),
                                 wrap(context));
}

static LogicalResult verifyGiven(Location loc, MlirValue data,
                                 MlirSplitAxis axis) {
  if (mlirValueIsNull(data))
    return emitError(loc) << "data is null, expected a tensor";
  if (unwrap(data).getContext() != loc.getContext())
    return emitError(loc) << "data is of another context than the location";
  if (mlirValueIsNull(axis.value) && ShapedType::isDynamic(axis.constant))
    return emitError(loc) << "axis is null, expected a value or a constant";
  return success();
}

/// Returns the given types, or `numPieces` unranked types for inference.
static FailureOr<SmallVector<Type>> getResultTypes(Location loc, Value data,
                                                   int64_t numPieces,
                                                   intptr_t numGiven,
                                                   const MlirType *given) {
  if (numGiven < 0)
    return emitError(loc) << "number of result types is " << numGiven
                          << ", expected at least 0";
  SmallVector<Type> types;
  for (intptr_t i = 0; i < numGiven; ++i) {
    if (!given || mlirTypeIsNull(given[i]))
      return emitError(loc) << "type of result " << i << " is null";
    if (unwrap(given[i]).getContext() != loc.getContext())
      return emitError(loc) << "type of result " << i
                            << " is of another context than the location";
    types.push_back(unwrap(given[i]));
  }
  if (!types.empty())
    return types;
  if (numPieces > kMaxInferred)
    return emitError(loc) << "number of pieces is " << numPieces
                          << ", expected at most " << kMaxInferred
                          << " for types to be inferred";
  auto tensor = dyn_cast<TensorType>(data.getType());
  Type any = tensor ? UnrankedTensorType::get(tensor.getElementType())
                    : data.getType();
  // The verifier rejects splits into less than one piece.
  types.assign(std::max<int64_t>(numPieces, 1), any);
  return types;
}

static void inferTypes(SplitOpInterface op) {
  for (auto [result, type] :
       llvm::zip_equal(op->getResults(), inferPieceTypes(op.getSpec())))
    result.setType(type);
}

/// Creates the op of `state`, or null if it does not verify. Infers its types
/// afterwards, since inference requires validity.
static MlirOperation createVerified(OperationState &state, bool infers) {
  Operation *op = Operation::create(state);
  if (failed(verify(op))) {
    op->destroy();
    return {nullptr};
  }
  if (infers)
    inferTypes(cast<SplitOpInterface>(op));
  return wrap(op);
}

static OpFoldResult getAxis(OpBuilder &builder, MlirSplitAxis axis) {
  if (mlirValueIsNull(axis.value))
    return builder.getI64IntegerAttr(axis.constant);
  return unwrap(axis.value);
}

MlirOperation mlirSplitCreateSplit(MlirLocation location, MlirValue data,
                                   MlirSplitAxis axis, int64_t numSplits,
                                   intptr_t numResultTypes,
                                   const MlirType *resultTypes) {
  Location loc = unwrap(location);
  if (failed(verifyGiven(loc, data, axis)))
    return {nullptr};
  FailureOr<SmallVector<Type>> types =
      getResultTypes(loc, unwrap(data), numSplits, numResultTypes, resultTypes);
  if (failed(types))
    return {nullptr};

  loadDialect(loc.getContext());
  OpBuilder builder(loc.getContext());
  OperationState state(loc, SplitOp::getOperationName());
  SplitOp::build(builder, state, *types, unwrap(data), getAxis(builder, axis),
                 numSplits);
  return createVerified(state, /*infers=*/numResultTypes == 0);
}

/// Returns the number of lengths (V1), or 1 if the verifier will reject them.
static int64_t getNumLengths(MlirSplitLengths lengths) {
  if (mlirValueIsNull(lengths.value))
    return lengths.numConstants;
  auto type = dyn_cast<RankedTensorType>(unwrap(lengths.value).getType());
  return type && type.getRank() == 1 ? type.getDimSize(0) : 1;
}

/// Returns the operands for lengths, or fails if one is null.
static FailureOr<SmallVector<Value>> getOperands(Location loc,
                                                 MlirSplitLengths lengths) {
  SmallVector<Value> operands;
  if (!mlirValueIsNull(lengths.value))
    operands.push_back(unwrap(lengths.value));
  else if (!lengths.constants)
    return emitError(loc) << "lengths are null, expected a value or constants";
  for (intptr_t i = 0; i < lengths.numIndexValues; ++i) {
    if (!lengths.indexValues || mlirValueIsNull(lengths.indexValues[i]))
      return emitError(loc) << "index value " << i << " of lengths is null";
    operands.push_back(unwrap(lengths.indexValues[i]));
  }
  return operands;
}

MlirOperation mlirSplitCreateVariadicSplit(MlirLocation location,
                                           MlirValue data, MlirSplitAxis axis,
                                           MlirSplitLengths lengths,
                                           intptr_t numResultTypes,
                                           const MlirType *resultTypes) {
  Location loc = unwrap(location);
  if (failed(verifyGiven(loc, data, axis)))
    return {nullptr};
  FailureOr<SmallVector<Value>> operands = getOperands(loc, lengths);
  if (failed(operands))
    return {nullptr};
  FailureOr<SmallVector<Type>> types = getResultTypes(
      loc, unwrap(data), getNumLengths(lengths), numResultTypes, resultTypes);
  if (failed(types))
    return {nullptr};

  loadDialect(loc.getContext());
  OpBuilder builder(loc.getContext());
  OperationState state(loc, VariadicSplitOp::getOperationName());
  DenseI64ArrayAttr list;
  if (mlirValueIsNull(lengths.value))
    list = builder.getDenseI64ArrayAttr(ArrayRef(
        lengths.constants, std::max<intptr_t>(lengths.numConstants, 0)));
  OpFoldResult mixedAxis = getAxis(builder, axis);
  VariadicSplitOp::build(
      builder, state, *types, unwrap(data), dyn_cast<Value>(mixedAxis),
      *operands,
      dyn_cast_if_present<IntegerAttr>(dyn_cast<Attribute>(mixedAxis)), list);
  return createVerified(state, /*infers=*/numResultTypes == 0);
}
