//===- GateFunctions.h - Functions of recurrent layers ----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_GATEFUNCTIONS_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_GATEFUNCTIONS_H

#include "Scalars.h"

namespace mlir::split::frontends {

/// A function of one number that a gate applies.
struct GateFunction {
  ScalarFunction *function;
  /// The arguments after the first.
  SmallVector<double, 2> parameters;
};

/// Looks functions up by their names in ONNX, in any case of letters. `alphas`
/// and `betas` have a parameter for each function, or only for those that take
/// one, in order. Parameters that they lack have defaults.
FailureOr<SmallVector<GateFunction>>
getGateFunctions(ImplicitLocOpBuilder &builder, ArrayRef<std::string> names,
                 ArrayRef<double> alphas, ArrayRef<double> betas);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_GATEFUNCTIONS_H
