//===- Parameter.cpp - Arguments and results of functions -----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parameter.h"

#include <algorithm>

using namespace mlir::split;
using namespace mlir::split::native;

static std::vector<int64_t> readSizes(PyObject *sizes) {
  std::vector<int64_t> shape;
  Py_ssize_t rank = PySequence_Size(sizes);
  check(static_cast<int>(std::min<Py_ssize_t>(rank, 0)));
  for (Py_ssize_t i = 0; i < rank; ++i) {
    Object size = Object::steal(PySequence_GetItem(sizes, i));
    int64_t value = -1;
    if (size.get() != Py_None)
      value = PyLong_AsLongLong(size.get());
    if (PyErr_Occurred())
      throw PythonError();
    shape.push_back(value);
  }
  return shape;
}

Parameter::Parameter(PyObject *tuple) {
  const char *nameText, *elementText, *typeText, *formatText, *otherText;
  PyObject *sizes, *type;
  long long elementBytes, elementAlignment, typeBytes;
  int tensor, kindCode, sign, written, ordered, owner;
  if (!PyArg_ParseTuple(tuple, "spsLLOOsCLs(bb)sipppi", &nameText, &tensor,
                        &elementText, &elementBytes, &elementAlignment, &sizes,
                        &type, &typeText, &kindCode, &typeBytes, &formatText,
                        &dlpack.code, &dlpack.bits, &otherText, &integerBits,
                        &sign, &written, &ordered, &owner))
    throw PythonError();
  name = nameText;
  title = "argument '" + name + "'";
  elementType = elementText;
  bytes = elementBytes;
  alignment = elementAlignment;
  if (bytes <= 0 || alignment <= 0 || typeBytes != bytes)
    throwValueError("'" + name + "' has elements of " + std::to_string(bytes) +
                    " bytes, expected " + std::to_string(typeBytes) + " for " +
                    elementType);
  if (sizes != Py_None)
    shape = readSizes(sizes);
  dtype = Object::borrow(type);
  typeName = typeText;
  kind = static_cast<char>(kindCode);
  format = formatText;
  otherDtype = otherText;
  isTensor = tensor;
  isSigned = sign;
  isWritable = written;
  isRowMajor = ordered;
  ownership = static_cast<Ownership>(owner);
}

Parameter Parameter::getOut() const {
  Parameter out = *this;
  out.title = "out for result '" + name + "'";
  out.isOut = out.isWritable = out.isRowMajor = true;
  return out;
}

std::string mlir::split::native::describeShape(const int64_t *sizes,
                                               size_t rank) {
  std::string text = "(";
  for (size_t i = 0; i < rank; ++i)
    text += (i ? ", " : "") + (sizes[i] < 0 ? "?" : std::to_string(sizes[i]));
  return text + (rank == 1 ? ",)" : ")");
}

std::string Parameter::describeShape() const {
  return mlir::split::native::describeShape(shape->data(), shape->size());
}

std::string Parameter::describeType() const {
  bool isStorage = !otherDtype.empty() || kind == 'V' ||
                   elementType[0] == '!' || integerBits > 1;
  return isStorage ? typeName + " (bits of " + elementType + ")" : typeName;
}
