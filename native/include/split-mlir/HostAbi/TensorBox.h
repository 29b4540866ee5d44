//===- TensorBox.h - Parts of tensors ---------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_HOSTABI_TENSORBOX_H
#define SPLIT_MLIR_HOSTABI_TENSORBOX_H

#include "split-mlir/HostAbi/HostTensor.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::split::native {

/// A part of a tensor: for each dimension, the interval of `sizes[i]` indices
/// from `offsets[i]` on.
struct TensorBox {
  SmallVector<int64_t> offsets, sizes;

  /// Returns the box that is all of a tensor with sizes `shape`.
  static TensorBox getWhole(ArrayRef<int64_t> shape);
};

/// Returns the part to read of a tensor of the static type `whole`, within its
/// bounds, or an error if the tensor has the wrong type.
using SelectBox =
    llvm::function_ref<llvm::Expected<TensorBox>(RankedTensorType whole)>;

/// Returns what `select` returns for a tensor of this type, or the whole if it
/// is null. Sizes must not be negative. With `select`, fails if 63 bits do not
/// hold the offsets in bytes of elements of any type, where sizes of 0 count as
/// 1.
llvm::Expected<TensorBox> selectBox(ArrayRef<int64_t> shape, Type elementType,
                                    SelectBox select);

/// Calls `visit` for each run of elements of `box` that are contiguous in a
/// tensor with sizes `shape` in row-major order: with the index of the first
/// element in the tensor and in the box, and the number of elements. Runs come
/// in order, and are as long as possible.
void forEachRun(
    ArrayRef<int64_t> shape, const TensorBox &box,
    llvm::function_ref<void(int64_t whole, int64_t part, int64_t count)> visit);

/// Returns a copy of the part `box` of `tensor`.
llvm::Expected<HostTensor> copyBox(const HostTensor &tensor,
                                   const TensorBox &box);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_HOSTABI_TENSORBOX_H
