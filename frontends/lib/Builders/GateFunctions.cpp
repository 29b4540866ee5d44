//===- GateFunctions.cpp - Functions of recurrent layers ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GateFunctions.h"

#include "Activations.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

namespace {
struct FunctionRow {
  StringLiteral name;
  ScalarFunction *function;
  /// The defaults of its parameters, alpha and beta.
  std::initializer_list<double> parameters;
};
} // namespace

static constexpr FunctionRow kFunctions[] = {
    {"affine", buildFormula<formulas::affine>, {1, 0}},
    {"elu", buildFormula<formulas::elu>, {1}},
    {"hardsigmoid", buildFormula<formulas::hardSigmoid>, {0.2, 0.5}},
    {"leakyrelu", buildFormula<formulas::leakyRelu>, {0.01}},
    {"relu", buildRelu, {}},
    {"scaledtanh", buildFormula<formulas::scaledTanh>, {1, 1}},
    {"sigmoid", buildSigmoid, {}},
    {"softplus", buildFormula<formulas::softplus>, {}},
    {"softsign", buildFormula<formulas::softsign>, {}},
    {"tanh", buildTanh, {}},
    {"thresholdedrelu", buildFormula<formulas::thresholdedRelu>, {1}},
};

FailureOr<SmallVector<GateFunction>> mlir::split::frontends::getGateFunctions(
    ImplicitLocOpBuilder &builder, ArrayRef<std::string> names,
    ArrayRef<double> alphas, ArrayRef<double> betas) {
  SmallVector<GateFunction> functions;
  ArrayRef<double> lists[] = {alphas, betas};
  size_t numUsed[] = {0, 0};
  for (size_t i = 0; i < names.size(); ++i) {
    StringRef name = names[i];
    const auto *row = llvm::find_if(kFunctions, [&](const FunctionRow &row) {
      return row.name == name.lower();
    });
    if (row == std::end(kFunctions))
      return builder.emitError()
             << "activation '" << name << "' is not supported";
    SmallVector<double, 2> parameters(row->parameters);
    for (auto [parameter, list, used] : llvm::zip(parameters, lists, numUsed)) {
      size_t position = list.size() == names.size() ? i : used++;
      if (position < list.size())
        parameter = list[position];
    }
    functions.push_back({row->function, parameters});
  }
  for (auto [list, used] : llvm::zip_equal(lists, numUsed))
    if (list.size() != names.size() && list.size() > used)
      return builder.emitError() << "activations have " << list.size()
                                 << " values of a parameter, expected at most "
                                 << std::max(used, names.size());
  return functions;
}
