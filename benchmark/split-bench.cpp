//===- split-bench.cpp - Speed of splits and of alternatives --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles workloads, and times them in rounds with copies of whole buffers and
// with other software. benchmark/docs/Performance.md describes the
// measurements.
//
//===----------------------------------------------------------------------===//

#include "Compiler/Compiler.h"
#include "Copies.h"
#include "Driver.h"
#include "ModelTool.h"
#include "common/ToolSetup.h"
#include "mlir/IR/MLIRContext.h"
#include "split-mlir/HostAbi/Runtime.h"
#include "split-mlir/Machine/MachineModel.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"
#include <sched.h>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
namespace cl = llvm::cl;

namespace {
struct CommandLine {
  cl::OptionCategory category{removeForeignOptions("split-bench options")};
  cl::list<std::string> workloads{cl::Positional, cl::desc("<FILE.mlir...>"),
                                  cl::cat(category)};
  cl::opt<unsigned> rounds{
      "rounds", cl::init(15), cl::cat(category),
      cl::desc(
          "Least number of rounds; the figures are medians of all rounds")};
  cl::opt<unsigned> threads{
      "threads", cl::init(1), cl::cat(category),
      cl::desc("Number of threads of all contenders, 1 or 2")};
  cl::opt<std::string> cpu{"cpu", cl::init("native"), cl::cat(category),
                           cl::desc("The processor to compile for")};
  cl::opt<std::string> machineProfile{
      "machine-profile", cl::value_desc("FILE"), cl::cat(category),
      cl::desc("The profile of the machine to compile for, or none; by "
               "default, with --cpu=native, the one of this machine if there "
               "is one")};
  cl::opt<bool> hugePages{
      "huge-pages", cl::cat(category),
      cl::desc("Request huge pages for the buffers of all contenders")};
  cl::opt<bool> noPeers{"no-peers", cl::cat(category),
                        cl::desc("Do not measure other libraries")};
  cl::opt<bool> portable{
      "portable", cl::cat(category),
      cl::desc("Also measure code that is compiled for --cpu=portable")};
  cl::opt<std::string> python{
      "python", cl::init("/usr/bin/python3"), cl::cat(category),
      cl::desc("The Python interpreter to use; it needs NumPy")};
  cl::opt<std::string> onnxRuntime{
      "onnxruntime", cl::cat(category), cl::value_desc("LIB.so"),
      cl::desc("The shared library of ONNX Runtime, which is not measured "
               "without it")};
  cl::opt<unsigned> shrink{
      "shrink", cl::init(1), cl::cat(category),
      cl::desc("Divide the sizes of workloads by this number, to test the "
               "benchmark; the times mean nothing then")};
  cl::opt<std::string> json{"json", cl::value_desc("FILE"), cl::cat(category),
                            cl::desc("The JSON file to write all times to")};
  cl::opt<bool> printMachine{
      "print-machine", cl::cat(category),
      cl::desc(
          "Print what compiled code assumes about this machine, and exit")};
  cl::opt<bool> sweep{
      "sweep", cl::cat(category),
      cl::desc("Measure splits into runs of all lengths instead of workloads")};
  cl::opt<double> bar{
      "bar", cl::init(0.85), cl::cat(category),
      cl::desc("The speed relative to the best copy below which "
               "a case of the sweep is measured again")};
  cl::opt<std::string> only{
      "only", cl::cat(category), cl::value_desc("TEXT"),
      cl::desc(
          "Measure only cases of the sweep whose names contain this text")};
};
} // namespace

/// Restricts the process, which still has one thread, to the first `count`
/// processors that it may use.
static void pinTo(unsigned count) {
  cpu_set_t allowed, chosen;
  CPU_ZERO(&chosen);
  if (::sched_getaffinity(0, sizeof(allowed), &allowed) != 0)
    return;
  for (unsigned cpu = 0; cpu < CPU_SETSIZE && count > 0; ++cpu)
    if (CPU_ISSET(cpu, &allowed)) {
      CPU_SET(cpu, &chosen);
      --count;
    }
  ::sched_setaffinity(0, sizeof(chosen), &chosen);
}

/// Measures all workloads, and reports those that failed at the end.
static llvm::Error runWorkloads(const CommandLine &options, Driver &driver) {
  llvm::Error errors = llvm::Error::success();
  for (const std::string &path : options.workloads) {
    llvm::Expected<Workload> workload = readWorkload(path, driver.context);
    if (!workload) {
      errors = llvm::joinErrors(std::move(errors), workload.takeError());
      continue;
    }
    if (options.threads > 1 && workload->wantsViews)
      continue;
    if (options.shrink > 1)
      workload->shrink(options.shrink);
    if (llvm::Error error = driver.measure(*workload))
      errors = llvm::joinErrors(
          std::move(errors),
          llvm::createStringError(workload->name + ": " +
                                  llvm::toString(std::move(error))));
  }
  return errors;
}

/// Returns the sources of the machine model, in order of precedence.
static std::string describeSources(const TargetEntries &profile) {
  std::string sources = profile.empty() ? "" : "a machine profile, else ";
  const char *text = std::getenv("SPLIT_MLIR_MACHINE");
  bool isOverridden = text && *text;
  return sources + (isOverridden ? "SPLIT_MLIR_MACHINE, else " : "") +
         "the table of processors";
}

/// Prints the machine that code is compiled for, all fields of SplitMlirMachine
/// and what else a profile states, and where the values come from.
static llvm::Error printMachine(const TargetEntries &profile,
                                MLIRContext *context) {
  const SplitMlirMachine &here = *split_mlir_machine();
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(context));
  addTargetEntries(*module, profile);
  bool isX86 = llvm::Triple(llvm::sys::getProcessTriple()).isX86();
  FailureOr<MachineModel> model = resolveMachine(
      *module, isX86 ? "runtime store-fence=x86-sfence" : "runtime",
      /*threads=*/1);
  if (failed(model))
    return llvm::createStringError("the machine profile is wrong");
  auto get = [&](int64_t MachineModel::*member,
                 int64_t SplitMlirMachine::*field) {
    int64_t value = (*model).*member;
    return std::to_string(value == MachineModel::kAtRunTime ? here.*field
                                                            : value);
  };
  using Model = MachineModel;
  using Machine = SplitMlirMachine;
  std::string nontemporal =
      get(&Model::nontemporalThreshold, &Machine::nontemporalThreshold);
  std::string streams = get(&Model::streams, &Machine::streams);
  std::string stores =
      get(&Model::storePrefetchDistance, &Machine::storePrefetchDistance);
  llvm::outs() << "level " << here.isaLevel << ", "
               << (nontemporal == "0"
                       ? "no non-temporal stores, "
                       : "non-temporal stores from " + nontemporal + " bytes, ")
               << streams << (streams == "1" ? " stream" : " streams")
               << ", prefetches "
               << get(&Model::prefetchDistance, &Machine::prefetchDistance)
               << " bytes ahead, "
               << (stores == "0"
                       ? "no prefetches of stores"
                       : "prefetches stores " + stores + " bytes ahead")
               << ", threads from "
               << get(&Model::parallelThreshold, &Machine::parallelThreshold)
               << " bytes, loops on threads from "
               << model->parallelLoopThreshold << " bytes, transposes "
               << model->transposeRows << " rows, vectors of "
               << model->vectorBytes << " bytes; from "
               << describeSources(profile) << "\n";
  return llvm::Error::success();
}

/// Returns an error that parsing does not find, or an empty string.
static StringRef findMistake(const CommandLine &options) {
  if (options.threads < 1 || options.threads > 2)
    return "--threads needs 1 or 2";
  if (options.rounds == 0)
    return "--rounds needs a number above 0";
  if (options.shrink == 0)
    return "--shrink needs a number above 0";
  if (!(options.bar > 0))
    return "--bar needs a number above 0";
  if (!options.only.empty() && !options.sweep)
    return "--only needs --sweep";
  if (options.sweep == !options.workloads.empty() && !options.printMachine)
    return "expected files or --sweep";
  return "";
}

static llvm::Error run(const CommandLine &options, MLIRContext *context) {
  auto profile =
      readMachineProfile(options.machineProfile, options.cpu == "native", warn);
  if (!profile)
    return profile.takeError();
  if (options.printMachine)
    return printMachine(*profile, context);
  DriverOptions driverOptions;
  driverOptions.native.cpu = options.cpu;
  driverOptions.profile = std::move(*profile);
  driverOptions.rounds = options.rounds;
  driverOptions.threads = options.threads;
  driverOptions.shrink = options.shrink;
  driverOptions.hugePages = options.hugePages;
  driverOptions.peers = !options.noPeers;
  driverOptions.portable = options.portable;
  driverOptions.python = options.python;
  driverOptions.onnxRuntime = options.onnxRuntime;
  auto driver = Driver::create(driverOptions, context);
  if (!driver)
    return driver.takeError();
  llvm::Error error = options.sweep ? driver->sweep(options.only, options.bar)
                                    : runWorkloads(options, *driver);
  if (options.json.empty())
    return error;
  std::string text;
  llvm::raw_string_ostream os(text);
  driver->writeJson(os);
  return llvm::joinErrors(std::move(error), writeFile(options.json, text));
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  setUpTool(argv[0]);
  CommandLine options;
  cl::ParseCommandLineOptions(argc, argv,
                              "Measures compiled splits, copies of whole "
                              "buffers and other libraries\n");
  StringRef mistake = findMistake(options);
  if (!mistake.empty()) {
    fail(mistake);
    return WrongCommandLine;
  }
  pinTo(options.threads);
  // Threads of OpenMP, which is loaded later, stay on one processor each. Else
  // two may share one, and those of the last contender disturb the next.
  ::setenv("OMP_PROC_BIND", "true", /*overwrite=*/0);
  ::setenv("OMP_PLACES", "threads", /*overwrite=*/0);
  ::setenv("KMP_BLOCKTIME", std::to_string(kThreadPatience.count()).c_str(),
           /*overwrite=*/0);
  MLIRContext context(getModelDialects(), MLIRContext::Threading::DISABLED);
  if (llvm::Error error = run(options, &context))
    return fail(std::move(error));
  return Success;
}
