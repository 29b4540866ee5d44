//===- NativeModule.cpp - Functions compiled for this machine -------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Target/Native/NativeModule.h"

#include "DebugInfo.h"
#include "Jit.h"
#include "MachineCode.h"
#include "NativeCall.h"
#include "NativeLowering.h"
#include "Weights.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "split-mlir/HostAbi/HostSignature.h"
#include "split-mlir/HostAbi/Runtime.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/Internalize.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
using llvm::orc::JITTargetMachineBuilder;

/// Returns the type to show in a message; the element type for rank 0.
static Type getDisplayType(RankedTensorType input) {
  if (input.getShape().empty())
    return input.getElementType();
  return input;
}

/// Returns text like `tensor<4xf32>`, with the storage type of a quantized
/// type.
static std::string describeArgument(Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << type;
  Type element = getElementTypeOrSelf(type);
  if (Type stored = getHostElementType(element); stored && stored != element)
    os << " (stored as " << stored << ")";
  return text;
}

static bool fitsArgument(Type type, RankedTensorType input) {
  auto tensorType = dyn_cast<TensorType>(type);
  if (!haveSameValues(getElementTypeOrSelf(type), input.getElementType()))
    return false;
  if (!tensorType)
    return input.getShape().empty();
  return !tensorType.hasRank() || succeeded(verifyCompatibleShape(
                                      tensorType.getShape(), input.getShape()));
}

llvm::Error mlir::split::native::checkInputCount(FunctionType type,
                                                 size_t count) {
  if (count == type.getNumInputs())
    return llvm::Error::success();
  std::string message;
  llvm::raw_string_ostream os(message);
  os << "wrong number of inputs: expected " << type.getNumInputs();
  if (type.getNumInputs() != 0) {
    os << " (";
    llvm::interleaveComma(llvm::map_range(type.getInputs(), describeArgument),
                          os);
    os << ')';
  }
  os << ", got " << count;
  return llvm::createStringError(message);
}

llvm::Error mlir::split::native::checkInput(Type argument,
                                            RankedTensorType input) {
  if (fitsArgument(argument, input))
    return llvm::Error::success();
  std::string message;
  llvm::raw_string_ostream(message) << "expected " << describeArgument(argument)
                                    << ", got " << getDisplayType(input);
  return llvm::createStringError(message);
}

llvm::Error
mlir::split::native::adaptInputs(FunctionType type,
                                 MutableArrayRef<HostTensor> inputs) {
  if (llvm::Error error = checkInputCount(type, inputs.size()))
    return error;
  for (auto [index, argument, input] :
       llvm::enumerate(type.getInputs(), inputs)) {
    if (llvm::Error error = checkInput(argument, input.getType()))
      return llvm::createStringError("input " + Twine(index) + ": " +
                                     llvm::toString(std::move(error)));
    input.reinterpretAs(getElementTypeOrSelf(argument));
  }
  return llvm::Error::success();
}

/// Optimizes `module`, and returns the name of the entry point to `function`.
static llvm::Expected<std::string> prepare(llvm::Module &module,
                                           StringRef function,
                                           FunctionType type,
                                           llvm::TargetMachine &machine) {
  setTarget(module, machine);

  llvm::Function *callee = module.getFunction(function);
  if (!callee || callee->isDeclaration())
    return llvm::createStringError("'" + function + "' was lowered away");
  llvm::Expected<llvm::Function *> entry = createEntryPoint(*callee, type);
  if (!entry)
    return entry.takeError();
  // Symbols of the program must not clash with those of the process.
  std::string entryName = (*entry)->getName().str();
  llvm::internalizeModule(module, [&](const llvm::GlobalValue &value) {
    return value.getName() == entryName;
  });
  optimize(module, machine);
  return entryName;
}

/// Loads `module`, and looks up the entry point `entryName`.
static llvm::Expected<llvm::orc::ExecutorAddr>
load(llvm::orc::ThreadSafeModule module, StringRef entryName,
     JITTargetMachineBuilder target, bool debugInfo,
     std::unique_ptr<llvm::orc::LLJIT> &jit) {
  if (llvm::Error error = createJit(std::move(target), debugInfo).moveInto(jit))
    return error;
  if (llvm::Error error = jit->addIRModule(std::move(module)))
    return error;
  return lookUpSymbol(*jit, entryName);
}

llvm::Error mlir::split::native::loadThreadRuntime() {
  std::string message;
  if (!llvm::sys::DynamicLibrary::LoadLibraryPermanently("libomp.so.5",
                                                         &message))
    return llvm::Error::success();
  return llvm::createStringError("cannot load LLVM's OpenMP runtime, which "
                                 "threads need: " +
                                 message);
}

FailureOr<NativeModule> NativeModule::compile(ModuleOp module,
                                              StringRef function,
                                              const NativeOptions &options,
                                              TimingScope timing) {
  auto funcOp = module.lookupSymbol<func::FuncOp>(function);
  if (!funcOp || funcOp.isExternal())
    return module.emitError()
           << "no function '" << function << "' with a body in the module";
  if (failed(verifyHostSignature(funcOp)))
    return failure();
  NativeModule compiled;
  compiled.type = funcOp.getFunctionType();
  compiled.views = options.views;
  Location location = funcOp.getLoc();
  auto fail = [&](llvm::Error error) {
    return emitError(location, "cannot compile '")
           << function << "': " << llvm::toString(std::move(error));
  };
  if (options.threads > 1)
    if (llvm::Error error = loadThreadRuntime())
      return fail(std::move(error));
  // The exported function is renamed too, since nothing outside calls it by
  // name.
  if (failed(exportFunctions(
          module, [&](func::FuncOp other) { return other == funcOp; })) ||
      failed(hideName(module, funcOp)))
    return failure();

  llvm::Expected<JITTargetMachineBuilder> target =
      selectTarget(options.cpu, CodeUse::Load);
  if (!target)
    return fail(target.takeError());
  auto machine = target->createTargetMachine();
  if (!machine)
    return fail(machine.takeError());
  std::string symbol = funcOp.getSymName().str();
  if (options.profile)
    compiled.profile = std::make_unique<Profile>(module);
  std::optional<DebugInfo> debug;
  if (options.debugInfo)
    debug.emplace(module);
  TimingScope lowering = timing.nest("Lowering");
  FailureOr<bool> hasWeights =
      lowerToLLVMDialect(module, options, CodeUse::Load, **machine, lowering);
  if (failed(hasWeights))
    return failure();
  if (debug && failed(debug->attach(module, writeTemporaryListing)))
    return failure();
  if (*hasWeights)
    if (llvm::Error error =
            Weights::moveToMemory(module).moveInto(compiled.weights))
      return fail(std::move(error));
  lowering.stop();
  TimingScope optimisation = timing.nest("LLVM optimisation");
  auto context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> llvmModule =
      translateToLLVMIR(module, **machine, *context);
  if (!llvmModule)
    return failure();
  llvm::Expected<std::string> entry =
      prepare(*llvmModule, symbol, compiled.type, **machine);
  if (!entry)
    return fail(entry.takeError());
  optimisation.stop();
  TimingScope generation = timing.nest("Code generation");
  llvm::Expected<llvm::orc::ExecutorAddr> address =
      load({std::move(llvmModule), std::move(context)}, *entry,
           std::move(*target), options.debugInfo, compiled.jit);
  if (!address)
    return fail(address.takeError());
  compiled.entry = address->toPtr<EntryPoint>();
  return compiled;
}

char CheckFailure::ID = 0;

NativeModule::NativeModule() = default;
NativeModule::NativeModule(NativeModule &&other) = default;
NativeModule &NativeModule::operator=(NativeModule &&other) = default;
NativeModule::~NativeModule() = default;

/// Loaded code lacks the type signatures that Clang's sanitizer checks.
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
  llvm::Expected<NativeCall> call = NativeCall::create(type, inputs, views);
  if (!call)
    return call.takeError();
  if (profile)
    profile->start();
  auto start = std::chrono::steady_clock::now();
  int32_t status = invoke(call->getSlots());
  auto stop = std::chrono::steady_clock::now();
  if (profile)
    profile->stop();
  if (elapsed)
    *elapsed = stop - start;
  if (status != 0)
    return llvm::make_error<CheckFailure>(split_mlir_last_error());
  return call->takeResults();
}
