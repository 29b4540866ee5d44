//===- Runtime.h - What compiled code calls ---------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C ABI between compiled code and the process it runs in. It depends on the
// C library alone.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_RUNTIME_RUNTIME_H
#define SPLIT_MLIR_RUNTIME_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Reports a run-time check that failed as `LOCATION: error: MESSAGE` on
/// stderr, and ends the process with status 1. The message is `format` filled
/// in as by split_mlir_format_message. All strings are null-terminated.
///
/// An ABI under which compiled code returns the failure to its caller instead
/// is to come; compiled code that is to live inside a longer-lived process
/// should wait for it.
void split_mlir_check_failed(const char *location, const char *format,
                             const int64_t *values, int64_t numValues);

/// Fills in the placeholders of `format` with `values`, in order: `{}` prints
/// one in signed decimal, `{u}` in unsigned decimal; everything else stands for
/// itself. A placeholder without a value prints `?`; values left over are
/// dropped.
///
/// Writes at most `size` bytes to `buffer`, the terminating null included (no
/// byte at all when `size` is 0), and returns the length of the whole message
/// without the null, as snprintf does.
size_t split_mlir_format_message(char *buffer, size_t size, const char *format,
                                 const int64_t *values, int64_t numValues);

/// A memref of any rank, as MLIR lowers it: a pointer to its descriptor, which
/// holds two pointers (allocated, aligned), an offset, sizes and strides.
typedef struct {
  int64_t rank;
  void *descriptor;
} SplitMlirUnrankedMemRef;

/// Copies all elements, of `elementSize` bytes, between memrefs of equal sizes
/// that do not overlap. MLIR's own lowering calls this by its name.
void memrefCopy(int64_t elementSize, const SplitMlirUnrankedMemRef *source,
                const SplitMlirUnrankedMemRef *target);

#ifdef __cplusplus
}
#endif

#endif // SPLIT_MLIR_RUNTIME_RUNTIME_H
