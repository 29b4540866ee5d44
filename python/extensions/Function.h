//===- Function.h - Calls of compiled functions -----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_PYTHON_EXTENSIONS_FUNCTION_H
#define SPLIT_MLIR_PYTHON_EXTENSIONS_FUNCTION_H

#include "Argument.h"
#include "Code.h"
#include "Elements.h"

namespace mlir::split::native {

/// A compiled function.
class Function {
public:
  /// `symbol` is the name in `code`, an object that holds a Code, and `title`
  /// that of messages. `arguments` and `results` are tuples of what Parameter
  /// reads. Throws LoadError if `code` does not have the function.
  Function(Object code, const std::string &symbol, std::string title,
           PyObject *arguments, PyObject *results);

  /// Calls the function with a tuple of arguments. `out` is that of Call.
  /// Returns None, the result, or a tuple of the results. Throws
  /// ArgumentTypeError, ArgumentError, CheckError or OutOfMemoryError.
  Object call(PyObject *args, PyObject *out) const;

  /// Returns the median of the durations of calls, in seconds. Calls the
  /// function for about `seconds`. Throws what `call` throws.
  double time(PyObject *args, double seconds) const;

private:
  friend class Call;

  Object code;
  std::string title;
  std::vector<Parameter> arguments, results;
  FunctionCaller caller;
};

/// Creates the type of Python objects that hold a Function.
PyTypeObject *createFunctionType();

/// The arguments and the results of a call. The destructor frees the memory of
/// results that no array has taken.
class Call {
public:
  /// `args` is a tuple. `out` is null or None, or the array for the only
  /// result, or a tuple with an array or None for each result.
  Call(const Function &function, PyObject *args, PyObject *out);
  ~Call();
  Call(const Call &) = delete;

  /// Calls the function and returns its status. Needs no GIL.
  int32_t run();

  /// Frees what a call that succeeded has allocated, so that `run` may be
  /// called again. Needs no GIL.
  void discardResults();

  /// Returns an object for each result of a call that succeeded.
  Object takeResults();

  /// Throws the error of a call that failed with `status` on this thread.
  [[noreturn]] void fail(int32_t status) const;

private:
  const Code &getCode() const;
  /// Prepares the array that the caller has given for the result `index`.
  void prepareOut(size_t index, PyObject *object);
  void prepareOuts(PyObject *out);
  void checkOverlaps(const Parameter &out, const Argument &given) const;
  /// Prepares the memory that the result `index` is written to.
  void prepareResult(size_t index);
  void *getResultSlot(size_t index) const {
    return slots[arguments.size() + index];
  }
  Object takeResult(size_t index);
  Object takeScalar(size_t index);
  /// Returns what an array of the caller becomes, after copying `elements`.
  Object fillOut(size_t index, const Elements &elements) const;
  Object wrapView(const Parameter &result, const Elements &elements) const;

  const Function &function;
  Arena arena;
  std::vector<Argument> arguments;
  /// The caller's arrays for results, with the objects that were given; empty
  /// without any.
  std::vector<std::pair<Argument, Object>> outs;
  /// The slots of the arguments, then those of the results.
  std::vector<void *> slots;
  /// The buffers of this call for results; null for other results.
  std::vector<void *> buffers;
  /// The number of results, from the first, whose memory arrays have taken.
  size_t numTaken = 0;
  /// Whether the memory of results that calls fill in is allocated.
  bool hasResults = false;
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_PYTHON_EXTENSIONS_FUNCTION_H
