//===- Parameter.h - Arguments and results of functions ---------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_PYTHON_EXTENSIONS_PARAMETER_H
#define SPLIT_MLIR_PYTHON_EXTENSIONS_PARAMETER_H

#include "HostAbi/Caller/FunctionCaller.h"
#include "Object.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir::split::native {

/// The element type of a tensor in DLPack; `bits` is 0 if DLPack has none.
struct DLPackType {
  uint8_t code = 0;
  uint8_t bits = 0;
};

/// An argument or a result of a compiled function.
struct Parameter {
  /// Reads what _model.py makes of an entry of a signature: a tuple of its
  /// values and those of _types.py. Throws ValueError if they are damaged.
  explicit Parameter(PyObject *tuple);

  /// Returns the array of the caller for this result.
  Parameter getOut() const;

  bool isDynamic(size_t dimension) const { return (*shape)[dimension] < 0; }
  /// Returns text like `(2, ?)`.
  std::string describeShape() const;
  /// Returns text like `float32`, or `uint16 (bits of bf16)`.
  std::string describeType() const;

  std::string name;
  /// How messages name it: `argument 'x'` or `out for result 'y'`.
  std::string title;
  bool isTensor;
  std::string elementType;
  /// Bytes of an element, and their alignment.
  int64_t bytes, alignment;
  /// The sizes, -1 for dynamic ones; not set for a tensor of unknown rank.
  std::optional<std::vector<int64_t>> shape;
  /// NumPy's type, or its name without NumPy; the name.
  Object dtype;
  std::string typeName;
  /// The type in the buffer protocol: its kind as NumPy names kinds, and what
  /// memoryview calls it.
  char kind;
  std::string format;
  /// The name of a type of another library for the elements, or empty.
  std::string otherDtype;
  DLPackType dlpack;
  /// The number of bits of an integer that has fewer than its bytes, else 0.
  int integerBits;
  bool isSigned;
  /// For arguments: whether the function may write to it, and whether it
  /// relies on row-major order.
  bool isWritable, isRowMajor;
  /// Whether this is an array of the caller for a result.
  bool isOut = false;
  /// For results.
  enum class Ownership { Value, Caller, Callee, ViewOrCallee } ownership;
};

/// Returns text like `(2, 3)`.
std::string describeShape(const int64_t *sizes, size_t rank);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_PYTHON_EXTENSIONS_PARAMETER_H
