//===- ElementBytes.h - sizes of elements in memory -------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_IR_ELEMENTBYTES_H
#define SPLIT_MLIR_DIALECT_SPLIT_IR_ELEMENTBYTES_H

#include "mlir/IR/Types.h"
#include <optional>

namespace mlir {
namespace split {

/// Returns the number of bytes from one element of `type` to the next in the
/// memory of compiled code: the allocation size that LLVM's data layouts for
/// 64-bit machines give integers of as many bits, 8 for index, and twice that
/// of a part for complex. i1 takes 1 byte, i24 takes 4, i80 takes 16. None if
/// `type` is no integer, index, float or complex type.
std::optional<int64_t> getElementBytes(Type type);

/// Returns the number of bytes that hold the bits of an integer, float or
/// complex type without padding, as files store them: 3 for i24.
int64_t getUnpaddedBytes(Type type);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_DIALECT_SPLIT_IR_ELEMENTBYTES_H
