//===- TypePrecision.h - what tensor types state ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensor types are ordered by what they state of one tensor: a size is more
// precise than `?`, and any shape than an unknown rank. Element types and
// encodings are never a matter of precision.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_DIALECT_SPLIT_TRANSFORMS_TYPEPRECISION_H
#define SPLIT_MLIR_LIB_DIALECT_SPLIT_TRANSFORMS_TYPEPRECISION_H

#include "split-mlir/Dialect/Split/IR/SplitRules.h"
#include "split-mlir/Dialect/Split/IR/TensorTypes.h"

namespace mlir {
namespace split {

/// What `results` and inference together state of the pieces; none if that
/// breaks a rule.
std::optional<SmallVector<Type>> refinePieceTypes(const SplitSpec &spec,
                                                  TypeRange results);

/// What is known of data once a split of `spec` into `results` has run: the
/// other direction of inference (V4, C5). At least as precise as data's type,
/// and not checked against the rules.
TensorType inferDataType(const SplitSpec &spec, TypeRange results);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_LIB_DIALECT_SPLIT_TRANSFORMS_TYPEPRECISION_H
