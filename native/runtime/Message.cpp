//===- Message.cpp - Messages of failed run-time checks -------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/HostAbi/Runtime.h"

#include <cinttypes>
#include <cstdio>
#include <cstring>

namespace {
/// A buffer that counts all characters and stores those that fit.
struct BoundedText {
  char *buffer;
  size_t size;
  size_t length = 0;

  void append(const char *text, size_t count) {
    for (size_t i = 0; i < count; ++i, ++length)
      if (length + 1 < size)
        buffer[length] = text[i];
  }
  void terminate() {
    if (size != 0)
      buffer[length < size ? length : size - 1] = '\0';
  }
};
} // namespace

static void appendValue(BoundedText &text, int64_t value, bool isUnsigned) {
  char digits[24];
  int count =
      isUnsigned ? snprintf(digits, sizeof(digits), "%" PRIu64, (uint64_t)value)
                 : snprintf(digits, sizeof(digits), "%" PRId64, value);
  text.append(digits, static_cast<size_t>(count));
}

extern "C" size_t split_mlir_format_message(char *buffer, size_t size,
                                            const char *format,
                                            const int64_t *values,
                                            int64_t numValues) {
  BoundedText text{buffer, size};
  int64_t next = 0;
  while (*format) {
    bool isSigned = strncmp(format, "{}", 2) == 0;
    bool isUnsigned = strncmp(format, "{u}", 3) == 0;
    if (!isSigned && !isUnsigned) {
      text.append(format++, 1);
      continue;
    }
    if (next < numValues)
      appendValue(text, values[next++], isUnsigned);
    else
      text.append("?", 1);
    format += isUnsigned ? 3 : 2;
  }
  text.terminate();
  return text.length;
}
