//===- Activations.cpp - Scalar functions given by formulas ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scalars.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

using Terms = ArrayRef<Term>;

template <typename OpTy>
static Term apply(Term x) {
  return {x.builder, OpTy::create(x.builder, x.value)};
}

template <typename OpTy>
static Term apply(Term x, Term y) {
  return {x.builder, OpTy::create(x.builder, x.value, y.value)};
}

/// Creates a constant of the type of `x`.
static Term number(Term x, double value) {
  return {x.builder, createNumber(x.builder, x.value.getType(), value)};
}

// Lookup by argument type finds operators only in the namespace of `Term`.
namespace mlir::split::frontends {
static Term operator+(Term x, Term y) { return apply<arith::AddFOp>(x, y); }
static Term operator-(Term x, Term y) { return apply<arith::SubFOp>(x, y); }
static Term operator*(Term x, Term y) { return apply<arith::MulFOp>(x, y); }
static Term operator/(Term x, Term y) { return apply<arith::DivFOp>(x, y); }
static Term operator+(Term x, double y) { return x + number(x, y); }
static Term operator*(Term x, double y) { return x * number(x, y); }
static Term operator-(Term x) { return apply<arith::NegFOp>(x); }
} // namespace mlir::split::frontends

static Term exp(Term x) { return apply<math::ExpOp>(x); }
static Term tanh(Term x) { return apply<math::TanhOp>(x); }
static Term max(Term x, double y) {
  return apply<arith::MaximumFOp>(x, number(x, y));
}
static Term min(Term x, double y) {
  return apply<arith::MinimumFOp>(x, number(x, y));
}

/// Returns `ifTrue` where x is greater than y, else `ifFalse`.
static Term selectGreater(Term x, Term y, Term ifTrue, Term ifFalse) {
  Value isGreater =
      arith::CmpFOp::create(x.builder, FloatIs::OGT, x.value, y.value);
  return {x.builder, arith::SelectOp::create(x.builder, isGreater, ifTrue.value,
                                             ifFalse.value)};
}

Value mlir::split::frontends::buildFormula(ImplicitLocOpBuilder &builder,
                                           Type type, ValueRange args,
                                           Formula &formula) {
  return computeInF32(
      builder, type, args,
      [&](ImplicitLocOpBuilder &builder, Type, ValueRange args) {
        SmallVector<Term> terms = llvm::map_to_vector(
            args, [&](Value arg) { return Term{builder, arg}; });
        return formula(terms).value;
      });
}

/// exp(x) - 1, exact near 0: `math.expm1` is lowered to the difference.
static Term expMinusOne(Term x) {
  Term t = tanh(x * 0.5);
  return t * 2 / (number(x, 1) - t);
}

/// log(1 + x) for x >= 0, exact near 0 in the same sense: the second factor
/// corrects the rounding of 1 + x.
static Term logOnePlus(Term x) {
  Term sum = x + 1, rounded = sum - number(x, 1);
  Term log = apply<math::LogOp>(sum) * (x / rounded);
  return selectGreater(rounded, number(x, 0), log, x);
}

/// x if x > 0, else alpha * (exp(y) - 1).
static Term joinExponential(Term x, Term y, Term alpha) {
  return selectGreater(x, number(x, 0), x, alpha * expMinusOne(y));
}

/// x / 2 * (1 + `squashed`).
static Term gate(Term x, Term squashed) { return x * 0.5 * (squashed + 1); }

static Term clampToUnit(Term x) { return max(min(x, 1), 0); }

Term formulas::affine(Terms args) { return args[1] * args[0] + args[2]; }

Term formulas::celu(Terms args) {
  return joinExponential(args[0], args[0] / args[1], args[1]);
}

Term formulas::elu(Terms args) {
  return joinExponential(args[0], args[0], args[1]);
}

Term formulas::gelu(Terms args) {
  return gate(args[0], apply<math::ErfOp>(args[0] * llvm::numbers::inv_sqrt2));
}

Term formulas::geluTanh(Terms args) {
  Term x = args[0];
  Term inner = x + x * x * x * 0.044715;
  // sqrt(2 / pi)
  constexpr double kScale = llvm::numbers::sqrt2 * llvm::numbers::inv_sqrtpi;
  return gate(x, tanh(inner * kScale));
}

Term formulas::hardSigmoid(Terms args) { return clampToUnit(affine(args)); }

Term formulas::hSigmoid(Terms args) {
  return clampToUnit(args[0] * (1.0 / 6) + 0.5);
}

Term formulas::hardSwish(Terms args) { return args[0] * hSigmoid(args); }

Term formulas::leakyRelu(Terms args) {
  Term x = args[0];
  return selectGreater(number(x, 0), x, x * args[1], x);
}

Term formulas::mish(Terms args) { return args[0] * tanh(softplus(args)); }

Term formulas::reciprocal(Terms args) { return number(args[0], 1) / args[0]; }

Term formulas::roundAway(Terms args) { return apply<math::RoundOp>(args[0]); }

Term formulas::scaledTanh(Terms args) {
  return args[1] * tanh(args[2] * args[0]);
}

Term formulas::selu(Terms args) { return args[2] * elu(args); }

Term formulas::shrink(Terms args) {
  Term x = args[0], bias = args[1], lambd = args[2];
  Term above = selectGreater(x, lambd, x - bias, number(x, 0));
  return selectGreater(-lambd, x, x + bias, above);
}

Term formulas::sigmoid(Terms args) {
  Term one = number(args[0], 1);
  return one / (one + exp(-args[0]));
}

Term formulas::softplus(Terms args) {
  Term decayed = exp(-apply<math::AbsFOp>(args[0]));
  return max(args[0], 0) + logOnePlus(decayed);
}

Term formulas::softsign(Terms args) {
  return args[0] / (apply<math::AbsFOp>(args[0]) + 1);
}

Term formulas::swish(Terms args) {
  Term x = args[0];
  return x * sigmoid(args.size() > 1 ? x * args[1] : x);
}

Term formulas::thresholdedRelu(Terms args) {
  return selectGreater(args[0], args[1], args[0], number(args[0], 0));
}
