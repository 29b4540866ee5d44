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
  /// `entry` is the description of the function in a signature, to which
  /// _types.py has added the types of elements. Throws LoadError if `code` does
  /// not have the function or if NumPy has no arrays of its results' ranks.
  Function(std::shared_ptr<Code> code, const py::dict &entry);

  /// Calls the function. Returns None, the result, or a tuple of the results.
  /// Throws ArgumentTypeError, ArgumentError, CheckError or OutOfMemoryError.
  py::object call(const py::args &args) const;

  /// Returns the median of the durations of calls, in seconds. Calls the
  /// function for about `seconds`. Throws what `call` throws.
  double time(const py::tuple &args, double seconds) const;

private:
  friend class Call;

  std::shared_ptr<Code> code;
  std::string name;
  std::vector<Parameter> arguments, results;
  FunctionCaller caller;
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_PYTHON_EXTENSIONS_FUNCTION_H
