//===- Ones.cpp - dimensions of size 1 ------------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reshape.h"

#include "Axes.h"
#include "IndexMath.h"
#include "RuntimeChecks.h"
#include "ShapeValues.h"
#include "Sizes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::split;

/// Which dimensions are marked, if that is known.
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

/// The dimensions of a tensor, each with those of size 1 in `ones` after it,
/// the first with those before it too.
static SmallVector<ReassociationIndices>
groupOnes(const llvm::SmallBitVector &ones) {
  SmallVector<ReassociationIndices> groups;
  ReassociationIndices leading;
  for (int64_t dim = 0; dim < static_cast<int64_t>(ones.size()); ++dim) {
    if (!ones.test(dim)) {
      groups.push_back(std::exchange(leading, {}));
      groups.back().push_back(dim);
    } else if (groups.empty()) {
      leading.push_back(dim);
    } else {
      groups.back().push_back(dim);
    }
  }
  return groups;
}

namespace {
/// Relates the sizes of a tensor with all dimensions to those of one without
/// the marked ones.
class OnesBuilder {
public:
  OnesBuilder(OpBuilder &b, Location loc, ArrayRef<Value> marks)
      : math(b, loc), marks(marks) {}

  /// The sizes of all dimensions, those marked being 1.
  SmallVector<OpFoldResult> insert(ArrayRef<OpFoldResult> unmarked);
  /// The sizes of `count` dimensions that are not marked.
  SmallVector<OpFoldResult> remove(ArrayRef<OpFoldResult> all, int64_t count);

private:
  /// How many dimensions before `dim` are not marked.
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
    Value position = countBefore(dim), size = math.get(1);
    for (auto [i, candidate] : llvm::enumerate(unmarked))
      size = math.select(math.isEqual(position, i), math.get(candidate), size);
    sizes.push_back(getAsOpFoldResult(math.select(mark, math.get(1), size)));
  }
  return sizes;
}

SmallVector<OpFoldResult> OnesBuilder::remove(ArrayRef<OpFoldResult> all,
                                              int64_t count) {
  SmallVector<OpFoldResult> sizes;
  for (int64_t i = 0; i < count; ++i) {
    Value size = math.get(1);
    for (auto [dim, candidate] : llvm::enumerate(all)) {
      Value kept = math.select(marks[dim], size, math.get(candidate));
      size = math.select(math.isEqual(countBefore(dim), i), kept, size);
    }
    sizes.push_back(getAsOpFoldResult(size));
  }
  return sizes;
}

FailureOr<Value> mlir::split::createUnsqueeze(OpBuilder &b, Location loc,
                                              Value data,
                                              ArrayRef<OpFoldResult> axes) {
  int64_t rank = getRankedType(data).getRank() + axes.size();
  if (failed(checkAxes(b, loc, axes, rank)))
    return failure();
  SmallVector<Value> marks = createMarks(b, loc, axes, rank);
  SmallVector<OpFoldResult> sizes =
      OnesBuilder(b, loc, marks).insert(getSizes(b, loc, data));
  RankedTensorType type =
      getTensorType(sizes, getRankedType(data).getElementType());
  std::optional<llvm::SmallBitVector> ones = getKnown(marks);
  if (axes.empty() || !ones || isShapeValue(type) || isCertainlyEmpty(type))
    return createReshapeTo(b, loc, data, sizes);
  return tensor::ExpandShapeOp::create(b, loc, type, data, groupOnes(*ones),
                                       sizes)
      .getResult();
}

/// Checks that dimensions that are marked have the size 1.
static LogicalResult checkOnes(OpBuilder &b, Location loc,
                               ArrayRef<Value> marks,
                               ArrayRef<OpFoldResult> sizes) {
  IndexMath math(b, loc);
  for (auto [dim, mark, size] : llvm::enumerate(marks, sizes)) {
    Value expected = math.select(mark, math.get(1), math.get(size));
    if (failed(createSizeCheck(b, loc, size, getAsOpFoldResult(expected),
                               "dimension " + Twine(dim) +
                                   " is {}, expected {} to be removed")))
      return failure();
  }
  return success();
}

FailureOr<Value>
mlir::split::createSqueeze(OpBuilder &b, Location loc, Value data,
                           std::optional<ArrayRef<OpFoldResult>> axes) {
  RankedTensorType type = getRankedType(data);
  SmallVector<OpFoldResult> all;
  if (!axes) {
    if (!type.hasStaticShape())
      return emitError(loc) << "has no axes, and the sizes of " << type
                            << " are not all known";
    for (auto [dim, size] : llvm::enumerate(type.getShape()))
      if (size == 1)
        all.push_back(b.getIndexAttr(dim));
    axes = all;
  }
  if (failed(checkAxes(b, loc, *axes, type.getRank())))
    return failure();
  SmallVector<Value> marks = createMarks(b, loc, *axes, type.getRank());
  SmallVector<OpFoldResult> from = getSizes(b, loc, data);
  if (failed(checkOnes(b, loc, marks, from)))
    return failure();
  SmallVector<OpFoldResult> sizes =
      OnesBuilder(b, loc, marks).remove(from, type.getRank() - axes->size());
  RankedTensorType resultType = getTensorType(sizes, type.getElementType());
  std::optional<llvm::SmallBitVector> ones = getKnown(marks);
  if (axes->empty() || !ones || isShapeValue(resultType) ||
      isCertainlyEmpty(type))
    return createReshapeTo(b, loc, data, sizes);
  SmallVector<int64_t> shape = llvm::to_vector(type.getShape());
  for (int64_t dim : ones->set_bits())
    shape[dim] = 1;
  Value known = b.createOrFold<tensor::CastOp>(
      loc, RankedTensorType::get(shape, type.getElementType()), data);
  return tensor::CollapseShapeOp::create(b, loc, resultType, known,
                                         groupOnes(*ones))
      .getResult();
}
