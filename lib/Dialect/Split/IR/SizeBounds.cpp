//===- SizeBounds.cpp - Bounds of sizes -----------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/IR/SizeBounds.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"

using namespace mlir;
using namespace mlir::split;

/// Limits how many values are followed, and how many operands their ops may
/// have: the time that upstream takes grows much faster than these numbers.
static constexpr unsigned kMaxSteps = 16;
static constexpr unsigned kMaxOperands = 8;

namespace {
class Comparison : public ValueBoundsConstraintSet {
public:
  explicit Comparison(MLIRContext *context)
      : ValueBoundsConstraintSet(context, [this](Value value,
                                                 std::optional<int64_t> dim,
                                                 ValueBoundsConstraintSet &) {
          return numSteps++ >= kMaxSteps || isOpaque(value, dim);
        }) {}

private:
  static bool isOpaque(Value value, std::optional<int64_t> dim) {
    Operation *op = value.getDefiningOp();
    if (!op)
      return true;
    return op->getNumOperands() > kMaxOperands ||
           (dim ? !hasSizeBounds(op)
                : !isa<affine::AffineApplyOp, memref::DimOp, tensor::DimOp>(
                      op));
  }

  unsigned numSteps = 0;
};

/// Infers ranges of integers from the ops that define them, as upstream's
/// analysis does, but without states that a pattern could not keep.
class RangeInference {
public:
  IntegerValueRange infer(Value value) {
    auto unknown = IntegerValueRange::getMaxRange(value);
    Operation *op = value.getDefiningOp();
    // Upstream reads elements of constant tensors, even of those without any.
    if (!op || isa<ShapedType>(value.getType()) || numSteps++ >= kMaxSteps ||
        op->getNumOperands() > kMaxOperands)
      return unknown;
    if (isa<affine::AffineApplyOp>(op))
      return inferAffine(value).value_or(unknown);
    auto inferrable = dyn_cast<InferIntRangeInterface>(op);
    if (!inferrable)
      return unknown;
    auto operands = llvm::map_to_vector(
        op->getOperands(), [&](Value operand) { return infer(operand); });
    IntegerValueRange range = unknown;
    inferrable.inferResultRangesFromOptional(
        operands, [&](Value result, const IntegerValueRange &inferred) {
          if (result == value)
            range = inferred;
        });
    return range;
  }

private:
  static std::optional<IntegerValueRange> inferAffine(Value value) {
    ValueBoundsConstraintSet::Variable size(value);
    auto zero = IntegerAttr::get(IndexType::get(value.getContext()), 0);
    if (!isCertain(size, ValueBoundsConstraintSet::GE, OpFoldResult(zero)))
      return std::nullopt;
    unsigned width = ConstantIntRanges::getStorageBitwidth(value.getType());
    return IntegerValueRange(ConstantIntRanges::fromSigned(
        APInt::getZero(width), APInt::getSignedMaxValue(width)));
  }

  unsigned numSteps = 0;
};
} // namespace

bool mlir::split::hasSizeBounds(Operation *op) {
  return !OpTrait::hasElementwiseMappableTraits(op);
}

bool mlir::split::isCertain(
    const ValueBoundsConstraintSet::Variable &lhs,
    ValueBoundsConstraintSet::ComparisonOperator comparison,
    const ValueBoundsConstraintSet::Variable &rhs) {
  return Comparison(lhs.getContext()).populateAndCompare(lhs, comparison, rhs);
}

bool mlir::split::isNonNegative(Value value) {
  IntegerValueRange range = RangeInference().infer(value);
  return !range.isUninitialized() && range.getValue().smin().isNonNegative();
}
