//===- Errors.h - Exceptions of the package ---------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_PYTHON_EXTENSIONS_ERRORS_H
#define SPLIT_MLIR_PYTHON_EXTENSIONS_ERRORS_H

#include "Object.h"

namespace mlir::split::native {

/// Throws the exception `name` of split_mlir. `text` is `MESSAGE`, or
/// `LOCATION: error: MESSAGE`.
[[noreturn]] inline void throwError(const char *name, const std::string &text) {
  Object module = Object::steal(PyImport_ImportModule("split_mlir._errors"));
  Object type = getAttribute(module.get(), name);
  Object error =
      call(getAttribute(type.get(), "_parse").get(), toText(text).get());
  PyErr_SetObject(type.get(), error.get());
  throw PythonError();
}

} // namespace mlir::split::native

#endif // SPLIT_MLIR_PYTHON_EXTENSIONS_ERRORS_H
