//===- LegalizeMath.cpp - Functions that upstream rejects or rounds -------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LegalizeComplex.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/DialectConversion.h"
#include "split-mlir/Transforms/Passes.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::split {
#define GEN_PASS_DEF_SPLITLEGALIZEMATHPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split

using namespace mlir;
using namespace mlir::split;
using arith::CmpFPredicate;
using arith::CmpIPredicate;

//===----------------------------------------------------------------------===//
// Builders
//===----------------------------------------------------------------------===//

/// Returns `type` with another element type.
static Type withElement(Type type, Type element) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped ? Type(shaped.clone(element)) : element;
}

static Value createConstant(ImplicitLocOpBuilder &b, Type type,
                            TypedAttr element) {
  if (auto shaped = dyn_cast<ShapedType>(type))
    element = DenseElementsAttr::get(shaped, ArrayRef<Attribute>(element));
  return arith::ConstantOp::create(b, element);
}

static Value createConstant(ImplicitLocOpBuilder &b, Type type,
                            const APFloat &value) {
  return createConstant(b, type,
                        b.getFloatAttr(getElementTypeOrSelf(type), value));
}

static Value createInteger(ImplicitLocOpBuilder &b, Type type, int64_t value) {
  Type element = getElementTypeOrSelf(type);
  unsigned width = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  APInt bits(width, value, /*isSigned=*/true, /*implicitTrunc=*/true);
  return createConstant(b, type, b.getIntegerAttr(element, bits));
}

static const llvm::fltSemantics &getSemantics(Value value) {
  return cast<FloatType>(getElementTypeOrSelf(value)).getFloatSemantics();
}

//===----------------------------------------------------------------------===//
// Clamps and classes
//===----------------------------------------------------------------------===//

/// `math.clampf %x to [%low, %high]` becomes `arith.minimumf %x, %high` and
/// `arith.maximumf` of that and `%low`.
static Value legalize(ImplicitLocOpBuilder &b, math::ClampFOp op) {
  Value x = arith::MinimumFOp::create(b, op.getValue(), op.getMax());
  return arith::MaximumFOp::create(b, x, op.getMin());
}

/// `math.isinf %x` becomes a comparison of the magnitude with infinity.
static Value legalize(ImplicitLocOpBuilder &b, math::IsInfOp op) {
  Value x = math::AbsFOp::create(b, op.getOperand());
  Value infinity =
      createConstant(b, x.getType(), APFloat::getInf(getSemantics(x)));
  return arith::CmpFOp::create(b, CmpFPredicate::OEQ, x, infinity);
}

/// `math.isnormal %x` becomes comparisons of the magnitude.
static Value legalize(ImplicitLocOpBuilder &b, math::IsNormalOp op) {
  Value x = math::AbsFOp::create(b, op.getOperand());
  Value least = createConstant(b, x.getType(),
                               APFloat::getSmallestNormalized(getSemantics(x)));
  Value infinity =
      createConstant(b, x.getType(), APFloat::getInf(getSemantics(x)));
  return arith::AndIOp::create(
      b, arith::CmpFOp::create(b, CmpFPredicate::OGE, x, least),
      arith::CmpFOp::create(b, CmpFPredicate::OLT, x, infinity));
}

//===----------------------------------------------------------------------===//
// Powers
//===----------------------------------------------------------------------===//

/// `math.ipowi %x, %n` becomes a loop over the bits of `%n`. The power is
/// rounded to zero if `%n` is negative; that of zero is then zero, too.
static Value legalize(ImplicitLocOpBuilder &b, math::IPowIOp op) {
  Type type = op.getType(), element = getElementTypeOrSelf(type);
  Value x = op.getLhs(), n = op.getRhs();
  Value zero = createInteger(b, type, 0), one = createInteger(b, type, 1);
  int64_t width = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  auto loop = scf::ForOp::create(b, arith::ConstantIndexOp::create(b, 0),
                                 arith::ConstantIndexOp::create(b, width),
                                 arith::ConstantIndexOp::create(b, 1),
                                 ValueRange{one, x, n});
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value power = loop.getRegionIterArg(0), square = loop.getRegionIterArg(1);
    Value bits = loop.getRegionIterArg(2);
    Value isSet = arith::CmpIOp::create(
        b, CmpIPredicate::ne, arith::AndIOp::create(b, bits, one), zero);
    Value product = arith::MulIOp::create(b, power, square);
    power = arith::SelectOp::create(b, isSet, product, power);
    square = arith::MulIOp::create(b, square, square);
    bits = arith::ShRUIOp::create(b, bits, one);
    scf::YieldOp::create(b, ValueRange{power, square, bits});
  }
  // Of 1 and -1, the bits of a negative number give the right power as well.
  Value isLarge = arith::CmpIOp::create(b, CmpIPredicate::ugt,
                                        arith::AddIOp::create(b, x, one),
                                        createInteger(b, type, 2));
  Value isNegative = arith::CmpIOp::create(b, CmpIPredicate::slt, n, zero);
  return arith::SelectOp::create(b,
                                 arith::AndIOp::create(b, isLarge, isNegative),
                                 zero, loop.getResult(0));
}

/// Converts a whole number to i64. The power of any other number than 1 and -1
/// is zero or infinite far before the limit of more bits.
static Value convertToI64(ImplicitLocOpBuilder &b, Value n) {
  Type type = n.getType(), wide = withElement(type, b.getI64Type());
  unsigned width = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  if (width == 64)
    return n;
  if (width < 64)
    return arith::ExtSIOp::create(b, wide, n);
  Value isOdd = arith::AndIOp::create(b, n, createInteger(b, type, 1));
  n = arith::MinSIOp::create(b, n, createInteger(b, type, int64_t(1) << 62));
  n = arith::MaxSIOp::create(b, n, createInteger(b, type, -(int64_t(1) << 62)));
  return arith::TruncIOp::create(b, wide, arith::OrIOp::create(b, n, isOdd));
}

/// Returns x^n for a small constant n, or null.
static Value createSmallPower(ImplicitLocOpBuilder &b, Value x, Value n) {
  APInt power;
  if (!matchPattern(n, m_ConstantInt(&power)) || power.slt(2) || power.sgt(4))
    return nullptr;
  Value square = arith::MulFOp::create(b, x, x);
  return power == 2 ? square
                    : arith::MulFOp::create(b, square, power == 3 ? x : square);
}

/// `math.fpowi %x, %n` becomes `math.powf` of f64, which rounds once, unlike
/// repeated products. If `%n` may have more bits than f64 holds, it is split:
/// x^n = x^(n - n rem 2048) * x^(n rem 2048).
static Value legalize(ImplicitLocOpBuilder &b, math::FPowIOp op) {
  Type type = op.getType();
  Value x = op.getLhs(), n = op.getRhs();
  bool isNarrow = getElementTypeOrSelf(type).getIntOrFloatBitWidth() < 64;
  if (isNarrow)
    x = arith::ExtFOp::create(b, withElement(type, b.getF64Type()), x);
  auto createPower = [&](Value n) -> Value {
    return math::PowFOp::create(b, x,
                                arith::SIToFPOp::create(b, x.getType(), n));
  };
  if (getElementTypeOrSelf(n.getType()).isIndex())
    n = arith::IndexCastOp::create(b, withElement(n.getType(), b.getI64Type()),
                                   n);
  Value result = createSmallPower(b, x, n);
  if (!result && getElementTypeOrSelf(n).getIntOrFloatBitWidth() <= 32)
    result = createPower(n);
  if (!result) {
    n = convertToI64(b, n);
    Value low =
        arith::RemSIOp::create(b, n, createInteger(b, n.getType(), 2048));
    Value high = createPower(arith::SubIOp::create(b, n, low));
    result = arith::MulFOp::create(b, high, createPower(low));
  }
  return isNarrow ? Value(arith::TruncFOp::create(b, type, result)) : result;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Returns the value for the result of `op`, or null if `op` stays.
static Value legalize(ImplicitLocOpBuilder &b, Operation *op) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<math::ClampFOp, math::FPowIOp, math::IPowIOp, math::IsInfOp,
            math::IsNormalOp>([&](auto op) { return legalize(b, op); })
      .Default(Value());
}

/// Whether `op` becomes a call of the math library. Upstream's conversion to
/// LLVM would compute `exp(x) - 1`.
static bool isCalled(math::ExpM1Op op) {
  Type type = getElementTypeOrSelf(op.getType());
  return type.isF16() || type.isBF16() || type.isF32() || type.isF64();
}

/// Whether this pass changes `op`.
static bool isLegalized(Operation *op) {
  return isa<math::ClampFOp, math::ExpM1Op, math::FPowIOp, math::IPowIOp,
             math::IsInfOp, math::IsNormalOp>(op) ||
         isComplexFunction(op);
}

namespace {
struct SplitLegalizeMathPass
    : split::impl::SplitLegalizeMathPassBase<SplitLegalizeMathPass> {
  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isLegalized(op))
        ops.push_back(op);
    });
    numOps += ops.size();
    IRRewriter rewriter(&getContext());
    bool hasFunctions = false;
    for (Operation *op : ops) {
      ImplicitLocOpBuilder b(op->getLoc(), rewriter);
      b.setInsertionPoint(op);
      hasFunctions |= isa<math::ExpM1Op>(op) || isComplexFunction(op);
      if (isComplexFunction(op))
        widenComplexFunction(rewriter, op);
      else if (Value result = legalize(b, op))
        rewriter.replaceOp(op, result);
    }
    if (hasFunctions && failed(convertFunctions()))
      signalPassFailure();
  }

  /// Converts functions to calls of the math library and to arithmetic.
  LogicalResult convertFunctions() {
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal(
        [](Operation *op) { return !isComplexFunction(op); });
    target.addDynamicallyLegalOp<math::ExpM1Op>(
        [](math::ExpM1Op op) { return !isCalled(op); });
    RewritePatternSet patterns(&getContext());
    populateMathToLibmConversionPatterns(patterns);
    populateComplexFunctionPatterns(patterns);
    return applyPartialConversion(getOperation(), target, std::move(patterns));
  }
};
} // namespace
