//===- Runtime.cpp - The module split_mlir._runtime -----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Code.h"
#include "Function.h"
#include "ResultArray.h"
#include "Version/Commit.h"
#include "split-mlir/Version.h"

using namespace mlir::split;
using namespace mlir::split::native;

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "_runtime",
    "Loads and calls compiled code. Needs no compiler.",
    -1,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr};

static void addType(PyObject *module, const char *name, PyTypeObject *type) {
  check(
      PyModule_AddObjectRef(module, name, reinterpret_cast<PyObject *>(type)));
}

PyMODINIT_FUNC PyInit__runtime() {
  return guard([] {
    importNumpy();
    createMemoryType();
    createCodeType();
    Object module = Object::steal(PyModule_Create(&definition));
    check(PyModule_AddStringConstant(module.get(), "version",
                                     SPLIT_MLIR_VERSION_STRING));
    check(PyModule_AddStringConstant(module.get(), "commit", getCommit()));
    addType(module.get(), "Code", codeType);
    addType(module.get(), "Function", createFunctionType());
    return module;
  });
}
