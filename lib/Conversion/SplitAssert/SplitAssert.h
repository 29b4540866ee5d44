//===- SplitAssert.h - what lowerings of split.assert share -----*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_CONVERSION_SPLITASSERT_SPLITASSERT_H
#define SPLIT_MLIR_LIB_CONVERSION_SPLITASSERT_SPLITASSERT_H

#include "mlir/Support/LLVM.h"
#include <string>

namespace mlir {
class Operation;

namespace split {
class AssertOp;

/// The message of an assert that cannot carry values: its location and the
/// format with `?` where values belong.
std::string getConstantMessage(AssertOp op);

/// Checks that `op`, an assert or what may fail like one, stands where a branch
/// can leave the function: in its body, not in a region of another op.
LogicalResult verifyUnstructured(Operation *op);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_LIB_CONVERSION_SPLITASSERT_SPLITASSERT_H
