//===- Workload.h - Workloads and how to read them --------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_BENCHMARK_WORKLOAD_H
#define SPLIT_MLIR_BENCHMARK_WORKLOAD_H

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/Error.h"

namespace mlir::split::native {

/// A split of a tensor, and a program that computes the pieces or a result of
/// them.
struct Workload {
  std::string name;
  /// MLIR with the functions
  ///   @split     from the input to the results, as a user writes it;
  ///   @into      optional, from the input to destinations that are arguments;
  ///   @presplit  optional, from the pieces to the results.
  /// Parameters follow the input or the pieces.
  std::string text;
  RankedTensorType input;
  int64_t axis = 0;
  SmallVector<int64_t> lengths;
  /// Further arguments, such as the bias of a layer.
  SmallVector<RankedTensorType> parameters;
  /// The result that is computed from the pieces; "" for the pieces themselves.
  std::string computes;
  /// Whether that result has the shape of the input, not of one piece.
  bool isResultWhole = false;
  /// The results if they have other shapes. They are computed from the whole
  /// input, and the parameters are constants of the program.
  SmallVector<RankedTensorType> results;
  /// Whether results are views of the input.
  bool wantsViews = false;

  bool hasFunction(StringRef function) const;
  bool hasConstants() const { return !results.empty(); }
  unsigned getBytesPerElement() const;
  SmallVector<int64_t> getPieceShape(unsigned piece) const;
  SmallVector<SmallVector<int64_t>> getResultShapes() const;
  size_t getInputBytes() const;
  size_t getResultBytes() const;
  /// Divides the size of the first dimension, so that verification is fast,
  /// unless the split is along it or parameters are constants.
  void shrink(int64_t divisor);
};

/// Reads a file whose line `// split-bench: input=SHAPExTYPE axis=N into=K`, or
/// `lengths=A,B,C`, says what it splits. `computes=NAME` names the function in
/// peers.py that computes the result, `parameters=SHAPExTYPE,...` its further
/// arguments, and `result=whole` says that the result has the shape of the
/// input. `results=SHAPExTYPE,...` instead of a split says that the results are
/// computed from the input and from constants. A file without functions is one
/// of static sizes, and writeSplit writes its program.
llvm::Expected<Workload> readWorkload(StringRef path, MLIRContext *context);

/// Returns a function of static types that computes the split of `workload`.
std::string writeSplit(const Workload &workload);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_BENCHMARK_WORKLOAD_H
