//===- Windows.h - Convolutions and pools -----------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_WINDOWS_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_WINDOWS_H

#include "Elementwise.h"
#include <limits>

namespace mlir::split {
class IndexMath;
} // namespace mlir::split

namespace mlir::split::frontends {

// Convolutions and pools compute each element of the result from a window of
// the data. The data is padded first, so that every window lies inside it.

/// The largest number in a description of windows, and the largest size of a
/// windowed dimension that is known at import: so nothing overflows.
inline constexpr int64_t kMaxNumber = std::numeric_limits<int32_t>::max();

/// How a model describes windows. Each list has one number for each windowed
/// dimension, or is empty: then strides and dilations are 1 and pads are 0.
struct WindowSpec {
  enum AutoPad {
    /// The pads say how many elements are added.
    Explicit,
    /// As many elements are added as ceil(size / stride) windows need. If the
    /// number is odd, one more is added after the data (upper) or before it
    /// (lower).
    SameUpper,
    SameLower,
    /// No elements are added.
    Valid
  };
  /// How the number of windows is rounded, unless `autoPad` determines it.
  enum Rounding {
    Floor,
    /// The last window may extend beyond the pads.
    Ceil,
    /// The same, if it begins before or in the data.
    CeilInData
  };

  /// The numbers of elements of a window.
  SmallVector<OpFoldResult> kernel;
  SmallVector<int64_t> strides = {}, dilations = {}, padsBegin = {},
                       padsEnd = {};
  AutoPad autoPad = Explicit;
  Rounding rounding = Floor;

  /// Fills empty lists. Checks that the lists have one number for each
  /// dimension of a tensor of rank `rank` but the first two, and that the
  /// numbers are in range.
  LogicalResult complete(ImplicitLocOpBuilder &builder, int64_t rank);
};

/// The windows along one dimension. Window i has `kernel` elements, which begin
/// at element `i * stride - padBegin` and are `dilation` elements apart.
struct Window {
  int64_t dim;
  /// The size of the dimension.
  OpFoldResult size;
  OpFoldResult kernel;
  int64_t stride = 1, dilation = 1;
  /// The numbers of elements that the model adds.
  OpFoldResult padBegin = {}, padEnd = {};
  /// The number of windows.
  OpFoldResult count = {};
  /// The number of elements after the data so that all windows are inside it;
  /// at least `padEnd`.
  OpFoldResult marginEnd = {};
};

/// Checks that a list, which errors call `what`, has a number for each
/// dimension from 2 on.
LogicalResult checkListLength(ImplicitLocOpBuilder &builder, StringRef what,
                              int64_t length, int64_t expected);

/// Fills an empty list with `least`; checks that any other has `length` numbers
/// from `least` to `kMaxNumber`.
LogicalResult completeList(ImplicitLocOpBuilder &builder, StringRef what,
                           SmallVector<int64_t> &list, int64_t length,
                           int64_t least);

/// Checks that size and kernel are in a range in which nothing overflows; the
/// kernel also at run time.
LogicalResult checkNumbers(ImplicitLocOpBuilder &builder, const Window &window);

/// Checks that the size of dimension `dim` of a result is in [0, `kMaxNumber`].
LogicalResult checkResultSize(ImplicitLocOpBuilder &builder, OpFoldResult size,
                              int64_t dim);

/// Returns the distance from the first to the last element of a window.
Value createReach(IndexMath &math, const Window &window);

/// Returns the windows along dimensions 2 and later of `data`. Windows that do
/// not fit are an error, at run time where sizes are not known.
FailureOr<SmallVector<Window>> createWindows(ImplicitLocOpBuilder &builder,
                                             Value data, WindowSpec spec);

/// Returns for each dimension from 2 on one window that contains all elements.
FailureOr<SmallVector<Window>>
createGlobalWindows(ImplicitLocOpBuilder &builder, Value data);

/// Returns the windows of `kernel` elements along `dim` with one element of
/// `data` in the middle of each. Of an even number, one more is after it.
FailureOr<Window> createCenteredWindow(ImplicitLocOpBuilder &builder,
                                       Value data, int64_t dim, int64_t kernel);

/// Returns the sizes of `data` with the numbers of windows in place of the
/// sizes of the windowed dimensions.
SmallVector<OpFoldResult> getWindowCounts(ImplicitLocOpBuilder &builder,
                                          Value data, ArrayRef<Window> windows);

/// Returns the expression for the index along `window.dim` of the element that
/// dimensions `i` (the window) and `k` (the element in it) of a loop denote.
AffineExpr getWindowExpr(ImplicitLocOpBuilder &builder, const Window &window,
                         int64_t i, int64_t k);

/// Pads `data` by elements `value`, of the signless element type, so that all
/// windows are inside it.
FailureOr<Value> createMargins(ImplicitLocOpBuilder &builder, Value data,
                               ArrayRef<Window> windows, TypedAttr value);

/// Builds a scalar of `type`. `value` has the signless type for it.
Value createScalar(ImplicitLocOpBuilder &builder, Type type, TypedAttr value);

/// Builds a tensor of `sizes` with element i of each dimension of `data` at
/// `offset + i * step`, and `value` elsewhere. Sizes that do not fit in memory
/// are an error.
FailureOr<Value> createSurrounded(ImplicitLocOpBuilder &builder, Value data,
                                  ArrayRef<OpFoldResult> offsets,
                                  ArrayRef<OpFoldResult> steps,
                                  ArrayRef<OpFoldResult> sizes, Value value);

/// Builds a `linalg.generic` over the elements of each window: a parallel loop
/// for each dimension of the result, then a reduction for each window. `data`
/// has margins. `body` gets an element and those of `inits`, whose sizes are
/// `getWindowCounts`, and yields the new ones.
ValueRange createWindowLoop(ImplicitLocOpBuilder &builder, Value data,
                            ArrayRef<Window> windows, ValueRange inits,
                            llvm::function_ref<SmallVector<Value>(
                                ImplicitLocOpBuilder &builder, ValueRange args)>
                                body);

// Data has the dimensions batch, channels and one or more others. Its channels
// are divided into `groups` of equal size, each of which is convolved with
// weights of its own. Floats narrower than 32 bits are summed in f32; integers
// wrap around. Sizes that do not fit are an error, at run time where they are
// not known.

/// Builds a convolution by `weights`, which have the dimensions result
/// channels, channels of a group, and those of the kernel. `bias`, which may be
/// null, has an element for each result channel. `spec` may leave the kernel
/// out.
FailureOr<Value> createConvolution(ImplicitLocOpBuilder &builder, Value data,
                                   Value weights, Value bias, WindowSpec spec,
                                   int64_t groups);

/// How a transposed convolution places the result.
struct TransposedSpec {
  /// Kernel, strides and dilations are those of the convolution whose gradient
  /// is computed. The pads are cut from the result.
  WindowSpec windows;
  /// Elements added after the result; empty means none.
  SmallVector<int64_t> outputPadding;
  /// The sizes of the result from dimension 2 on, if the model states them:
  /// then they decide the pads.
  std::optional<SmallVector<OpFoldResult>> outputSizes;
};

/// Builds the gradient of a convolution with respect to its data. `weights`
/// have the dimensions channels of `data`, result channels of a group, and
/// those of the kernel.
FailureOr<Value> createTransposedConvolution(ImplicitLocOpBuilder &builder,
                                             Value data, Value weights,
                                             Value bias, TransposedSpec spec,
                                             int64_t groups);

// Floats narrower than 32 bits are summed and raised to powers in f32.

/// Builds the greatest element of each window of a tensor of numbers. NaN is
/// greater than all numbers, as in PyTorch.
FailureOr<Value> createMaxPool(ImplicitLocOpBuilder &builder, Value data,
                               ArrayRef<Window> windows);

/// Builds the same, and the position of each greatest element as an i64: its
/// index in row-major order if the data had only the dimensions in `order`. Of
/// equal elements, it is the position of the first, and of several NaNs, of the
/// last. The position of a window without elements is -1.
FailureOr<SmallVector<Value>>
createMaxPoolWithIndices(ImplicitLocOpBuilder &builder, Value data,
                         ArrayRef<Window> windows, ArrayRef<int64_t> order);

/// Builds the mean of each window of a tensor of floats. Pads count as elements
/// if `countsPads`, except for what a window has beyond them.
FailureOr<Value> createAveragePool(ImplicitLocOpBuilder &builder, Value data,
                                   ArrayRef<Window> windows, bool countsPads);

/// Builds sum(|x|^p)^(1/p) of each window of a tensor of floats.
FailureOr<Value> createLpPool(ImplicitLocOpBuilder &builder, Value data,
                              ArrayRef<Window> windows, double p);

/// Builds x / (bias + alpha * sum)^beta, where sum is the sum of the squares in
/// the window around x. There are as many windows as elements.
FailureOr<Value> createResponseNormalization(ImplicitLocOpBuilder &builder,
                                             Value data,
                                             ArrayRef<Window> windows,
                                             double alpha, double beta,
                                             double bias);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_WINDOWS_H
