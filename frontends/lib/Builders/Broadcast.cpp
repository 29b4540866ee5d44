//===- Broadcast.cpp - Broadcasting of shapes -----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

#include "Shapes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/Split/IR/Slice.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

Broadcast::Broadcast(ImplicitLocOpBuilder &builder, ArrayRef<Shape> operands)
    : builder(builder) {
  for (const Shape &shape : operands) {
    SmallVector<DimAccess> &dims = accesses.emplace_back();
    for (OpFoldResult size : shape)
      dims.push_back({size});
    rank = std::max<int64_t>(rank, shape.size());
  }
}

LogicalResult Broadcast::resolve() {
  for (int64_t k = 0; k < rank; ++k)
    if (failed(resolveDim(k)))
      return failure();
  return success();
}

LogicalResult Broadcast::resolveDim(int64_t k) {
  int64_t size = 1;
  SmallVector<DimAccess *> ones, dynamic;
  for (SmallVector<DimAccess> &dims : accesses) {
    int64_t dim = k - rank + dims.size();
    if (dim < 0)
      continue;
    std::optional<int64_t> dimSize = getConstantIntValue(dims[dim].size);
    if (!dimSize) {
      dynamic.push_back(&dims[dim]);
    } else if (*dimSize == 1) {
      ones.push_back(&dims[dim]);
    } else if (size != 1 && size != *dimSize) {
      return builder.emitError() << "shapes do not broadcast: dimension " << k
                                 << " of the result would have the sizes "
                                 << size << " and " << *dimSize;
    } else {
      size = *dimSize;
    }
  }
  if (size != 1 || !dynamic.empty())
    for (DimAccess *dim : ones)
      dim->kind = DimAccess::Stay;
  OpFoldResult resultSize = builder.getIndexAttr(size);
  if (size == 1 && !dynamic.empty()) {
    resultSize = resolveRunTimeSize(k, dynamic);
  } else {
    for (DimAccess *dim : dynamic) {
      dim->kind = DimAccess::Choose;
      checkSize(k, dim->size, resultSize);
    }
  }
  sizes.push_back(resultSize);
  return success();
}

void Broadcast::checkSize(int64_t k, OpFoldResult size,
                          OpFoldResult resultSize) {
  IndexMath math(builder, builder.getLoc());
  Value isOne = math.isEqual(size, 1);
  Value fits = math.either(isOne, math.isEqual(size, resultSize));
  AssertOp::create(builder, fits,
                   ("shapes do not broadcast: dimension " + Twine(k) +
                    " of the result would have the sizes {} and {}")
                       .str(),
                   ValueRange{cast<Value>(size), math.get(resultSize)});
}

/// Returns `size`, or `other` if `size` is 1. No other function of the
/// importers creates an op of this form, by which collectParts knows that the
/// two sizes have been checked to fit.
static Value createJointSize(ImplicitLocOpBuilder &builder, Value size,
                             Value other) {
  Value one = arith::ConstantIndexOp::create(builder, 1);
  Value isOther =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, size, one);
  return arith::SelectOp::create(builder, isOther, size, other);
}

/// Appends the sizes that earlier broadcasts have joined to `size`, each of
/// which is 1 or `size`. Follows at most `depth` joints.
static void collectParts(Value size, int depth, SmallVectorImpl<Value> &parts) {
  auto select = size.getDefiningOp<arith::SelectOp>();
  auto compare = select && depth > 0
                     ? select.getCondition().getDefiningOp<arith::CmpIOp>()
                     : arith::CmpIOp();
  if (compare && compare.getPredicate() == arith::CmpIPredicate::ne &&
      compare.getLhs() == select.getTrueValue() &&
      matchPattern(compare.getRhs(), m_One())) {
    collectParts(select.getTrueValue(), depth - 1, parts);
    collectParts(select.getFalseValue(), depth - 1, parts);
    return;
  }
  if (llvm::none_of(parts, [&](Value part) { return isSameSize(part, size); }))
    parts.push_back(size);
}

OpFoldResult Broadcast::resolveRunTimeSize(int64_t k,
                                           ArrayRef<DimAccess *> dims) {
  constexpr int kDepth = 5;
  SmallVector<Value> all;
  for (DimAccess *dim : dims)
    collectParts(cast<Value>(dim->size), kDepth, all);
  auto hasAll = [&](DimAccess *dim) {
    SmallVector<Value> parts;
    collectParts(cast<Value>(dim->size), kDepth, parts);
    return parts.size() == all.size();
  };
  for (DimAccess *dim : dims)
    dim->kind = hasAll(dim) ? DimAccess::Follow : DimAccess::Choose;
  // Sizes that are joined to the greatest one have been checked.
  const auto *greatest = llvm::find_if(
      dims, [](DimAccess *dim) { return dim->kind == DimAccess::Follow; });
  if (greatest != dims.end())
    return (*greatest)->size;

  Value result = cast<Value>(dims.front()->size);
  for (DimAccess *dim : dims.drop_front())
    result = createJointSize(builder, cast<Value>(dim->size), result);
  for (DimAccess *dim : dims)
    checkSize(k, dim->size, result);
  return result;
}

bool Broadcast::hasMap(unsigned operand) const {
  return llvm::none_of(accesses[operand], [](const DimAccess &access) {
    return access.kind == DimAccess::Choose;
  });
}

SmallVector<AffineExpr> Broadcast::getExprs(unsigned operand) const {
  SmallVector<AffineExpr> exprs;
  int64_t k = rank - accesses[operand].size();
  for (const DimAccess &access : accesses[operand]) {
    exprs.push_back(access.kind == DimAccess::Stay
                        ? builder.getAffineConstantExpr(0)
                        : builder.getAffineDimExpr(k));
    ++k;
  }
  return exprs;
}

AffineMap Broadcast::getMap(unsigned operand) const {
  return AffineMap::get(rank, 0, getExprs(operand), builder.getContext());
}

Value Broadcast::createView(unsigned operand, Value tensor) const {
  if (hasMap(operand))
    return tensor;
  IndexMath math(builder, builder.getLoc());
  SmallVector<OpFoldResult> viewSizes, strides;
  int64_t k = rank - accesses[operand].size();
  for (const DimAccess &access : accesses[operand]) {
    bool isChosen = access.kind == DimAccess::Choose;
    viewSizes.push_back(isChosen ? sizes[k] : access.size);
    OpFoldResult stride = builder.getIndexAttr(1);
    if (isChosen)
      stride = math.select(math.isEqual(access.size, 1),
                           builder.getIndexAttr(0), stride);
    strides.push_back(stride);
    ++k;
  }
  // Upstream's verifier rejects slices of empty tensors.
  if (isStaticallyEmpty(tensor.getType()) || isStaticallyEmpty(viewSizes))
    return tensor::EmptyOp::create(builder, viewSizes,
                                   getElementTypeOrSelf(tensor));
  SmallVector<OpFoldResult> offsets(strides.size(), builder.getIndexAttr(0));
  return tensor::ExtractSliceOp::create(builder, tensor, offsets, viewSizes,
                                        strides);
}

FailureOr<AffineMap>
mlir::split::frontends::createMapTo(ImplicitLocOpBuilder &builder,
                                    ArrayRef<OpFoldResult> sizes, Value tensor,
                                    int64_t firstDim) {
  SmallVector<OpFoldResult> own = getSizes(builder, tensor);
  int64_t rank = sizes.size(), ownRank = own.size();
  if (firstDim < 0 || firstDim + ownRank > rank)
    return builder.emitError()
           << tensor.getType() << " does not broadcast to rank " << rank
           << " from dimension " << firstDim << " on";
  SmallVector<AffineExpr> exprs;
  for (auto [i, size] : llvm::enumerate(own)) {
    int64_t dim = firstDim + i;
    if (isConstantIntValue(size, 1)) {
      exprs.push_back(builder.getAffineConstantExpr(0));
      continue;
    }
    if (failed(
            createSizeCheck(builder, size, sizes[dim],
                            CheckMessage("shapes do not broadcast: dimension ")
                                << i << " of an operand is " << size
                                << ", expected " << sizes[dim])))
      return failure();
    exprs.push_back(builder.getAffineDimExpr(dim));
  }
  return AffineMap::get(rank, 0, exprs, builder.getContext());
}
