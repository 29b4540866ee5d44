//===- Call.h - One call of a compiled function -----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_PYTHON_EXTENSIONS_CALL_H
#define SPLIT_MLIR_PYTHON_EXTENSIONS_CALL_H

#include "Argument.h"
#include "Function.h"

namespace mlir::split::native {

/// The arguments and the results of a call. The destructor frees the memory of
/// results that no array has taken.
class Call {
public:
  Call(const Function &function, const py::tuple &args);
  ~Call();
  Call(const Call &) = delete;

  /// Calls the function and returns its status. Needs no GIL.
  int32_t run();

  /// Frees what a call that succeeded has allocated, so that `run` may be
  /// called again. Needs no GIL.
  void discardResults();

  /// Returns a new object for each result of a call that succeeded.
  py::object takeResults();

  /// Throws the error of a call that failed with `status` on this thread.
  [[noreturn]] void fail(int32_t status) const;

private:
  /// Prepares the memory that the result `index` is written to.
  void prepareResult(size_t index);
  void *getResultSlot(size_t index) const {
    return slots[arguments.size() + index];
  }
  py::object takeResult(size_t index);
  py::object wrapView(const Parameter &result, size_t rank,
                      const int64_t *words) const;

  const Function &function;
  Arena arena;
  std::vector<Argument> arguments;
  /// The slots of the arguments, then those of the results.
  std::vector<void *> slots;
  /// The caller's buffers for results; null for other results.
  std::vector<void *> buffers;
  /// The number of results, from the first, whose memory arrays have taken.
  size_t numTaken = 0;
  /// Whether the memory of results that calls fill in is allocated.
  bool hasResults = false;
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_PYTHON_EXTENSIONS_CALL_H
