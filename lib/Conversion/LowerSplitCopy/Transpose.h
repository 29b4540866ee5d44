//===- Transpose.h - blocks of rows and outputs -----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_LOWERSPLITCOPY_TRANSPOSE_H
#define LIB_CONVERSION_LOWERSPLITCOPY_TRANSPOSE_H

#include "ByteBuilder.h"

namespace mlir {
namespace split {

/// Loads a line from each of `sources`, cut into as many cells of `cellBytes`,
/// and returns the transpose: line i has cell i of each, in order. `cellBytes`
/// is a power of two below the line's size.
SmallVector<Value> loadTransposed(ByteBuilder &b, ArrayRef<Value> sources,
                                  int64_t cellBytes);

} // namespace split
} // namespace mlir

#endif // LIB_CONVERSION_LOWERSPLITCOPY_TRANSPOSE_H
