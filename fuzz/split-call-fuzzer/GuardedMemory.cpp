//===- GuardedMemory.cpp - Memory between guard pages ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardedMemory.h"

#include "split-mlir/HostAbi/Runtime.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir::split;

void mlir::split::reportFinding(const char *message) {
  fprintf(stderr, "ERROR: %s\nlast message: %s\n", message,
          split_mlir_last_error());
  std::abort();
}

GuardedBlock::GuardedBlock() : remembered(kBytes) {
  size_t page = sysconf(_SC_PAGESIZE);
  mapped = static_cast<char *>(mmap(nullptr, kBytes + 2 * page, PROT_NONE,
                                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  if (mapped == MAP_FAILED ||
      mprotect(mapped + page, kBytes, PROT_READ | PROT_WRITE) != 0)
    reportFinding("the fuzzer gets no pages");
  begin = placed = mapped + page;
}

GuardedBlock::~GuardedBlock() {
  munmap(mapped, kBytes + 2 * sysconf(_SC_PAGESIZE));
}

char *GuardedBlock::place(size_t size, size_t alignment, bool isAtEnd,
                          uint8_t pattern) {
  fill(pattern);
  placedBytes = size;
  placed = isAtEnd ? begin + (kBytes - size) / alignment * alignment : begin;
  return placed;
}

void GuardedBlock::fill(uint8_t pattern) { memset(begin, pattern, kBytes); }

static bool areAll(const char *first, const char *end, uint8_t pattern) {
  return std::all_of(first, end, [&](char c) { return uint8_t(c) == pattern; });
}

bool GuardedBlock::isFilledAround(uint8_t pattern) const {
  return areAll(begin, placed, pattern) &&
         areAll(placed + placedBytes, begin + kBytes, pattern);
}

bool GuardedBlock::isFilled(uint8_t pattern) const {
  return areAll(begin, begin + kBytes, pattern);
}

bool GuardedBlock::contains(uint64_t first, uint64_t end) const {
  auto start = reinterpret_cast<uint64_t>(begin);
  return first >= start && first <= end && end <= start + kBytes;
}

void GuardedBlock::remember() { memcpy(remembered.data(), begin, kBytes); }

void GuardedBlock::permitWrites(uint64_t first, uint64_t end) {
  if (contains(first, end))
    memcpy(remembered.data() + (first - reinterpret_cast<uint64_t>(begin)),
           reinterpret_cast<char *>(first), end - first);
}

bool GuardedBlock::isAsRemembered() const {
  return memcmp(remembered.data(), begin, kBytes) == 0;
}
