//===- split-run.cpp - Compiles a model and runs it here ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Compiler/Compiler.h"
#include "Launcher.h"
#include "Progress.h"
#include "RankChannel.h"
#include "Results.h"
#include "Values.h"
#include "common/NamedLocationHandler.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "split-mlir/Dialect/Split/IR/Counts.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;
using namespace mlir::split::native;

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
// Preparing a run
//===----------------------------------------------------------------------===//

namespace {
/// A function, ready to be compiled, and the values for it.
struct Job {
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
  ShardedFunction sharded;
  /// The parts of this rank.
  SmallVector<HostTensor> inputs;
  /// Whole values, on rank 0 only.
  SmallVector<HostTensor> expected;
};
} // namespace

/// Partitions the function over the ranks, if there are several.
static ExitStatus distribute(const CommandLine &options, const Ranks &ranks,
                             Job &job) {
  std::string name = job.function.getSymName().str();
  if (ranks.isDistributed()) {
    // Only public functions are partitioned.
    for (auto other : job.module->getOps<func::FuncOp>())
      other.setVisibility(other == job.function
                              ? SymbolTable::Visibility::Public
                              : SymbolTable::Visibility::Private);
    if (failed(partition(*job.module, options.mpi, ranks.getCount(),
                         options.getNativeOptions())))
      return WrongInput;
    job.function = job.module->lookupSymbol<func::FuncOp>(name);
    int64_t size = 1;
    for (int64_t axis : getGrid(job.function))
      size *= axis;
    if (size != ranks.getCount())
      return fail("the grid has " + formatCount(size, "rank") +
                  ", but the run has " + Twine(ranks.getCount()));
  } else {
    removeShardings(*job.module);
  }
  FailureOr<ShardedFunction> sharded = ShardedFunction::get(job.function);
  if (failed(sharded))
    return WrongInput;
  job.sharded = std::move(*sharded);
  return Success;
}

static llvm::Error checkResultCount(StringRef what, size_t count,
                                    FunctionType type) {
  if (count == 0 || count == type.getNumResults())
    return llvm::Error::success();
  return llvm::createStringError("wrong number of %s: expected %u, got %zu",
                                 what.str().c_str(), type.getNumResults(),
                                 count);
}

/// Loads the inputs, of which each rank reads its part.
static llvm::Error loadInputs(ArrayRef<std::string> specs,
                              const CommandLine &options, const Ranks &ranks,
                              Job &job, MLIRContext *context) {
  auto select = [&](unsigned index, RankedTensorType whole) {
    return job.sharded.selectPart(index, whole, ranks.getRank());
  };
  auto inputs =
      loadValues(specs, "input", options.seed, context,
                 ranks.isDistributed() ? SelectPart(select) : SelectPart());
  if (!inputs)
    return inputs.takeError();
  job.inputs = std::move(*inputs);
  return llvm::Error::success();
}

/// Checks the inputs, and adds the communicator if the function needs one.
static llvm::Error completeInputs(const Ranks &ranks, Job &job,
                                  MLIRContext *context) {
  if (llvm::Error error = checkInputCount(job.sharded.type, job.inputs.size()))
    return error;
  if (job.sharded.hasCommunicator)
    if (llvm::Error error = addCommunicator(job.inputs, ranks, context))
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
  if (llvm::Error error = loadInputs(inputs, options, ranks, job, context))
    return fail(std::move(error));
  if (ranks.isFirst()) {
    auto values =
        loadValues(expected, "expected output", options.seed, context);
    if (!values)
      return fail(values.takeError());
    job.expected = std::move(*values);
  }
  FunctionType type = job.sharded.type;
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

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

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
    native = NativeModule::compile(*job.module, job.function.getSymName(),
                                   nativeOptions, std::move(timing));
  }
  if (ranks.agree(succeeded(native) ? Success : WrongInput) != Success)
    return failure();
  timer.finish();
  return native;
}

static ExitStatus runJob(const CommandLine &options, const Ranks &ranks,
                         Job &job, const NativeModule &native) {
  // A call may overwrite its inputs.
  auto untouched =
      copyTensors(options.time ? job.inputs : ArrayRef<HostTensor>());
  if (ranks.agree(untouched ? Success : fail(untouched.takeError())) != Success)
    return WrongInput;
  auto results = callFunction(native, job.sharded, job.inputs, ranks);
  if (failed(results))
    return WrongInput;
  ExitStatus status =
      deliver(*results, job.sharded.results, job.expected, options, ranks);
  if (status != Success || !options.time)
    return status;
  return timeCalls(native, job.sharded, *untouched, options.time, ranks);
}

/// Runs the tool as one rank with a valid command line.
static ExitStatus run(const CommandLine &options, const Ranks &ranks,
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
    ExitStatus status = distribute(options, ranks, job);
    return status == Success ? loadAllValues(options, ranks, job, context)
                             : status;
  };
  if (ranks.agree(prepare()) != Success)
    return WrongInput;
  FailureOr<NativeModule> native =
      compile(options, ranks, job, timer, std::move(timing));
  return succeeded(native) ? runJob(options, ranks, job, *native) : WrongInput;
}

//===----------------------------------------------------------------------===//
// Ranks
//===----------------------------------------------------------------------===//

/// Starts the ranks that the command line asks for.
static ExitStatus launch(const CommandLine &options, StringRef tool,
                         ArrayRef<char *> arguments) {
  RuntimeFolders folders = getRuntimeFoldersOfTool(tool);
  llvm::Expected<std::string> mpi = chooseMpi(options.mpi.getName(), folders);
  if (!mpi)
    return fail(mpi.takeError());
  llvm::Expected<std::string> mpirun = findMpirun(*mpi);
  if (!mpirun)
    return fail(mpirun.takeError());
  llvm::Expected<std::string> library = findMpiRuntime(folders, *mpi);
  if (!library)
    return fail(library.takeError());
  Launch launch{*mpi,       *mpirun, options.ranks,
                tool.str(), {},      options.model == "-"};
  // Without the equals sign, a rank could take the next word for a value.
  launch.arguments.push_back("--mpi=" + *mpi);
  for (StringRef word : arguments.drop_front())
    if (!word.ltrim('-').starts_with("mpi=") && word.ltrim('-') != "mpi")
      launch.arguments.push_back(word.str());
  return launchRanks(launch);
}

/// Joins the ranks of mpirun, and runs.
static ExitStatus runRank(const CommandLine &options, StringRef tool,
                          MLIRContext *context) {
  StringRef started = findMpiOfProcess();
  StringRef mpi =
      options.mpi.getName().empty() ? started : options.mpi.getName();
  if (mpi.empty())
    return fail("--mpi: no mpirun has started this process; expected "
                "--ranks=N, or --mpi=openmpi or --mpi=mpich under another "
                "launcher");
  if (!started.empty() && started != mpi)
    return fail("--mpi=" + mpi + ": the mpirun of " + started +
                " has started this process");
  llvm::Expected<std::string> library =
      findMpiRuntime(getRuntimeFoldersOfTool(tool), mpi);
  if (!library)
    return fail(library.takeError());
  llvm::Expected<Ranks> ranks = Ranks::join(*library);
  if (!ranks)
    return fail(ranks.takeError());
  ExitStatus status = run(options, *ranks, context);
  ranks->leave();
  return status;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  CommandLine options;
  if (!parseCommandLine(
          argc, argv,
          "Compile a function of a model for this machine and run it\n",
          options, [&] { return options.findMistake(); }))
    return WrongCommandLine;
  std::string tool =
      llvm::sys::fs::getMainExecutable(argv[0], reinterpret_cast<void *>(main));
  if (options.isLauncher())
    return launch(options, tool, ArrayRef(argv, argc));
  if (!options.channel.empty())
    if (llvm::Error error =
            RankChannel::open(options.channel, getRankOfProcess()))
      return fail(std::move(error));
  MLIRContext context(getModelDialects(), MLIRContext::Threading::DISABLED);
  if (!options.isRank())
    return run(options, Ranks(), &context);
  return RankChannel::close(runRank(options, tool, &context));
}
