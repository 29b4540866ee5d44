//===- Runtime.cpp - The module split_mlir._runtime -----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Argument.h"
#include "Function.h"
#include "Version/Commit.h"
#include "split-mlir/Version.h"

using namespace mlir::split;
using namespace mlir::split::native;

PYBIND11_MODULE(_runtime, module) {
  importNumpy();
  module.doc() = "Loads and calls compiled code. Needs no compiler.";
  module.attr("version") = SPLIT_MLIR_VERSION_STRING;
  module.attr("commit") = getCommit();
  py::class_<Code, std::shared_ptr<Code>>(module, "Code")
      .def_static("load", &Code::load, py::arg("path"))
      .def_static("wrap", &Code::wrap, py::arg("look_up"))
      .def_property_readonly("signature", &Code::getSignature);
  py::class_<Function>(module, "Function")
      .def(py::init<std::shared_ptr<Code>, py::dict>(), py::arg("code"),
           py::arg("entry"))
      .def("__call__", &Function::call)
      .def("time", &Function::time, py::arg("args"), py::arg("seconds"));
}
