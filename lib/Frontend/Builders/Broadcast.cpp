//===- Broadcast.cpp - Shapes against each other --------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Broadcast.h"

#include "RuntimeChecks.h"
#include "Sizes.h"

#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::split;

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
  Value runTimeSize;
  if (!dynamic.empty())
    runTimeSize = resolveRunTimeSize(k, size, dynamic);
  if (runTimeSize && size == 1)
    sizes.push_back(runTimeSize);
  else
    sizes.push_back(builder.getIndexAttr(size));
  return success();
}

Value Broadcast::resolveRunTimeSize(int64_t k, int64_t size,
                                    ArrayRef<DimAccess *> dims) {
  // Equal sizes fit whatever they are.
  bool isSame = llvm::all_of(dims, [&](const DimAccess *dim) {
    return isSameSize(dim->size, dims[0]->size);
  });
  if (size == 1 && isSame)
    return cast<Value>(dims[0]->size);

  IndexMath math(builder, builder.getLoc());
  Value result = math.get(size);
  for (DimAccess *dim : dims) {
    Value dimSize = cast<Value>(dim->size);
    dim->kind = DimAccess::Choose;
    dim->isOne = math.isEqual(dimSize, 1);
    if (size == 1)
      result = arith::SelectOp::create(builder, dim->isOne, result, dimSize);
  }
  for (DimAccess *dim : dims) {
    Value dimSize = cast<Value>(dim->size);
    Value fits = math.either(dim->isOne, math.isEqual(dimSize, result));
    AssertOp::create(builder, fits,
                     ("shapes do not broadcast: dimension " + Twine(k) +
                      " of the result would have the sizes {} and {}")
                         .str(),
                     ValueRange{dimSize, result});
  }
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
    exprs.push_back(access.kind == DimAccess::Follow
                        ? builder.getAffineDimExpr(k)
                        : builder.getAffineConstantExpr(0));
    ++k;
  }
  return exprs;
}

AffineMap Broadcast::getMap(unsigned operand) const {
  return AffineMap::get(rank, 0, getExprs(operand), builder.getContext());
}

SmallVector<Value> Broadcast::createIndices(ImplicitLocOpBuilder &builder,
                                            unsigned operand,
                                            ValueRange resultIndices) const {
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  SmallVector<Value> indices;
  int64_t k = rank - accesses[operand].size();
  for (const DimAccess &access : accesses[operand]) {
    Value index = resultIndices[k++];
    if (access.kind == DimAccess::Stay)
      index = zero;
    if (access.kind == DimAccess::Choose)
      index = arith::SelectOp::create(builder, access.isOne, zero, index);
    indices.push_back(index);
  }
  return indices;
}

FailureOr<AffineMap> mlir::split::createMapTo(ImplicitLocOpBuilder &builder,
                                              ArrayRef<OpFoldResult> sizes,
                                              Value tensor, int64_t firstDim) {
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
