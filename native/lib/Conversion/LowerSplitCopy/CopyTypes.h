//===- CopyTypes.h - Copies that kernels support ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_CONVERSION_LOWERSPLITCOPY_COPYTYPES_H
#define SPLIT_MLIR_NATIVE_LIB_CONVERSION_LOWERSPLITCOPY_COPYTYPES_H

#include "CopyStrategy.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

namespace mlir::split::native {

/// Returns the copy as rows of bytes. Fails if kernels do not support the
/// strides, the element type or a memory space.
FailureOr<CopyShape> getCopyShape(CopyOp op);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_CONVERSION_LOWERSPLITCOPY_COPYTYPES_H
