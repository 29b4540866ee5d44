//===- Code.h - Compiled code in this process -------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_PYTHON_EXTENSIONS_CODE_H
#define SPLIT_MLIR_PYTHON_EXTENSIONS_CODE_H

#include "HostAbi/Caller/LoadedLibrary.h"
#include "split-mlir/HostAbi/Runtime.h"
#include <memory>
#include <pybind11/pybind11.h>

namespace mlir::split::native {

namespace py = pybind11;

/// A shared library or a program of the JIT. Functions and the memory of
/// results share it, so it stays in the process as long as one of them exists.
class Code {
public:
  /// Loads the shared library `path`. Throws LoadError.
  static std::shared_ptr<Code> load(const std::string &path);

  /// `lookUp` maps names of functions to their addresses, as integers, which
  /// are valid as long as it exists.
  static std::shared_ptr<Code> wrap(py::function lookUp);

  /// Returns the signature in JSON of a library that `load` has loaded.
  std::string getSignature() const { return library->getSignature(); }

  /// Returns the address of the function `name`. Throws LoadError if there is
  /// none.
  void *lookUp(const std::string &name) const;

  // Functions of Runtime.h, which this code uses.
  decltype(&split_mlir_allocate) allocate;
  decltype(&split_mlir_free) free;
  decltype(&split_mlir_free_unranked) freeUnranked;
  decltype(&split_mlir_last_error) getLastError;

private:
  Code() = default;
  void findRuntime();

  std::unique_ptr<LoadedLibrary> library;
  py::object look;
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_PYTHON_EXTENSIONS_CODE_H
