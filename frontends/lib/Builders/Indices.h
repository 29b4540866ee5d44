//===- Indices.h - Index tensors --------------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors of indices are ranked and have elements of type i32 or i64.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_INDICES_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_INDICES_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split::frontends {

/// Computes the minimum of 0 and the elements of `indices`, and the maximum of
/// -1 and them.
std::pair<OpFoldResult, OpFoldResult>
createBounds(ImplicitLocOpBuilder &builder, Value indices);

/// Checks that every index is in range for dimension `dim` of size `size`, at
/// run time where it is not known. An index below 0 counts from the end if
/// `allowsNegative`.
LogicalResult checkIndices(ImplicitLocOpBuilder &builder, Value indices,
                           OpFoldResult size, int64_t dim,
                           bool allowsNegative = true);

/// Counts an index that may be below 0 from the front.
Value createPosition(ImplicitLocOpBuilder &builder, OpFoldResult index,
                     OpFoldResult size);

/// Reads `count` indices at position `outer` of a tensor whose last dimension
/// holds them, and counts them from the front of dimensions of these sizes.
SmallVector<Value> createTuple(ImplicitLocOpBuilder &builder, Value indices,
                               ValueRange outer, int64_t count,
                               ArrayRef<OpFoldResult> sizes);

/// Checks that `tensor`, which errors call `name`, has these sizes.
LogicalResult checkSizes(ImplicitLocOpBuilder &builder, Value tensor,
                         ArrayRef<OpFoldResult> sizes, StringRef name);

/// Checks how many dimensions two tensors have in common.
LogicalResult checkNumBatches(ImplicitLocOpBuilder &builder, int64_t numBatches,
                              int64_t most);

/// Checks the indices of GatherElements and ScatterElements: they have the rank
/// of `data`, are in range for dimension `axis`, and there are no more of them
/// than elements of `data` along other dimensions. Returns the axis counted
/// from the front.
FailureOr<int64_t> checkElementIndices(ImplicitLocOpBuilder &builder,
                                       Value data, Value indices, int64_t axis);

/// Checks the indices of GatherND and ScatterND. Their last dimension holds
/// positions in as many dimensions of `data` from dimension `numBatches` on,
/// and their first `numBatches` sizes are those of `data`. Returns the number
/// of positions.
FailureOr<int64_t> checkIndexTuples(ImplicitLocOpBuilder &builder, Value data,
                                    Value indices, int64_t numBatches);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_INDICES_H
