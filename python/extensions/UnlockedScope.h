//===- UnlockedScope.h - Scopes without Python's lock -----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_PYTHON_EXTENSIONS_UNLOCKEDSCOPE_H
#define SPLIT_MLIR_PYTHON_EXTENSIONS_UNLOCKEDSCOPE_H

#include <Python.h>
#include <unistd.h>

namespace mlir::split::native {

/// Lets other threads of Python run. The interpreter may end meanwhile: Python
/// then ends this thread by an exception, which no destructor may let through.
/// The thread waits instead for the end of the process.
class UnlockedScope {
public:
  UnlockedScope() : state(PyEval_SaveThread()) {}
  ~UnlockedScope() {
    try {
      PyEval_RestoreThread(state);
    } catch (...) {
      for (;;)
        pause();
    }
  }
  UnlockedScope(const UnlockedScope &) = delete;

private:
  PyThreadState *state;
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_PYTHON_EXTENSIONS_UNLOCKEDSCOPE_H
