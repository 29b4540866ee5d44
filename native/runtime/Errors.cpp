//===- Errors.cpp - Errors of calls of compiled code ----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/HostAbi/Runtime.h"
#include "split-mlir/HostAbi/ThreadMessage.h"
#include <cstdio>
#include <cstring>

const int32_t SPLIT_MLIR_ABI_SYMBOL = SPLIT_MLIR_ABI_VERSION;

/// The end of a truncated message.
static const char kEllipsis[] = "...";

extern "C" void split_mlir_record_failure(const char *location,
                                          const char *format,
                                          const int64_t *values,
                                          int64_t numValues) {
  constexpr size_t size = SPLIT_MLIR_MESSAGE_BYTES;
  char *message = split_mlir_thread_message_1();
  auto length =
      static_cast<size_t>(snprintf(message, size, "%s: error: ", location));
  if (length < size)
    length += split_mlir_format_message(message + length, size - length, format,
                                        values, numValues);
  if (length >= size)
    memcpy(message + size - sizeof(kEllipsis), kEllipsis, sizeof(kEllipsis));
}

extern "C" void split_mlir_record_message(const char *message) {
  constexpr size_t size = SPLIT_MLIR_MESSAGE_BYTES;
  char *text = split_mlir_thread_message_1();
  if (static_cast<size_t>(snprintf(text, size, "%s", message)) >= size)
    memcpy(text + size - sizeof(kEllipsis), kEllipsis, sizeof(kEllipsis));
}

extern "C" const char *split_mlir_last_error(void) {
  return split_mlir_thread_message_1();
}

extern "C" int32_t split_mlir_check_abi(int64_t version) {
  if (version == SPLIT_MLIR_ABI_VERSION)
    return SPLIT_MLIR_SUCCESS;
  snprintf(split_mlir_thread_message_1(), SPLIT_MLIR_MESSAGE_BYTES,
           "error: the host was compiled for ABI version %lld of split-mlir, "
           "the library has version %d",
           static_cast<long long>(version), SPLIT_MLIR_ABI_VERSION);
  return SPLIT_MLIR_ABI_MISMATCH;
}
