//===- NpyParts.h - NumPy's array files, written in parts -------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TOOLS_SPLIT_RUN_TENSORS_NPYPARTS_H
#define SPLIT_MLIR_TOOLS_SPLIT_RUN_TENSORS_NPYPARTS_H

#include "split-mlir/HostAbi/TensorBox.h"

namespace mlir::split {

/// Creates the .npy file `path` for a tensor of the static type `whole`, or
/// replaces a regular file: the header that writeNpy writes, and space for the
/// elements. Refuses pipes and devices.
llvm::Error createNpy(StringRef path, RankedTensorType whole);

/// Writes `part`, which is the part `box` of a tensor of type `whole`, into the
/// file that createNpy has created, and nothing else. Several processes may
/// write to a file at the same time. After all parts, the file is that of
/// writeNpy.
llvm::Error writeNpyBox(StringRef path, RankedTensorType whole,
                        const TensorBox &box, const HostTensor &part);

} // namespace mlir::split

#endif // SPLIT_MLIR_TOOLS_SPLIT_RUN_TENSORS_NPYPARTS_H
