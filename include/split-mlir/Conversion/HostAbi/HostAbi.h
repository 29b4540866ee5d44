//===- HostAbi.h - marks of the passes of the host ABI ----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_CONVERSION_HOSTABI_HOSTABI_H
#define SPLIT_MLIR_CONVERSION_HOSTABI_HOSTABI_H

#include "llvm/ADT/StringRef.h"

namespace mlir {
namespace split {

/// An integer on an argument of a function: which of the function's former
/// results is written there. Set by split-results-to-out-params, read by
/// split-emit-host-functions.
inline constexpr llvm::StringLiteral kResultAttrName = "split.result";

/// On a function whose first result is the status already. Set by
/// split-emit-host-functions, read by split-asserts-to-status.
inline constexpr llvm::StringLiteral kReturnsStatusAttrName =
    "split.returns_status";

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_CONVERSION_HOSTABI_HOSTABI_H
