//===- HostHeader.h - C headers for host programs ---------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_HOSTABI_HOSTHEADER_H
#define SPLIT_MLIR_HOSTABI_HOSTHEADER_H

#include "mlir/IR/BuiltinOps.h"
#include "split-mlir/HostAbi/NativeOptions.h"

namespace mlir::split::native {

/// Writes a C header that declares the host functions to which writeNativeCode
/// compiles the public functions of `module`. Call it before lowering.
/// `title` is part of the include guard. Emits errors as diagnostics.
LogicalResult writeHostHeader(ModuleOp module, StringRef title,
                              const NativeOptions &options, raw_ostream &os);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_HOSTABI_HOSTHEADER_H
