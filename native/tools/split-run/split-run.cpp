//===- split-run.cpp - Compiles a model and runs it here ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler/Compiler.h"
#include "InitTools.h"
#include "Progress.h"
#include "SplitRun.h"
#include "common/NamedLocationHandler.h"
#include "mlir/IR/MLIRContext.h"
#include "split-mlir/HostAbi/HostSignature.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

/// Returns text like `@a, @b`, or `none`.
static std::string listNames(ArrayRef<func::FuncOp> functions) {
  std::string names;
  for (func::FuncOp function : functions)
    names += (names.empty() ? "@" : ", @") + function.getSymName().str();
  return names.empty() ? "none" : names;
}

static llvm::Expected<func::FuncOp> selectFunction(ModuleOp module,
                                                   StringRef name) {
  SmallVector<func::FuncOp> all, exported;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal())
      continue;
    all.push_back(function);
    if (function.isPublic())
      exported.push_back(function);
    if (function.getSymName() == name)
      return function;
  }
  if (!name.empty())
    return llvm::createStringError("no function '" + name +
                                   "', there is: " + listNames(all));
  if (exported.size() == 1)
    return exported.front();
  for (func::FuncOp function : exported)
    if (function.getSymName() == "main")
      return function;
  return llvm::createStringError(
      "choose a function with --function, there is: " + listNames(all));
}

namespace {
/// A function, ready to be compiled, and the values for it.
struct Job {
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
  /// The parts of this rank.
  SmallVector<HostTensor> inputs;
  /// Whole values, on rank 0 only.
  SmallVector<HostTensor> expected;
};
} // namespace

static llvm::Error checkResultCount(StringRef what, size_t count,
                                    FunctionType type) {
  if (count == 0 || count == type.getNumResults())
    return llvm::Error::success();
  return llvm::createStringError("wrong number of %s: expected %u, got %zu",
                                 what.str().c_str(), type.getNumResults(),
                                 count);
}

/// Returns `specs` in the order of the arguments of `function`. An argument
/// that no spec `NAME=VALUE` names takes the next spec without a name.
static llvm::Expected<SmallVector<std::string>>
orderInputs(ArrayRef<std::string> specs, func::FuncOp function,
            unsigned numArguments) {
  SmallVector<std::string> names, ordered(numArguments);
  for (unsigned i = 0; i < numArguments; ++i) {
    StringRef name = getModelName(function.getArgAttrDict(i));
    names.push_back(name.empty() ? "argument" + std::to_string(i) : name.str());
  }
  SmallVector<std::string> unnamed;
  for (const std::string &spec : specs) {
    auto [name, value] = StringRef(spec).split('=');
    auto *place = llvm::find(names, name);
    if (place == names.end()) {
      unnamed.push_back(spec);
      continue;
    }
    std::string &input = ordered[place - names.begin()];
    if (!input.empty())
      return llvm::createStringError("'" + name + "' has two inputs");
    input = value.str();
  }
  if (unnamed.size() == specs.size())
    return unnamed;
  auto *next = unnamed.begin();
  for (auto [name, input] : llvm::zip(names, ordered)) {
    if (input.empty() && next == unnamed.end())
      return llvm::createStringError("'" + name + "' has no input");
    if (input.empty())
      input = *next++;
  }
  ordered.append(next, unnamed.end());
  return ordered;
}

/// Loads the inputs, of which each rank reads its part.
static llvm::Error loadInputs(ArrayRef<std::string> specs,
                              const CommandLine &options, const Ranks &ranks,
                              Job &job, MLIRContext *context) {
  auto select = [&](unsigned index, RankedTensorType whole) {
    return ranks.selectPart(index, whole);
  };
  return loadValues(specs, "input", options.seed, context,
                    ranks.isDistributed() ? SelectPart(select) : SelectPart())
      .moveInto(job.inputs);
}

/// Checks the inputs, and adds those of the ranks.
static llvm::Error completeInputs(const Ranks &ranks, Job &job,
                                  MLIRContext *context) {
  if (llvm::Error error = checkInputCount(ranks.getType(), job.inputs.size()))
    return error;
  if (llvm::Error error = ranks.addInputs(job.inputs, context))
    return error;
  return adaptInputs(job.function.getFunctionType(), job.inputs);
}

static ExitStatus loadAllValues(const CommandLine &options, const Ranks &ranks,
                                Job &job, MLIRContext *context) {
  SmallVector<std::string> inputs(options.inputs.begin(), options.inputs.end());
  SmallVector<std::string> expected(options.expected.begin(),
                                    options.expected.end());
  if (!options.testData.empty()) {
    inputs = listTestData(options.testData, "input");
    expected = listTestData(options.testData, "output");
    if (expected.empty())
      return fail("no output_0.pb in '" + options.testData + "'");
  }
  auto ordered =
      orderInputs(inputs, job.function, ranks.getType().getNumInputs());
  if (!ordered)
    return fail(ordered.takeError());
  if (llvm::Error error = loadInputs(*ordered, options, ranks, job, context))
    return fail(std::move(error));
  if (ranks.isFirst())
    if (llvm::Error error =
            loadValues(expected, "expected output", options.seed, context)
                .moveInto(job.expected))
      return fail(std::move(error));
  FunctionType type = ranks.getType();
  if (llvm::Error error =
          checkResultCount("output files", options.outputs.size(), type))
    return fail(std::move(error));
  if (llvm::Error error =
          checkResultCount("expected outputs", expected.size(), type))
    return fail(std::move(error));
  if (llvm::Error error = completeInputs(ranks, job, context))
    return fail(std::move(error));
  return Success;
}

/// Draws the splits of `model`, which is not distributed, and the ranks.
static ExitStatus draw(ModuleOp model, const CommandLine &options,
                       const Ranks &ranks, Job &job) {
  // Ranks read only parts of inputs.
  SmallVector<Drawing> drawings =
      drawSplits(model, job.function.getSymName(),
                 ranks.isDistributed() ? ArrayRef<HostTensor>() : job.inputs);
  if (llvm::Error error = ranks.draw(drawings))
    return fail(std::move(error));
  std::string text;
  llvm::raw_string_ostream os(text);
  printDrawings(drawings, /*asSvg=*/!options.draw.empty(), os);
  llvm::Error error =
      writeFile(options.draw.empty() ? StringRef("-") : options.draw, text);
  return error ? fail(std::move(error)) : Success;
}

/// Compiles the function; fails after an error on any rank.
static FailureOr<NativeModule> compile(const CommandLine &options,
                                       const Ranks &ranks, Job &job,
                                       CompileTimer &timer,
                                       TimingScope timing) {
  ExitStatus status = Success;
  if (llvm::Error error = addMachineProfile(options, *job.module))
    status = fail(std::move(error));
  FailureOr<NativeModule> native = failure();
  if (status == Success) {
    NativeOptions nativeOptions = options.getNativeOptions();
    nativeOptions.hasChecks = ranks.isDistributed();
    nativeOptions.profile = options.isProfiled();
    native = NativeModule::compile(*job.module, job.function.getSymName(),
                                   nativeOptions, std::move(timing));
  }
  if (ranks.agree(succeeded(native) ? Success : WrongInput) != Success)
    return failure();
  timer.finish();
  return native;
}

static ExitStatus runJob(const CommandLine &options, Ranks &ranks, Job &job,
                         const NativeModule &native) {
  // A call may overwrite its inputs.
  unsigned count = options.time;
  if (count == 0 && options.isProfiled())
    count = 1;
  auto untouched = copyTensors(count ? job.inputs : ArrayRef<HostTensor>());
  if (ranks.agree(untouched ? Success : fail(untouched.takeError())) != Success)
    return WrongInput;
  auto results = callFunction(native, job.inputs, ranks);
  if (failed(results))
    return WrongInput;
  ExitStatus status = deliver(*results, job.expected, options, ranks);
  if (status != Success || count == 0)
    return status;
  return timeCalls(native, *untouched, count, ranks, options.profile);
}

/// Runs the tool as one rank with a valid command line.
static ExitStatus run(const CommandLine &options, Ranks &ranks,
                      MLIRContext *context) {
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler diagnostics(sources, context);
  NamedLocationHandler namedDiagnostics(context);
  CompileTimer timer(options, context);
  TimingScope timing = timer.getRootScope();
  Job job;
  auto prepare = [&] {
    TimingScope import = timing.nest("Import");
    job.module = loadModel(options, options.listOutputs(), sources, context);
    if (!job.module)
      return WrongInput;
    import.stop();
    auto function = selectFunction(*job.module, options.function);
    if (!function)
      return fail(function.takeError());
    job.function = *function;
    OwningOpRef<ModuleOp> model;
    if (options.isDrawn() && ranks.isFirst())
      model = job.module->clone();
    ExitStatus status =
        ranks.distribute(job.function, options.getNativeOptions());
    if (status == Success)
      status = loadAllValues(options, ranks, job, context);
    return status == Success && model ? draw(*model, options, ranks, job)
                                      : status;
  };
  if (ranks.agree(prepare()) != Success)
    return WrongInput;
  FailureOr<NativeModule> native =
      compile(options, ranks, job, timer, std::move(timing));
  return succeeded(native) ? runJob(options, ranks, job, *native) : WrongInput;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  registerToolExtensions();
  CommandLine options;
  if (!parseCommandLine(
          argc, argv,
          "Compile a function of a model for this machine and run it\n",
          options, [&] { return options.findMistake(); }))
    return WrongCommandLine;
  std::string tool =
      llvm::sys::fs::getMainExecutable(argv[0], reinterpret_cast<void *>(main));
  return options.ranks->run(
      ArrayRef(argv, argc), tool, options.model == "-", [&](Ranks &ranks) {
        MLIRContext context(getModelDialects(),
                            MLIRContext::Threading::DISABLED);
        return run(options, ranks, &context);
      });
}
