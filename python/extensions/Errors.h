//===- Errors.h - Exceptions of the package ---------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_PYTHON_EXTENSIONS_ERRORS_H
#define SPLIT_MLIR_PYTHON_EXTENSIONS_ERRORS_H

#include <pybind11/pybind11.h>
#include <string>

namespace mlir::split::native {

/// Throws the exception `name` of split_mlir. `text` is `MESSAGE`, or
/// `LOCATION: error: MESSAGE`.
[[noreturn]] inline void throwError(const char *name, const std::string &text) {
  namespace py = pybind11;
  py::object type = py::module_::import("split_mlir._errors").attr(name);
  py::object error = type.attr("_parse")(
      py::str(py::bytes(text).attr("decode")("utf-8", "replace")));
  PyErr_SetObject(type.ptr(), error.ptr());
  throw py::error_already_set();
}

} // namespace mlir::split::native

#endif // SPLIT_MLIR_PYTHON_EXTENSIONS_ERRORS_H
