//===- Workload.h - Descriptions of workloads -------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_BENCHMARK_WORKLOAD_H
#define SPLIT_MLIR_BENCHMARK_WORKLOAD_H

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/Error.h"

namespace mlir {
namespace split {

/// A split of a tensor, and a program that computes it or a value from its
/// pieces.
struct Workload {
  std::string name;
  /// MLIR with the functions
  ///   @split     from the input to the results, as a user writes it;
  ///   @into      (optional) to destinations that are arguments;
  ///   @presplit  (optional) from the pieces.
  std::string text;
  RankedTensorType input;
  int64_t axis = 0;
  SmallVector<int64_t> lengths;
  /// The function that is computed from the pieces; empty if there is none.
  std::string computes;
  /// The other words of the file's line, for example `limit=0.95 peers=1.3`,
  /// which report.py reads.
  std::string bars;
  /// Whether results are views of the input.
  bool wantsViews = false;
  /// Whether the bars need a measurement with two threads, too.
  bool wantsThreads = false;

  bool hasFunction(StringRef function) const;
  unsigned getBytesPerElement() const;
  SmallVector<int64_t> getPieceShape(unsigned piece) const;
  SmallVector<SmallVector<int64_t>> getResultShapes() const;
  size_t getInputBytes() const;
  size_t getResultBytes() const;
  /// Divides the size of the first dimension, unless the split is along it, so
  /// that verification is fast.
  void shrink(int64_t divisor);
};

/// Reads a file with a line `// split-bench: input=SHAPExTYPE axis=N into=K`,
/// or `lengths=A,B,C` instead of `into`. If the file has no functions,
/// writeSplit generates them, with static sizes.
llvm::Expected<Workload> readWorkload(StringRef path, MLIRContext *context);

/// Returns the text of a function with static types that splits as `workload`
/// describes.
std::string writeSplit(const Workload &workload);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_BENCHMARK_WORKLOAD_H
