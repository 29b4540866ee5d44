//===- Function.h - Calls of compiled functions -----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_PYTHON_EXTENSIONS_FUNCTION_H
#define SPLIT_MLIR_PYTHON_EXTENSIONS_FUNCTION_H

#include "Code.h"
#include "Parameter.h"

namespace mlir::split::native {

/// A compiled function.
class Function {
public:
  /// `arguments` and `results` are tuples of what Parameter reads. Throws
  /// LoadError if `code`, an object that holds a Code, does not have the
  /// function.
  Function(Object code, std::string name, PyObject *arguments,
           PyObject *results);

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
  std::string name;
  std::vector<Parameter> arguments, results;
  FunctionCaller caller;
};

/// Creates the type of Python objects that hold a Function.
PyTypeObject *createFunctionType();

} // namespace mlir::split::native

#endif // SPLIT_MLIR_PYTHON_EXTENSIONS_FUNCTION_H
