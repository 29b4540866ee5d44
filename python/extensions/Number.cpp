//===- Number.cpp - Numbers of Python as scalars --------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Number.h"

#include "Argument.h"
#include "Errors.h"
#include <cstring>

using namespace mlir::split;
using namespace mlir::split::native;

bool mlir::split::native::isNumber(PyObject *object) {
  return PyLong_Check(object) || PyFloat_Check(object) ||
         PyComplex_Check(object);
}

/// Stores an integer. Throws ArgumentError if it is out of range.
static void storeInteger(const Parameter &parameter, PyObject *value,
                         void *data) {
  int bits = parameter.integerBits ? parameter.integerBits
                                   : static_cast<int>(8 * parameter.bytes);
  uint64_t high = UINT64_MAX >> (64 - bits + parameter.isSigned);
  int64_t low = parameter.isSigned ? -static_cast<int64_t>(high) - 1 : 0;
  int overflow;
  int64_t number = PyLong_AsLongLongAndOverflow(value, &overflow);
  uint64_t magnitude = number;
  bool fits = overflow == 0 && number >= low &&
              (number < 0 || magnitude <= high);
  if (overflow > 0 && high > INT64_MAX) {
    magnitude = PyLong_AsUnsignedLongLong(value);
    fits = !PyErr_Occurred();
    PyErr_Clear();
  }
  if (!fits)
    failArgument(parameter, "is " + describeObject(value) +
                                ", expected a number from " +
                                std::to_string(low) + " to " +
                                std::to_string(high));
  std::memcpy(data, &magnitude, parameter.bytes);
}

/// Stores the real or imaginary part of a number.
static void storeFloat(double number, int64_t bytes, char *data) {
  auto single = static_cast<float>(number);
  auto extended = static_cast<long double>(number);
  if (bytes == 4)
    std::memcpy(data, &single, sizeof(single));
  else if (bytes == 8)
    std::memcpy(data, &number, sizeof(number));
  else
    std::memcpy(data, &extended,
                std::min<size_t>(bytes, sizeof(extended)));
}

/// Stores a float of 16 bits, which C++ lacks.
static void storeHalf(double number, void *data) {
  Object module = Object::steal(PyImport_ImportModule("struct"));
  Object value = Object::steal(PyFloat_FromDouble(number));
  Object bytes = call(getAttribute(module.get(), "pack").get(),
                      toText("e").get(), value.get());
  const char *text = PyBytes_AsString(bytes.get());
  if (!text)
    throw PythonError();
  std::memcpy(data, text, 2);
}

void mlir::split::native::storeNumber(const Parameter &parameter,
                                      PyObject *value, void *data) {
  char kind = parameter.kind;
  bool isInteger = kind == 'i' || kind == 'u' || kind == 'b';
  bool isReal = !PyComplex_Check(value);
  bool fits = isInteger     ? PyLong_Check(value)
              : kind == 'f' ? isReal
                            : kind == 'c';
  if (!fits || !parameter.otherDtype.empty())
    throwError("ArgumentTypeError",
               parameter.title + " is a number of Python's type " +
                   getTypeName(value) + ", expected " +
                   parameter.describeType());
  if (isInteger)
    return storeInteger(parameter, value, data);
  double real = PyComplex_RealAsDouble(value);
  double imaginary = isReal ? 0 : PyComplex_ImagAsDouble(value);
  if (PyErr_Occurred())
    throw PythonError();
  auto *bytes = static_cast<char *>(data);
  if (kind == 'c') {
    storeFloat(real, parameter.bytes / 2, bytes);
    storeFloat(imaginary, parameter.bytes / 2, bytes + parameter.bytes / 2);
  } else if (parameter.bytes == 2) {
    storeHalf(real, data);
  } else {
    storeFloat(real, parameter.bytes, bytes);
  }
}
