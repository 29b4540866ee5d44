//===- AssertMessages.h - Messages of split.assert --------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_IR_ASSERTMESSAGES_H
#define SPLIT_MLIR_DIALECT_SPLIT_IR_ASSERTMESSAGES_H

#include "mlir/IR/Location.h"
#include "mlir/Support/LLVM.h"
#include <string>

namespace mlir {
class Operation;
} // namespace mlir

namespace mlir::split {
class AssertOp;

/// Returns `text` with each control character written as `\xHH`.
std::string escapeControls(StringRef text);

/// Returns `loc` in a form that users can look up: `FILE:LINE:COLUMN`, the file
/// and the node of a model, or both.
std::string describeLocation(Location loc);

/// Returns `format` with a text in place of each placeholder, `{}` for a signed
/// and `{u}` for an unsigned value.
std::string replacePlaceholders(StringRef format, StringRef forSigned,
                                StringRef forUnsigned);

/// Returns `format` with `?` in place of each placeholder, for a message that
/// cannot carry values.
std::string getTextWithoutValues(StringRef format);

/// Returns the message of `op` for a lowering that cannot pass values: its
/// location and its format, with `?` in place of each value.
std::string getConstantMessage(AssertOp op);

/// Fails with an error on `op` unless its parent is a function, whose body a
/// branch can leave. `op` is an assert or another op that may fail.
LogicalResult verifyUnstructured(Operation *op);

/// A module attribute, a symbol reference: the function without arguments that
/// a failing check calls instead of the C library's `abort`. It must not
/// return. convert-split-assert-to-llvm reads it.
inline constexpr llvm::StringLiteral kAbortFunctionAttrName =
    "split.abort_function";

} // namespace mlir::split

#endif // SPLIT_MLIR_DIALECT_SPLIT_IR_ASSERTMESSAGES_H
