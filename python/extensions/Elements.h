//===- Elements.h - Elements of tensors in memory ---------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_PYTHON_EXTENSIONS_ELEMENTS_H
#define SPLIT_MLIR_PYTHON_EXTENSIONS_ELEMENTS_H

#include <cstddef>
#include <cstdint>

namespace mlir::split::native {

/// The words of a descriptor (Runtime.h).
enum { kAllocatedWord, kAlignedWord, kOffsetWord, kSizesWord };

/// Elements in memory; strides are in bytes.
struct Elements {
  /// Returns whether the elements are in row-major order, without gaps.
  bool isRowMajor() const;

  /// Sets `begin` and `end` to the first byte and to the byte after the last.
  /// Returns false if an address has more than 63 bits.
  bool findExtent(uintptr_t &begin, uintptr_t &end) const;

  /// Sets `result` to the number of bytes of all elements. Returns false if it
  /// has more than 63 bits.
  bool countBytes(int64_t &result) const;

  /// Copies the elements in row-major order to `memory`, of `numBytes` bytes.
  /// Throws PythonError.
  void copyTo(char *memory, int64_t numBytes) const;

  char *data;
  /// The size of an element.
  int64_t bytes;
  size_t rank;
  const int64_t *sizes, *strides;
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_PYTHON_EXTENSIONS_ELEMENTS_H
