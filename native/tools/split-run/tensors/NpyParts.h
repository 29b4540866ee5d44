//===- NpyParts.h - NumPy's array files, written in parts -------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_TOOLS_SPLIT_RUN_TENSORS_NPYPARTS_H
#define SPLIT_MLIR_NATIVE_TOOLS_SPLIT_RUN_TENSORS_NPYPARTS_H

#include "split-mlir/HostAbi/TensorBox.h"

namespace mlir::split::native {

/// Begins the .npy file `path` for a tensor of the static type `whole`: the
/// header that writeNpy writes, and space for the elements, in a file of its
/// own, `path` and `.parts`. Refuses pipes and devices.
llvm::Error createNpy(StringRef path, RankedTensorType whole);

/// Writes `part`, which is the part `box` of a tensor of type `whole`, into the
/// file that createNpy has begun. Several processes may write at the same time.
llvm::Error writeNpyBox(StringRef path, RankedTensorType whole,
                        const TensorBox &box, const HostTensor &part);

/// Gives the file that createNpy has begun the name `path`, after all parts.
/// Then it is that of writeNpy.
llvm::Error finishNpy(StringRef path);

/// Removes the file that createNpy has begun.
void discardNpy(StringRef path);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_TOOLS_SPLIT_RUN_TENSORS_NPYPARTS_H
