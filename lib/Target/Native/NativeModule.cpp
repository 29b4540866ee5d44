//===- NativeModule.cpp - Functions compiled for this machine -------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Target/Native/NativeModule.h"

#include "CacheOptions.h"
#include "JitSymbols.h"
#include "NativeCall.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/OpenMP/OpenMPToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Transforms/Passes.h"
#include "split-mlir/Pipelines/Pipelines.h"
#include "split-mlir/Runtime/Runtime.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/Transforms/IPO/Internalize.h"

using namespace mlir;
using namespace mlir::split;
using llvm::orc::JITTargetMachineBuilder;

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

static LogicalResult checkSignature(func::FuncOp function) {
  auto check = [&](TypeRange types, StringRef what) -> LogicalResult {
    for (auto [index, type] : llvm::enumerate(types)) {
      bool hasForm = isa<RankedTensorType, UnrankedTensorType>(type) ||
                     !isa<ShapedType>(type);
      if (!hasForm || !ElementLayout::get(getElementTypeOrSelf(type)))
        return function.emitError()
               << what << " " << index << " is of type " << type
               << ", only tensors and scalars of integers, index, floats, "
                  "complexes and quantized integers can be passed";
    }
    return success();
  };
  return failure(failed(check(function.getArgumentTypes(), "argument")) ||
                 failed(check(function.getResultTypes(), "result")));
}

/// Makes `function` the only public one and gives every function with a body a
/// name that no library has: compiled code calls some, and would find these.
/// Descriptors of arguments have the identity layout, whatever attributes say.
static LogicalResult isolateFunction(ModuleOp module, func::FuncOp function) {
  SymbolTable symbols(module);
  for (auto other :
       llvm::make_early_inc_range(module.getOps<FunctionOpInterface>())) {
    if (other.isExternal())
      continue;
    other.setPrivate();
    StringRef name = cast<SymbolOpInterface>(*other).getName();
    if (failed(symbols.rename(other, ("split_mlir_program." + name).str())))
      return other.emitError("cannot be given another name");
  }
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    function.removeArgAttr(
        i, bufferization::BufferizationDialect::kBufferLayoutAttrName);
  function.setPublic();
  return success();
}

/// Runs the pipeline on what the only public function needs.
static LogicalResult lowerToLLVMDialect(ModuleOp module,
                                        const NativeOptions &options) {
  PassManager manager(module.getContext());
  manager.addPass(createSymbolDCEPass());
  SplitToLLVMOptions pipelineOptions;
  pipelineOptions.runtimeChecks = options.runtimeChecks;
  pipelineOptions.hostAbi = true;
  setCacheOptions(pipelineOptions, llvm::Triple(llvm::sys::getProcessTriple()),
                  options.cpu);
  pipelineOptions.threads = options.threads;
  buildSplitToLLVMPipeline(manager, pipelineOptions);
  return manager.run(module);
}

/// Lowers and translates `module`; null when that fails. Some upstream passes
/// fail without a word; this does not.
static std::unique_ptr<llvm::Module> lowerToLLVMIR(ModuleOp module,
                                                   const NativeOptions &options,
                                                   llvm::LLVMContext &context) {
  Location location = module.getLoc();
  bool hasReported = false;
  ScopedDiagnosticHandler watch(
      module.getContext(), [&](Diagnostic &diagnostic) {
        hasReported |= diagnostic.getSeverity() == DiagnosticSeverity::Error;
        return failure(); // for the next handler to print
      });
  std::unique_ptr<llvm::Module> lowered;
  if (succeeded(lowerToLLVMDialect(module, options)))
    lowered = translateModuleToLLVMIR(module, context);
  if (!lowered && !hasReported)
    emitError(location, "the module cannot be lowered to native code");
  return lowered;
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

static void initializeHost() {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
}

llvm::Error mlir::split::checkProcessor(StringRef cpu) {
  if (cpu == "native")
    return llvm::Error::success();
  initializeHost();
  llvm::Triple triple(llvm::sys::getProcessTriple());
  std::string message;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, message);
  if (!target)
    return llvm::createStringError(message);
  std::unique_ptr<llvm::MCSubtargetInfo> known(
      target->createMCSubtargetInfo(triple, /*CPU=*/"", /*Features=*/""));
  if (!known->isCPUStringValid(cpu))
    return llvm::createStringError("unknown processor '" + cpu + "'");
  // LLVM ends the process when asked to compile 64-bit code for one of these.
  std::unique_ptr<llvm::MCSubtargetInfo> processor(
      target->createMCSubtargetInfo(triple, cpu, /*Features=*/""));
  if (triple.isX86() && !processor->checkFeatures("+64bit"))
    return llvm::createStringError("processor '" + cpu +
                                   "' runs no 64-bit code");
  return llvm::Error::success();
}

/// A builder for `cpu` that uses no instructions this machine lacks.
static llvm::Expected<JITTargetMachineBuilder> selectTarget(StringRef cpu) {
  if (llvm::Error error = checkProcessor(cpu))
    return error;
  llvm::Expected<JITTargetMachineBuilder> builder =
      JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder;
  builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::Aggressive);
  if (cpu == "native")
    return builder;

  std::string lacking;
  for (const std::string &feature : builder->getFeatures().getFeatures())
    if (StringRef(feature).starts_with("-"))
      lacking += (lacking.empty() ? "" : ",") + feature;
  builder->setCPU(cpu.str()).setFeatures(lacking);
  return builder;
}

namespace {
struct LoadedCode {
  std::unique_ptr<llvm::orc::LLJIT> jit;
  llvm::orc::ExecutorAddr entry;
};
} // namespace

/// Makes the session's own report of the first failure the error: what lookup
/// returns says no more than that it failed.
static llvm::Expected<llvm::orc::ExecutorAddr> lookUp(llvm::orc::LLJIT &jit,
                                                      StringRef name) {
  std::string firstReport;
  jit.getExecutionSession().setErrorReporter([&](llvm::Error error) {
    std::string report = llvm::toString(std::move(error));
    if (firstReport.empty())
      firstReport = std::move(report);
  });
  llvm::Expected<llvm::orc::ExecutorAddr> address = jit.lookup(name);
  jit.getExecutionSession().setErrorReporter(
      [](llvm::Error error) { llvm::consumeError(std::move(error)); });
  if (address || firstReport.empty())
    return address;
  llvm::consumeError(address.takeError());
  return llvm::createStringError("cannot link: " + firstReport);
}

/// Optimises as clang -O3 does, but for vectors made of straight-line code:
/// there is little to gain where loops do the work, and on checks of many
/// lengths it takes time that grows with the square of their number.
static void optimize(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = true;
  tuning.LoopInterleaving = true;
  tuning.SLPVectorization = false;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder passes(&machine, tuning);
  passes.registerModuleAnalyses(modules);
  passes.registerCGSCCAnalyses(callGraph);
  passes.registerFunctionAnalyses(functions);
  passes.registerLoopAnalyses(loops);
  passes.crossRegisterProxies(loops, functions, callGraph, modules);
  passes.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3)
      .run(module, modules);
}

/// Optimises and loads `module`, and finds the entry point to `function`.
static llvm::Expected<LoadedCode>
load(std::unique_ptr<llvm::LLVMContext> context,
     std::unique_ptr<llvm::Module> module, StringRef function,
     FunctionType type, StringRef cpu) {
  llvm::Expected<JITTargetMachineBuilder> target = selectTarget(cpu);
  if (!target)
    return target.takeError();
  auto machine = target->createTargetMachine();
  if (!machine)
    return machine.takeError();
  module->setDataLayout((*machine)->createDataLayout());
  module->setTargetTriple((*machine)->getTargetTriple());

  llvm::Function *callee = module->getFunction(function);
  if (!callee || callee->isDeclaration())
    return llvm::createStringError("'" + function + "' was lowered away");
  llvm::Expected<llvm::Function *> entry = createEntryPoint(*callee, type);
  if (!entry)
    return entry.takeError();
  // Names of the program must not meet those of the process.
  std::string entryName = (*entry)->getName().str();
  llvm::internalizeModule(*module, [&](const llvm::GlobalValue &value) {
    return value.getName() == entryName;
  });
  optimize(*module, **machine);

  auto jit = llvm::orc::LLJITBuilder()
                 .setJITTargetMachineBuilder(std::move(*target))
                 .create();
  if (!jit)
    return jit.takeError();
  if (llvm::Error error = defineJitSymbols(**jit))
    return error;
  if (llvm::Error error = (*jit)->addIRModule(
          llvm::orc::ThreadSafeModule(std::move(module), std::move(context))))
    return error;
  llvm::Expected<llvm::orc::ExecutorAddr> address = lookUp(**jit, entryName);
  if (!address)
    return address.takeError();
  return LoadedCode{std::move(*jit), *address};
}

FailureOr<NativeModule> NativeModule::compile(ModuleOp module,
                                              StringRef function,
                                              const NativeOptions &options) {
  auto funcOp = module.lookupSymbol<func::FuncOp>(function);
  if (!funcOp || funcOp.isExternal())
    return module.emitError()
           << "no function '" << function << "' with a body in the module";
  if (failed(checkSignature(funcOp)))
    return failure();
  FunctionType type = funcOp.getFunctionType();
  Location location = funcOp.getLoc();
  if (options.threads > 1)
    if (llvm::Error error = loadThreadRuntime())
      return emitError(location) << llvm::toString(std::move(error));
  if (failed(isolateFunction(module, funcOp)))
    return failure();

  initializeHost();
  DialectRegistry translations;
  registerBuiltinDialectTranslation(translations);
  registerLLVMDialectTranslation(translations);
  registerOpenMPDialectTranslation(translations);
  module.getContext()->appendDialectRegistry(translations);

  std::string symbol = funcOp.getSymName().str();
  auto context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> llvmModule =
      lowerToLLVMIR(module, options, *context);
  if (!llvmModule)
    return failure();
  llvm::Expected<LoadedCode> code = load(
      std::move(context), std::move(llvmModule), symbol, type, options.cpu);
  if (!code)
    return emitError(location, "cannot compile '")
           << function << "': " << llvm::toString(code.takeError());
  return NativeModule(type, std::move(code->jit),
                      code->entry.toPtr<EntryPoint>());
}

//===----------------------------------------------------------------------===//
// The loaded function
//===----------------------------------------------------------------------===//

char CheckFailure::ID = 0;

NativeModule::NativeModule(FunctionType type,
                           std::unique_ptr<llvm::orc::LLJIT> jit,
                           EntryPoint entry)
    : type(type), jit(std::move(jit)), entry(entry) {}

NativeModule::NativeModule(NativeModule &&other) = default;
NativeModule &NativeModule::operator=(NativeModule &&other) = default;
NativeModule::~NativeModule() = default;

/// Loaded code does not carry the signature that Clang's sanitizer looks for.
#ifdef __clang__
LLVM_NO_SANITIZE("function")
#endif
int32_t NativeModule::invoke(MutableArrayRef<void *> slots) const {
  assert(slots.size() == type.getNumInputs() + type.getNumResults());
  return entry(slots.data());
}

llvm::Expected<SmallVector<HostTensor>>
NativeModule::run(MutableArrayRef<HostTensor> inputs,
                  std::chrono::nanoseconds *elapsed) const {
  llvm::Expected<NativeCall> call = NativeCall::create(type, inputs);
  if (!call)
    return call.takeError();
  auto start = std::chrono::steady_clock::now();
  int32_t status = invoke(call->getSlots());
  auto stop = std::chrono::steady_clock::now();
  if (elapsed)
    *elapsed = stop - start;
  if (status != 0)
    return llvm::make_error<CheckFailure>(split_mlir_last_error());
  return call->takeResults();
}
