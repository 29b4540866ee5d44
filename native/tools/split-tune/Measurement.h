//===- Measurement.h - Times of compiled splits -----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_TOOLS_SPLIT_TUNE_MEASUREMENT_H
#define SPLIT_MLIR_NATIVE_TOOLS_SPLIT_TUNE_MEASUREMENT_H

#include "split-mlir/HostAbi/Runtime.h"
#include "split-mlir/Machine/MachineProfile.h"
#include "split-mlir/Target/Native/NativeModule.h"
#include <chrono>
#include <deque>

namespace mlir::split::native {

/// A split of `rows` x `columns` elements of type f32 along the columns into
/// `pieces` equal ones, which are the results. If `adds`, the only result is
/// the sum of the first two pieces.
struct Workload {
  int64_t rows, columns, pieces;
  bool adds = false;

  int64_t getNumResults() const { return adds ? 1 : pieces; }
};

/// The input and the output of all splits. All pages of this memory have been
/// written, so that no call causes page faults.
class Buffers {
public:
  /// For workloads whose input and pieces have at most `bytes` bytes.
  static llvm::Expected<Buffers> create(int64_t bytes);

  char *getInput() const { return input.get(); }
  char *getOutput() const { return output.get(); }

private:
  struct Deleter {
    void operator()(char *memory) const { std::free(memory); }
  };
  using Memory = std::unique_ptr<char, Deleter>;

  Memory input, output;
};

/// A compiled workload. It reads values that the target spec does not state
/// from split_mlir_machine.
class CompiledSplit {
public:
  /// Compiles a split for `threads` threads and a target spec of `entries`.
  /// Emits an error on failure.
  static FailureOr<CompiledSplit> compile(MLIRContext *context,
                                          const Workload &workload,
                                          const TargetEntries &entries,
                                          unsigned threads,
                                          const Buffers &buffers);

  /// Returns the seconds that one call takes.
  double call();

private:
  CompiledSplit(NativeModule native) : native(std::move(native)) {}

  NativeModule native;
  std::deque<SplitMlirMemRef2> descriptors;
};

/// One of the alternatives to compare: splits, and the values that
/// split_mlir_machine returns to them.
struct Candidate {
  std::vector<CompiledSplit *> splits;
  SplitMlirMachine machine;

  /// Calls the split with index `workload` for a while, and returns the seconds
  /// that one more call takes.
  double call(size_t workload) const;
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_TOOLS_SPLIT_TUNE_MEASUREMENT_H
