//===- Pad.h - Padding ------------------------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_PAD_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_PAD_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split::frontends {

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

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_PAD_H
