//===- Indexing.h - Elements at positions -----------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_INDEXING_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_INDEXING_H

#include "Scalars.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split::frontends {

// Tensors of indices are ranked and have elements of type i32 or i64.

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

// Updates are written in row-major order, so the last of several updates at one
// position stays. Indices are as in the functions above.

/// How an update changes an element.
enum class ScatterKind { Update, Add, Mul, Max, Min };

/// Writes `updates` to a copy of `data`. An update goes to the position that it
/// has in `updates`, except along `axis`, where its position is its index.
FailureOr<Value> createScatterElements(ImplicitLocOpBuilder &builder,
                                       Value data, Value indices, Value updates,
                                       int64_t axis, ScatterKind kind);

/// Writes the slices in `updates` to a copy of `data`, at the positions that
/// the last dimension of `indices` holds.
FailureOr<Value> createScatterND(ImplicitLocOpBuilder &builder, Value data,
                                 Value indices, Value updates,
                                 ScatterKind kind);

/// Writes slices along `axis` to a copy of `data`: slice i at `indices[i]`,
/// where i counts the elements of a tensor of any rank.
FailureOr<Value> createScatterSlices(ImplicitLocOpBuilder &builder, Value data,
                                     Value indices, Value updates,
                                     int64_t axis);

/// Builds a tensor of `elementType`, i32 or i64, with a column for each element
/// of `data` that is not zero, in row-major order. The column is the position
/// of the element, with a row for each dimension of `data`, a ranked tensor of
/// numbers or bools.
Value createNonZero(ImplicitLocOpBuilder &builder, Value data,
                    Type elementType);

/// Concatenates the slices of `data` along `axis` for which `condition`, a 1-D
/// tensor of bools, is true. A true element beyond the end of the axis is an
/// error at run time.
FailureOr<Value> createCompress(ImplicitLocOpBuilder &builder, Value data,
                                Value condition, int64_t axis);

/// Keeps the elements of the matrices in the last two dimensions of `data` that
/// are on diagonal `k` or above it, or on it or below it, and sets the others
/// to zero. Diagonal 0 begins at the first element, and diagonal 1 is above it.
FailureOr<Value> createTriangle(ImplicitLocOpBuilder &builder, Value data,
                                OpFoldResult k, bool isUpper);

/// Builds a tensor of these sizes, at least two, with ones on diagonal `k` of
/// the last two dimensions and zeros elsewhere.
Value createEye(ImplicitLocOpBuilder &builder, ArrayRef<OpFoldResult> sizes,
                OpFoldResult k, Type elementType);

/// Inserts a dimension of size `depth` at `axis` of the result, which has the
/// scalar `on` where the position along it equals the element of `indices`, a
/// tensor of i64, and `off` elsewhere. An index below 0 counts from the end if
/// `allowsNegative`. An axis out of range and a depth below 0 are errors, the
/// latter at run time where it is not known.
FailureOr<Value> createOneHot(ImplicitLocOpBuilder &builder, Value indices,
                              OpFoldResult depth, Value off, Value on,
                              int64_t axis, bool allowsNegative);

/// Builds ones where the first of the greatest elements along `axis` of a
/// tensor of floats is, and zeros elsewhere.
Value createHardmax(ImplicitLocOpBuilder &builder, Value data, int64_t axis);

/// Which elements come first. NaN comes before all numbers.
enum class Order { Greatest, Least };

struct TopK {
  /// The elements, and their positions along the axis as i64.
  Value values, positions;
};

/// Builds the first `count` elements along `axis` of a ranked tensor of
/// numbers, in order. Of equal elements, the one with the lower position comes
/// first. An axis out of range is an error, and so is a count below 0 or above
/// the size, at run time where it is not known. Each element is inserted in a
/// sorted list, which takes up to `count` steps, but few for most elements if
/// they are in random order.
FailureOr<TopK> createTopK(ImplicitLocOpBuilder &builder, Value data,
                           OpFoldResult count, int64_t axis, Order order);

/// Builds the position along `axis`, from 0 on, of the first element in order,
/// as an i64 tensor without that dimension. Of equal elements, it is the first
/// one or the last one. The position along a dimension of size 0 is 0.
Value createArgFirst(ImplicitLocOpBuilder &builder, Value data, int64_t axis,
                     Order order, bool isLastOfEqual);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_INDEXING_H
