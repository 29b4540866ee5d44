//===- SplitPieces.cpp - offsets and sizes of the pieces ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/IR/SplitRules.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "split-mlir/Dialect/Split/IR/StaticPieces.h"

using namespace mlir;
using namespace mlir::split;

/// The value of a size that is an attribute. Unlike getConstantIntValue it does
/// not follow values to the ops that define them (C6).
static std::optional<int64_t> getStaticSize(OpFoldResult size) {
  if (auto attr = dyn_cast_if_present<Attribute>(size))
    return cast<IntegerAttr>(attr).getInt();
  return std::nullopt;
}

namespace {
/// Arithmetic on sizes that are attributes, values, or (null) not known.
/// Constants fold; without a builder, what does not fold is not known.
class SizeArithmetic {
public:
  SizeArithmetic(MLIRContext *context, OpBuilder *builder, Location loc)
      : context(context), builder(builder), loc(loc) {}

  OpFoldResult constant(int64_t value) const {
    return IntegerAttr::get(IndexType::get(context), value);
  }

  OpFoldResult add(OpFoldResult lhs, OpFoldResult rhs) const {
    if (getStaticSize(rhs) == 0)
      return lhs;
    if (getStaticSize(lhs) == 0)
      return rhs;
    // Sums of two values stay ops of their own: composed maps over many
    // run-time lengths would grow quadratically.
    if (builder && isa_and_present<Value>(lhs) && isa_and_present<Value>(rhs))
      return arith::AddIOp::create(*builder, loc, cast<Value>(lhs),
                                   cast<Value>(rhs))
          .getResult();
    return apply(symbol(0) + symbol(1), {lhs, rhs});
  }

  OpFoldResult sub(OpFoldResult lhs, OpFoldResult rhs) const {
    if (builder && isa_and_present<Value>(lhs) && isa_and_present<Value>(rhs))
      return arith::SubIOp::create(*builder, loc, cast<Value>(lhs),
                                   cast<Value>(rhs))
          .getResult();
    return apply(symbol(0) - symbol(1), {lhs, rhs});
  }

  OpFoldResult multiply(OpFoldResult lhs, int64_t factor) const {
    return factor == 0 ? constant(0) : apply(symbol(0) * factor, {lhs});
  }

  OpFoldResult floorDivide(OpFoldResult lhs, int64_t divisor) const {
    return apply(symbol(0).floorDiv(divisor), {lhs});
  }

  /// `value` unless that is -1, then `otherwise`.
  OpFoldResult replaceMinusOne(OpFoldResult value,
                               OpFoldResult otherwise) const {
    Value size = materialize(value);
    Value isMinusOne =
        arith::CmpIOp::create(*builder, loc, arith::CmpIPredicate::eq, size,
                              materialize(constant(-1)));
    return arith::SelectOp::create(*builder, loc, isMinusOne,
                                   materialize(otherwise), size)
        .getResult();
  }

private:
  Value materialize(OpFoldResult size) const {
    return getValueOrCreateConstantIndexOp(*builder, loc, size);
  }

  AffineExpr symbol(unsigned position) const {
    return getAffineSymbolExpr(position, context);
  }

  OpFoldResult apply(AffineExpr expr, ArrayRef<OpFoldResult> operands) const {
    SmallVector<AffineExpr> constants;
    for (OpFoldResult operand : operands) {
      if (!operand)
        return {};
      if (std::optional<int64_t> value = getStaticSize(operand))
        constants.push_back(getAffineConstantExpr(*value, context));
    }
    if (constants.size() == operands.size()) {
      AffineExpr folded = expr.replaceSymbols(constants);
      if (auto value = dyn_cast<AffineConstantExpr>(folded))
        return constant(value.getValue());
    }
    if (!builder)
      return {};
    return affine::makeComposedFoldedAffineApply(*builder, loc, expr, operands);
  }

  MLIRContext *context;
  OpBuilder *builder;
  Location loc;
};
} // namespace

/// V3 where all lengths are attributes.
static SmallVector<OpFoldResult>
resolveStaticLengths(const SizeArithmetic &arithmetic, OpFoldResult dim,
                     ArrayRef<OpFoldResult> lengths) {
  OpFoldResult others = arithmetic.constant(0);
  for (OpFoldResult length : lengths)
    if (getStaticSize(length) != -1)
      others = arithmetic.add(others, length);
  SmallVector<OpFoldResult> sizes;
  for (OpFoldResult length : lengths)
    sizes.push_back(getStaticSize(length) == -1 ? arithmetic.sub(dim, others)
                                                : length);
  return sizes;
}

/// V6: any length may turn out to be -1. With at most one -1 among them, what
/// the others leave is `dim - (sum + 1)`.
static SmallVector<OpFoldResult>
resolveRunTimeLengths(const SizeArithmetic &arithmetic, OpFoldResult dim,
                      ArrayRef<OpFoldResult> lengths) {
  OpFoldResult sum = arithmetic.constant(0);
  for (OpFoldResult length : lengths)
    sum = arithmetic.add(sum, length);
  OpFoldResult others = arithmetic.add(sum, arithmetic.constant(1));
  OpFoldResult rest = arithmetic.sub(dim, others);
  SmallVector<OpFoldResult> sizes;
  for (OpFoldResult length : lengths)
    sizes.push_back(arithmetic.replaceMinusOne(length, rest));
  return sizes;
}

static SmallVector<OpFoldResult> computeSizes(const SizeArithmetic &arithmetic,
                                              OpFoldResult dim,
                                              int64_t numPieces,
                                              ArrayRef<OpFoldResult> lengths) {
  // A single piece is everything, and the pieces of nothing are empty, even
  // where lengths are known only at run time.
  if (numPieces == 1) {
    OpFoldResult length = lengths.empty() ? dim : lengths.front();
    return {getStaticSize(length).value_or(-1) == -1 ? dim : length};
  }
  if (getStaticSize(dim) == 0)
    return SmallVector<OpFoldResult>(numPieces, dim);
  if (lengths.empty())
    return SmallVector<OpFoldResult>(numPieces,
                                     arithmetic.floorDivide(dim, numPieces));
  if (llvm::all_of(lengths,
                   [](OpFoldResult size) { return isa<Attribute>(size); }))
    return resolveStaticLengths(arithmetic, dim, lengths);
  return resolveRunTimeLengths(arithmetic, dim, lengths);
}

SmallVector<OpFoldResult>
mlir::split::computePieceSizes(OpBuilder &builder, Location loc,
                               OpFoldResult dim, int64_t numPieces,
                               ArrayRef<OpFoldResult> lengths) {
  SizeArithmetic arithmetic(builder.getContext(), &builder, loc);
  return computeSizes(arithmetic, dim, numPieces, lengths);
}

static SmallVector<OpFoldResult>
computeOffsets(const SizeArithmetic &arithmetic, ArrayRef<OpFoldResult> sizes,
               bool equalPieces) {
  SmallVector<OpFoldResult> offsets;
  OpFoldResult offset = arithmetic.constant(0);
  for (auto [index, size] : llvm::enumerate(sizes)) {
    // S3: offsets of equal pieces are products rather than sums, so that each
    // stands alone.
    if (equalPieces)
      offset = arithmetic.multiply(size, index);
    offsets.push_back(offset);
    // V5.
    if (!equalPieces && index + 1 < sizes.size())
      offset = arithmetic.add(offset, size);
  }
  return offsets;
}

SmallVector<OpFoldResult>
mlir::split::computePieceOffsets(OpBuilder &builder, Location loc,
                                 ArrayRef<OpFoldResult> sizes,
                                 bool equalPieces) {
  SizeArithmetic arithmetic(builder.getContext(), &builder, loc);
  return computeOffsets(arithmetic, sizes, equalPieces);
}

SmallVector<int64_t> mlir::split::inferPieceSizes(const SplitSpec &spec,
                                                  int64_t dim) {
  SmallVector<int64_t> sizes(spec.numPieces, ShapedType::kDynamic);
  // Run-time lengths say nothing but where the pieces are certain anyway.
  if (!spec.equalPieces && !spec.lengths && spec.numPieces != 1 && dim != 0)
    return sizes;
  MLIRContext *context = spec.data.getContext();
  SizeArithmetic arithmetic(context, /*builder=*/nullptr,
                            UnknownLoc::get(context));
  SmallVector<OpFoldResult> lengths;
  if (spec.lengths)
    for (int64_t length : *spec.lengths)
      lengths.push_back(arithmetic.constant(length));
  OpFoldResult axisSize;
  if (!ShapedType::isDynamic(dim))
    axisSize = arithmetic.constant(dim);
  for (auto [size, inferred] : llvm::zip_equal(
           sizes, computeSizes(arithmetic, axisSize, spec.numPieces, lengths)))
    if (std::optional<int64_t> known = getStaticSize(inferred);
        known && *known >= 0)
      size = *known;
  return sizes;
}

/// The axis where `spec` tells it; in rank 1 there is no choice.
static int64_t inferAxis(const SplitSpec &spec) {
  if (spec.data.hasRank() && spec.data.getRank() == 1)
    return 0;
  if (!spec.data.hasRank() && spec.axis.value_or(-1) >= 0)
    return *spec.axis;
  return spec.getNormalizedAxis().value_or(ShapedType::kDynamic);
}

StaticPieces mlir::split::inferStaticPieces(const SplitSpec &spec) {
  StaticPieces pieces;
  pieces.axis = inferAxis(spec);
  bool isDimKnown = spec.data.hasRank() && !ShapedType::isDynamic(pieces.axis);
  pieces.sizes =
      inferPieceSizes(spec, isDimKnown ? spec.data.getDimSize(pieces.axis)
                                       : ShapedType::kDynamic);
  MLIRContext *context = spec.data.getContext();
  SizeArithmetic arithmetic(context, /*builder=*/nullptr,
                            UnknownLoc::get(context));
  SmallVector<OpFoldResult> sizes;
  for (int64_t size : pieces.sizes)
    sizes.push_back(ShapedType::isDynamic(size) ? OpFoldResult()
                                                : arithmetic.constant(size));
  for (OpFoldResult offset :
       computeOffsets(arithmetic, sizes, spec.equalPieces))
    pieces.offsets.push_back(
        getStaticSize(offset).value_or(ShapedType::kDynamic));
  return pieces;
}

Value mlir::split::readAsIndex(OpBuilder &builder, Location loc, Value source,
                               ArrayRef<int64_t> position) {
  Value value = source;
  if (isa<TensorType>(source.getType())) {
    SmallVector<Value> indices;
    for (int64_t index : position)
      indices.push_back(arith::ConstantIndexOp::create(builder, loc, index));
    value = tensor::ExtractOp::create(builder, loc, source, indices);
  }
  auto type = dyn_cast<IntegerType>(value.getType());
  if (!type)
    return value;
  // arith is signless; this cast is the identity once types are LLVM's.
  if (!type.isSignless())
    value = UnrealizedConversionCastOp::create(
                builder, loc,
                IntegerType::get(builder.getContext(), type.getWidth()), value)
                .getResult(0);
  Type indexType = builder.getIndexType();
  if (type.isUnsigned())
    return arith::IndexCastUIOp::create(builder, loc, indexType, value);
  return arith::IndexCastOp::create(builder, loc, indexType, value);
}

Value mlir::split::readAxis(OpBuilder &builder, Location loc, Value axis) {
  auto type = dyn_cast<RankedTensorType>(axis.getType());
  SmallVector<int64_t> position(type ? type.getRank() : 0, 0);
  return readAsIndex(builder, loc, axis, position);
}
