//===- ResultArray.h - Arrays of results ------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_PYTHON_EXTENSIONS_RESULTARRAY_H
#define SPLIT_MLIR_PYTHON_EXTENSIONS_RESULTARRAY_H

#include "Code.h"
#include "Elements.h"
#include "Parameter.h"

namespace mlir::split::native {

/// Elements that Python sees through a memoryview.
struct View {
  Elements elements;
  /// The sizes and strides.
  std::vector<int64_t> lengths;
  int64_t size;
  std::string format;
};

/// Memory of a result.
struct Memory {
  /// What keeps the memory alive: objects, or `allocated`, which a function of
  /// `keeper`, a Code, frees.
  Object keeper;
  std::unique_ptr<void, decltype(Code::free)> allocated{nullptr, nullptr};
  bool isWritable = false;
  /// What others reach by the buffer protocol, if at all.
  std::unique_ptr<View> view;
};

/// Creates the type of Python objects that hold a Memory.
void createMemoryType();

/// Looks up what calls use of NumPy, if it can be imported. Call it before all
/// others: a thread that imports may wait for another one that has Python's
/// lock.
void importNumpy();

/// numpy.ndarray and numpy.generic, or null.
extern PyObject *numpyArray, *numpyGeneric;

/// Returns an array of `elements`, or a memoryview without NumPy. `memory`
/// contains them.
Object createArray(const Parameter &result, const Elements &elements,
                   Memory memory);

/// Returns NumPy's scalar, or without NumPy what _types.decode returns.
Object createScalar(const Parameter &result, char *data);

/// Sets the bits of integers that their type does not have to zero or to the
/// sign. The array must be in row-major order.
void extendIntegers(const Parameter &result, char *data, size_t count);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_PYTHON_EXTENSIONS_RESULTARRAY_H
