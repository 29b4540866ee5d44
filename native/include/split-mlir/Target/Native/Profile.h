//===- Profile.h - Durations of the ops of a model --------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TARGET_NATIVE_PROFILE_H
#define SPLIT_MLIR_TARGET_NATIVE_PROFILE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include <chrono>

namespace mlir::split::native {

/// The function that code calls after each op if it is profiled.
void profileOp(const char *description, int64_t bytes);

/// What calls of code that was compiled with NativeOptions::profile have spent
/// on each op of the model.
class Profile {
public:
  using Clock = std::chrono::steady_clock;

  /// Notes the names of the ops of `module`, which is the model.
  explicit Profile(ModuleOp module);

  /// Adds what this thread calls until the next `stop`. One thread at a time
  /// may use a profile.
  void start();
  void stop();

  /// Forgets all calls.
  void clear();

  /// Adds a call of split_mlir_profile_op.
  void add(const char *description, int64_t bytes);

  /// Prints a table, the slowest op first. Times and bytes are those of one
  /// call, on average.
  void print(raw_ostream &os) const;

  /// Writes a trace for Chrome, Perfetto and similar viewers, in JSON. Besides
  /// the events, it has the sums for each op in the order of their execution.
  void writeTrace(raw_ostream &os) const;

private:
  /// The calls of one op.
  struct Row {
    std::chrono::nanoseconds time{0};
    int64_t bytes = 0, count = 0;
  };
  struct Event {
    const char *description;
    int64_t bytes;
    Clock::time_point begin, end;
  };

  /// The names of ops, by the descriptions of their locations.
  llvm::StringMap<std::string> names;
  llvm::MapVector<const char *, Row> rows;
  std::vector<Event> events;
  int64_t numCalls = 0;
  std::chrono::nanoseconds callTime{0};
  Clock::time_point callBegin, last;
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_TARGET_NATIVE_PROFILE_H
