//===- Recurrent.h - Recurrent layers ---------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_RECURRENT_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_RECURRENT_H

#include "Scalars.h"
#include <optional>

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

/// A recurrent layer with a cell for each direction. All tensors have the same
/// float type, except the lengths, which are integers. L is the length of
/// sequences, B the batch size, I the size of an input, H the size of a state,
/// D the number of directions and G the number of gates. D, G and H are static.
struct RecurrentLayer {
  /// With 1, 3 and 4 gates.
  enum Kind { RNN, GRU, LSTM } kind = RNN;
  /// Per direction, whether it reads sequences from their end.
  SmallVector<bool> isReverse;
  /// Per direction: f; for GRU f and g; for LSTM f, g and h.
  SmallVector<GateFunction> functions;
  /// For LSTM, the positions of the gates i, o, f and c in the weights.
  std::array<unsigned, 4> gates = {0, 1, 2, 3};
  /// Arguments of functions are clamped to [-clip, clip].
  std::optional<double> clip;
  /// For LSTM, whether f is 1 - i.
  bool couplesGates = false;
  /// For GRU, whether r scales the product of state and weights, rather than
  /// the state.
  bool scalesProduct = false;

  /// LxBxI.
  Value data;
  /// DxGHxI and DxGHxH.
  Value weights, recurrence;
  /// DxGH, for the products with inputs and with states; or null.
  Value bias, stateBias;
  /// The lengths of the sequences, B; or null if all are L. The result is 0
  /// after the end of a sequence.
  Value lengths;
  /// The initial states, DxBxH; null for zeros.
  Value state, cell;
  /// For LSTM, Dx3H for the gates i, o and f; or null.
  Value peepholes;
};

/// Builds the states after all steps, LxDxBxH, the last state, DxBxH, and for
/// LSTM the last cell, DxBxH. The product of data and weights is computed for
/// all steps before the loop over them.
FailureOr<SmallVector<Value>> createRecurrent(ImplicitLocOpBuilder &builder,
                                              RecurrentLayer layer);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_RECURRENT_H
