//===- ProfileFile.h - Machine profiles in files ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_COMPILER_PROFILEFILE_H
#define SPLIT_MLIR_NATIVE_LIB_COMPILER_PROFILEFILE_H

#include "mlir/IR/BuiltinOps.h"
#include "split-mlir/HostAbi/NativeOptions.h"
#include "split-mlir/Machine/MachineProfile.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace mlir::split::native {

/// Returns the fields of the machine profile that `--machine-profile=named`
/// stands for; none without a profile. `isNative` is whether code is compiled
/// for this processor. Ignores the default profile, and calls `warn`, if it
/// cannot be read or holds for another processor. Returns an error if a named
/// profile cannot be read or, with `isNative`, holds for another processor.
llvm::Expected<TargetEntries>
readMachineProfile(StringRef named, bool isNative,
                   llvm::function_ref<void(const Twine &)> warn);

/// Adds the fields of that profile to the target spec of `module`, which is
/// compiled with `native`.
llvm::Error addMachineProfile(ModuleOp module, StringRef named,
                              const NativeOptions &native,
                              llvm::function_ref<void(const Twine &)> warn);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_COMPILER_PROFILEFILE_H
