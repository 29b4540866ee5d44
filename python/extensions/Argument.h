//===- Argument.h - Python objects as arguments -----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_PYTHON_EXTENSIONS_ARGUMENT_H
#define SPLIT_MLIR_PYTHON_EXTENSIONS_ARGUMENT_H

#include "Parameter.h"
#include <memory>

namespace mlir::split::native {

/// Allocates descriptors and scalars, which live as long as the arena. The
/// first kilobyte needs no heap.
class Arena {
public:
  Arena() = default;
  Arena(const Arena &) = delete;

  /// Returns `count` zeroed words, aligned to 16 bytes.
  int64_t *allocateWords(size_t count) {
    count = (count + 1) / 2 * 2;
    if (count <= kInlineWords - used) {
      int64_t *words = inlineWords + used;
      used += count;
      for (size_t i = 0; i < count; ++i)
        words[i] = 0;
      return words;
    }
    blocks.push_back(std::make_unique<int64_t[]>(count));
    return blocks.back().get();
  }

private:
  static constexpr size_t kInlineWords = 128;
  alignas(16) int64_t inlineWords[kInlineWords];
  size_t used = 0;
  std::vector<std::unique_ptr<int64_t[]>> blocks;
};

/// An argument of a call, in memory that `keeper` keeps alive.
struct Argument {
  /// What to pass: a descriptor (Runtime.h) or a scalar.
  void *slot;
  Object keeper;
  bool isReadOnly;
  /// The first byte of the elements, and the byte after the last.
  uintptr_t begin, end;
};

/// Makes `object` an argument for `parameter`, without a copy unless its
/// elements are not aligned or not in an order that is needed: a NumPy array,
/// an object with `__dlpack__`, an object with the buffer protocol or, for a
/// scalar, a number. Throws ArgumentTypeError or ArgumentError if its type,
/// rank or sizes are not those of the parameter.
Argument prepareArgument(const Parameter &parameter, PyObject *object,
                         Arena &arena);

/// Throws ArgumentError if the sizes are not those of `parameter`.
void checkShape(const Parameter &parameter, const int64_t *sizes, size_t rank);

/// Throws ArgumentError with a message about `parameter`.
[[noreturn]] void failArgument(const Parameter &parameter,
                               const std::string &problem);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_PYTHON_EXTENSIONS_ARGUMENT_H
