//===- MachineCode.h - From LLVM IR to machine code -------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_TARGET_NATIVE_MACHINECODE_H
#define SPLIT_MLIR_LIB_TARGET_NATIVE_MACHINECODE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Module;
class raw_pwrite_stream;
} // namespace llvm

namespace mlir {
namespace split {

/// Where code is going to run.
enum class CodeUse {
  /// In this process: no instructions that this machine lacks.
  Load,
  /// Wherever there is the processor that is named: position-independent code.
  File,
};

/// A builder of machines for `cpu` and `target`, as NativeOptions names them.
llvm::Expected<llvm::orc::JITTargetMachineBuilder>
selectTarget(llvm::StringRef cpu, CodeUse use, llvm::StringRef target = "");

/// Gives `module` the data layout, the triple and the ABI of `machine`.
void setTarget(llvm::Module &module, const llvm::TargetMachine &machine);

/// Optimises for `machine`, which setTarget was called with.
void optimize(llvm::Module &module, llvm::TargetMachine &machine);

/// Writes assembly or an object file.
llvm::Error emitMachineCode(llvm::Module &module, llvm::TargetMachine &machine,
                            llvm::CodeGenFileType fileType,
                            llvm::raw_pwrite_stream &os);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_LIB_TARGET_NATIVE_MACHINECODE_H
