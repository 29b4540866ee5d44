//===- GuardedMemory.h - Memory between guard pages -------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TOOLS_SPLIT_CALL_FUZZER_GUARDEDMEMORY_H
#define SPLIT_MLIR_TOOLS_SPLIT_CALL_FUZZER_GUARDEDMEMORY_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mlir::split {

/// Prints `message` and the last message of the runtime library, and ends the
/// process.
[[noreturn]] void reportFinding(const char *message);

/// Two pages between pages that no access survives. Compiled code is not
/// instrumented, so that the address sanitizer does not watch it.
class GuardedBlock {
public:
  static constexpr size_t kBytes = 8192;

  GuardedBlock();
  GuardedBlock(const GuardedBlock &) = delete;
  ~GuardedBlock();

  /// Sets all bytes to `pattern`. Returns memory for `size` bytes, at most
  /// kBytes, at a multiple of `alignment`: as near to the end as possible, or
  /// at the begin.
  char *place(size_t size, size_t alignment, bool isAtEnd, uint8_t pattern);

  /// Returns whether all bytes except those that `place` returned last, or all,
  /// have the value `pattern`.
  bool isFilledAround(uint8_t pattern) const;
  bool isFilled(uint8_t pattern) const;
  void fill(uint8_t pattern);

  /// Returns whether the bytes from `first` to before `end` are in the block.
  bool contains(uint64_t first, uint64_t end) const;
  char *getPlaced() const { return placed; }

  /// Remembers all bytes.
  void remember();
  /// Remembers the present value of the bytes that are in the block.
  void permitWrites(uint64_t first, uint64_t end);
  /// Returns whether all bytes are as they are remembered.
  bool isAsRemembered() const;

private:
  char *mapped;
  char *begin;
  char *placed;
  size_t placedBytes = 0;
  std::vector<char> remembered;
};

} // namespace mlir::split

#endif // SPLIT_MLIR_TOOLS_SPLIT_CALL_FUZZER_GUARDEDMEMORY_H
