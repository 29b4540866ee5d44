//===- Divisions.h - Ops that divide integers -------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_NUMBERS_DIVISIONS_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_NUMBERS_DIVISIONS_H

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::split::native {

inline bool isSignedDivision(Operation *op) {
  return isa<arith::DivSIOp, arith::CeilDivSIOp, arith::FloorDivSIOp,
             arith::RemSIOp>(op);
}

/// Whether `op` divides its first operand by its second one, which must not be
/// 0.
inline bool isDivision(Operation *op) {
  return isSignedDivision(op) ||
         isa<arith::DivUIOp, arith::CeilDivUIOp, arith::RemUIOp>(op);
}

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_NUMBERS_DIVISIONS_H
