//===- Gather.h - elements at given positions -------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_BUILDERS_GATHER_H
#define SPLIT_MLIR_LIB_FRONTEND_BUILDERS_GATHER_H

#include "mlir/IR/Builders.h"

namespace mlir::split {

/// NumPy's `take`: the slices of `data` along `axis` at `indices`, ranked
/// tensors both. Indices are i32 or i64; those below 0 count from the end, or
/// are out of range unless `allowsNegative`. One out of range is an error at
/// `loc` where it is known, else at run time. A single index makes a view.
FailureOr<Value> createGather(OpBuilder &b, Location loc, Value data,
                              Value indices, int64_t axis,
                              bool allowsNegative = true);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_BUILDERS_GATHER_H
