//===- Status.cpp - Statuses of functions, and messages -------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Status.h"

#include "split-mlir/MpiRuntime/MpiRuntime.h"
#include <cstdarg>
#include <cstdio>

using namespace mlir::split;
using namespace mlir::split::mpi::runtime;

/// Without a destructor, because an unloaded library could not run one.
static thread_local char threadMessage[kMessageBytes];

char *mlir::split::mpi::runtime::getMessage() { return threadMessage; }

int32_t mlir::split::mpi::runtime::printMessage(int32_t status,
                                                const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(threadMessage, kMessageBytes, format, arguments);
  va_end(arguments);
  return status;
}

int32_t mlir::split::mpi::runtime::failAllocation(int64_t bytes) {
  return fail(SPLIT_MPI_OUT_OF_MEMORY, "cannot allocate %lld bytes", bytes);
}

int32_t mlir::split::mpi::runtime::checkMpi(int error, const char *name) {
  if (error == MPI_SUCCESS)
    return SPLIT_MPI_SUCCESS;
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  if (MPI_Error_string(error, text, &length) != MPI_SUCCESS)
    snprintf(text, sizeof(text), "error %d", error);
  return fail(SPLIT_MPI_ERROR, "%s failed: %s", name, text);
}

SizesText::SizesText(int64_t rank, const int64_t *sizes) {
  size_t length = 0;
  snprintf(text, sizeof(text), "a scalar");
  for (int64_t i = 0; i < rank && length + 1 < sizeof(text); ++i) {
    int count = snprintf(text + length, sizeof(text) - length,
                         i == 0 ? "%lld" : "x%lld", getPrinted(sizes[i]));
    length += static_cast<size_t>(count);
  }
}

extern "C" const char *split_mpi_last_error(void) { return threadMessage; }
