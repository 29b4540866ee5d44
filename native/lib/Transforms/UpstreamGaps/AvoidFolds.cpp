//===- AvoidFolds.cpp - Ops that upstream folds to other values -----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Canonicalize.h"
#include "UpstreamGaps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/CommonFolders.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "split-mlir/Transforms/Passes.h"
#include <cmath>

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITAVOIDFOLDSPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

/// Returns the angle of the point (x, y) as C's Annex F defines it, or nothing
/// for types that upstream does not fold.
static std::optional<APFloat> computeAngle(const APFloat &y, const APFloat &x) {
  const llvm::fltSemantics &semantics = y.getSemantics();
  if (y.isZero() && x.isZero()) {
    APFloat angle(x.isNegative() ? llvm::numbers::pi : 0.0);
    bool losesInfo;
    angle.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
    return APFloat::copySign(angle, y);
  }
  if (&semantics == &APFloat::IEEEdouble())
    return APFloat(std::atan2(y.convertToDouble(), x.convertToDouble()));
  if (&semantics == &APFloat::IEEEsingle())
    return APFloat(std::atan2(y.convertToFloat(), x.convertToFloat()));
  return std::nullopt;
}

/// math.atan2 of constants  ->  a constant
///
/// Upstream folds the angle of the origin to NaN.
static LogicalResult foldAngle(math::Atan2Op op, PatternRewriter &rewriter) {
  Attribute y, x;
  if (!matchPattern(op.getLhs(), m_Constant(&y)) ||
      !matchPattern(op.getRhs(), m_Constant(&x)))
    return rewriter.notifyMatchFailure(op, "expected constants");
  auto angle = dyn_cast_or_null<TypedAttr>(
      constFoldBinaryOpConditional<FloatAttr>({y, x}, computeAngle));
  if (!angle)
    return rewriter.notifyMatchFailure(op, "expected f32 or f64");
  rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, angle);
  return success();
}

/// index.ceildivs  ->  arith.ceildivsi
///
/// Upstream folds the quotient of -2^63 and a positive constant to a positive
/// number.
static LogicalResult divideByArith(index::CeilDivSOp op,
                                   PatternRewriter &rewriter) {
  rewriter.replaceOpWithNewOp<arith::CeilDivSIOp>(op, op.getLhs(), op.getRhs());
  return success();
}

/// complex.add, complex.sub  ->  arithmetic of the parts
///
/// Upstream folds (a - b) + b and (a + b) - b to a, which ignores rounding.
template <typename ComplexOpTy, typename FloatOpTy>
static LogicalResult computeParts(ComplexOpTy op, PatternRewriter &rewriter) {
  if (getNamedParent(op))
    return rewriter.notifyMatchFailure(op, "the body of a named op");
  Location loc = op.getLoc();
  auto compute = [&](auto part) -> Value {
    using PartOp = decltype(part);
    Value lhs = PartOp::create(rewriter, loc, op.getLhs());
    Value rhs = PartOp::create(rewriter, loc, op.getRhs());
    return FloatOpTy::create(rewriter, loc, lhs, rhs, op.getFastmathAttr());
  };
  Value re = compute(complex::ReOp());
  Value im = compute(complex::ImOp());
  rewriter.replaceOpWithNewOp<complex::CreateOp>(op, op.getType(), re, im);
  return success();
}

/// complex.constant  ->  complex.create of two constants
///
/// Upstream folds a * (1 + 0i), a / (1 + 0i) and a + 0 to a. These differ from
/// a if a part is infinite or -0.
static LogicalResult createConstant(complex::ConstantOp op,
                                    PatternRewriter &rewriter) {
  auto create = [&](unsigned part) -> Value {
    return arith::ConstantOp::create(rewriter, op.getLoc(),
                                     cast<FloatAttr>(op.getValue()[part]));
  };
  rewriter.replaceOpWithNewOp<complex::CreateOp>(op, op.getType(), create(0),
                                                 create(1));
  return success();
}

/// complex.log(x)  ->  complex.log(complex.create(math.copysign(re, re), im))
///
/// The operand is the same number, but another op than complex.exp. Upstream
/// folds log(exp(x)) to x, although the imaginary part of a logarithm is at
/// most pi. It also folds exp(log(x)) to x, although that is NaN if a part of x
/// is.
///
/// The same for complex.exp.
template <typename ComplexOpTy>
static LogicalResult hideOperand(ComplexOpTy op, PatternRewriter &rewriter) {
  Value x = op.getComplex();
  auto create = x.getDefiningOp<complex::CreateOp>();
  bool isHidden =
      create && create.getReal().template getDefiningOp<math::CopySignOp>();
  if (isHidden || getNamedParent(op))
    return rewriter.notifyMatchFailure(op, "nothing to hide");
  Location loc = op.getLoc();
  Value re = complex::ReOp::create(rewriter, loc, x);
  Value im = complex::ImOp::create(rewriter, loc, x);
  re = math::CopySignOp::create(rewriter, loc, re, re);
  x = complex::CreateOp::create(rewriter, loc, x.getType(), re, im);
  rewriter.modifyOpInPlace(op, [&] { op.getComplexMutable().assign(x); });
  return success();
}

/// Whether all elements of `constant` are the float 0 or -0.
static bool isZero(Value constant, bool &isNegative) {
  SplatElementsAttr elements;
  if (!matchPattern(constant, m_Constant(&elements)) ||
      !isa<FloatType>(elements.getElementType()))
    return false;
  auto value = elements.getSplatValue<APFloat>();
  isNegative = value.isNegative();
  return value.isZero();
}

/// Whether upstream folds `op` to a wrong value if the operand of this number
/// is zero. Infinity and NaN times 0 are NaN, and both -0 + 0 and -0 - -0 are
/// 0.
static bool isFoldedWrong(Operation *op, unsigned number, bool isNegative) {
  return isa<tosa::MulOp>(op) || (isa<tosa::AddOp>(op) && !isNegative) ||
         (isa<tosa::SubOp>(op) && number == 1 && isNegative);
}

/// tosa.mul(x, 0)  ->  tosa.mul(x, linalg.fill(0)), and similar for sums
template <typename TosaOpTy>
static LogicalResult hideZero(TosaOpTy op, PatternRewriter &rewriter) {
  bool isHidden = false;
  // The third operand of tosa.mul is a shift.
  for (OpOperand &operand : op->getOpOperands().take_front(2)) {
    bool isNegative;
    if (!isZero(operand.get(), isNegative) ||
        !isFoldedWrong(op, operand.getOperandNumber(), isNegative))
      continue;
    auto type = cast<RankedTensorType>(operand.get().getType());
    Location loc = op.getLoc();
    Value zero = arith::ConstantOp::create(
        rewriter, loc,
        rewriter.getFloatAttr(type.getElementType(), isNegative ? -0.0 : 0.0));
    Value empty = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                          type.getElementType());
    auto fill = linalg::FillOp::create(rewriter, loc, zero, empty);
    rewriter.modifyOpInPlace(op, [&] { operand.set(fill.getResult(0)); });
    isHidden = true;
  }
  if (!isHidden)
    return rewriter.notifyMatchFailure(op, "no zero that is folded wrong");
  return success();
}

namespace {
struct SplitAvoidFoldsPass
    : split::native::impl::SplitAvoidFoldsPassBase<SplitAvoidFoldsPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add(computeParts<complex::AddOp, arith::AddFOp>)
        .add(computeParts<complex::SubOp, arith::SubFOp>)
        .add(createConstant)
        .add(divideByArith)
        .add(hideOperand<complex::ExpOp>)
        .add(hideOperand<complex::LogOp>)
        .add(hideZero<tosa::AddOp>)
        .add(hideZero<tosa::MulOp>)
        .add(hideZero<tosa::SubOp>);
    populateFoldAnglePattern(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace

void mlir::split::native::populateFoldAnglePattern(
    RewritePatternSet &patterns) {
  patterns.add(foldAngle);
}
