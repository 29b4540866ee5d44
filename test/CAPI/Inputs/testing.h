//===- testing.h - checks and texts of tests in C -----------------*- C -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TEST_CAPI_INPUTS_TESTING_H
#define SPLIT_MLIR_TEST_CAPI_INPUTS_TESTING_H

#include "mlir-c/Support.h"
#include <stdio.h>
#include <stdlib.h>

static inline void require(bool condition, const char *what) {
  if (condition)
    return;
  printf("failed: %s\n", what);
  exit(1);
}

static inline MlirStringRef text(const char *string) {
  return mlirStringRefCreateFromCString(string);
}

static inline void printText(MlirStringRef chunk, void *userData) {
  (void)userData;
  fwrite(chunk.data, 1, chunk.length, stdout);
}

#endif // SPLIT_MLIR_TEST_CAPI_INPUTS_TESTING_H
