//===- Status.h - Statuses of functions, and messages -----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_RUNTIME_STATUS_H
#define SPLIT_MLIR_DISTRIBUTION_RUNTIME_STATUS_H

#include "Mpi.h"
#include <cstddef>
#include <cstdint>

namespace mlir::split::mpi::runtime {

/// The size of the buffer for a message, including the terminating null.
constexpr size_t kMessageBytes = 4096;

/// Returns the buffer with the last message of this thread.
char *getMessage();

/// Stores a message, printf's format and arguments, and returns `status`.
int32_t printMessage(int32_t status, const char *format, ...);

/// Converts an argument for printf: `%lld` prints any integer of 64 bits.
inline long long getPrinted(int64_t value) { return value; }
inline int getPrinted(int value) { return value; }
inline const char *getPrinted(const char *value) { return value; }

/// Stores a message and returns `status`.
template <typename... Arguments>
int32_t fail(int32_t status, const char *format, Arguments... arguments) {
  return printMessage(status, format, getPrinted(arguments)...);
}

/// Returns SPLIT_MPI_OUT_OF_MEMORY with a message.
int32_t failAllocation(int64_t bytes);

/// Returns success if `error`, which the MPI function `name` returned, is
/// MPI_SUCCESS; else SPLIT_MPI_ERROR with a message.
int32_t checkMpi(int error, const char *name);

/// The sizes of a tensor or a grid as text: 2x3, or "a scalar".
struct SizesText {
  SizesText(int64_t rank, const int64_t *sizes);
  char text[256];
};

} // namespace mlir::split::mpi::runtime

#endif // SPLIT_MLIR_DISTRIBUTION_RUNTIME_STATUS_H
