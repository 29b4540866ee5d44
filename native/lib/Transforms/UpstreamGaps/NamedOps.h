//===- NamedOps.h - Ops of linalg with an implied body ----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_NAMEDOPS_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_NAMEDOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::split::native {

/// Returns the named op of linalg whose implied body `op` is in, or null. The
/// text of a program does not state such a body, and passes match it.
inline Operation *getNamedParent(Operation *op) {
  Operation *parent = op->getParentOfType<linalg::LinalgOp>();
  bool isStated =
      !parent ||
      isa<linalg::GenericOp, linalg::MapOp, linalg::ReduceOp>(parent);
  return isStated ? nullptr : parent;
}

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_NAMEDOPS_H
