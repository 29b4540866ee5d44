//===- EqualSizes.cpp - sizes that are certainly equal --------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EqualSizes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::split;

/// Limits how many values a comparison follows, and how many operands their ops
/// may have: the time that upstream takes grows much faster than these numbers.
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
           (!dim &&
            !isa<affine::AffineApplyOp, memref::DimOp, tensor::DimOp>(op));
  }

  unsigned numSteps = 0;
};
} // namespace

bool mlir::split::areEqualSizes(const ValueBoundsConstraintSet::Variable &lhs,
                                const ValueBoundsConstraintSet::Variable &rhs) {
  if (lhs.getMap() == rhs.getMap() && lhs.getOperands() == rhs.getOperands())
    return true;
  return Comparison(lhs.getContext())
      .populateAndCompare(lhs, ValueBoundsConstraintSet::EQ, rhs);
}
