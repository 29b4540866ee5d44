//===- TorchOnnxSplit.h - torch.operator "onnx.Split" -----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_FOREIGNTOSPLIT_TORCHONNXSPLIT_H
#define SPLIT_MLIR_FRONTENDS_LIB_FOREIGNTOSPLIT_TORCHONNXSPLIT_H

#include "mlir/IR/Operation.h"

namespace mlir::split::frontends {
class LeftOps;

/// Returns whether `op` is torch.operator "onnx.Split".
bool isTorchOnnxSplit(Operation *op);

/// Replaces torch.operator "onnx.Split". Returns false, and adds the op to
/// `left`, if it is of a form that has no split op. An op that violates its
/// definition is an error.
FailureOr<bool> convertTorchOnnxSplit(Operation *op, bool onnxStrict,
                                      LeftOps &left);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_FOREIGNTOSPLIT_TORCHONNXSPLIT_H
