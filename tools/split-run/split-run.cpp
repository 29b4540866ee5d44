//===- split-run.cpp - Compiles a model and runs it here ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../common/NamedLocationHandler.h"
#include "ModelTool.h"
#include "Progress.h"
#include "Values.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "split-mlir/Target/Native/NativeModule.h"
#include "split-mlir/Target/Native/TensorText.h"
#include "tensors/TensorCompare.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include <cstdio>

using namespace mlir;
using namespace mlir::split;
namespace cl = llvm::cl;

//===----------------------------------------------------------------------===//
// Command line
//===----------------------------------------------------------------------===//

/// The number of elements of a result that are printed without `--print-all`.
/// IREE's tools print as many.
static constexpr int64_t kMaxPrinted = 1024;

namespace {
struct CommandLine : ModelOptions {
  CommandLine() : ModelOptions("split-run options", /*defaultCpu=*/"native") {}

  cl::opt<std::string> function{
      "function", cl::value_desc("NAME"),
      cl::desc("The function to run (default: the only public function or, if "
               "there are several, main)"),
      cl::cat(category)};
  cl::list<std::string> inputs{
      "input", cl::value_desc("VALUE"),
      cl::desc("An argument, in order: 2x3xf32=1,2,3,4,5,6, 2x3xf32=iota, "
               "2x3xf32=random, 2x3xf32=1 for equal elements, 2x3xf32 for "
               "zeros, @FILE.npy or @FILE.pb"),
      cl::cat(category)};
  cl::list<std::string> outputs{
      "output", cl::value_desc("@FILE.npy"),
      cl::desc(
          "A file to write a result to, in order (default: print results)"),
      cl::cat(category)};
  cl::list<std::string> expected{
      "expected_output", cl::value_desc("VALUE"),
      cl::desc(
          "The expected value of a result, in order, as for --input (default: "
          "compare nothing)"),
      cl::cat(category)};
  cl::alias expectedAlias{"expected-output", cl::aliasopt(expected),
                          cl::NotHidden,
                          cl::desc("Alias of --expected_output")};
  cl::opt<uint64_t> seed{
      "seed", cl::value_desc("N"), cl::init(0), cl::cat(category),
      cl::desc("Seed of random inputs; that of input i is N + i (default: 0)")};
  cl::opt<bool> printAll{
      "print-all", cl::cat(category),
      cl::desc("Print all elements of results, not only the first 1024")};
  cl::opt<std::string> testData{
      "test-data", cl::value_desc("DIR"),
      cl::desc(
          "A folder with input_*.pb and the expected output_*.pb, in place "
          "of --input and --expected_output"),
      cl::cat(category)};
  cl::opt<unsigned> time{
      "time", cl::value_desc("N"),
      cl::desc("Time N runs after one warm-up (default: no timed run)"),
      cl::cat(category)};
  cl::opt<double> rtol{
      "rtol", cl::init(Tolerance().relative),
      cl::desc("Relative tolerance of comparisons of floats (default: 1e-5)"),
      cl::cat(category)};
  cl::opt<double> atol{
      "atol", cl::init(Tolerance().absolute),
      cl::desc("Absolute tolerance of comparisons of floats (default: 1e-8)"),
      cl::cat(category)};
  /// Returns an error that parsing does not find, or an empty string.
  StringRef findMistake() const {
    if (time.getNumOccurrences() && time == 0)
      return "--time needs at least one run";
    if (!(rtol >= 0) || !(atol >= 0))
      return "--rtol and --atol must not be negative";
    if (!testData.empty() && (!inputs.empty() || !expected.empty()))
      return "--test-data stands in place of --input and --expected_output";
    for (StringRef output : outputs)
      if (!output.starts_with("@") || !output.ends_with(".npy"))
        return "--output needs the form @FILE.npy";
    return "";
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

static std::string formatDuration(std::chrono::nanoseconds duration) {
  double value = duration.count();
  for (StringRef unit : {"ns", "us", "ms"}) {
    if (value < 1000)
      return llvm::formatv("{0:f2} {1}", value, unit).str();
    value /= 1000;
  }
  return llvm::formatv("{0:f2} s", value);
}

static llvm::Expected<SmallVector<HostTensor>>
copyTensors(ArrayRef<HostTensor> tensors) {
  SmallVector<HostTensor> copies;
  for (const HostTensor &tensor : tensors) {
    llvm::Expected<HostTensor> copy = HostTensor::copyOf(
        tensor.getShape(), tensor.getElementType(), tensor.getBytes());
    if (!copy)
      return copy.takeError();
    copies.push_back(std::move(*copy));
  }
  return copies;
}

/// Times `count` runs, each on a copy of `inputs`.
static llvm::Error timeRuns(const NativeModule &native,
                            ArrayRef<HostTensor> inputs, unsigned count) {
  SmallVector<std::chrono::nanoseconds> durations;
  for (unsigned i = 0; i < count; ++i) {
    auto copies = copyTensors(inputs);
    if (!copies)
      return copies.takeError();
    auto results = native.run(*copies, &durations.emplace_back());
    if (!results)
      return results.takeError();
  }
  llvm::sort(durations);
  llvm::outs() << "time: min " << formatDuration(durations.front())
               << ", median " << formatDuration(durations[count / 2])
               << ", max " << formatDuration(durations.back()) << " (" << count
               << (count == 1 ? " run)\n" : " runs)\n");
  return llvm::Error::success();
}

/// Writes the results to files, and compares or prints them.
static ExitStatus deliver(ArrayRef<HostTensor> results,
                          ArrayRef<HostTensor> expected,
                          const CommandLine &options) {
  for (auto [path, result] : llvm::zip(options.outputs, results))
    if (llvm::Error error = saveNpy(result, StringRef(path).drop_front()))
      return fail(std::move(error));

  Tolerance tolerance{options.rtol, options.atol};
  ExitStatus status = Success;
  for (auto [index, result] : llvm::enumerate(results)) {
    if (!expected.empty()) {
      if (llvm::Error error =
              compareTensors(result, expected[index], tolerance))
        status = fail("result " + Twine(index) + ": " +
                      llvm::toString(std::move(error)));
    } else if (options.outputs.empty()) {
      llvm::outs() << "result[" << index << "]: ";
      printTensorText(result, llvm::outs(),
                      options.printAll ? result.getNumElements() : kMaxPrinted);
      llvm::outs() << '\n';
    }
  }
  if (!expected.empty() && status == Success)
    llvm::outs() << expected.size()
                 << (expected.size() == 1 ? " result matches\n"
                                          : " results match\n");
  return status;
}

/// Prints the error of a call. A failed check prints its location, not the
/// tool.
static ExitStatus failCall(llvm::Error error) {
  llvm::Error rest =
      llvm::handleErrors(std::move(error), [](const CheckFailure &failure) {
        // Print results before the error, also if standard output is buffered.
        llvm::outs().flush();
        std::fflush(stdout);
        failure.log(llvm::errs());
        llvm::errs() << '\n';
      });
  if (rest)
    fail(llvm::toString(std::move(rest)));
  return WrongInput;
}

static ExitStatus runFunction(const CommandLine &options, ModuleOp module,
                              func::FuncOp function,
                              MutableArrayRef<HostTensor> inputs,
                              ArrayRef<HostTensor> expected,
                              CompileTimer &timer, TimingScope timing) {
  if (llvm::Error error = addMachineProfile(options, module))
    return fail(std::move(error));
  NativeOptions nativeOptions = options.getNativeOptions();
  timer.countPasses(nativeOptions);
  FailureOr<NativeModule> native = NativeModule::compile(
      module, function.getSymName(), nativeOptions, std::move(timing));
  if (failed(native))
    return WrongInput;
  timer.finish();

  // A call may overwrite its inputs.
  auto untouched =
      copyTensors(options.time ? inputs : MutableArrayRef<HostTensor>());
  if (!untouched)
    return fail(untouched.takeError());
  auto results = native->run(inputs);
  if (!results)
    return failCall(results.takeError());
  ExitStatus status = deliver(*results, expected, options);
  if (status == Success && options.time)
    if (llvm::Error error = timeRuns(*native, *untouched, options.time))
      return failCall(std::move(error));
  return status;
}

static llvm::Error checkResultCount(StringRef what, size_t count,
                                    func::FuncOp function) {
  if (count == 0 || count == function.getNumResults())
    return llvm::Error::success();
  return llvm::createStringError("wrong number of %s: expected %u, got %zu",
                                 what.str().c_str(), function.getNumResults(),
                                 count);
}

/// Runs the tool with a valid command line.
static ExitStatus run(const CommandLine &options, MLIRContext *context) {
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler diagnostics(sources, context);
  NamedLocationHandler namedDiagnostics(context);
  CompileTimer timer(options, context);
  TimingScope timing = timer.getRootScope();
  TimingScope import = timing.nest("Import");
  OwningOpRef<ModuleOp> module = loadModel(options, sources, context);
  if (!module)
    return WrongInput;
  import.stop();
  auto function = selectFunction(*module, options.function);
  if (!function)
    return fail(function.takeError());

  SmallVector<std::string> inputSpecs(options.inputs.begin(),
                                      options.inputs.end());
  SmallVector<std::string> expectedSpecs(options.expected.begin(),
                                         options.expected.end());
  if (!options.testData.empty()) {
    inputSpecs = listTestData(options.testData, "input");
    expectedSpecs = listTestData(options.testData, "output");
    if (expectedSpecs.empty())
      return fail("no output_0.pb in '" + options.testData + "'");
  }
  auto inputs = loadValues(inputSpecs, "input", options.seed, context);
  if (!inputs)
    return fail(inputs.takeError());
  auto expected =
      loadValues(expectedSpecs, "expected output", options.seed, context);
  if (!expected)
    return fail(expected.takeError());
  if (llvm::Error error =
          checkResultCount("output files", options.outputs.size(), *function))
    return fail(std::move(error));
  if (llvm::Error error =
          checkResultCount("expected outputs", expected->size(), *function))
    return fail(std::move(error));
  if (llvm::Error error = adaptInputs(function->getFunctionType(), *inputs))
    return fail(std::move(error));
  return runFunction(options, *module, *function, *inputs, *expected, timer,
                     std::move(timing));
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  CommandLine options;
  if (!parseCommandLine(
          argc, argv,
          "Compile a function of a model for this machine and run it\n",
          options, [&] { return options.findMistake().str(); }))
    return WrongCommandLine;
  MLIRContext context(getModelDialects(), MLIRContext::Threading::DISABLED);
  return run(options, &context);
}
