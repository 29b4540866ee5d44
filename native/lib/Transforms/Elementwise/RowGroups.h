//===- RowGroups.h - Ops that compute row by row ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_ELEMENTWISE_ROWGROUPS_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_ELEMENTWISE_ROWGROUPS_H

#include "VectorBody.h"

namespace mlir::split::native {

/// Ops of one block, in order, that one loop over rows at the place of the last
/// op can compute. For example, a softmax consists of the maximum, the
/// exponentials, their sum and the quotients of each row.
struct RowGroup {
  SmallVector<linalg::LinalgOp> ops;
  /// The number of loops over rows. Ops have one more loop, or compute one
  /// scalar for each row.
  unsigned numRowLoops;
};

/// Finds the groups of `block` that have a reduction of rows. An op between the
/// first and the last one of a group allocates, frees, or has no effects on
/// memory. With `isOrdered`, groups have no sums and products of floats, whose
/// values depend on the order.
SmallVector<RowGroup> findRowGroups(Block &block, bool isOrdered);

/// Returns the operands of the ops of `group`, which are generic ops. Memrefs
/// that only the group uses are replaced by one row for each of `threads`.
SmallVector<SmallVector<Stream>> createRowStreams(RewriterBase &rewriter,
                                                  const RowGroup &group,
                                                  int64_t threads);

/// Erases the ops of `group` and the allocations that nothing reads.
void eraseRowGroup(RewriterBase &rewriter, const RowGroup &group);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_ELEMENTWISE_ROWGROUPS_H
