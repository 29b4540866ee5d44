//===- SplitTransformOps.h - Transform ops on splits ------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TRANSFORMOPS_SPLITTRANSFORMOPS_H
#define SPLIT_MLIR_TRANSFORMOPS_SPLITTRANSFORMOPS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/OpImplementation.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

#define GET_OP_CLASSES
#include "split-mlir/TransformOps/SplitTransformOps.h.inc"

namespace mlir::split {

/// Adds the ops `transform.split.*`, `transform.apply_patterns.split.*` and
/// `transform.apply_conversion_patterns.split.*` to the transform dialect.
void registerTransformDialectExtension(DialectRegistry &registry);

} // namespace mlir::split

#endif // SPLIT_MLIR_TRANSFORMOPS_SPLITTRANSFORMOPS_H
