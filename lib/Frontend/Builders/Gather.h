//===- Gather.h - Elements at given positions -------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_BUILDERS_GATHER_H
#define SPLIT_MLIR_LIB_FRONTEND_BUILDERS_GATHER_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split {

/// Builds NumPy's `take`: the slices of `data` along `axis` at `indices`, which
/// are both ranked tensors. Indices are i32 or i64. An index below 0 counts
/// from the end if `allowsNegative`, else it is out of range. An index out of
/// range is an error, at run time where it is not known. A single index makes a
/// view.
FailureOr<Value> createGather(ImplicitLocOpBuilder &builder, Value data,
                              Value indices, int64_t axis,
                              bool allowsNegative = true);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_BUILDERS_GATHER_H
