//===- Number.h - Numbers of Python as scalars ------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_PYTHON_EXTENSIONS_NUMBER_H
#define SPLIT_MLIR_PYTHON_EXTENSIONS_NUMBER_H

#include "Parameter.h"

namespace mlir::split::native {

/// Returns whether `object` is an int, a float or a complex of Python.
bool isNumber(PyObject *object);

/// Stores a number as an element of `parameter` in `data`, which is zero.
/// Throws ArgumentTypeError or ArgumentError if its type or value does not fit.
void storeNumber(const Parameter &parameter, PyObject *value, void *data);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_PYTHON_EXTENSIONS_NUMBER_H
