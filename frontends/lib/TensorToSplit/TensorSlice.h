//===- TensorSlice.h - Slices in the forms of several dialects --*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_TENSORTOSPLIT_TENSORSLICE_H
#define SPLIT_MLIR_FRONTENDS_LIB_TENSORTOSPLIT_TENSORSLICE_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"

namespace mlir::split::frontends {

/// A slice of a ranked tensor with strides of 1. The op is a
/// tensor.extract_slice, a tosa.slice, or a stablehlo.slice or
/// stablehlo.dynamic_slice in generic form.
struct TensorSlice {
  RankedTensorType getType() const {
    return cast<RankedTensorType>(op->getResult(0).getType());
  }
  RankedTensorType getSourceType() const {
    return cast<RankedTensorType>(getSource().getType());
  }
  /// The tensor that the op slices, which changes as other slices are raised.
  Value getSource() const { return op->getOperand(0); }

  Operation *op;
  /// One for each dimension of the source. A null size is that from the offset
  /// to the end.
  SmallVector<OpFoldResult> offsets, sizes;
};

/// Reads a slice. Returns none if the op is not a slice or has another form.
/// For a slice of TOSA or StableHLO, then sets `problem` to the reason.
std::optional<TensorSlice> readSlice(Operation *op,
                                     StringRef *problem = nullptr);

/// Returns whether `op` is a slice of TOSA or StableHLO.
bool isForeignSlice(Operation *op);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_TENSORTOSPLIT_TENSORSLICE_H
