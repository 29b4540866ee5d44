//===- Copy.h - Copies between strided operands -----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_RUNTIME_COPY_H
#define SPLIT_MLIR_DISTRIBUTION_RUNTIME_COPY_H

#include "Layout.h"

namespace mlir::split::mpi::runtime {

/// A strided operand in memory.
struct Operand {
  char *address;
  const int64_t *sizes;
  const int64_t *strides;
};

/// Reads the address, the sizes and the strides of an operand.
Operand readOperand(Reader &values, int64_t rank);

/// Checks what a box in an operand touches, with overflow: that there is memory
/// if there are elements, and that no byte is 2^63 or more bytes away. `name`
/// is the operand's in messages. Targets have no stride 0.
int32_t checkOperand(const char *name, int64_t rank, const Operand &operand,
                     const int64_t *expectedSizes, int64_t bytes,
                     bool isTarget);

/// Returns true if elements are in row-major order without gaps.
bool isContiguous(int64_t rank, const Operand &operand);

/// Stores the strides of row-major order.
void getContiguousStrides(int64_t rank, const int64_t *sizes, int64_t *strides);

/// Copies elements of `bytes` bytes. Copying an operand to itself does nothing.
void copyElements(int64_t rank, const int64_t *sizes, const char *source,
                  const int64_t *sourceStrides, char *target,
                  const int64_t *targetStrides, int64_t bytes);

} // namespace mlir::split::mpi::runtime

#endif // SPLIT_MLIR_DISTRIBUTION_RUNTIME_COPY_H
