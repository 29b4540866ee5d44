//===- CopyTypes.h - what memref types say of a copy ------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_LOWERSPLITCOPY_COPYTYPES_H
#define LIB_CONVERSION_LOWERSPLITCOPY_COPYTYPES_H

#include "split-mlir/Conversion/LowerSplitCopy/CopyStrategy.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

namespace mlir {
namespace split {

/// The copy as rows of bytes, or failure if kernels cannot do it: strides,
/// element types and memory spaces that they do not take.
FailureOr<CopyShape> getCopyShape(CopyOp op);

} // namespace split
} // namespace mlir

#endif // LIB_CONVERSION_LOWERSPLITCOPY_COPYTYPES_H
