//===- NativeCode.cpp - Modules compiled to files -------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Target/Native/NativeCode.h"

#include "../../HostAbi/Signature/SignatureJson.h"
#include "DebugInfo.h"
#include "MachineCode.h"
#include "NativeLowering.h"
#include "Weights.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "split-mlir/HostAbi/HostNames.h"
#include "split-mlir/HostAbi/RuntimeCalls.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/Internalize.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

/// Returns whether `module` refers to functions whose names begin with
/// `prefix`.
static bool usesFunctions(const llvm::Module &module, StringRef prefix) {
  return llvm::any_of(module, [&](const llvm::Function &function) {
    return function.isDeclaration() && function.getName().starts_with(prefix);
  });
}

/// Makes all symbols internal except the functions of `symbols`, and optimizes.
static void finish(llvm::Module &module, llvm::TargetMachine &machine,
                   const CodeSymbols &symbols) {
  setTarget(module, machine);
  llvm::internalizeModule(module, [&](const llvm::GlobalValue &value) {
    return llvm::is_contained(symbols.functions, value.getName());
  });
  // Compilers of the LLVM IR need these attributes.
  for (llvm::Function &function : module) {
    if (function.isDeclaration() || function.hasFnAttribute("target-cpu"))
      continue;
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    if (!machine.getTargetFeatureString().empty())
      function.addFnAttr("target-features", machine.getTargetFeatureString());
  }
  optimize(module, machine);
}

/// Returns whether the module uses f80, which only x86 supports. For other
/// machines, LLVM would end the process.
static bool usesF80(const llvm::Module &module) {
  auto isF80 = [](const llvm::Value *value) {
    return value->getType()->getScalarType()->isX86_FP80Ty();
  };
  for (const llvm::Function &function : module)
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (isF80(&instruction) || llvm::any_of(instruction.operands(), isF80))
        return true;
  return false;
}

static LogicalResult write(llvm::Module &module, llvm::TargetMachine &machine,
                           CodeKind kind, llvm::raw_pwrite_stream &os,
                           Location location) {
  if (kind == CodeKind::LLVMIR) {
    module.print(os, /*AAW=*/nullptr);
    return success();
  }
  auto fileType = kind == CodeKind::Assembly
                      ? llvm::CodeGenFileType::AssemblyFile
                      : llvm::CodeGenFileType::ObjectFile;
  if (llvm::Error error = emitMachineCode(module, machine, fileType, os))
    return emitError(location)
           << "cannot be compiled: " << llvm::toString(std::move(error));
  return success();
}

/// Writes `module`, which is in the LLVM dialect, and sets symbols.needsOpenMP.
static LogicalResult generate(ModuleOp module, llvm::TargetMachine &machine,
                              CodeKind kind, CodeSymbols &symbols,
                              llvm::raw_pwrite_stream &os,
                              TimingScope &timing) {
  TimingScope optimisation = timing.nest("LLVM optimisation");
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> llvmModule =
      translateToLLVMIR(module, machine, context);
  if (!llvmModule)
    return failure();
  finish(*llvmModule, machine, symbols);
  symbols.needsOpenMP = usesFunctions(*llvmModule, "__kmpc_");
  symbols.needsMpi = usesFunctions(*llvmModule, "split_mpi_");
  if (!machine.getTargetTriple().isX86() && usesF80(*llvmModule))
    return emitError(module.getLoc()) << "cannot be compiled: only x86-64 has "
                                         "numbers of type f80, and the "
                                         "target is "
                                      << machine.getTargetTriple().str();
  optimisation.stop();
  TimingScope generation = timing.nest("Code generation");
  return write(*llvmModule, machine, kind, os, module.getLoc());
}

/// Returns the names of the functions that return signatures, and the texts
/// that they return.
static SmallVector<std::pair<std::string, std::string>>
describe(ArrayRef<HostSignature> signatures, const NativeOptions &options,
         CodeKind kind, StringRef source, StringRef triple,
         const WeightsDescription &weights) {
  SmallVector<std::pair<std::string, std::string>> described;
  for (const HostSignature &signature : signatures)
    described.emplace_back(
        (signature.name + kSignatureSuffix).str(),
        getSignatureJson(signature, source, triple, options, weights));
  if (kind == CodeKind::LibraryObject || kind == CodeKind::LoadedObject)
    described.emplace_back(
        "split_mlir_signature",
        getSignatureJson(signatures, source, triple, options, weights));
  return described;
}

/// Adds a function without parameters that returns a pointer to `text`, a
/// null-terminated constant, to `module`, which is in the LLVM dialect.
static void addStringFunction(ModuleOp module, RuntimeCalls &calls,
                              StringRef name, StringRef text) {
  Location loc = UnknownLoc::get(module.getContext());
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  auto pointer = LLVM::LLVMPointerType::get(module.getContext());
  auto function = LLVM::LLVMFuncOp::create(
      builder, loc, name, LLVM::LLVMFunctionType::get(pointer, {}));
  builder.setInsertionPointToStart(function.addEntryBlock(builder));
  LLVM::ReturnOp::create(builder, loc, calls.getString(builder, loc, text));
}

/// Moves constants out of `module`, which is in the LLVM dialect. Sets the
/// description of the file of weights, if there is one.
static llvm::Error moveWeights(ModuleOp module, CodeUse use,
                               const CodeOrigin &origin, CodeSymbols &symbols,
                               WeightsDescription &description) {
  if (use == CodeUse::Load)
    return Weights::moveToMemory(module).moveInto(symbols.weights);
  Weights weights(module);
  auto write = [&](llvm::raw_ostream &os) { weights.write(os); };
  if (!weights.isEmpty()) {
    if (llvm::Error error =
            origin.writeWeights(write).moveInto(description.file))
      return error;
    description.bytes = weights.getFileBytes();
    description.id = weights.getId();
  }
  weights.define(description.file);
  return llvm::Error::success();
}

FailureOr<CodeSymbols> mlir::split::native::writeNativeCode(
    ModuleOp module, const NativeOptions &givenOptions, CodeKind kind,
    const CodeOrigin &origin, llvm::raw_pwrite_stream &os,
    TimingScope &timing) {
  NativeOptions options = givenOptions;
  if (kind == CodeKind::LLVMDialect ||
      (kind != CodeKind::LoadedObject && !origin.writeWeights))
    options.externalWeights = ExternalWeights::Never;
  FailureOr<SmallVector<HostSignature>> signatures =
      getHostSignatures(module, options.views);
  if (failed(signatures))
    return failure();
  Location location = module.getLoc();
  auto fail = [&](llvm::Error error) {
    return emitError(location)
           << "cannot be compiled: " << llvm::toString(std::move(error));
  };
  CodeUse use = kind == CodeKind::LoadedObject ? CodeUse::Load : CodeUse::File;
  auto target = selectTarget(options.cpu, use, options.target);
  if (!target)
    return fail(target.takeError());
  auto machine = target->createTargetMachine();
  if (!machine)
    return fail(machine.takeError());

  CodeSymbols symbols;
  llvm::SmallDenseSet<Operation *> exported;
  for (HostSignature &signature : *signatures) {
    symbols.functions.push_back(signature.name.str());
    signature.function->removeAttr(kModelNameAttrName);
    exported.insert(signature.function);
  }
  if (failed(exportFunctions(module, [&](func::FuncOp function) {
        return exported.contains(function);
      })))
    return failure();
  origin.mapLocations();
  std::optional<DebugInfo> debug;
  if (options.debugInfo)
    debug.emplace(module);
  TimingScope passes = timing.nest("Lowering");
  FailureOr<bool> hasWeights =
      lowerToLLVMDialect(module, options, use, **machine, passes);
  if (failed(hasWeights))
    return failure();
  if (debug && failed(debug->attach(module, origin.writeListing)))
    return failure();
  WeightsDescription weights;
  if (*hasWeights)
    if (llvm::Error error = moveWeights(module, use, origin, symbols, weights))
      return emitError(location) << llvm::toString(std::move(error));
  RuntimeCalls calls(module);
  for (auto &[name, text] :
       describe(*signatures, options, kind, origin.source,
                (*machine)->getTargetTriple().str(), weights)) {
    addStringFunction(module, calls, name, text);
    symbols.functions.push_back(name);
  }
  passes.stop();
  if (kind == CodeKind::LLVMDialect)
    printModule(module, options, os);
  else if (failed(generate(module, **machine, kind, symbols, os, timing)))
    return failure();
  return symbols;
}

void mlir::split::native::printModule(ModuleOp module,
                                      const NativeOptions &options,
                                      raw_ostream &os) {
  OpPrintingFlags flags;
  if (options.elideConstants)
    flags.elideLargeElementsAttrs().elideLargeResourceString();
  module->print(os, flags);
}
