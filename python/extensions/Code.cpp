//===- Code.cpp - Compiled code in this process ---------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Code.h"

using namespace mlir::split;
using namespace mlir::split::native;

Code::Code(const std::string &path) {
  std::string error;
  library = LoadedLibrary::load(path, error);
  if (!library)
    throwError("LoadError", error);
  findRuntime();
}

Code::Code(Object lookUp) : look(std::move(lookUp)) { findRuntime(); }

void *Code::lookUp(const std::string &name) const {
  void *address = nullptr;
  if (library) {
    address = library->lookUp(name);
  } else {
    Object number = call(look.get(), toText(name).get());
    address = reinterpret_cast<void *>(PyLong_AsSize_t(number.get()));
    if (PyErr_Occurred())
      throw PythonError();
  }
  if (!address)
    throwError("LoadError", "the code has no function '" + name + "'");
  return address;
}

void Code::findRuntime() {
  auto find = [&](auto &function, const char *name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(
        lookUp(name));
  };
  find(allocate, "split_mlir_allocate");
  find(free, "split_mlir_free");
  find(freeUnranked, "split_mlir_free_unranked");
  find(getLastError, "split_mlir_last_error");
}

//===----------------------------------------------------------------------===//
// The type
//===----------------------------------------------------------------------===//

PyTypeObject *mlir::split::native::codeType;

static PyObject *load(PyObject *, PyObject *path) {
  return guard([&] {
    char *text;
    Py_ssize_t size;
    check(PyBytes_AsStringAndSize(path, &text, &size));
    return Holder<Code>::create(codeType, std::string(text, size));
  });
}

static PyObject *wrap(PyObject *, PyObject *lookUp) {
  return guard(
      [&] { return Holder<Code>::create(codeType, Object::borrow(lookUp)); });
}

static PyObject *getSignature(PyObject *self, void *) {
  return guard([&] {
    std::string text = Holder<Code>::get(self).getSignature();
    return Object::steal(
        PyUnicode_DecodeUTF8(text.data(), text.size(), nullptr));
  });
}

void mlir::split::native::createCodeType() {
  static PyMethodDef methods[] = {
      {"load", load, METH_O | METH_STATIC, "Loads a shared library."},
      {"wrap", wrap, METH_O | METH_STATIC, "Wraps functions in this process."},
      {nullptr, nullptr, 0, nullptr}};
  static PyGetSetDef properties[] = {
      {"signature", getSignature, nullptr, "The signature in JSON.", nullptr},
      {nullptr, nullptr, nullptr, nullptr, nullptr}};
  codeType = Holder<Code>::createType(
      "split_mlir._runtime.Code", Py_TPFLAGS_DISALLOW_INSTANTIATION,
      {{Py_tp_methods, methods}, {Py_tp_getset, properties}});
}
