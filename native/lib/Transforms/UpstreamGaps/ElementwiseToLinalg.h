//===- ElementwiseToLinalg.h - Ops on whole tensors -------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_ELEMENTWISETOLINALG_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_ELEMENTWISETOLINALG_H

#include "mlir/IR/Operation.h"

namespace mlir::split::native {

/// Whether `op` computes each element of its results from the same element of
/// its tensor operands, which are ranked and have one shape. The operands of an
/// arith.select by a scalar condition may have different shapes.
bool isElementwiseOnTensors(Operation *op);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_ELEMENTWISETOLINALG_H
