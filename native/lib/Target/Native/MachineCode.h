//===- MachineCode.h - LLVM IR to machine code ------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TARGET_NATIVE_MACHINECODE_H
#define SPLIT_MLIR_NATIVE_LIB_TARGET_NATIVE_MACHINECODE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Triple.h"

namespace llvm {
class Module;
class raw_pwrite_stream;
} // namespace llvm

namespace mlir::split::native {

/// Returns the triple that `target` names, as NativeOptions has it, or an error
/// if there is no code for it. Initializes LLVM's targets.
llvm::Expected<llvm::Triple> parseTarget(llvm::StringRef target);

/// Returns whether this process runs on the kind of machine that `triple`
/// names.
bool isThisKind(const llvm::Triple &triple);

/// Returns whether `cpu` stands for the features that all processors of RISC-V
/// have that Linux distributions support.
bool isGenericRiscv(const llvm::Triple &triple, llvm::StringRef cpu);

/// How compiled code is used.
enum class CodeUse {
  /// It is loaded into this process, and must use only instructions that this
  /// machine has.
  Load,
  /// It is written to a file as position-independent code.
  File,
};

/// Returns a builder of LLVM's description of the machine for `cpu` and
/// `target`, as NativeOptions has them.
llvm::Expected<llvm::orc::JITTargetMachineBuilder>
selectTarget(llvm::StringRef cpu, CodeUse use, llvm::StringRef target = "");

/// Sets the data layout, the triple and the ABI of `module` to those of
/// `machine`.
void setTarget(llvm::Module &module, const llvm::TargetMachine &machine);

/// Optimizes for `machine`; call setTarget before.
void optimize(llvm::Module &module, llvm::TargetMachine &machine);

/// Writes assembly or an object file to `os`.
llvm::Error emitMachineCode(llvm::Module &module, llvm::TargetMachine &machine,
                            llvm::CodeGenFileType fileType,
                            llvm::raw_pwrite_stream &os);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TARGET_NATIVE_MACHINECODE_H
