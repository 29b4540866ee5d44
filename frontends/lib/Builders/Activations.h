//===- Activations.h - Scalar functions given by formulas -------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formulas are computed on floats, those narrower than 32 bits in f32. The
// first argument is x, and the others are the parameters in the order of the
// comment.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_ACTIVATIONS_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_ACTIVATIONS_H

#include "Scalars.h"

namespace mlir::split::frontends {

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

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_ACTIVATIONS_H
