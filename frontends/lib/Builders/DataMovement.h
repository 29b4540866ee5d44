//===- DataMovement.h - Views and copies of elements ------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_DATAMOVEMENT_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_DATAMOVEMENT_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split::frontends {

/// Builds a tensor whose dimension i is dimension `permutation[i]` of the
/// ranked tensor `data`. It is an error if `permutation` is not a permutation
/// of the dimensions.
FailureOr<Value> createTranspose(ImplicitLocOpBuilder &builder, Value data,
                                 ArrayRef<int64_t> permutation);

/// Concatenates one or more ranked tensors of one element type along `axis`,
/// which counts from the end if it is negative. Ranks and sizes that do not fit
/// are an error; sizes that may not fit are checked at run time.
FailureOr<Value> createConcat(ImplicitLocOpBuilder &builder, ValueRange values,
                              int64_t axis);

/// Returns the sizes that data of sizes `data` gets by a reshape to `shape`.
/// One size may be -1: it is what the others leave. With `copyZeros` a 0 copies
/// the size of data at its position, unless it is the size of a tensor that
/// happens to be empty. Sizes that do not fit are an error, at run time where
/// they are not known.
FailureOr<SmallVector<OpFoldResult>> resolveShape(ImplicitLocOpBuilder &builder,
                                                  ArrayRef<OpFoldResult> data,
                                                  ArrayRef<OpFoldResult> shape,
                                                  bool copyZeros);

/// Gives the elements of a ranked tensor the sizes in `shape`, a 1-D tensor of
/// integers, by the rules of `resolveShape`.
FailureOr<Value> createReshape(ImplicitLocOpBuilder &builder, Value data,
                               Value shape, bool copyZeros);

/// Gives the elements of a ranked tensor these sizes, whose product is the
/// number of elements.
Value createReshapeTo(ImplicitLocOpBuilder &builder, Value data,
                      ArrayRef<OpFoldResult> sizes);

/// Collapses the dimensions before `axis` to one, and the others to another.
/// `axis` counts from the end if it is negative.
FailureOr<Value> createFlatten(ImplicitLocOpBuilder &builder, Value data,
                               int64_t axis);

/// Adds dimensions of size 1 at `axes` of the result. The result is a view if
/// the axes are constants.
FailureOr<Value> createUnsqueeze(ImplicitLocOpBuilder &builder, Value data,
                                 ArrayRef<OpFoldResult> axes);

/// Removes dimensions of size 1: those at `axes` or, if there are none, all
/// that are known to have it. Run-time checks verify that dynamic sizes at
/// `axes` are 1 or, if there are none, that no dynamic size is.
FailureOr<Value> createSqueeze(ImplicitLocOpBuilder &builder, Value data,
                               std::optional<ArrayRef<OpFoldResult>> axes);

/// Returns the sizes that a 1-D tensor of integers holds. A dynamic length is
/// an error. A negative size is an error, or fails a run-time check if it is
/// not known at import.
FailureOr<SmallVector<OpFoldResult>> createShape(ImplicitLocOpBuilder &builder,
                                                 Value shape);

/// Checks that sizes are at least 0, at run time where they are not known.
LogicalResult checkShapeSizes(ImplicitLocOpBuilder &builder,
                              ArrayRef<OpFoldResult> sizes);

/// Broadcasts a ranked tensor against a tensor with these sizes. A requested
/// size of 1 changes nothing. Sizes that do not fit are an error, or fail a
/// run-time check if they are not known at import.
FailureOr<Value> createExpand(ImplicitLocOpBuilder &builder, Value data,
                              ArrayRef<OpFoldResult> sizes);

/// Repeats a ranked tensor `repeats[i]` times along each dimension i. A
/// negative number and a size that overflows are errors, at run time where they
/// are not known.
FailureOr<Value> createTile(ImplicitLocOpBuilder &builder, Value data,
                            ArrayRef<OpFoldResult> repeats);

/// Builds a tensor of these sizes that repeats `value`, an attribute of the
/// signless type for `elementType`.
Value createFill(ImplicitLocOpBuilder &builder, ArrayRef<OpFoldResult> sizes,
                 Type elementType, TypedAttr value);

/// A slice along one axis. Negative positions count from the end; positions are
/// clamped. The slice ends before `end`.
struct AxisSlice {
  OpFoldResult axis, start, end, step;
};

/// The lists of slices along several axes.
struct SliceLists {
  SmallVector<OpFoldResult> starts, ends, axes, steps;

  /// Checks that they have the same length.
  LogicalResult verify(ImplicitLocOpBuilder &builder) const;
};

/// Builds NumPy's `data[start:end:step]` along each axis, except that a
/// backward slice that starts before the first element starts at that element.
/// A repeated axis, an axis out of range and a step of 0 are errors, at run
/// time where they are not known. The result is a view unless a step may be
/// negative.
FailureOr<Value> createSlice(ImplicitLocOpBuilder &builder, Value data,
                             ArrayRef<AxisSlice> slices);

/// Builds the same for lists, which it verifies.
FailureOr<Value> createSlice(ImplicitLocOpBuilder &builder, Value data,
                             const SliceLists &lists);

/// Builds a slice, or an empty tensor if the slice is known to be empty,
/// because upstream rejects empty slices at the end of a dimension. The slice
/// lies within `data`. Then drops the dimension `droppedDim`, which has size 1.
Value createView(ImplicitLocOpBuilder &builder, Value data,
                 ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
                 ArrayRef<OpFoldResult> strides,
                 std::optional<int64_t> droppedDim = std::nullopt);

/// Puts `row` at position `index` of the first dimension of `tensor`, which has
/// the other sizes of `row`.
Value createRowInsert(ImplicitLocOpBuilder &builder, Value row, Value tensor,
                      OpFoldResult index);

/// The values of the padding.
enum class PadMode {
  /// A given value.
  Constant,
  /// The data mirrored at its first and last element, which are not repeated.
  Reflect,
  /// The nearest element.
  Edge,
  /// The data over and over.
  Wrap,
  /// The data mirrored at its ends, with its first and last element repeated.
  Symmetric
};

/// Adds `begins[i]` elements before dimension i of a ranked tensor and
/// `ends[i]` after it. Negative numbers remove elements, before others are
/// added. `value`, of the element type, is what constant pads hold. It is an
/// error if a size becomes negative, or if another mode pads a dimension
/// without elements; at run time where sizes are not known.
FailureOr<Value> createPad(ImplicitLocOpBuilder &builder, Value data,
                           ArrayRef<OpFoldResult> begins,
                           ArrayRef<OpFoldResult> ends, PadMode mode,
                           Value value);

// Data has the dimensions batch, channels and k others. A block has `blockSize`
// elements along each of those k dimensions; SpaceToDepth makes each of its
// elements a channel. The channel is the position in the block and the original
// channel: the position varies slower if `blocksFirst`, else faster. A size
// that is no multiple is an error, at run time where it is not known.

/// Moves elements from channels to blocks.
FailureOr<Value> createDepthToSpace(ImplicitLocOpBuilder &builder, Value data,
                                    int64_t blockSize, bool blocksFirst);

/// Moves elements from blocks to channels.
FailureOr<Value> createSpaceToDepth(ImplicitLocOpBuilder &builder, Value data,
                                    int64_t blockSize, bool blocksFirst);

/// Builds NumPy's `arange` of scalars of the signless type for `elementType`,
/// which are signed if they are integers: `start + i * step` for all i from 0
/// on where this is before `end`. The length is computed in f64 for floats. A
/// step of 0, and a length that is no size, are errors, at run time where they
/// are not known.
FailureOr<Value> createRange(ImplicitLocOpBuilder &builder, Value start,
                             Value end, Value step);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_DATAMOVEMENT_H
