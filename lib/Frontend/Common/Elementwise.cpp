//===- Elementwise.cpp - elementwise operators with broadcasting ----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

#include "RuntimeChecks.h"

#include "split-mlir/Dialect/Split/IR/Split.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::split;

namespace {
/// How an operand's dimension is indexed where the result's index is i.
struct DimAccess {
  enum Kind {
    /// By i.
    Follow,
    /// By 0: its size is 1, the result's may be larger.
    Stay,
    /// By 0 if its size turns out to be 1, else by i.
    Choose
  };
  Kind kind = Follow;
  /// Whether the size is 1, for Choose.
  Value isOne;
};

/// Broadcasts operands against each other as NumPy does: dimensions are
/// aligned at the end, and a dimension of size 1 is repeated.
class Broadcaster {
public:
  Broadcaster(OpBuilder &b, Location loc, ValueRange operands);

  /// Finds the result's shape. Sizes that cannot fit are an error, those that
  /// may are checked at run time.
  LogicalResult resolve();
  /// Builds the computation after a successful `resolve`.
  Value build(Type resultElement, ScalarBuilder scalar);

private:
  /// An operand's dimension.
  struct Dim {
    Value operand;
    int64_t index;
    DimAccess *access;
  };

  RankedTensorType getType(Value operand) const {
    return cast<RankedTensorType>(operand.getType());
  }
  /// The operand's dimension that meets the result's dimension `k`, if any.
  std::optional<Dim> getDim(unsigned operand, int64_t k);
  LogicalResult resolveDim(int64_t k);
  /// Finds the size of dimension `k`, where `dims` have run-time sizes and all
  /// others have the size 1, or `size` if that is not 1.
  Value resolveRunTimeSize(int64_t k, int64_t size, ArrayRef<Dim> dims);
  AffineMap getMap(unsigned operand) const;
  /// Reads an operand that no affine map describes, in the body.
  Value createExtract(OpBuilder &b, Location loc, unsigned operand) const;
  bool hasMap(unsigned operand) const {
    return llvm::none_of(accesses[operand], [](const DimAccess &access) {
      return access.kind == DimAccess::Choose;
    });
  }

  OpBuilder &b;
  Location loc;
  SmallVector<Value> operands;
  /// Per operand and dimension.
  SmallVector<SmallVector<DimAccess>> accesses;
  int64_t rank = 0;
  SmallVector<int64_t> shape;
  /// The sizes of the result's dynamic dimensions.
  SmallVector<Value> sizes;
};
} // namespace

Broadcaster::Broadcaster(OpBuilder &b, Location loc, ValueRange operands)
    : b(b), loc(loc), operands(operands) {
  for (Value operand : operands) {
    accesses.emplace_back(getType(operand).getRank());
    rank = std::max(rank, getType(operand).getRank());
  }
}

std::optional<Broadcaster::Dim> Broadcaster::getDim(unsigned operand,
                                                    int64_t k) {
  int64_t index = k - rank + getType(operands[operand]).getRank();
  if (index < 0)
    return std::nullopt;
  return Dim{operands[operand], index, &accesses[operand][index]};
}

LogicalResult Broadcaster::resolve() {
  for (int64_t k = 0; k < rank; ++k)
    if (failed(resolveDim(k)))
      return failure();
  return success();
}

LogicalResult Broadcaster::resolveDim(int64_t k) {
  int64_t size = 1;
  SmallVector<Dim> ones, dynamic;
  for (unsigned i = 0; i < operands.size(); ++i) {
    std::optional<Dim> dim = getDim(i, k);
    if (!dim)
      continue;
    int64_t dimSize = getType(operands[i]).getDimSize(dim->index);
    if (ShapedType::isDynamic(dimSize)) {
      dynamic.push_back(*dim);
    } else if (dimSize == 1) {
      ones.push_back(*dim);
    } else if (size != 1 && size != dimSize) {
      return emitError(loc) << "shapes do not broadcast: dimension " << k
                            << " of the result would have the sizes " << size
                            << " and " << dimSize;
    } else {
      size = dimSize;
    }
  }
  if (size != 1 || !dynamic.empty())
    for (const Dim &dim : ones)
      dim.access->kind = DimAccess::Stay;
  shape.push_back(size == 1 && !dynamic.empty() ? ShapedType::kDynamic : size);
  if (dynamic.empty())
    return success();
  Value runTimeSize = resolveRunTimeSize(k, size, dynamic);
  if (size == 1)
    sizes.push_back(runTimeSize);
  return success();
}

Value Broadcaster::resolveRunTimeSize(int64_t k, int64_t size,
                                      ArrayRef<Dim> dims) {
  // All the same: whatever it is, it fits.
  bool isSame = llvm::all_of(dims, [&](const Dim &dim) {
    return dim.operand == dims[0].operand && dim.index == dims[0].index;
  });
  if (size == 1 && isSame)
    return createDim(b, loc, dims[0].operand, dims[0].index);

  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  Value result = arith::ConstantIndexOp::create(b, loc, size);
  SmallVector<Value> dimSizes;
  for (const Dim &dim : dims) {
    dimSizes.push_back(createDim(b, loc, dim.operand, dim.index));
    dim.access->kind = DimAccess::Choose;
    dim.access->isOne = createIsEqual(b, loc, dimSizes.back(), one);
    if (size == 1)
      result = arith::SelectOp::create(b, loc, dim.access->isOne, result,
                                       dimSizes.back());
  }
  for (auto [dim, dimSize] : llvm::zip_equal(dims, dimSizes)) {
    Value fits = arith::OrIOp::create(b, loc, dim.access->isOne,
                                      createIsEqual(b, loc, dimSize, result));
    AssertOp::create(b, loc, fits,
                     ("shapes do not broadcast: dimension " + Twine(k) +
                      " of the result would have the sizes {} and {}")
                         .str(),
                     ValueRange{dimSize, result});
  }
  return result;
}

AffineMap Broadcaster::getMap(unsigned operand) const {
  SmallVector<AffineExpr> exprs;
  int64_t k = rank - accesses[operand].size();
  for (const DimAccess &access : accesses[operand]) {
    exprs.push_back(access.kind == DimAccess::Follow
                        ? b.getAffineDimExpr(k)
                        : b.getAffineConstantExpr(0));
    ++k;
  }
  return AffineMap::get(rank, 0, exprs, b.getContext());
}

Value Broadcaster::createExtract(OpBuilder &b, Location loc,
                                 unsigned operand) const {
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  SmallVector<Value> indices;
  int64_t k = rank - accesses[operand].size();
  for (const DimAccess &access : accesses[operand]) {
    Value index = zero;
    if (access.kind != DimAccess::Stay)
      index = linalg::IndexOp::create(b, loc, k);
    if (access.kind == DimAccess::Choose)
      index = arith::SelectOp::create(b, loc, access.isOne, zero, index);
    indices.push_back(index);
    ++k;
  }
  return tensor::ExtractOp::create(b, loc, operands[operand], indices);
}

/// Casts a scalar between ui8 and i8 and the like: `arith` is signless.
static Value castSign(OpBuilder &b, Location loc, Value scalar, Type type) {
  if (scalar.getType() == type)
    return scalar;
  return UnrealizedConversionCastOp::create(b, loc, type, scalar).getResult(0);
}

/// The type of the same width that `arith` computes on.
static Type getSignless(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return IntegerType::get(type.getContext(), integer.getWidth());
  return type;
}

Value Broadcaster::build(Type resultElement, ScalarBuilder scalar) {
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (unsigned i = 0; i < operands.size(); ++i) {
    if (!hasMap(i))
      continue;
    inputs.push_back(operands[i]);
    maps.push_back(getMap(i));
  }
  maps.push_back(b.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  Value init = tensor::EmptyOp::create(b, loc, shape, resultElement, sizes);
  auto buildBody = [&](OpBuilder &b, Location loc, ValueRange blockArgs) {
    SmallVector<Value> args;
    unsigned numMapped = 0;
    for (unsigned i = 0; i < operands.size(); ++i) {
      Value arg = hasMap(i) ? blockArgs[numMapped++] : createExtract(b, loc, i);
      args.push_back(castSign(b, loc, arg, getSignless(arg.getType())));
    }
    Value result = scalar(b, loc, getType(operands[0]).getElementType(), args);
    linalg::YieldOp::create(b, loc, castSign(b, loc, result, resultElement));
  };
  return linalg::GenericOp::create(b, loc, init.getType(), inputs, init, maps,
                                   iterators, buildBody)
      .getResult(0);
}

FailureOr<Value> mlir::split::createElementwise(OpBuilder &b, Location loc,
                                                ValueRange operands,
                                                Type resultElement,
                                                ScalarBuilder scalar) {
  Broadcaster broadcaster(b, loc, operands);
  if (failed(broadcaster.resolve()))
    return failure();
  return broadcaster.build(resultElement, scalar);
}
