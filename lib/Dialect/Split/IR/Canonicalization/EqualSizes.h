//===- EqualSizes.h - sizes that are certainly equal ------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_DIALECT_SPLIT_IR_EQUALSIZES_H
#define SPLIT_MLIR_LIB_DIALECT_SPLIT_IR_EQUALSIZES_H

#include "mlir/Interfaces/ValueBoundsOpInterface.h"

namespace mlir {
namespace split {

/// Returns whether two sizes, of tensors or index values, are certainly equal
/// according to upstream's bounds. Returns false if that takes more than a few
/// steps, or involves arithmetic that may overflow, which affine maps ignore.
bool areEqualSizes(const ValueBoundsConstraintSet::Variable &lhs,
                   const ValueBoundsConstraintSet::Variable &rhs);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_LIB_DIALECT_SPLIT_IR_EQUALSIZES_H
