//===- HostHeader.h - C headers for host programs ---------------*- C++ -*-===//
//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_HOSTABI_HOSTHEADER_H
#define SPLIT_MLIR_HOSTABI_HOSTHEADER_H

#include "mlir/IR/BuiltinOps.h"
#include "split-mlir/HostAbi/NativeOptions.h"

namespace mlir {
namespace split {

/// Writes a C header that declares what writeNativeCode makes of the public
/// functions of `module`, which has not been lowered. `title` is part of the
/// include guard. Errors are emitted as diagnostics.
LogicalResult writeHostHeader(ModuleOp module, StringRef title,
                              const NativeOptions &options, raw_ostream &os);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_HOSTABI_HOSTHEADER_H
