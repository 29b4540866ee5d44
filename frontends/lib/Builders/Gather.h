//===- Gather.h - Gather operators ------------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_GATHER_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_GATHER_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split::frontends {

/// Builds NumPy's `take`: the slices of `data` along `axis` at `indices`, which
/// are both ranked tensors. Indices are i32 or i64. An index below 0 counts
/// from the end if `allowsNegative`, else it is out of range. An index out of
/// range is an error, at run time where it is not known. A single index makes a
/// view. The first `numBatches` dimensions are the same in both tensors.
FailureOr<Value> createGather(ImplicitLocOpBuilder &builder, Value data,
                              Value indices, int64_t axis,
                              int64_t numBatches = 0,
                              bool allowsNegative = true);

/// Builds NumPy's `take_along_axis`, but dimensions other than `axis` may be
/// smaller in `indices` than in `data`.
FailureOr<Value> createGatherElements(ImplicitLocOpBuilder &builder, Value data,
                                      Value indices, int64_t axis);

/// Builds the slices of `data` at positions that the last dimension of
/// `indices` lists. A position has an index for each of as many dimensions of
/// `data`, beginning with dimension `numBatches`. The dimensions before it are
/// the same in both tensors.
FailureOr<Value> createGatherND(ImplicitLocOpBuilder &builder, Value data,
                                Value indices, int64_t numBatches);

/// Reverses the first `lengths[b]` elements along `timeAxis` of each slice b
/// along `batchAxis`.
FailureOr<Value> createReverseSequence(ImplicitLocOpBuilder &builder,
                                       Value data, Value lengths,
                                       int64_t batchAxis, int64_t timeAxis);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_GATHER_H
