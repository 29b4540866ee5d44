//===- Code.h - Compiled code in this process -------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_PYTHON_EXTENSIONS_CODE_H
#define SPLIT_MLIR_PYTHON_EXTENSIONS_CODE_H

#include "HostAbi/Caller/LoadedLibrary.h"
#include "Object.h"
#include "split-mlir/HostAbi/Runtime.h"
#include <memory>

namespace mlir::split::native {

/// A shared library or a program of the JIT. Functions and the memory of
/// results refer to it, so it stays in the process as long as one of them
/// exists.
class Code {
public:
  /// Loads the shared library `path`. Throws LoadError.
  explicit Code(const std::string &path);

  /// `lookUp` maps names of functions to their addresses, as integers, which
  /// are valid as long as it exists.
  explicit Code(Object lookUp);

  /// Returns the signature in JSON; empty if the code is no loaded library.
  std::string getSignature() const {
    return library ? library->getSignature() : "";
  }

  /// Returns the address of the function `name`. Throws LoadError if there is
  /// none.
  void *lookUp(const std::string &name) const;

  // Functions of Runtime.h, which this code uses.
  decltype(&split_mlir_allocate) allocate;
  decltype(&split_mlir_free) free;
  decltype(&split_mlir_free_unranked) freeUnranked;
  decltype(&split_mlir_last_error) getLastError;

private:
  void findRuntime();

  std::unique_ptr<LoadedLibrary> library;
  Object look;
};

/// The type of Python objects that hold a Code, which the function creates.
extern PyTypeObject *codeType;
void createCodeType();

} // namespace mlir::split::native

#endif // SPLIT_MLIR_PYTHON_EXTENSIONS_CODE_H
