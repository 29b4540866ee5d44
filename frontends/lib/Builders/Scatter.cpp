//===- Scatter.cpp - Scatter operators ------------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Indexing.h"

#include "ControlFlow.h"
#include "Elementwise.h"
#include "Shapes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

/// Combines the element that is there, `args[0]`, with its update. Bools add
/// and multiply as in NumPy.
static Value combine(ImplicitLocOpBuilder &builder, Type type, ScatterKind kind,
                     ValueRange args) {
  bool isBool = type.isInteger(1);
  switch (kind) {
  case ScatterKind::Update:
    return args[1];
  case ScatterKind::Add:
    return isBool ? buildOr(builder, type, args)
                  : buildAdd(builder, type, args);
  case ScatterKind::Mul:
    return buildMul(builder, type, args);
  case ScatterKind::Max:
    return buildMax(builder, type, args);
  case ScatterKind::Min:
    return buildMin(builder, type, args);
  }
  llvm_unreachable("unknown kind");
}

/// Computes the position in the data of the update at `loops`.
using PositionBuilder = llvm::function_ref<SmallVector<Value>(
    ImplicitLocOpBuilder &builder, ValueRange loops)>;

static Value createScatter(ImplicitLocOpBuilder &builder, Value data,
                           Value updates, ScatterKind kind,
                           PositionBuilder getPosition) {
  Type type = getRankedType(data).getElementType();
  auto body = [&](ImplicitLocOpBuilder &builder, ValueRange loops,
                  ValueRange carried) -> SmallVector<Value> {
    SmallVector<Value> to = getPosition(builder, loops);
    Value update = tensor::ExtractOp::create(builder, updates, loops);
    if (kind != ScatterKind::Update) {
      Value old = tensor::ExtractOp::create(builder, carried[0], to);
      Value result =
          combine(builder, type, kind, castToSignless(builder, {old, update}));
      update = castSign(builder, result, type);
    }
    return {tensor::InsertOp::create(builder, update, carried[0], to)};
  };
  return createLoops(builder, getSizes(builder, updates), data, body).front();
}

FailureOr<Value> mlir::split::frontends::createScatterElements(
    ImplicitLocOpBuilder &builder, Value data, Value indices, Value updates,
    int64_t axis, ScatterKind kind) {
  FailureOr<int64_t> dim = checkElementIndices(builder, data, indices, axis);
  if (failed(dim) ||
      failed(checkSizes(builder, updates, getSizes(builder, indices),
                        "the updates")))
    return failure();
  OpFoldResult size = getSize(builder, data, *dim);
  auto getPosition = [&](ImplicitLocOpBuilder &builder, ValueRange loops) {
    SmallVector<Value> to(loops);
    Value index = tensor::ExtractOp::create(builder, indices, loops);
    to[*dim] = createPosition(builder, createIndex(builder, index), size);
    return to;
  };
  return createScatter(builder, data, updates, kind, getPosition);
}

FailureOr<Value>
mlir::split::frontends::createScatterND(ImplicitLocOpBuilder &builder,
                                        Value data, Value indices,
                                        Value updates, ScatterKind kind) {
  FailureOr<int64_t> count =
      checkIndexTuples(builder, data, indices, /*numBatches=*/0);
  if (failed(count))
    return failure();
  SmallVector<OpFoldResult> dataSizes = getSizes(builder, data);
  SmallVector<OpFoldResult> sizes = getSizes(builder, indices);
  sizes.pop_back();
  int64_t numOuter = sizes.size();
  llvm::append_range(sizes, ArrayRef(dataSizes).drop_front(*count));
  if (failed(checkSizes(builder, updates, sizes, "the updates")))
    return failure();
  auto getPosition = [&](ImplicitLocOpBuilder &builder, ValueRange loops) {
    SmallVector<Value> to = createTuple(
        builder, indices, loops.take_front(numOuter), *count, dataSizes);
    llvm::append_range(to, loops.drop_front(numOuter));
    return to;
  };
  return createScatter(builder, data, updates, kind, getPosition);
}

FailureOr<Value>
mlir::split::frontends::createScatterSlices(ImplicitLocOpBuilder &builder,
                                            Value data, Value indices,
                                            Value updates, int64_t axis) {
  SmallVector<OpFoldResult> dataSizes = getSizes(builder, data);
  FailureOr<int64_t> dim = getAxis(builder, axis, dataSizes.size());
  if (failed(dim) ||
      failed(checkIndices(builder, indices, dataSizes[*dim], *dim)))
    return failure();
  SmallVector<OpFoldResult> inner = getSizes(builder, indices);
  SmallVector<OpFoldResult> sizes(ArrayRef(dataSizes).take_front(*dim));
  llvm::append_range(sizes, inner);
  llvm::append_range(sizes, ArrayRef(dataSizes).drop_front(*dim + 1));
  if (failed(checkSizes(builder, updates, sizes, "the updates")))
    return failure();
  auto getPosition = [&](ImplicitLocOpBuilder &builder, ValueRange loops) {
    SmallVector<Value> to(loops.take_front(*dim));
    Value index = tensor::ExtractOp::create(builder, indices,
                                            loops.slice(*dim, inner.size()));
    to.push_back(
        createPosition(builder, createIndex(builder, index), dataSizes[*dim]));
    llvm::append_range(to, loops.drop_front(*dim + inner.size()));
    return to;
  };
  return createScatter(builder, data, updates, ScatterKind::Update,
                       getPosition);
}
