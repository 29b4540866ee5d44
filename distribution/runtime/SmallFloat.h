//===- SmallFloat.h - Elements of f16 and bf16 ------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_RUNTIME_SMALLFLOAT_H
#define SPLIT_MLIR_DISTRIBUTION_RUNTIME_SMALLFLOAT_H

#include <cstdint>

namespace mlir::split::mpi {

/// Conversions of the bits of small floats to float, and back: to nearest, ties
/// to even. NaN becomes a quiet NaN.
float convertFromF16(uint16_t bits);
uint16_t convertToF16(float value);
float convertFromBF16(uint16_t bits);
uint16_t convertToBF16(float value);

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DISTRIBUTION_RUNTIME_SMALLFLOAT_H
