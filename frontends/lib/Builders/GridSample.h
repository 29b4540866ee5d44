//===- GridSample.h - Sampling at the points of a grid ----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_GRIDSAMPLE_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_GRIDSAMPLE_H

#include "Resize.h"

namespace mlir::split::frontends {

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

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_GRIDSAMPLE_H
