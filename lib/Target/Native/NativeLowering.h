//===- NativeLowering.h - From tensors to LLVM IR ---------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_TARGET_NATIVE_NATIVELOWERING_H
#define SPLIT_MLIR_LIB_TARGET_NATIVE_NATIVELOWERING_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/Timing.h"
#include "split-mlir/HostAbi/NativeOptions.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class LLVMContext;
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir {
namespace func {
class FuncOp;
} // namespace func

namespace split {

struct SplitToLLVMOptions;

/// Makes those functions with a body public that `isExported`, and the others
/// private. The latter get names that no library has: compiled code calls some,
/// and would find these. Descriptors of arguments of public functions have the
/// identity layout, whatever attributes say.
LogicalResult
exportFunctions(ModuleOp module,
                llvm::function_ref<bool(func::FuncOp)> isExported);

/// Gives `function` a name that no library has.
LogicalResult hideName(ModuleOp module, func::FuncOp function);

/// What `options` and `machine` mean to the pipeline: the one place where these
/// meet.
void setPipelineOptions(SplitToLLVMOptions &pipeline,
                        const NativeOptions &options,
                        const llvm::TargetMachine &machine);

/// Lowers what the public functions need to the LLVM dialect. Some upstream
/// passes fail without a word; this does not.
LogicalResult lowerToLLVMDialect(ModuleOp module, const NativeOptions &options,
                                 const llvm::TargetMachine &machine,
                                 TimingScope &timing);

/// Translates what lowerToLLVMDialect leaves; null when that fails, which it
/// says.
std::unique_ptr<llvm::Module> translateToLLVMIR(ModuleOp module,
                                                llvm::LLVMContext &context);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_LIB_TARGET_NATIVE_NATIVELOWERING_H
