//===- Scatter.h - Scatter operators ----------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Updates are written in row-major order, so the last of several updates at one
// position stays. Indices are as in Gather.h.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_SCATTER_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_SCATTER_H

#include "Scalars.h"

namespace mlir::split::frontends {

/// How an update changes an element.
enum class ScatterKind { Update, Add, Mul, Max, Min };

/// Writes `updates` to a copy of `data`. An update goes to the position that it
/// has in `updates`, except along `axis`, where its position is its index.
FailureOr<Value> createScatterElements(ImplicitLocOpBuilder &builder,
                                       Value data, Value indices, Value updates,
                                       int64_t axis, ScatterKind kind);

/// Writes the slices in `updates` to a copy of `data`, at the positions that
/// the last dimension of `indices` holds.
FailureOr<Value> createScatterND(ImplicitLocOpBuilder &builder, Value data,
                                 Value indices, Value updates,
                                 ScatterKind kind);

/// Writes slices along `axis` to a copy of `data`: slice i at `indices[i]`,
/// where i counts the elements of a tensor of any rank.
FailureOr<Value> createScatterSlices(ImplicitLocOpBuilder &builder, Value data,
                                     Value indices, Value updates,
                                     int64_t axis);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_SCATTER_H
