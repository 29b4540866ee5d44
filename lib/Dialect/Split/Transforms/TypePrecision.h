//===- TypePrecision.h - Precision of tensor types --------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor type is more precise than another if it has static sizes where the
// other has `?`, or is ranked and the other is not. Element types and encodings
// do not affect precision.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_DIALECT_SPLIT_TRANSFORMS_TYPEPRECISION_H
#define SPLIT_MLIR_LIB_DIALECT_SPLIT_TRANSFORMS_TYPEPRECISION_H

#include "split-mlir/Dialect/Split/IR/Rules.h"
#include "split-mlir/Dialect/Split/IR/TensorTypes.h"

namespace mlir::split {

/// Returns the types that `results` and inference together state for the
/// pieces, or none if they break a rule.
std::optional<SmallVector<Type>> refinePieceTypes(const SplitSpec &spec,
                                                  TypeRange results);

/// Returns the type that data has after a split of `spec` into `results` has
/// run: inference in the other direction (V4, C5). It is at least as precise as
/// data's type, and not checked against the rules.
TensorType inferDataType(const SplitSpec &spec, TypeRange results);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_DIALECT_SPLIT_TRANSFORMS_TYPEPRECISION_H
