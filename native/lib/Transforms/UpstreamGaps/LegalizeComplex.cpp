//===- LegalizeComplex.cpp - Functions of complex numbers -----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LegalizeComplex.h"

#include "mlir/Conversion/ComplexToLibm/ComplexToLibm.h"
#include "mlir/Conversion/ComplexToStandard/ComplexToStandard.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

bool mlir::split::native::isComplexFunction(Operation *op) {
  return isa<complex::ComplexDialect>(op->getDialect()) &&
         !isa<complex::AddOp, complex::BitcastOp, complex::ConstantOp,
              complex::CreateOp, complex::ImOp, complex::MulOp, complex::ReOp,
              complex::SubOp>(op);
}

static FloatType getElementType(Type type) {
  auto complex = dyn_cast<ComplexType>(type);
  return dyn_cast<FloatType>(complex ? complex.getElementType() : type);
}

/// Converts a float or a complex number to one of `element`.
static Value convert(OpBuilder &builder, Location loc, Value value,
                     FloatType element) {
  auto convertFloat = [&](Value part) -> Value {
    if (getElementType(part.getType()).getWidth() < element.getWidth())
      return arith::ExtFOp::create(builder, loc, element, part);
    return arith::TruncFOp::create(builder, loc, element, part);
  };
  if (!isa<ComplexType>(value.getType()))
    return convertFloat(value);
  Value re = complex::ReOp::create(builder, loc, value);
  Value im = complex::ImOp::create(builder, loc, value);
  return complex::CreateOp::create(builder, loc, ComplexType::get(element),
                                   convertFloat(re), convertFloat(im));
}

/// `complex.exp %x : complex<f32>` becomes one on f64. On this type, structs of
/// two numbers are passed as the math library expects it.
static Operation *widen(RewriterBase &rewriter, Operation *op) {
  FloatType narrow = getElementType(op->getOperand(0).getType());
  FloatType wide = rewriter.getF64Type();
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(isa<ComplexType>(operand.getType())
                           ? convert(rewriter, op->getLoc(), operand, wide)
                           : operand);
  Type type = wide;
  if (isa<ComplexType>(op->getResult(0).getType()))
    type = ComplexType::get(wide);
  Operation *wider =
      rewriter.create(op->getLoc(), op->getName().getIdentifier(), operands,
                      type, op->getAttrs());
  rewriter.replaceOp(
      op, convert(rewriter, op->getLoc(), wider->getResult(0), narrow));
  return wider;
}

/// Computes `op`, on f64, as log(1 + x) if the real part of x is below -0.5.
/// The sum is exact near -1, where upstream's formula loses all digits.
static void computeNearMinusOne(RewriterBase &rewriter, complex::Log1pOp op) {
  Location loc = op.getLoc();
  rewriter.setInsertionPointAfter(op);
  Value re = complex::ReOp::create(rewriter, loc, op.getComplex());
  Value im = complex::ImOp::create(rewriter, loc, op.getComplex());
  auto constant = [&](double value) {
    return arith::ConstantOp::create(
        rewriter, loc, rewriter.getFloatAttr(re.getType(), value));
  };
  Value sum = arith::AddFOp::create(rewriter, loc, re, constant(1));
  Value log = complex::LogOp::create(
      rewriter, loc,
      complex::CreateOp::create(rewriter, loc, op.getType(), sum, im));
  Value isNear = arith::CmpFOp::create(rewriter, loc, arith::CmpFPredicate::OLT,
                                       re, constant(-0.5));
  auto result = arith::SelectOp::create(rewriter, loc, isNear, log, op);
  rewriter.replaceAllUsesExcept(op, result, result);
}

void mlir::split::native::widenComplexFunction(RewriterBase &rewriter,
                                               Operation *op) {
  rewriter.setInsertionPoint(op);
  if (auto conjugate = dyn_cast<complex::ConjOp>(op)) {
    Value x = conjugate.getComplex();
    Value re = complex::ReOp::create(rewriter, op->getLoc(), x);
    Value im = complex::ImOp::create(rewriter, op->getLoc(), x);
    im = arith::NegFOp::create(rewriter, op->getLoc(), im);
    rewriter.replaceOpWithNewOp<complex::CreateOp>(op, x.getType(), re, im);
    return;
  }
  if (!isa<complex::EqualOp, complex::NegOp, complex::NotEqualOp>(op) &&
      getElementType(op->getOperand(0).getType()).getWidth() < 64)
    op = widen(rewriter, op);
  if (auto log = dyn_cast<complex::Log1pOp>(op))
    computeNearMinusOne(rewriter, log);
}

namespace {
/// `complex.exp %x : complex<f64>` becomes a call of `cexp`. Upstream calls the
/// library for other functions, but expands this one to a formula that is NaN
/// for -infinity + infinity i.
struct CallExp : OpRewritePattern<complex::ExpOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(complex::ExpOp op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (!getElementType(type).isF64())
      return rewriter.notifyMatchFailure(op, "not on complex numbers of f64");
    Operation *module = SymbolTable::getNearestSymbolTable(op);
    auto functionType = rewriter.getFunctionType(type, type);
    Operation *symbol = SymbolTable::lookupSymbolIn(module, "cexp");
    auto function = dyn_cast_or_null<func::FuncOp>(symbol);
    if (symbol && (!function || function.getFunctionType() != functionType))
      return rewriter.notifyMatchFailure(op, "cexp is another function");
    if (!symbol) {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(&module->getRegion(0).front());
      function = func::FuncOp::create(rewriter, rewriter.getUnknownLoc(),
                                      "cexp", functionType);
      function.setPrivate();
    }
    rewriter.replaceOpWithNewOp<func::CallOp>(op, function, op.getComplex());
    return success();
  }
};
} // namespace

void mlir::split::native::populateComplexFunctionPatterns(
    RewritePatternSet &patterns) {
  patterns.add<CallExp>(patterns.getContext(), /*benefit=*/2);
  populateComplexToLibmConversionPatterns(patterns, /*benefit=*/2);
  populateComplexToStandardConversionPatterns(patterns);
}
