//===- Reshape.cpp - Reshapes ---------------------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataMovement.h"

#include "Shapes.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/Split/IR/Slice.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

using Groups = SmallVector<ReassociationIndices>;

/// Joins each group of dimensions to one.
static Value collapse(ImplicitLocOpBuilder &builder, Value data,
                      const Groups &groups, RankedTensorType type) {
  Value joined = tensor::CollapseShapeOp::create(builder, data, groups);
  return builder.createOrFold<tensor::CastOp>(type, joined);
}

/// Expands each dimension to a group. Returns null where upstream cannot: each
/// group of a dynamic dimension needs exactly one dynamic size, the group of a
/// static one none.
static Value expand(ImplicitLocOpBuilder &builder, Value data,
                    const Groups &groups, ArrayRef<OpFoldResult> sizes,
                    RankedTensorType type) {
  for (auto [dim, group] :
       llvm::zip_equal(getRankedType(data).getShape(), groups)) {
    auto numDynamic =
        llvm::count_if(group, [&](int64_t i) { return type.isDynamicDim(i); });
    if (numDynamic != ShapedType::isDynamic(dim))
      return Value();
  }
  return tensor::ExpandShapeOp::create(builder, type, data, groups, sizes);
}

/// Puts each dimension in its own group, but `count` from `first` on in one.
static Groups makeGroups(int64_t rank, int64_t first, int64_t count) {
  Groups groups;
  for (int64_t i = 0; i < rank; ++i) {
    if (i > first && i < first + count)
      groups.back().push_back(i);
    else
      groups.push_back({i});
  }
  return groups;
}

/// Whether two lists of sizes may have different products, in a tensor whose
/// other sizes are `others`. A tensor that has both is empty along one of
/// these. A run-time size of the result is taken to be computed from the data.
static bool mayDiffer(ArrayRef<OpFoldResult> from, ArrayRef<OpFoldResult> to,
                      ArrayRef<OpFoldResult> others) {
  std::optional<SmallVector<int64_t>> known = getConstantIntValues(from);
  std::optional<SmallVector<int64_t>> expected = getConstantIntValues(to);
  if (!known)
    return expected && !getConstantIntValues(others);
  return expected && computeProduct(*known) != computeProduct(*expected);
}

Value mlir::split::frontends::createReshapeTo(ImplicitLocOpBuilder &builder,
                                              Value data,
                                              ArrayRef<OpFoldResult> sizes) {
  RankedTensorType type =
      getTensorType(sizes, getRankedType(data).getElementType());
  if ((isShapeValue(data.getType()) && isShapeValue(type)) ||
      (isShapeTable(data) && type.hasStaticShape() && type.getRank() <= 2))
    return createFromElements(builder, type, createElements(builder, data));
  if (isStaticallyEmpty(getRankedType(data)) || isStaticallyEmpty(type))
    return tensor::EmptyOp::create(builder, sizes, type.getElementType());
  if (sizes.empty()) {
    RankedTensorType ones =
        type.clone(SmallVector<int64_t>(getRankedType(data).getRank(), 1));
    Value known = builder.createOrFold<tensor::CastOp>(ones, data);
    return collapse(builder, known, {}, type);
  }
  // Count equal sizes at both ends, but keep at least one size in the middle.
  SmallVector<OpFoldResult> from = getSizes(builder, data);
  int64_t fromRank = from.size(), rank = sizes.size();
  int64_t shorter = std::min(fromRank, rank);
  int64_t first = 0, last = 0;
  while (first < shorter - 1 && isSameSize(from[first], sizes[first]))
    ++first;
  while (last < shorter - 1 - first &&
         isSameSize(from[fromRank - 1 - last], sizes[rank - 1 - last]))
    ++last;
  int64_t fromCount = fromRank - first - last, count = rank - first - last;
  SmallVector<OpFoldResult> others(from);
  others.erase(others.begin() + first, others.end() - last);
  bool differs = mayDiffer(ArrayRef(from).slice(first, fromCount),
                           sizes.slice(first, count), others);
  if (!differs && fromRank == rank && fromCount <= 1)
    return builder.createOrFold<tensor::CastOp>(type, data);
  if (!differs && count == 1 && fromCount > 1)
    return collapse(builder, data, makeGroups(fromRank, first, fromCount),
                    type);
  if (!differs && fromCount == 1)
    if (Value result =
            expand(builder, data, makeGroups(rank, first, count), sizes, type))
      return result;
  SmallVector<Value> values =
      getValueOrCreateConstantIndexOp(builder, builder.getLoc(), sizes);
  // The general form needs elements in row-major order.
  Value shape = tensor::FromElementsOp::create(builder, values);
  return tensor::ReshapeOp::create(builder, type, data, shape);
}

FailureOr<Value>
mlir::split::frontends::createReshape(ImplicitLocOpBuilder &builder, Value data,
                                      Value shape, bool copyZeros) {
  auto sizes = createIndices(builder, shape, "shape");
  if (failed(sizes))
    return failure();
  auto resolved =
      resolveShape(builder, getSizes(builder, data), *sizes, copyZeros);
  if (failed(resolved))
    return failure();
  return createReshapeTo(builder, data, *resolved);
}

FailureOr<Value>
mlir::split::frontends::createFlatten(ImplicitLocOpBuilder &builder, Value data,
                                      int64_t axis) {
  int64_t rank = getRankedType(data).getRank();
  // The axis is a position between dimensions, so it may equal the rank.
  if (axis < -rank || axis > rank)
    return builder.emitError()
           << "axis " << axis << " is out of range [" << -rank << ", " << rank
           << "] for a tensor of rank " << rank;
  if (axis < 0)
    axis += rank;
  SmallVector<OpFoldResult> sizes = getSizes(builder, data);
  ArrayRef<OpFoldResult> all = sizes;
  SmallVector<OpFoldResult> flat = {
      createProduct(builder, all.take_front(axis)),
      createProduct(builder, all.drop_front(axis))};
  if (axis == 0 || axis == rank || isStaticallyEmpty(getRankedType(data)))
    return createReshapeTo(builder, data, flat);
  Groups groups(2);
  for (int64_t dim = 0; dim < rank; ++dim)
    groups[dim < axis ? 0 : 1].push_back(dim);
  return collapse(builder, data, groups,
                  getTensorType(flat, getRankedType(data).getElementType()));
}

/// Returns which dimensions are marked, if that is known.
static std::optional<llvm::SmallBitVector> getKnown(ArrayRef<Value> marks) {
  llvm::SmallBitVector known(marks.size());
  for (auto [dim, mark] : llvm::enumerate(marks)) {
    std::optional<int64_t> constant = getConstantIntValue(mark);
    if (!constant)
      return std::nullopt;
    known[dim] = *constant != 0;
  }
  return known;
}

namespace {
/// Relates the sizes of a tensor with all dimensions to those of one without
/// the marked ones.
class OnesBuilder {
public:
  OnesBuilder(ImplicitLocOpBuilder &builder, ArrayRef<Value> marks)
      : math(builder, builder.getLoc()), marks(marks) {}

  /// Returns the sizes of all dimensions; marked ones have the size 1.
  SmallVector<OpFoldResult> insert(ArrayRef<OpFoldResult> unmarked);
  /// Returns the sizes of the `count` dimensions that are not marked.
  SmallVector<OpFoldResult> remove(ArrayRef<OpFoldResult> all, int64_t count);

private:
  /// Counts the dimensions before `dim` that are not marked.
  Value countBefore(int64_t dim);

  IndexMath math;
  ArrayRef<Value> marks;
};
} // namespace

Value OnesBuilder::countBefore(int64_t dim) {
  Value count = math.get(0), one = math.get(1);
  for (Value mark : marks.take_front(dim))
    count = math.select(mark, count, math.add(count, one));
  return count;
}

SmallVector<OpFoldResult> OnesBuilder::insert(ArrayRef<OpFoldResult> unmarked) {
  SmallVector<OpFoldResult> sizes;
  for (auto [dim, mark] : llvm::enumerate(marks)) {
    Value position = countBefore(dim), one = math.get(1), size = one;
    for (auto [i, candidate] : llvm::enumerate(unmarked))
      size = math.select(math.isEqual(position, int64_t(i)), candidate, size);
    sizes.push_back(getAsOpFoldResult(math.select(mark, one, size)));
  }
  return sizes;
}

SmallVector<OpFoldResult> OnesBuilder::remove(ArrayRef<OpFoldResult> all,
                                              int64_t count) {
  SmallVector<OpFoldResult> sizes;
  for (int64_t i = 0; i < count; ++i) {
    Value size = math.get(1);
    for (auto [dim, candidate] : llvm::enumerate(all)) {
      Value kept = math.select(marks[dim], size, candidate);
      size = math.select(math.isEqual(countBefore(dim), i), kept, size);
    }
    sizes.push_back(getAsOpFoldResult(size));
  }
  return sizes;
}

FailureOr<Value> mlir::split::frontends::createUnsqueeze(
    ImplicitLocOpBuilder &builder, Value data, ArrayRef<OpFoldResult> axes) {
  int64_t rank = getRankedType(data).getRank() + axes.size();
  if (failed(checkAxes(builder, axes, rank)))
    return failure();
  SmallVector<Value> marks = createMarks(builder, axes, rank);
  SmallVector<OpFoldResult> sizes =
      OnesBuilder(builder, marks).insert(getSizes(builder, data));
  RankedTensorType type =
      getTensorType(sizes, getRankedType(data).getElementType());
  std::optional<llvm::SmallBitVector> ones = getKnown(marks);
  if (axes.empty() || !ones || isShapeValue(type) || isStaticallyEmpty(type))
    return createReshapeTo(builder, data, sizes);
  return tensor::ExpandShapeOp::create(builder, type, data,
                                       groupDroppedDims(*ones), sizes)
      .getResult();
}

/// Checks that dimensions that are marked have the size 1.
static LogicalResult checkOnes(ImplicitLocOpBuilder &builder,
                               ArrayRef<Value> marks,
                               ArrayRef<OpFoldResult> sizes) {
  IndexMath math(builder, builder.getLoc());
  for (auto [dim, mark, size] : llvm::enumerate(marks, sizes)) {
    OpFoldResult expected =
        getAsOpFoldResult(math.select(mark, math.get(1), size));
    if (failed(createSizeCheck(builder, size, expected,
                               CheckMessage("dimension ")
                                   << dim << " is " << size << ", expected "
                                   << expected << " to be removed")))
      return failure();
  }
  return success();
}

/// Collects the dimensions that are known to have the size 1. The rank without
/// them must be known, so a check verifies that no other one has that size.
static LogicalResult findOnes(ImplicitLocOpBuilder &builder, Value data,
                              SmallVectorImpl<OpFoldResult> &ones) {
  IndexMath math(builder, builder.getLoc());
  for (auto [dim, size] : llvm::enumerate(getSizes(builder, data)))
    if (isConstantIntValue(size, 1))
      ones.push_back(builder.getIndexAttr(dim));
    else if (failed(createCheck(
                 builder, math.negate(math.isEqual(size, 1)),
                 CheckMessage("dimension ")
                     << int64_t(dim) << " is " << size
                     << ", which is removed only if it is known at import")))
      return failure();
  return success();
}

FailureOr<Value> mlir::split::frontends::createSqueeze(
    ImplicitLocOpBuilder &builder, Value data,
    std::optional<ArrayRef<OpFoldResult>> axes) {
  RankedTensorType type = getRankedType(data);
  SmallVector<OpFoldResult> all;
  if (!axes) {
    if (failed(findOnes(builder, data, all)))
      return failure();
    axes = all;
  }
  if (failed(checkAxes(builder, *axes, type.getRank())))
    return failure();
  SmallVector<Value> marks = createMarks(builder, *axes, type.getRank());
  SmallVector<OpFoldResult> from = getSizes(builder, data);
  if (failed(checkOnes(builder, marks, from)))
    return failure();
  SmallVector<OpFoldResult> sizes =
      OnesBuilder(builder, marks).remove(from, type.getRank() - axes->size());
  RankedTensorType resultType = getTensorType(sizes, type.getElementType());
  std::optional<llvm::SmallBitVector> ones = getKnown(marks);
  if (axes->empty() || !ones || isShapeValue(resultType) ||
      isStaticallyEmpty(type))
    return createReshapeTo(builder, data, sizes);
  SmallVector<int64_t> shape = llvm::to_vector(type.getShape());
  for (int64_t dim : ones->set_bits())
    shape[dim] = 1;
  Value known = builder.createOrFold<tensor::CastOp>(
      RankedTensorType::get(shape, type.getElementType()), data);
  return tensor::CollapseShapeOp::create(builder, resultType, known,
                                         groupDroppedDims(*ones))
      .getResult();
}
