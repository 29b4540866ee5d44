//===- Arena.h - Memory of one call -----------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_PYTHON_EXTENSIONS_ARENA_H
#define SPLIT_MLIR_PYTHON_EXTENSIONS_ARENA_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

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

} // namespace mlir::split::native

#endif // SPLIT_MLIR_PYTHON_EXTENSIONS_ARENA_H
