//===- ProfileFile.h - Machine profiles in files ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_COMPILER_PROFILEFILE_H
#define SPLIT_MLIR_LIB_COMPILER_PROFILEFILE_H

#include "mlir/IR/BuiltinOps.h"
#include "split-mlir/HostAbi/NativeOptions.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace mlir::split {

/// Adds the fields of the machine profile that `--machine-profile=named` stands
/// for, if there is one, to the target spec of `module`, which is compiled with
/// `native`. Ignores the default profile, and calls `warn`, if it cannot be
/// read or holds for another processor. Returns an error if a named profile
/// cannot be read or, for code for this processor, holds for another one.
llvm::Error addMachineProfile(ModuleOp module, StringRef named,
                              const NativeOptions &native,
                              llvm::function_ref<void(const Twine &)> warn);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_COMPILER_PROFILEFILE_H
