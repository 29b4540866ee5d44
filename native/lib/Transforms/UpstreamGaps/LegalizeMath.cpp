//===- LegalizeMath.cpp - Functions without an accurate lowering ----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Numbers/Numbers.h"
#include "mlir/Conversion/ComplexToLibm/ComplexToLibm.h"
#include "mlir/Conversion/ComplexToStandard/ComplexToStandard.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/DialectConversion.h"
#include "split-mlir/Transforms/Passes.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITLEGALIZEMATHPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
using arith::CmpFPredicate;
using arith::CmpIPredicate;

//===----------------------------------------------------------------------===//
// Functions of complex numbers
//===----------------------------------------------------------------------===//

/// Whether `op` is on complex numbers, and upstream's conversion to LLVM either
/// rejects it or overflows although the result does not.
static bool isComplexFunction(Operation *op) {
  return isa<complex::ComplexDialect>(op->getDialect()) &&
         !isa<complex::AddOp, complex::BitcastOp, complex::ConstantOp,
              complex::CreateOp, complex::ImOp, complex::MulOp, complex::ReOp,
              complex::SubOp>(op);
}

static FloatType getElementType(Type type) {
  auto complex = dyn_cast<ComplexType>(type);
  return dyn_cast<FloatType>(complex ? complex.getElementType() : type);
}

/// Returns the real and the imaginary part of `x`.
static std::pair<Value, Value> getParts(ImplicitLocOpBuilder &b, Value x) {
  Value re = complex::ReOp::create(b, x);
  Value im = complex::ImOp::create(b, x);
  return {re, im};
}

/// Converts a float or a complex number to one of `element`.
static Value convert(ImplicitLocOpBuilder &b, Value value, FloatType element) {
  auto convertFloat = [&](Value part) -> Value {
    if (getElementType(part.getType()).getWidth() < element.getWidth())
      return arith::ExtFOp::create(b, element, part);
    return arith::TruncFOp::create(b, element, part);
  };
  if (!isa<ComplexType>(value.getType()))
    return convertFloat(value);
  auto [re, im] = getParts(b, value);
  return complex::CreateOp::create(b, ComplexType::get(element),
                                   convertFloat(re), convertFloat(im));
}

/// `complex.exp %x : complex<f32>` becomes one on f64. On this type, structs of
/// two numbers are passed as the math library expects it.
static Operation *widen(ImplicitLocOpBuilder &b, Operation *op) {
  FloatType narrow = getElementType(op->getOperand(0).getType());
  FloatType wide = b.getF64Type();
  auto operands = llvm::map_to_vector(op->getOperands(), [&](Value operand) {
    return isa<ComplexType>(operand.getType()) ? convert(b, operand, wide)
                                               : operand;
  });
  Type type = wide;
  if (isa<ComplexType>(op->getResult(0).getType()))
    type = ComplexType::get(wide);
  Operation *wider = b.create(op->getLoc(), op->getName().getIdentifier(),
                              operands, type, op->getAttrs());
  op->getResult(0).replaceAllUsesWith(convert(b, wider->getResult(0), narrow));
  op->erase();
  return wider;
}

/// Computes `op`, on f64, as log(1 + x) if the real part of x is below -0.5.
/// The sum is exact near -1, where upstream's formula loses all digits.
static void computeNearMinusOne(ImplicitLocOpBuilder &b, complex::Log1pOp op) {
  b.setInsertionPointAfter(op);
  auto [re, im] = getParts(b, op.getComplex());
  Type type = re.getType();
  Value sum = arith::AddFOp::create(b, re, createFloat(b, type, 1));
  Value log = complex::LogOp::create(
      b, complex::CreateOp::create(b, op.getType(), sum, im));
  Value isNear = arith::CmpFOp::create(b, CmpFPredicate::OLT, re,
                                       createFloat(b, type, -0.5));
  auto result = arith::SelectOp::create(b, isNear, log, op);
  op.getResult().replaceAllUsesExcept(result, result);
}

/// Replaces such an op on numbers whose parts have less than 64 bits by one on
/// f64.
static void widenComplexFunction(ImplicitLocOpBuilder &b, Operation *op) {
  if (!isa<complex::EqualOp, complex::NegOp, complex::NotEqualOp>(op) &&
      getElementType(op->getOperand(0).getType()).getWidth() < 64)
    op = widen(b, op);
  if (auto log = dyn_cast<complex::Log1pOp>(op))
    computeNearMinusOne(b, log);
}

/// `complex.conj %x` becomes the same number with the imaginary part negated.
static Value legalize(ImplicitLocOpBuilder &b, complex::ConjOp op) {
  auto [re, im] = getParts(b, op.getComplex());
  return complex::CreateOp::create(b, op.getType(), re,
                                   arith::NegFOp::create(b, im));
}

/// `complex.exp %x : complex<f64>` becomes a call of `cexp`. Upstream calls the
/// library for other functions, but expands this one to a formula that is NaN
/// for -infinity + infinity i.
static LogicalResult callExp(complex::ExpOp op, PatternRewriter &rewriter) {
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
    function = func::FuncOp::create(rewriter, rewriter.getUnknownLoc(), "cexp",
                                    functionType);
    function.setPrivate();
  }
  rewriter.replaceOpWithNewOp<func::CallOp>(op, function, op.getComplex());
  return success();
}

/// Adds patterns that convert the rest to calls and arithmetic.
static void populateComplexFunctionPatterns(RewritePatternSet &patterns) {
  patterns.add(callExp, /*benefit=*/2);
  populateComplexToLibmConversionPatterns(patterns, /*benefit=*/2);
  populateComplexToStandardConversionPatterns(patterns);
}

//===----------------------------------------------------------------------===//
// Builders
//===----------------------------------------------------------------------===//

/// Returns `type` with another element type.
static Type withElement(Type type, Type element) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped ? Type(shaped.clone(element)) : element;
}

static Value createConstant(ImplicitLocOpBuilder &b, Type type,
                            const APFloat &value) {
  return createNumber(b, type,
                      b.getFloatAttr(getElementTypeOrSelf(type), value));
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
  Type type = op.getType();
  Value x = op.getLhs(), n = op.getRhs();
  Value zero = createInteger(b, type, 0), one = createInteger(b, type, 1);
  int64_t width = getConstantWidth(type);
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
  // For -1, 0 and 1, the loop gives the right power for a negative `n`, too.
  Value isLarge = arith::CmpIOp::create(b, CmpIPredicate::ugt,
                                        arith::AddIOp::create(b, x, one),
                                        createInteger(b, type, 2));
  Value isNegative = arith::CmpIOp::create(b, CmpIPredicate::slt, n, zero);
  return arith::SelectOp::create(b,
                                 arith::AndIOp::create(b, isLarge, isNegative),
                                 zero, loop.getResult(0));
}

/// Converts an exponent to i64. Clamps one of more bits to a magnitude of about
/// 2^63, but keeps it odd or even: other powers of f64 than those of 1 and -1
/// are zero or infinite there.
static Value convertToI64(ImplicitLocOpBuilder &b, Value n) {
  Type type = n.getType(), wide = withElement(type, b.getI64Type());
  unsigned width = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  if (width == 64)
    return n;
  if (width < 64)
    return arith::ExtSIOp::create(b, wide, n);
  Value isOdd = arith::AndIOp::create(b, n, createInteger(b, type, 1));
  constexpr int64_t kLimit = std::numeric_limits<int64_t>::max() - 2047;
  n = arith::MinSIOp::create(b, n, createInteger(b, type, kLimit));
  n = arith::MaxSIOp::create(b, n, createInteger(b, type, -kLimit));
  return arith::TruncIOp::create(b, wide, arith::OrIOp::create(b, n, isOdd));
}

/// Returns x^n for a constant n from 1 to `most`, or null.
static Value createSmallPower(ImplicitLocOpBuilder &b, Value x, Value n,
                              int64_t most) {
  APInt bits;
  if (!matchPattern(n, m_ConstantInt(&bits)) || bits.slt(1) || bits.sgt(most))
    return nullptr;
  Value power;
  for (int64_t rest = bits.getSExtValue();;) {
    if (rest & 1)
      power = power ? Value(arith::MulFOp::create(b, power, x)) : x;
    rest >>= 1;
    if (rest == 0)
      return power;
    x = arith::MulFOp::create(b, x, x);
  }
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
  // In f64, the errors of a few products are much less than those of f32.
  Value result = createSmallPower(b, x, n, isNarrow ? 64 : 4);
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
// Functions of small numbers
//===----------------------------------------------------------------------===//

/// Whether upstream converts functions of `type` to calls of the math library.
static bool isInLibrary(Type type) {
  return getElementTypeOrSelf(type).getIntOrFloatBitWidth() <= 64;
}

static Value createIsEqual(ImplicitLocOpBuilder &b, Value x, Value y) {
  return arith::CmpFOp::create(b, CmpFPredicate::OEQ, x, y);
}

/// Returns x * y / z, but `x` if `isExact`.
static Value createScaled(ImplicitLocOpBuilder &b, Value isExact, Value x,
                          Value y, Value z) {
  Value scaled = arith::DivFOp::create(b, arith::MulFOp::create(b, x, y), z);
  return arith::SelectOp::create(b, isExact, x, scaled);
}

/// `math.log1p %x` of more than 64 bits becomes log(u) x / (u - 1) with
/// u = 1 + x, as in Goldberg, "What Every Computer Scientist Should Know About
/// Floating-Point Arithmetic".
static Value legalize(ImplicitLocOpBuilder &b, math::Log1pOp op) {
  if (isInLibrary(op.getType()))
    return nullptr;
  Value x = op.getOperand(), one = createFloat(b, x.getType(), 1);
  Value u = arith::AddFOp::create(b, x, one);
  Value result =
      createScaled(b, createIsEqual(b, u, x), math::LogOp::create(b, u), x,
                   arith::SubFOp::create(b, u, one));
  return arith::SelectOp::create(b, createIsEqual(b, u, one), x, result);
}

/// `math.expm1 %x` of more than 64 bits becomes (u - 1) x / log(u) with
/// u = exp(x).
static Value legalize(ImplicitLocOpBuilder &b, math::ExpM1Op op) {
  if (isInLibrary(op.getType()))
    return nullptr;
  Value x = op.getOperand(), one = createFloat(b, x.getType(), 1);
  Value u = math::ExpOp::create(b, x);
  Value difference = arith::SubFOp::create(b, u, one);
  Value isExact = arith::OrIOp::create(
      b, createIsEqual(b, difference, u),
      createIsEqual(b, difference, arith::NegFOp::create(b, one)));
  Value result =
      createScaled(b, isExact, difference, x, math::LogOp::create(b, u));
  return arith::SelectOp::create(b, createIsEqual(b, u, one), x, result);
}

//===----------------------------------------------------------------------===//
// Error function
//===----------------------------------------------------------------------===//

/// `math.erfc %x : f64` is computed here from 1 to 1.25, where that of glibc
/// is off by up to 5.2 units in the last place: erfc(9/8) + t q(t), with
/// t = x - 9/8. The polynomial q interpolates at Chebyshev points.
static Value legalize(ImplicitLocOpBuilder &b, math::ErfcOp op) {
  constexpr double kCenter = 0.11161176829829224, kRest = -2.29134787e-18;
  constexpr double kCoefficients[] = {
      -4.906449614835969e-05, 0.0001410143475942587,
      0.00017694745599822014, -0.0011532567303776113,
      0.00036019206131103623, 0.006031260783511186,
      -0.009606894226155769,  -0.015536835449309028,
      0.06132368360566644,    -0.027973297133857565,
      -0.16245233298476766,   0.35805820331336546,
      -0.3182739585007693,    kRest};
  if (!getElementTypeOrSelf(op.getType()).isF64())
    return nullptr;
  Value x = op.getOperand();
  auto constant = [&](double value) {
    return createFloat(b, x.getType(), value);
  };
  Value t = arith::SubFOp::create(b, x, constant(1.125));
  Value sum = constant(kCoefficients[0]);
  for (double coefficient : ArrayRef(kCoefficients).drop_front())
    sum = arith::AddFOp::create(b, arith::MulFOp::create(b, sum, t),
                                constant(coefficient));
  sum = arith::AddFOp::create(b, sum, constant(kCenter));
  Value isInside = arith::AndIOp::create(
      b, arith::CmpFOp::create(b, CmpFPredicate::OGE, x, constant(1.0)),
      arith::CmpFOp::create(b, CmpFPredicate::OLT, x, constant(1.25)));
  return arith::SelectOp::create(b, isInside, sum, math::ErfcOp::create(b, x));
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Returns the value for the result of `op`, null if `op` stays although this
/// pass may change such ops, or nothing for other ops.
static std::optional<Value> legalize(ImplicitLocOpBuilder &b, Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<Value>>(op)
      .Case<complex::ConjOp, math::ClampFOp, math::ErfcOp, math::ExpM1Op,
            math::FPowIOp, math::IPowIOp, math::IsInfOp, math::IsNormalOp,
            math::Log1pOp>([&](auto op) { return legalize(b, op); })
      .Default(std::nullopt);
}

namespace {
struct SplitLegalizeMathPass
    : split::native::impl::SplitLegalizeMathPassBase<SplitLegalizeMathPass> {
  void runOnOperation() override {
    bool hasFunctions = false;
    getOperation()->walk([&](Operation *op) {
      bool isComplex = isComplexFunction(op);
      hasFunctions |= isa<math::ExpM1Op>(op) || isComplex;
      ImplicitLocOpBuilder b(op->getLoc(), op);
      std::optional<Value> result = legalize(b, op);
      numOps += result || isComplex;
      if (result && *result) {
        op->replaceAllUsesWith(ValueRange(*result));
        op->erase();
      } else if (isComplex) {
        widenComplexFunction(b, op);
      }
    });
    if (hasFunctions && failed(convertFunctions()))
      signalPassFailure();
  }

  /// Converts functions to calls of the math library and to arithmetic.
  LogicalResult convertFunctions() {
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal(
        [](Operation *op) { return !isComplexFunction(op); });
    target.addIllegalOp<math::ExpM1Op>();
    // The conversion of complex numbers may create the angle of the origin,
    // which folds to NaN.
    target.addDynamicallyLegalOp<math::Atan2Op>([](math::Atan2Op op) {
      return !op.getType().isF32() && !op.getType().isF64();
    });
    ConversionConfig config;
    config.foldingMode = DialectConversionFoldingMode::Never;
    RewritePatternSet patterns(&getContext());
    populateMathToLibmConversionPatterns(patterns);
    populateComplexFunctionPatterns(patterns);
    return applyPartialConversion(getOperation(), target, std::move(patterns),
                                  config);
  }
};
} // namespace
