//===- Resize.h - Resizing by interpolation ---------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_RESIZE_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_RESIZE_H

#include "FloatMath.h"

namespace mlir::split::frontends {

/// How elements of the result are computed from the data. Each one has a
/// coordinate along a resized dimension; n and m are the sizes of the dimension
/// in data and result, s is the scale, and i is the index in the result.
struct ResizeSpec {
  enum Mode { Nearest, Linear, Cubic };
  enum Coordinates {
    /// (i + 0.5) / s - 0.5
    HalfPixel,
    /// The same, with the middle of the result at the middle of the data if
    /// m is not n * s.
    HalfPixelSymmetric,
    /// The same as HalfPixel, but 0 if m is 1.
    PytorchHalfPixel,
    /// i * (n - 1) / (m - 1), or 0 if m is 1
    AlignCorners,
    /// i / s
    Asymmetric,
    /// (i + 0.5) / s
    TfHalfPixelForNN,
    /// The region of interest is what is resized. Where a coordinate is not in
    /// the data, the result is `extrapolation`.
    TfCropAndResize
  };
  enum Rounding {
    RoundPreferFloor,
    RoundPreferCeil,
    Floor,
    Ceil,
    /// Up if s is less than 1, else down.
    Simple
  };

  Mode mode = Nearest;
  Coordinates coordinates = HalfPixel;
  /// How Nearest rounds a coordinate.
  Rounding rounding = RoundPreferFloor;
  /// The coefficient a of Cubic.
  double cubicCoefficient = -0.75;
  /// Whether elements outside the data have no weight in Cubic. Otherwise they
  /// are equal to the nearest element.
  bool excludesOutside = false;
  double extrapolation = 0;
};

/// A resized dimension.
struct ResizedDim {
  int64_t dim;
  /// The size in the result.
  OpFoldResult size;
  /// The f32 s.
  Value scale;
  /// The region of interest in f32, as fractions of n - 1; null unless it is
  /// used.
  Value start = {}, end = {};
};

/// Returns a dimension of `data` resized by the f32 `scale` to the size
/// floor(n * s).
FailureOr<ResizedDim> createScaledDim(ImplicitLocOpBuilder &builder, Value data,
                                      int64_t dim, Value scale);

/// Returns a dimension of `data` resized to `size`; s is m / n.
FailureOr<ResizedDim> createSizedDim(ImplicitLocOpBuilder &builder, Value data,
                                     int64_t dim, OpFoldResult size);

/// Resizes sizes in proportion, by the least of the scales of all dimensions,
/// or by the greatest if `isCovering`; sizes are rounded.
LogicalResult keepAspectRatio(ImplicitLocOpBuilder &builder, Value data,
                              bool isCovering,
                              MutableArrayRef<ResizedDim> dims);

/// Resizes dimensions of a ranked tensor of numbers. Coordinates are computed
/// in f32, results of Linear and Cubic at least in f32; they are rounded
/// towards zero to integers. It is an error if a dimension without elements
/// gets some, at run time where sizes are not known.
FailureOr<Value> createResize(ImplicitLocOpBuilder &builder, Value data,
                              ArrayRef<ResizedDim> dims,
                              const ResizeSpec &spec);

/// Returns the weights of the 2 (Linear) or 4 elements round a coordinate,
/// which is `distance` after the one before it. `a` is the coefficient of
/// Cubic.
SmallVector<Value> createWeights(FloatMath math, ResizeSpec::Mode mode,
                                 double a, Value distance);

/// Returns the type in which elements of type `element` are interpolated.
Type getInterpolationType(ImplicitLocOpBuilder &builder, Type element);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_RESIZE_H
