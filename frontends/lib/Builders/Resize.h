//===- Resize.h - Resized and sampled images --------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_RESIZE_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_RESIZE_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split::frontends {

/// Builds arithmetic on floats of one type, which folds.
class FloatMath {
public:
  FloatMath(ImplicitLocOpBuilder &builder, FloatType type)
      : builder(builder), type(type) {}

  Value get(double value) {
    return arith::ConstantOp::create(builder,
                                     builder.getFloatAttr(type, value));
  }
  /// Converts an index.
  Value get(OpFoldResult index) {
    Value integer = builder.createOrFold<arith::IndexCastOp>(
        builder.getI64Type(),
        getValueOrCreateConstantIndexOp(builder, builder.getLoc(), index));
    return builder.createOrFold<arith::SIToFPOp>(type, integer);
  }
  /// Rounds a number towards 0 to an index. The number is in range.
  Value toIndex(Value x) {
    Value integer =
        builder.createOrFold<arith::FPToSIOp>(builder.getI64Type(), x);
    return builder.createOrFold<arith::IndexCastOp>(builder.getIndexType(),
                                                    integer);
  }
  Value add(Value x, Value y) { return fold<arith::AddFOp>(x, y); }
  Value sub(Value x, Value y) { return fold<arith::SubFOp>(x, y); }
  Value mul(Value x, Value y) { return fold<arith::MulFOp>(x, y); }
  Value div(Value x, Value y) { return fold<arith::DivFOp>(x, y); }
  /// NaN becomes the bound.
  Value min(Value x, Value bound) { return fold<arith::MinNumFOp>(x, bound); }
  Value max(Value x, Value bound) { return fold<arith::MaxNumFOp>(x, bound); }
  Value floor(Value x) { return builder.createOrFold<math::FloorOp>(x); }
  Value ceil(Value x) { return builder.createOrFold<math::CeilOp>(x); }
  Value isLess(Value x, Value y) {
    return builder.createOrFold<arith::CmpFOp>(arith::CmpFPredicate::OLT, x, y);
  }
  Value isBetween(Value x, Value least, Value greatest) {
    auto compare = [&](Value x, Value y) {
      return builder.createOrFold<arith::CmpFOp>(arith::CmpFPredicate::OLE, x,
                                                 y);
    };
    return builder.createOrFold<arith::AndIOp>(compare(least, x),
                                               compare(x, greatest));
  }
  Value select(Value condition, Value x, Value y) {
    return builder.createOrFold<arith::SelectOp>(condition, x, y);
  }

private:
  template <typename OpTy>
  Value fold(Value x, Value y) {
    return builder.createOrFold<OpTy>(x, y);
  }

  ImplicitLocOpBuilder &builder;
  FloatType type;
};

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

/// How elements of the result are computed from the data.
struct GridSampleSpec {
  enum Padding { Zeros, Border, Reflection };

  ResizeSpec::Mode mode = ResizeSpec::Linear;
  /// The values outside the data.
  Padding padding = Zeros;
  /// Whether -1 and 1 are the centres of the first and the last element, or
  /// their outer borders.
  bool alignsCorners = false;
};

/// Returns the elements of `data`, of shape NxCxD0x..., at the places that
/// `grid`, floats of shape NxM0x...xK, lists for each element of a result of
/// shape NxCxM0x.... K is the number of dimensions D, of which a place gives
/// the last first. Coordinates and sums are at least f32.
FailureOr<Value> createGridSample(ImplicitLocOpBuilder &builder, Value data,
                                  Value grid, const GridSampleSpec &spec);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_RESIZE_H
