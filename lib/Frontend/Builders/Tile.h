//===- Tile.h - Tensors repeated along dimensions ------------- -*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_BUILDERS_TILE_H
#define SPLIT_MLIR_LIB_FRONTEND_BUILDERS_TILE_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split {

/// Repeats a ranked tensor `repeats[i]` times along each dimension i. A
/// negative number and a size that overflows are errors, at run time where they
/// are not known.
FailureOr<Value> createTile(ImplicitLocOpBuilder &builder, Value data,
                            ArrayRef<OpFoldResult> repeats);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_BUILDERS_TILE_H
