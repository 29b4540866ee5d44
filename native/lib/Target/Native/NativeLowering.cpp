//===- NativeLowering.cpp - From tensors to LLVM IR -----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NativeLowering.h"

#include "../../Transforms/Contractions/PackedConstants.h"
#include "Weights.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/OpenMP/OpenMPToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Transforms/Passes.h"
#include "split-mlir/Dialect/Split/IR/ElementBytes.h"
#include "split-mlir/HostAbi/HostAbi.h"
#include "split-mlir/HostAbi/HostAbiInterface.h"
#include "split-mlir/Machine/MachineProfile.h"
#include "split-mlir/Pipelines/Pipelines.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
using OpNames = DenseSet<OperationName>;

/// Returns whether `message` quotes the name of an op that is not in `ops`.
static bool namesOtherOp(StringRef message, const OpNames &ops,
                         MLIRContext *context) {
  while (!message.empty()) {
    auto [name, rest] = message.split('\'').second.split('\'');
    auto registered = RegisteredOperationName::lookup(name, context);
    if (registered && !ops.contains(*registered))
      return true;
    message = rest;
  }
  return false;
}

using Messages = SmallVector<std::pair<Location, std::string>>;

/// Returns the errors of the verifier.
static Messages verifyAgain(ModuleOp module) {
  Messages errors;
  ScopedDiagnosticHandler collect(module.getContext(), [&](Diagnostic &error) {
    errors.emplace_back(error.getLocation(), error.str());
    return success();
  });
  (void)verify(module);
  return errors;
}

static void emitInternalError(Diagnostic &error) {
  emitError(error.getLocation(), "an internal error keeps this part of the "
                                 "program from being compiled")
          .attachNote()
      << "the error is: " << error.str();
}

/// Runs `lower`, which changes `module`, and returns its result. An error about
/// an op that the program does not contain, or of the verifier, becomes an
/// internal error at the part of the program that the op stands for. Emits an
/// error if `lower` fails without one, as some upstream passes do.
static LogicalResult reportFailure(ModuleOp module,
                                   llvm::function_ref<LogicalResult()> lower) {
  MLIRContext *context = module.getContext();
  Location location = module.getLoc();
  OpNames ops;
  module->walk([&](Operation *op) { ops.insert(op->getName()); });
  std::vector<Diagnostic> errors;
  LogicalResult result = failure();
  {
    ScopedDiagnosticHandler collect(context, [&](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
        return failure();
      errors.push_back(std::move(diagnostic));
      return success();
    });
    result = lower();
  }
  Messages invalid;
  if (failed(result))
    invalid = verifyAgain(module);
  for (Diagnostic &error : errors)
    if (namesOtherOp(error.str(), ops, context) ||
        llvm::is_contained(invalid,
                           std::pair(error.getLocation(), error.str())))
      emitInternalError(error);
    else
      context->getDiagEngine().emit(std::move(error));
  if (failed(result) && errors.empty())
    emitError(location, "the module cannot be lowered to native code");
  return result;
}

static LogicalResult hideName(SymbolTable &symbols,
                              FunctionOpInterface function) {
  StringRef name = cast<SymbolOpInterface>(*function).getName();
  if (failed(symbols.rename(function, ("split_mlir_program." + name).str())))
    return function.emitError("cannot be given another name");
  return success();
}

LogicalResult mlir::split::native::hideName(ModuleOp module,
                                            func::FuncOp function) {
  SymbolTable symbols(module);
  return ::hideName(symbols, function);
}

LogicalResult mlir::split::native::exportFunctions(
    ModuleOp module, llvm::function_ref<bool(func::FuncOp)> isExported) {
  SymbolTable symbols(module);
  for (auto other :
       llvm::make_early_inc_range(module.getOps<FunctionOpInterface>())) {
    if (other.isExternal())
      continue;
    auto function = dyn_cast<func::FuncOp>(*other);
    if (!function || !isExported(function)) {
      other.setPrivate();
      if (failed(::hideName(symbols, other)))
        return failure();
      continue;
    }
    function.setPublic();
    // Passes of the host ABI set these attributes; the program must not.
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      for (StringRef name :
           {StringRef(
                bufferization::BufferizationDialect::kBufferLayoutAttrName),
            StringRef(kResultAttrName), StringRef(kGivenAttrName),
            StringRef(kRowMajorAttrName)})
        function.removeArgAttr(i, name);
  }
  return success();
}

void mlir::split::native::setPipelineOptions(
    SplitToLLVMOptions &pipeline, const NativeOptions &options, CodeUse use,
    const llvm::TargetMachine &machine) {
  pipeline.runtimeChecks = options.runtimeChecks;
  pipeline.hasChecks = options.hasChecks;
  pipeline.hostAbi = true;
  pipeline.orderedReductions = options.orderedReductions;
  pipeline.threads = options.threads;
  pipeline.memoryReport = options.memoryReport;
  pipeline.profile = options.profile && use == CodeUse::Load;
  // Stores that bypass the caches were measured on x86 only.
  if (machine.getTargetTriple().isX86()) {
    bool isForHost = use == CodeUse::Load && options.cpu == "native" &&
                     options.machineConstants;
    pipeline.machine = isForHost ? MachineValues::Host : MachineValues::Runtime;
    pipeline.storeFence = StoreFence::X86SFence;
  }
  if (machine.getTargetTriple().getArch() == llvm::Triple::x86_64 &&
      options.cpu == "portable")
    pipeline.multiversionCpus = {"x86-64-v3", "x86-64-v4"};
  pipeline.results = options.views ? ResultKind::Views : ResultKind::Copies;
}

namespace {
struct ConstantBytes {
  uint64_t all = 0, inCode = 0;
};
} // namespace

/// Returns the size of constants, and of those that Weights keeps in the code.
/// Leaves out those of equal elements, which may become code, see
/// verifyGlobals.
static ConstantBytes countConstants(ModuleOp module) {
  DenseSet<Attribute> counted;
  ConstantBytes bytes;
  module.walk([&](Operation *op) {
    ElementsAttr value;
    if (!matchPattern(op, m_Constant(&value)) || value.isSplat() ||
        op->use_empty() || !counted.insert(value).second)
      return;
    uint64_t size = llvm::SaturatingMultiply<uint64_t>(
        value.getNumElements(),
        getElementBytes(value.getElementType()).value_or(1));
    bytes.all = llvm::SaturatingAdd(bytes.all, size);
    if (!Weights::canMove(value))
      bytes.inCode = llvm::SaturatingAdd(bytes.inCode, size);
  });
  return bytes;
}

/// Reports `bytes` of constants that code could not refer to: its references
/// have 32 bits.
static LogicalResult verifyConstants(ModuleOp module, uint64_t bytes) {
  // Leaves room for code and small data.
  constexpr uint64_t kMaxBytes = (uint64_t(1) << 31) - (uint64_t(1) << 26);
  if (bytes <= kMaxBytes)
    return success();
  return emitError(module.getLoc())
         << "the constants of the program have " << bytes
         << " bytes, expected at most " << kMaxBytes;
}

/// The size of constants from which ExternalWeights::Auto keeps them outside.
static constexpr uint64_t kManyConstantBytes = uint64_t(64) << 20;

FailureOr<bool> mlir::split::native::lowerToLLVMDialect(
    ModuleOp module, const NativeOptions &options, CodeUse use,
    const llvm::TargetMachine &machine, TimingScope &timing) {
  // Vector registers of NEON have 16 bytes, and those of RISC-V at least 16.
  if (!machine.getTargetTriple().isX86())
    addTargetEntries(module, {{"split.vector_bytes", 16}});
  SplitToLLVMOptions pipelineOptions;
  // Only split-lower-contractions may set this attribute.
  module->removeAttr(kDeferredPackingAttrName);
  ConstantBytes bytes = countConstants(module);
  bool hasWeights = options.externalWeights == ExternalWeights::Always ||
                    (options.externalWeights == ExternalWeights::Auto &&
                     bytes.all >= kManyConstantBytes);
  if (failed(verifyConstants(module, hasWeights ? bytes.inCode : bytes.all)))
    return failure();
  pipelineOptions.weights = hasWeights;
  setPipelineOptions(pipelineOptions, options, use, machine);
  PassManager toBuffers(module.getContext()), toLLVM(module.getContext());
  toBuffers.addPass(createSymbolDCEPass());
  buildSplitToBuffersPipeline(toBuffers, pipelineOptions);
  buildBuffersToLLVMPipeline(toLLVM, pipelineOptions);
  // From buffers on, ops do not depend on what the program claims. To verify
  // them after each pass would take as long as the passes; split-verify does so
  // once, between the parts of the pipeline.
  toLLVM.enableVerifier(false);
  for (PassManager *manager : {&toBuffers, &toLLVM}) {
    if (timing)
      manager->enableTiming(timing);
    if (options.configurePasses && failed(options.configurePasses(*manager)))
      return failure();
  }
  if (failed(reportFailure(module, [&] {
        return success(succeeded(toBuffers.run(module)) &&
                       succeeded(toLLVM.run(module)) &&
                       succeeded(verify(module)));
      })))
    return failure();
  return hasWeights;
}

/// Removes the attributes of arguments by which dialects extend the host ABI,
/// for which the translation would warn.
static void removeArgumentMarks(ModuleOp module) {
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
      for (NamedAttribute attribute :
           llvm::to_vector(function_interface_impl::getArgAttrs(function, i)))
        if (Dialect *dialect = attribute.getNameDialect())
          if (dialect->getRegisteredInterface<HostAbiDialectInterface>())
            function.removeArgAttr(i, attribute.getName());
}

/// Returns whether a global of type `type` takes more than `limit` bytes.
static bool isLargerThan(Type type, uint64_t limit, const DataLayout &layout) {
  uint64_t number = 1;
  while (auto array = dyn_cast<LLVM::LLVMArrayType>(type)) {
    if (array.getNumElements() > limit)
      return true;
    number *= array.getNumElements();
    if (number > limit)
      return true;
    type = array.getElementType();
  }
  return number > 0 && layout.getTypeSize(type) > limit / number;
}

/// Reports large constants of equal elements. LLVM IR has all elements, so the
/// translation would run out of memory.
static LogicalResult verifyGlobals(ModuleOp module) {
  constexpr uint64_t kMaxBytes = uint64_t(1) << 31;
  DataLayout layout(module);
  for (auto global : module.getOps<LLVM::GlobalOp>()) {
    auto value =
        dyn_cast_if_present<DenseElementsAttr>(global.getValueOrNull());
    if (value && value.isSplat() &&
        isLargerThan(global.getType(), kMaxBytes, layout))
      return emitError(global.getLoc())
             << "constant of type " << value.getType() << " has more than "
             << kMaxBytes << " bytes in memory; expected linalg.fill";
  }
  return success();
}

std::unique_ptr<llvm::Module>
mlir::split::native::translateToLLVMIR(ModuleOp module,
                                       const llvm::TargetMachine &machine,
                                       llvm::LLVMContext &context) {
  DialectRegistry translations;
  registerBuiltinDialectTranslation(translations);
  registerLLVMDialectTranslation(translations);
  registerOpenMPDialectTranslation(translations);
  module.getContext()->appendDialectRegistry(translations);
  removeArgumentMarks(module);
  if (failed(verifyGlobals(module)))
    return nullptr;
  // The translation folds sizes of types. By default, integers of 65 to 96 bits
  // take 12 bytes, but 16 with the layouts of the machines.
  module->setAttr(
      LLVM::LLVMDialect::getDataLayoutAttrName(),
      StringAttr::get(module.getContext(),
                      machine.createDataLayout().getStringRepresentation()));
  std::unique_ptr<llvm::Module> translated;
  (void)reportFailure(module, [&] {
    translated = translateModuleToLLVMIR(module, context);
    return success(translated != nullptr);
  });
  return translated;
}
