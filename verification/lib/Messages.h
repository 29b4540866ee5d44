//===- Messages.h - Messages of failed checks -------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The messages of test/Diagnostics/messages.md, written for a solver. As in
// Rules.h, nothing here may use the code that generates checks.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_VERIFICATION_LIB_MESSAGES_H
#define SPLIT_MLIR_VERIFICATION_LIB_MESSAGES_H

#include "Rules.h"

namespace mlir::split::verification {

/// Returns whether `format`, filled in with `values`, is a true statement about
/// a split: whether its numbers are those that it names, and the rule is broken
/// in the way that it says. Returns null for an unknown message.
Value isTrueMessage(Terms &terms, StringRef format, ArrayRef<Symbol> values,
                    const SplitRules &rules);

} // namespace mlir::split::verification

#endif // SPLIT_MLIR_VERIFICATION_LIB_MESSAGES_H
