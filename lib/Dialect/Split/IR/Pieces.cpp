//===- Pieces.cpp - Sizes and offsets of pieces ---------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/IR/Pieces.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::split;

//===----------------------------------------------------------------------===//
// Sizes and offsets along the axis
//===----------------------------------------------------------------------===//

/// Returns the value of a size that is an attribute. Unlike
/// getConstantIntValue, does not look at the ops that define values (C6).
static std::optional<int64_t> getStaticSize(OpFoldResult size) {
  if (auto attr = dyn_cast_if_present<Attribute>(size))
    return cast<IntegerAttr>(attr).getInt();
  return std::nullopt;
}

namespace {
/// Arithmetic on sizes that are attributes, values, or unknown (null).
/// Constants fold. Without a builder, what does not fold is unknown.
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
    // Sums of two values are separate ops: composed maps over many run-time
    // lengths would grow quadratically.
    if (areValues(lhs, rhs))
      return getMath().add(lhs, rhs);
    return apply(symbol(0) + symbol(1), {lhs, rhs});
  }

  OpFoldResult sub(OpFoldResult lhs, OpFoldResult rhs) const {
    if (areValues(lhs, rhs))
      return getMath().sub(lhs, rhs);
    return apply(symbol(0) - symbol(1), {lhs, rhs});
  }

  OpFoldResult multiply(OpFoldResult lhs, int64_t factor) const {
    return factor == 0 ? constant(0) : apply(symbol(0) * factor, {lhs});
  }

  OpFoldResult floorDivide(OpFoldResult lhs, int64_t divisor) const {
    return apply(symbol(0).floorDiv(divisor), {lhs});
  }

  /// Returns `value`, or `otherwise` if `value` is -1. Needs a builder.
  OpFoldResult replaceMinusOne(OpFoldResult value,
                               OpFoldResult otherwise) const {
    IndexMath math = getMath();
    return math.select(math.isEqual(value, -1), otherwise, value);
  }

private:
  IndexMath getMath() const { return IndexMath(*builder, loc); }

  bool areValues(OpFoldResult lhs, OpFoldResult rhs) const {
    return builder && isa_and_present<Value>(lhs) &&
           isa_and_present<Value>(rhs);
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
    OpFoldResult result =
        affine::makeComposedFoldedAffineApply(*builder, loc, expr, operands);
    // Values may be constants that break a rule. A sum of them stays a value:
    // as an attribute, it would make slices invalid.
    return getMath().get(result);
  }

  MLIRContext *context;
  OpBuilder *builder;
  Location loc;
};
} // namespace

/// V3, for the lengths of a list: only attributes may be -1 (V7).
static SmallVector<OpFoldResult>
resolveListedLengths(const SizeArithmetic &arithmetic, OpFoldResult dim,
                     ArrayRef<OpFoldResult> lengths) {
  SmallVector<OpFoldResult> sizes(lengths);
  auto isRest = [](OpFoldResult length) { return getStaticSize(length) == -1; };
  auto *rest = llvm::find_if(sizes, isRest);
  if (rest == sizes.end())
    return sizes;
  // Constants first, so that they fold.
  OpFoldResult others = arithmetic.constant(0);
  for (OpFoldResult length : lengths)
    if (getStaticSize(length).value_or(-1) != -1)
      others = arithmetic.add(others, length);
  for (OpFoldResult length : lengths)
    if (!getStaticSize(length))
      others = arithmetic.add(others, length);
  *rest = arithmetic.sub(dim, others);
  return sizes;
}

/// V6: any element of a tensor may be -1 at run time. With at most one -1 in
/// `lengths`, the rest is `dim - (sum + 1)`.
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
                                              const SplitSpec &spec,
                                              ArrayRef<OpFoldResult> lengths) {
  int64_t numPieces = spec.numPieces;
  // A single piece is all of data, and the pieces of an empty dimension are
  // empty, even with run-time lengths.
  if (numPieces == 1) {
    OpFoldResult length = lengths.empty() ? dim : lengths.front();
    return {getStaticSize(length).value_or(-1) == -1 ? dim : length};
  }
  if (getStaticSize(dim) == 0)
    return SmallVector<OpFoldResult>(numPieces, dim);
  if (lengths.empty())
    return SmallVector<OpFoldResult>(numPieces,
                                     arithmetic.floorDivide(dim, numPieces));
  if (spec.lengths)
    return resolveListedLengths(arithmetic, dim, lengths);
  return resolveRunTimeLengths(arithmetic, dim, lengths);
}

SmallVector<OpFoldResult>
mlir::split::computePieceSizes(OpBuilder &builder, Location loc,
                               OpFoldResult dim, const SplitSpec &spec,
                               ArrayRef<OpFoldResult> lengths) {
  SizeArithmetic arithmetic(builder.getContext(), &builder, loc);
  return computeSizes(arithmetic, dim, spec, lengths);
}

SmallVector<OpFoldResult>
mlir::split::computePieceOffsets(OpBuilder &builder, Location loc,
                                 ArrayRef<OpFoldResult> sizes,
                                 bool equalPieces) {
  SizeArithmetic arithmetic(builder.getContext(), &builder, loc);
  SmallVector<OpFoldResult> offsets;
  OpFoldResult offset = arithmetic.constant(0);
  for (auto [index, size] : llvm::enumerate(sizes)) {
    // S3: offsets of equal pieces are products rather than sums, so that none
    // depends on another.
    if (equalPieces)
      offset = arithmetic.multiply(size, index);
    offsets.push_back(offset);
    // V5.
    if (!equalPieces && index + 1 < sizes.size())
      offset = arithmetic.add(offset, size);
  }
  return offsets;
}

SmallVector<int64_t> mlir::split::inferPieceSizes(const SplitSpec &spec,
                                                  int64_t dim) {
  SmallVector<int64_t> sizes(spec.numPieces, ShapedType::kDynamic);
  // A tensor of lengths determines nothing unless the pieces are certain
  // anyway.
  if (!spec.equalPieces && !spec.lengths && spec.numPieces != 1 && dim != 0)
    return sizes;
  MLIRContext *context = spec.data.getContext();
  SizeArithmetic arithmetic(context, /*builder=*/nullptr,
                            UnknownLoc::get(context));
  auto getKnown = [&](int64_t size) {
    return ShapedType::isDynamic(size) ? OpFoldResult()
                                       : arithmetic.constant(size);
  };
  SmallVector<OpFoldResult> lengths;
  if (spec.lengths)
    for (int64_t length : *spec.lengths)
      lengths.push_back(getKnown(length));
  for (auto [size, inferred] : llvm::zip_equal(
           sizes, computeSizes(arithmetic, getKnown(dim), spec, lengths)))
    if (std::optional<int64_t> known = getStaticSize(inferred);
        known && *known >= 0)
      size = *known;
  return sizes;
}

int64_t mlir::split::inferAxis(const SplitSpec &spec) {
  // In rank 1 there is no other axis.
  if (spec.data.hasRank() && spec.data.getRank() == 1)
    return 0;
  if (!spec.data.hasRank() && spec.axis.value_or(-1) >= 0)
    return *spec.axis;
  return spec.getNormalizedAxis().value_or(ShapedType::kDynamic);
}

/// Returns the size of the data along the axis, or kDynamic.
static int64_t getKnownAxisSize(const SplitSpec &spec) {
  int64_t axis = inferAxis(spec);
  return spec.data.hasRank() && !ShapedType::isDynamic(axis)
             ? spec.data.getDimSize(axis)
             : ShapedType::kDynamic;
}

SmallVector<int64_t> mlir::split::inferPieceSizes(const SplitSpec &spec) {
  return inferPieceSizes(spec, getKnownAxisSize(spec));
}

/// Returns the sum, or kDynamic if it is not known.
static int64_t addSizes(int64_t lhs, int64_t rhs) {
  int64_t sum;
  if (ShapedType::isDynamic(lhs) || ShapedType::isDynamic(rhs) ||
      llvm::AddOverflow(lhs, rhs, sum))
    return ShapedType::kDynamic;
  return sum;
}

SmallVector<int64_t> mlir::split::inferPieceOffsets(const SplitSpec &spec) {
  SmallVector<int64_t> offsets;
  int64_t offset = 0;
  for (int64_t size : inferPieceSizes(spec)) {
    offsets.push_back(offset);
    offset = addSizes(offset, size);
  }
  return offsets;
}

int64_t mlir::split::inferPieceOffset(const SplitSpec &spec, unsigned index) {
  int64_t dim = getKnownAxisSize(spec);
  if (index == 0)
    return 0;
  if (spec.equalPieces) // S3
    return ShapedType::isDynamic(dim) ? dim : dim / spec.numPieces * index;
  if (!spec.lengths)
    return ShapedType::kDynamic;
  int64_t offset = 0;
  for (int64_t length : spec.lengths->take_front(index)) { // V5
    if (ShapedType::isDynamic(length))
      return length;
    // The rest ends where the other lengths begin (V3).
    if (length < 0)
      return inferPieceOffsets(spec)[index];
    offset = addSizes(offset, length);
  }
  return offset;
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

OpFoldResult mlir::split::getStatedSize(Value data, Type type, int64_t dim) {
  auto piece = dyn_cast<RankedTensorType>(type);
  if (!piece || piece.isDynamicDim(dim))
    return {};
  int64_t size = piece.getDimSize(dim);
  auto whole = cast<RankedTensorType>(data.getType());
  if (!whole.isDynamicDim(dim) && size > whole.getDimSize(dim))
    return {};
  return IntegerAttr::get(IndexType::get(type.getContext()), size);
}

//===----------------------------------------------------------------------===//
// PieceShapes
//===----------------------------------------------------------------------===//

PieceShapes::PieceShapes(OpBuilder &builder, SplitOpInterface op,
                         ValueRange operands, std::optional<int64_t> rank)
    : builder(builder), loc(op.getLoc()), spec(op.getSpec()),
      data(operands.front()), rank(rank) {
  operands = operands.drop_front();
  if (op.getAxisOperand()) {
    axisOperand = operands.front();
    operands = operands.drop_front();
  }
  lengthOperands = operands;
  if (spec.data.hasRank())
    this->rank = spec.data.getRank();
}

OpFoldResult PieceShapes::getAxis() {
  if (axis)
    return axis;
  if (spec.axis && (rank || *spec.axis >= 0)) {
    int64_t shift = *spec.axis < 0 ? *rank : 0;
    return axis = builder.getIndexAttr(*spec.axis + shift);
  }
  if (rank == 1)
    return axis = builder.getIndexAttr(0);
  IndexMath math(builder, loc);
  Value rankValue =
      rank ? math.get(*rank)
           : tensor::RankOp::create(builder, loc, data).getResult();
  Value given =
      spec.axis ? math.get(*spec.axis) : readAxis(builder, loc, axisOperand);
  Value fromEnd = math.add(given, rankValue);
  axis = math.select(math.isLess(given, 0), fromEnd, given);
  return axis;
}

std::optional<int64_t> PieceShapes::getStaticAxis() {
  return getStaticSize(getAxis());
}

OpFoldResult PieceShapes::getDataDim(int64_t dim) {
  if (auto type = dyn_cast<RankedTensorType>(spec.data);
      type && !type.isDynamicDim(dim))
    return builder.getIndexAttr(type.getDimSize(dim));
  OpFoldResult &size = dims[dim];
  if (!size)
    size = tensor::DimOp::create(builder, loc, data, dim).getResult();
  return size;
}

OpFoldResult PieceShapes::getAxisSize() {
  if (axisSize)
    return axisSize;
  if (std::optional<int64_t> dim = getStaticAxis())
    axisSize = getDataDim(*dim);
  else
    axisSize = tensor::DimOp::create(builder, loc, data, cast<Value>(axis))
                   .getResult();
  return axisSize;
}

ArrayRef<OpFoldResult> PieceShapes::getLengths() {
  if (spec.equalPieces || !lengths.empty())
    return lengths;
  if (spec.lengths)
    return lengths = getMixedValues(*spec.lengths, lengthOperands, builder);
  for (int64_t i = 0; i < spec.numPieces; ++i)
    lengths.push_back(readAsIndex(builder, loc, lengthOperands.front(), i));
  return lengths;
}

ArrayRef<OpFoldResult> PieceShapes::getSizes() {
  if (!sizes.empty())
    return sizes;
  // Sequenced, unlike the arguments of one call.
  OpFoldResult dim = getAxisSize();
  ArrayRef<OpFoldResult> given = getLengths();
  sizes = computePieceSizes(builder, loc, dim, spec, given);
  return sizes;
}

ArrayRef<OpFoldResult> PieceShapes::getOffsets() {
  if (offsets.empty())
    offsets = computePieceOffsets(builder, loc, getSizes(), spec.equalPieces);
  return offsets;
}

OpFoldResult PieceShapes::getSize(unsigned index) {
  if (!sizes.empty() || !spec.lengths || spec.numPieces == 1 ||
      (*spec.lengths)[index] == -1)
    return getSizes()[index];
  if (int64_t length = (*spec.lengths)[index]; !ShapedType::isDynamic(length))
    return builder.getIndexAttr(length);
  ArrayRef<int64_t> before = spec.lengths->take_front(index);
  return lengthOperands[llvm::count_if(before, ShapedType::isDynamic)];
}

OpFoldResult PieceShapes::getDim(unsigned index, int64_t dim) {
  if (std::optional<int64_t> cut = getStaticAxis())
    return *cut == dim ? getSize(index) : getDataDim(dim);
  // Any dimension may be the axis.
  IndexMath math(builder, loc);
  Value isAxis = math.isEqual(getAxis(), dim);
  OpFoldResult size = getSize(index);
  return math.select(isAxis, size, getDataDim(dim));
}

OpFoldResult PieceShapes::getOffset(unsigned index, int64_t dim) {
  OpFoldResult zero = builder.getIndexAttr(0);
  OpFoldResult offset = getOffsets()[index];
  if (std::optional<int64_t> cut = getStaticAxis())
    return *cut == dim ? offset : zero;
  if (isConstantIntValue(offset, 0))
    return zero;
  IndexMath math(builder, loc);
  return math.select(math.isEqual(getAxis(), dim), offset, zero);
}

Slice PieceShapes::getSlice(unsigned index, Type type) {
  auto dataType = cast<RankedTensorType>(data.getType());
  Slice slice;
  for (int64_t dim = 0; dim < dataType.getRank(); ++dim) {
    OpFoldResult stated = getStatedSize(data, type, dim);
    slice.sizes.push_back(stated ? stated : getDim(index, dim));
    slice.offsets.push_back(getOffset(index, dim));
  }
  return slice;
}
