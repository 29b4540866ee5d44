//===- NativeLowering.h - From tensors to LLVM IR ---------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TARGET_NATIVE_NATIVELOWERING_H
#define SPLIT_MLIR_NATIVE_LIB_TARGET_NATIVE_NATIVELOWERING_H

#include "MachineCode.h"
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
} // namespace mlir

namespace mlir::split::native {

struct SplitToLLVMOptions;

/// Makes functions with a body public if `isExported`, else private. Renames
/// private functions to names that no library has, because compiled code calls
/// library functions by name. Removes attributes of arguments of public
/// functions that only passes of the host ABI may set, and layouts.
LogicalResult
exportFunctions(ModuleOp module,
                llvm::function_ref<bool(func::FuncOp)> isExported);

/// Renames `function` to a name that no library has.
LogicalResult hideName(ModuleOp module, func::FuncOp function);

/// Sets the options of the pipeline for `options`, `use` and `machine`.
void setPipelineOptions(SplitToLLVMOptions &pipeline,
                        const NativeOptions &options, CodeUse use,
                        const llvm::TargetMachine &machine);

/// Lowers the public functions and the symbols they need to the LLVM dialect.
/// Returns whether Weights must move constants out of the result. Emits an
/// error if a pass fails without one, as some upstream passes do.
FailureOr<bool> lowerToLLVMDialect(ModuleOp module,
                                   const NativeOptions &options, CodeUse use,
                                   const llvm::TargetMachine &machine,
                                   TimingScope &timing);

/// Translates a module that lowerToLLVMDialect has lowered to LLVM IR with the
/// data layout of `machine`. Emits an error and returns null on failure.
std::unique_ptr<llvm::Module>
translateToLLVMIR(ModuleOp module, const llvm::TargetMachine &machine,
                  llvm::LLVMContext &context);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TARGET_NATIVE_NATIVELOWERING_H
