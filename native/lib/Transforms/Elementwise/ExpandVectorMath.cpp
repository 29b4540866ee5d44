//===- ExpandVectorMath.cpp - Functions of f32 vectors as polynomials -----===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/DialectConversion.h"
#include "split-mlir/Transforms/Passes.h"
#include <limits>

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITEXPANDVECTORMATHPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
using arith::CmpFPredicate;

// The polynomials interpolate at Chebyshev points, which were computed in f64.
// Products and sums have the flag `contract`: processors with fused
// multiply-add use it. `math.fma` would call libm on other processors.

namespace {
/// Builds functions of vectors of f32.
class F32Functions {
public:
  F32Functions(OpBuilder &builder, Location loc, VectorType type)
      : builder(loc, builder), type(type),
        intType(type.clone(builder.getI32Type())),
        contract(arith::FastMathFlagsAttr::get(
            builder.getContext(), arith::FastMathFlags::contract)) {}

  Value exp(Value x);
  Value tanh(Value x);
  Value log(Value x);
  Value erf(Value x);

private:
  Value constant(float value) {
    return arith::ConstantOp::create(
        builder, DenseElementsAttr::get(type, APFloat(value)));
  }
  Value constantInt(int32_t value) {
    return arith::ConstantOp::create(
        builder, DenseElementsAttr::get(intType, APInt(32, value, true)));
  }
  Value add(Value x, Value y) {
    return arith::AddFOp::create(builder, x, y, contract);
  }
  Value sub(Value x, Value y) {
    return arith::SubFOp::create(builder, x, y, contract);
  }
  Value mul(Value x, Value y) {
    return arith::MulFOp::create(builder, x, y, contract);
  }
  Value mulAdd(Value x, Value y, Value z) { return add(mul(x, y), z); }
  Value compare(CmpFPredicate predicate, Value x, Value y) {
    return arith::CmpFOp::create(builder, predicate, x, y);
  }
  Value select(Value condition, Value x, Value y) {
    return arith::SelectOp::create(builder, condition, x, y);
  }
  Value toBits(Value x) {
    return arith::BitcastOp::create(builder, intType, x);
  }
  Value toFloat(Value x) { return arith::BitcastOp::create(builder, type, x); }

  /// Clamps `x` to the range from `low` to `high`. NaN stays NaN.
  Value clamp(Value x, float low, float high) {
    Value least = constant(low), most = constant(high);
    x = select(compare(CmpFPredicate::OGT, least, x), least, x);
    return select(compare(CmpFPredicate::OLT, most, x), most, x);
  }
  /// Evaluates a polynomial; the coefficient of the highest power is first.
  Value polynomial(Value x, ArrayRef<float> coefficients) {
    Value sum = constant(coefficients.front());
    for (float coefficient : coefficients.drop_front())
      sum = mulAdd(sum, x, constant(coefficient));
    return sum;
  }
  Value shiftLeft(Value x, int32_t count) {
    return arith::ShLIOp::create(builder, x, constantInt(count));
  }

  ImplicitLocOpBuilder builder;
  VectorType type, intType;
  arith::FastMathFlagsAttr contract;
};
} // namespace

// ln(2) in two parts. The first has so few bits that its products with
// exponents are exact.
static constexpr float kLn2High = 0.693359375f;
static constexpr float kLn2Low = -2.12194440e-4f;

/// e^x = 2^k * e^r, with k the nearest integer to x / ln 2.
Value F32Functions::exp(Value x) {
  // Beyond these bounds, the result is 0 or infinity.
  x = clamp(x, -104.0f, 89.0f);
  // Adding 1.5 * 2^23 leaves the integer in the low bits. A conversion to
  // integers would be undefined for NaN. Adding 254, twice the bias of
  // exponents, as well leaves k + 254 in the low bits.
  Value magic = constant(12582912.0f + 254.0f);
  Value shifted = mulAdd(x, constant(1.44269504f), magic);
  Value whole = arith::SubFOp::create(builder, shifted, magic);
  Value r = sub(x, mul(whole, constant(kLn2High)));
  r = sub(r, mul(whole, constant(kLn2Low)));
  Value p = polynomial(r, {1.39336474e-3f, 8.36915430e-3f, 4.1666467e-2f,
                           1.66665047e-1f, 0.5f, 1.0f, 1.0f});
  // Scale by two halves of k, because 2^k may not be a normal number: the
  // biased exponents are (k + 254) / 2, rounded down, and the rest of k + 254.
  Value bits = toBits(shifted);
  Value half = arith::AndIOp::create(builder, shiftLeft(bits, 22),
                                     constantInt(0x7f800000));
  Value rest = arith::SubIOp::create(builder, shiftLeft(bits, 23), half);
  return mul(mul(p, toFloat(half)), toFloat(rest));
}

/// Near 0, an odd polynomial, else 1 - 2 / (e^2|x| + 1) with the sign of x.
Value F32Functions::tanh(Value x) {
  Value magnitude = math::AbsFOp::create(builder, x);
  Value square = mul(x, x);
  Value p = polynomial(square, {2.2927448e-3f, -8.3439453e-3f, 2.1768918e-2f,
                                -5.3959258e-2f, 1.3333304e-1f, -3.3333333e-1f});
  Value near = mulAdd(mul(p, square), x, x);
  Value power = exp(add(magnitude, magnitude));
  Value far =
      sub(constant(1.0f), arith::DivFOp::create(builder, constant(2.0f),
                                                add(power, constant(1.0f))));
  Value isNear = compare(CmpFPredicate::OLT, magnitude, constant(0.625f));
  // Copy the sign for zeros, too: `mulAdd` turns -0.0 into 0.0.
  return math::CopySignOp::create(builder, select(isNear, near, far), x);
}

/// log(2^e * m) = e * ln 2 + log(m), with m from sqrt(1/2) to sqrt(2).
Value F32Functions::log(Value x) {
  Value zero = constant(0.0f);
  // Scale denormal numbers to normal ones.
  Value isSmall = compare(CmpFPredicate::OLT, x, constant(1.17549435e-38f));
  Value scaled = select(isSmall, mul(x, constant(33554432.0f)), x);
  Value lift = select(isSmall, constant(25.0f), zero);

  Value sqrtHalf = constantInt(0x3f3504f3);
  Value bits = arith::SubIOp::create(builder, toBits(scaled), sqrtHalf);
  Value exponent = arith::ShRSIOp::create(builder, bits, constantInt(23));
  Value e = sub(arith::SIToFPOp::create(builder, type, exponent), lift);
  Value mantissa = arith::AndIOp::create(builder, bits, constantInt(0x7fffff));
  mantissa = arith::AddIOp::create(builder, mantissa, sqrtHalf);
  Value f = sub(toFloat(mantissa), constant(1.0f));

  Value square = mul(f, f);
  Value p = polynomial(f, {6.9716118e-2f, -1.1479734e-1f, 1.1685422e-1f,
                           -1.2425687e-1f, 1.4249058e-1f, -1.6667803e-1f,
                           2.0000716e-1f, -2.4999997e-1f, 3.3333331e-1f});
  Value result = mul(mul(f, square), p);
  result = mulAdd(e, constant(kLn2Low), result);
  result = sub(result, mul(square, constant(0.5f)));
  result = add(f, result);
  result = mulAdd(e, constant(kLn2High), result);

  float infinity = std::numeric_limits<float>::infinity();
  // Infinity and NaN are their own logarithms.
  Value isNumber = compare(CmpFPredicate::OLT, x, constant(infinity));
  result = select(isNumber, result, x);
  result = select(compare(CmpFPredicate::OLT, x, zero),
                  constant(std::numeric_limits<float>::quiet_NaN()), result);
  return select(compare(CmpFPredicate::OEQ, x, zero), constant(-infinity),
                result);
}

/// Up to 1, an odd polynomial, else 1 - e^(|x| q(|x|)) with the sign of x.
Value F32Functions::erf(Value x) {
  Value square = mul(x, x);
  Value p = polynomial(square, {-9.6670465e-6f, 1.1265960e-4f, -8.4840803e-4f,
                                5.2210316e-3f, -2.6865430e-2f, 1.1283782e-1f,
                                -3.7612638e-1f, 1.2837917e-1f});
  Value near = mulAdd(p, x, x);
  Value magnitude = math::AbsFOp::create(builder, x);
  // From 4 on it is 1.
  Value t = clamp(magnitude, 0.0f, 4.0f);
  Value q = polynomial(t, {1.7378289e-7f, -2.3966113e-6f, -5.4395832e-6f,
                           3.6430633e-4f, -3.9274655e-3f, 2.4492970e-2f,
                           -1.0719222e-1f, -6.3451827e-1f, -1.1288172f});
  Value far = sub(constant(1.0f), exp(mul(t, q)));
  far = math::CopySignOp::create(builder, far, x);
  return select(compare(CmpFPredicate::OLT, magnitude, constant(1.0f)), near,
                far);
}

/// Whether `op` is one of the functions, on vectors of f32, f16 or bf16.
static bool isExpanded(Operation *op) {
  if (!isa<math::ExpOp, math::TanhOp, math::LogOp, math::ErfOp>(op))
    return false;
  auto vector = dyn_cast<VectorType>(op->getResult(0).getType());
  return vector && !vector.isScalable() &&
         (vector.getElementType().isF32() || vector.getElementType().isF16() ||
          vector.getElementType().isBF16());
}

namespace {
/// `math.exp %x : vector<16xf16>` becomes `arith.truncf` of ops on `arith.extf`
/// of `%x`; no `extf` and `truncf` for f32.
template <typename OpTy, Value (F32Functions::*function)(Value)>
struct ExpandFunction : OpConversionPattern<OpTy> {
  using OpConversionPattern<OpTy>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = cast<VectorType>(op.getType());
    auto computed = cast<VectorType>(type.clone(rewriter.getF32Type()));
    Value x = adaptor.getOperand();
    if (type != computed)
      x = arith::ExtFOp::create(rewriter, loc, computed, x);
    Value y = (F32Functions(rewriter, loc, computed).*function)(x);
    if (type != computed)
      y = arith::TruncFOp::create(rewriter, loc, type, y);
    rewriter.replaceOp(op, y);
    return success();
  }
};

struct SplitExpandVectorMathPass
    : split::native::impl::SplitExpandVectorMathPassBase<
          SplitExpandVectorMathPass> {
  void runOnOperation() override {
    getOperation()->walk([&](Operation *op) { numOps += isExpanded(op); });
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal(
        [](Operation *op) { return !isExpanded(op); });
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandFunction<math::ExpOp, &F32Functions::exp>,
                 ExpandFunction<math::TanhOp, &F32Functions::tanh>,
                 ExpandFunction<math::LogOp, &F32Functions::log>,
                 ExpandFunction<math::ErfOp, &F32Functions::erf>>(
        &getContext());
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
