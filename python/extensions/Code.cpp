//===- Code.cpp - Compiled code in this process ---------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Code.h"

#include "Errors.h"

using namespace mlir::split;
using namespace mlir::split::native;

std::shared_ptr<Code> Code::load(const std::string &path) {
  std::shared_ptr<Code> code(new Code);
  std::string error;
  code->library = LoadedLibrary::load(path, error);
  if (!code->library)
    throwError("LoadError", error);
  code->findRuntime();
  return code;
}

std::shared_ptr<Code> Code::wrap(py::function lookUp) {
  std::shared_ptr<Code> code(new Code);
  code->look = std::move(lookUp);
  code->findRuntime();
  return code;
}

void *Code::lookUp(const std::string &name) const {
  void *address = library
                      ? library->lookUp(name)
                      : reinterpret_cast<void *>(look(name).cast<uintptr_t>());
  if (!address)
    throwError("LoadError", "the code has no function '" + name + "'");
  return address;
}

void Code::findRuntime() {
  allocate =
      reinterpret_cast<decltype(allocate)>(lookUp("split_mlir_allocate"));
  free = reinterpret_cast<decltype(free)>(lookUp("split_mlir_free"));
  freeUnranked = reinterpret_cast<decltype(freeUnranked)>(
      lookUp("split_mlir_free_unranked"));
  getLastError =
      reinterpret_cast<decltype(getLastError)>(lookUp("split_mlir_last_error"));
}
