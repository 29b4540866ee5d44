//===- Scalars.h - Scalar computations --------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_SCALARS_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_SCALARS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split::frontends {

// The computations of elementwise operators on one element of each operand.
// Integers wrap around, and no operand leaves a result undefined. Floats
// narrower than 32 bits are computed in f32 where a result of their own
// precision would be worse. Minima, maxima and comparisons treat NaN as NumPy
// does. Ops on integers are folded because integers may be the sizes of a shape
// (Shapes.h).

/// Builds the computation on one element of each operand. The arguments are
/// signless, and the result may be; `type` is the element type of the first
/// operand, with its signedness.
using ScalarFunction = Value(ImplicitLocOpBuilder &builder, Type type,
                             ValueRange args);

/// Builds a constant float or signless integer.
Value createNumber(ImplicitLocOpBuilder &builder, Type type, double value);

/// Returns true for unsigned integers and bools.
bool isUnsigned(Type elementType);

/// Builds the op for floats, signed or unsigned integers, of two or more
/// arguments from left to right.
template <typename FloatOp, typename SignedOp, typename UnsignedOp = SignedOp>
Value buildArithmetic(ImplicitLocOpBuilder &builder, Type type,
                      ValueRange args) {
  Value result = args[0];
  for (Value arg : args.drop_front()) {
    if (isa<FloatType>(type))
      result = FloatOp::create(builder, result, arg);
    else if (isUnsigned(type))
      result = builder.createOrFold<UnsignedOp>(result, arg);
    else
      result = builder.createOrFold<SignedOp>(result, arg);
  }
  return result;
}

template <arith::CmpFPredicate floats, arith::CmpIPredicate signedIntegers,
          arith::CmpIPredicate unsignedIntegers = signedIntegers>
Value buildCompare(ImplicitLocOpBuilder &builder, Type type, ValueRange args) {
  if (isa<FloatType>(type))
    return arith::CmpFOp::create(builder, floats, args[0], args[1]);
  return builder.createOrFold<arith::CmpIOp>(
      isUnsigned(type) ? unsignedIntegers : signedIntegers, args[0], args[1]);
}

/// Builds an op that infers its type.
template <typename OpTy>
Value buildOp(ImplicitLocOpBuilder &builder, Type type, ValueRange args) {
  return builder.createOrFold<OpTy>(args);
}

/// Builds a computation on f32 instead of a narrower float type.
Value computeInF32(ImplicitLocOpBuilder &builder, Type type, ValueRange args,
                   llvm::function_ref<ScalarFunction> compute);

template <typename OpTy>
Value buildInF32(ImplicitLocOpBuilder &builder, Type type, ValueRange args) {
  return computeInF32(builder, type, args, buildOp<OpTy>);
}

inline constexpr auto &buildAdd = buildArithmetic<arith::AddFOp, arith::AddIOp>;
inline constexpr auto &buildSub = buildArithmetic<arith::SubFOp, arith::SubIOp>;
inline constexpr auto &buildMul = buildArithmetic<arith::MulFOp, arith::MulIOp>;
inline constexpr auto &buildMin =
    buildArithmetic<arith::MinimumFOp, arith::MinSIOp, arith::MinUIOp>;
inline constexpr auto &buildMax =
    buildArithmetic<arith::MaximumFOp, arith::MaxSIOp, arith::MaxUIOp>;

inline constexpr auto &buildExp = buildInF32<math::ExpOp>;
inline constexpr auto &buildLog = buildInF32<math::LogOp>;
inline constexpr auto &buildSqrt = buildInF32<math::SqrtOp>;
inline constexpr auto &buildTanh = buildInF32<math::TanhOp>;
inline constexpr auto &buildErf = buildInF32<math::ErfOp>;
inline constexpr auto &buildPow = buildInF32<math::PowFOp>;
inline constexpr auto &buildSin = buildInF32<math::SinOp>;
inline constexpr auto &buildCos = buildInF32<math::CosOp>;
inline constexpr auto &buildTan = buildInF32<math::TanOp>;
inline constexpr auto &buildAsin = buildInF32<math::AsinOp>;
inline constexpr auto &buildAcos = buildInF32<math::AcosOp>;
inline constexpr auto &buildAtan = buildInF32<math::AtanOp>;
inline constexpr auto &buildSinh = buildInF32<math::SinhOp>;
inline constexpr auto &buildCosh = buildInF32<math::CoshOp>;
inline constexpr auto &buildAsinh = buildInF32<math::AsinhOp>;
inline constexpr auto &buildAcosh = buildInF32<math::AcoshOp>;
inline constexpr auto &buildAtanh = buildInF32<math::AtanhOp>;
inline constexpr auto &buildCeil = buildInF32<math::CeilOp>;
inline constexpr auto &buildFloor = buildInF32<math::FloorOp>;
/// The nearest integer; halves go to the even one.
inline constexpr auto &buildRound = buildInF32<math::RoundEvenOp>;

using FloatIs = arith::CmpFPredicate;
using IntIs = arith::CmpIPredicate;
inline constexpr auto &buildEqual = buildCompare<FloatIs::OEQ, IntIs::eq>;
inline constexpr auto &buildNotEqual = buildCompare<FloatIs::UNE, IntIs::ne>;
inline constexpr auto &buildLess =
    buildCompare<FloatIs::OLT, IntIs::slt, IntIs::ult>;
inline constexpr auto &buildLessOrEqual =
    buildCompare<FloatIs::OLE, IntIs::sle, IntIs::ule>;
inline constexpr auto &buildGreater =
    buildCompare<FloatIs::OGT, IntIs::sgt, IntIs::ugt>;
inline constexpr auto &buildGreaterOrEqual =
    buildCompare<FloatIs::OGE, IntIs::sge, IntIs::uge>;

/// Logic on bools.
inline constexpr auto &buildAnd = buildOp<arith::AndIOp>;
inline constexpr auto &buildOr = buildOp<arith::OrIOp>;
inline constexpr auto &buildXor = buildOp<arith::XOrIOp>;

/// Selects the second argument where the first, an i1, is true, else the third.
inline constexpr auto &buildWhere = buildOp<arith::SelectOp>;

/// Integers round towards zero. As in NumPy, an integer divided by 0 is 0, and
/// the least integer divided by -1 is itself.
ScalarFunction buildDiv;
/// The same, but signed integers round down.
ScalarFunction buildFloorDiv;

/// What remains of a division by `buildDiv`, with the sign of the first
/// argument as C's fmod has it. The rest of an integer divided by 0 is 0.
ScalarFunction buildRem;
/// The same, but the rest has the sign of the second argument.
ScalarFunction buildFloorMod;

/// Shifts an unsigned integer. The result is 0 if no bit of it is left.
template <typename OpTy>
Value buildShift(ImplicitLocOpBuilder &builder, Type type, ValueRange args) {
  Value width = arith::ConstantOp::create(
      builder,
      builder.getIntegerAttr(args[0].getType(), type.getIntOrFloatBitWidth()));
  Value zero = arith::ConstantOp::create(
      builder, builder.getZeroAttr(args[0].getType()));
  Value shifted = builder.createOrFold<OpTy>(args[0], args[1]);
  return builder.createOrFold<arith::SelectOp>(
      buildLess(builder, type, {args[1], width}), shifted, zero);
}

/// Builds z + x * y, where x and y may be floats narrower than z.
ScalarFunction buildMulAdd;

/// Whether a float is NaN.
ScalarFunction buildIsNan;

ScalarFunction buildNeg, buildAbs, buildRelu, buildNot;

/// x * x.
ScalarFunction buildSquare;
/// (x - y)^2.
ScalarFunction buildSquaredDifference;
/// -1, 0 or 1, or NaN.
ScalarFunction buildSign;
/// The second argument where the first is negative, times the first, else the
/// first.
ScalarFunction buildPRelu;
/// x, or 0 if x is an infinite float or NaN.
ScalarFunction buildFiniteOrZero;

// Formulas are computed on floats, those narrower than 32 bits in f32. The
// first argument is x, and the others are the parameters in the order of the
// comment.

/// A float of at least 32 bits in a formula.
struct Term {
  ImplicitLocOpBuilder &builder;
  Value value;
};

/// Builds a function of terms.
using Formula = Term(ArrayRef<Term> args);

namespace formulas {

/// alpha * x + beta.
Formula affine;
/// max(0, min(1, x / 6 + 1 / 2)).
Formula hSigmoid;
/// x if x > 0, else alpha * (exp(x / alpha) - 1).
Formula celu;
/// x if x > 0, else alpha * (exp(x) - 1).
Formula elu;
/// x / 2 * (1 + erf(x / sqrt(2))).
Formula gelu;
/// x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3))).
Formula geluTanh;
/// max(0, min(1, alpha * x + beta)).
Formula hardSigmoid;
/// x * hSigmoid(x).
Formula hardSwish;
/// x if x >= 0, else alpha * x.
Formula leakyRelu;
/// x * tanh(softplus(x)).
Formula mish;
/// 1 / x.
Formula reciprocal;
/// The nearest integer. Halves are rounded away from zero.
Formula roundAway;
/// alpha * tanh(beta * x).
Formula scaledTanh;
/// gamma * elu(x, alpha), with the parameters alpha and gamma.
Formula selu;
/// x + bias if x < -lambd, x - bias if x > lambd, else 0; with the parameters
/// bias and lambd.
Formula shrink;
/// 1 / (1 + exp(-x)). Only NaN gives NaN: the exponential of a large number is
/// infinite, and the reciprocal of that is 0.
Formula sigmoid;
/// log(1 + exp(x)), without overflow.
Formula softplus;
/// x / (1 + |x|).
Formula softsign;
/// x * sigmoid(beta * x), where beta is the second argument or 1.
Formula swish;
/// x if x > alpha, else 0.
Formula thresholdedRelu;

} // namespace formulas

/// Builds a formula on scalars of type `type`.
Value buildFormula(ImplicitLocOpBuilder &builder, Type type, ValueRange args,
                   Formula &formula);

template <Formula &formula>
Value buildFormula(ImplicitLocOpBuilder &builder, Type type, ValueRange args) {
  return buildFormula(builder, type, args, formula);
}

inline constexpr auto &buildGelu = buildFormula<formulas::gelu>;
inline constexpr auto &buildGeluTanh = buildFormula<formulas::geluTanh>;
inline constexpr auto &buildSigmoid = buildFormula<formulas::sigmoid>;
inline constexpr auto &buildSwish = buildFormula<formulas::swish>;

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_SCALARS_H
