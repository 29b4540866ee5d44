//===- SplitAssert.h - what lowerings of split.assert share -----*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_CONVERSION_SPLITASSERT_SPLITASSERT_H
#define SPLIT_MLIR_LIB_CONVERSION_SPLITASSERT_SPLITASSERT_H

#include "mlir/IR/Location.h"
#include <string>

namespace mlir {
namespace split {
class AssertOp;

/// Where an op comes from, as a person looks for it: `FILE:LINE:COLUMN`, the
/// name of a model's node, or both.
std::string describeLocation(Location loc);

/// The message of an assert that cannot carry values: its location and the
/// format with `?` where values belong.
std::string getConstantMessage(AssertOp op);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_LIB_CONVERSION_SPLITASSERT_SPLITASSERT_H
