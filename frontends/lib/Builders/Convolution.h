//===- Convolution.h - Convolutions -----------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Data has the dimensions batch, channels and one or more others. Its channels
// are divided into `groups` of equal size, each of which is convolved with
// weights of its own. Floats narrower than 32 bits are summed in f32; integers
// wrap around. Sizes that do not fit are an error, at run time where they are
// not known.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_CONVOLUTION_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_CONVOLUTION_H

#include "Windows.h"

namespace mlir::split::frontends {

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

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_CONVOLUTION_H
