//===- Windows.h - Sliding windows ------------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Convolutions and pools compute each element of the result from a window of
// the data. The data is padded first, so that every window lies inside it.
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

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_WINDOWS_H
