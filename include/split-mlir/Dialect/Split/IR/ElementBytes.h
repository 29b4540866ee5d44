//===- ElementBytes.h - Sizes of elements in memory -------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_IR_ELEMENTBYTES_H
#define SPLIT_MLIR_DIALECT_SPLIT_IR_ELEMENTBYTES_H

#include "mlir/IR/Types.h"
#include <optional>

namespace mlir::split {

/// Returns the number of bytes from one element of `type` to the next in the
/// memory of compiled code. For integers and floats, this is the allocation
/// size of an integer of the same width in LLVM's data layouts for 64-bit
/// machines: 1 for i1, 4 for i24, 16 for i80. It is 8 for index, and for a
/// complex type twice the size of its element type. Returns none for other
/// types.
std::optional<int64_t> getElementBytes(Type type);

/// Returns the number of bytes that hold the bits of an integer, float or
/// complex type without padding, as files store them: 3 for i24.
int64_t getUnpaddedBytes(Type type);

} // namespace mlir::split

#endif // SPLIT_MLIR_DIALECT_SPLIT_IR_ELEMENTBYTES_H
