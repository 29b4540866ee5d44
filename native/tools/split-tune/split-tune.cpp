//===- split-tune.cpp - Measures this machine -----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Measurement.h"
#include "ModelTool.h"
#include "choices/Choices.h"
#include "common/ToolSetup.h"
#include "mlir/IR/Diagnostics.h"
#include "split-mlir/Machine/MachineModel.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/WithColor.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
using Clock = std::chrono::steady_clock;

/// The number of sizes to try as thresholds.
static constexpr int kSizes = 8;

/// Returns the size with index `number`: the number of bytes of the input and
/// the pieces together, which is what thresholds are compared with.
static int64_t getSize(int number) { return int64_t(1) << (20 + number); }

namespace {
struct CommandLine {
  cl::OptionCategory category{removeForeignOptions("Basic options")};
  cl::opt<std::string> output{
      "o", cl::value_desc("FILE"), cl::cat(category),
      cl::desc("The profile to write, or - for standard output (default: the "
               "one that split-run reads, split-mlir/machine.json in the "
               "user's cache folder)")};
  cl::opt<unsigned> seconds{
      "seconds", cl::value_desc("N"), cl::init(30), cl::cat(category),
      cl::desc("Time limit of the measurement in seconds; a value that is not "
               "stable by then is that of the table for this kind of "
               "processor (default: 30)")};
  cl::opt<unsigned> threads{
      "threads", cl::value_desc("N"), cl::init(0), cl::cat(category),
      cl::desc("Number of threads to compare with one thread (default: the "
               "number of cores, at most 8)")};
};

/// Chooses one value after the other, and adds each to the profile.
class Tuner {
public:
  /// Measures until `end`. `work` is the number of pairs of a candidate and a
  /// split that all choices compare. Starts with one thread and with `usual`,
  /// the values that the runtime library's table of processors has for this
  /// kind of processor.
  Tuner(const SplitMlirMachine &usual, Clock::time_point end, int work)
      : usual(usual), machine(usual), end(end), left(work) {
    machine.parallelThreshold = kNeverParallel;
    machine.storePrefetchDistance = 0;
  }

  static constexpr int64_t kNeverParallel = std::numeric_limits<int64_t>::max();

  using Member = int64_t SplitMlirMachine::*;
  using Splits = std::vector<CompiledSplit *>;

  /// Chooses one of `values` or the table's value. Measures copies with this
  /// non-temporal threshold or, by default, with the one chosen before.
  void chooseValue(StringRef key, Member member, ArrayRef<int64_t> values,
                   const Splits &splits,
                   std::optional<int64_t> nontemporalThreshold = std::nullopt) {
    SmallVector<int64_t> all(values);
    if (!llvm::is_contained(all, usual.*member))
      all.push_back(usual.*member);
    std::vector<Candidate> candidates;
    for (int64_t value : all) {
      candidates.push_back({splits, machine});
      if (nontemporalThreshold)
        candidates.back().machine.nontemporalThreshold = *nontemporalThreshold;
      candidates.back().machine.*member = value;
    }
    std::optional<size_t> choice =
        compare(candidates, llvm::find(all, usual.*member) - all.begin());
    machine.*member = choice ? all[*choice] : usual.*member;
    finish(key, machine.*member, choice.has_value());
  }

  /// Chooses a threshold. Its value `never` means that no size is above it.
  /// `sizes` has splits of each size.
  void chooseThreshold(StringRef key, Member member, int64_t never,
                       ArrayRef<Splits> sizes) {
    int leftAfter = left;
    SmallVector<int64_t> bytes;
    for (auto [number, splits] : llvm::enumerate(sizes)) {
      bytes.push_back(getSize(number));
      leftAfter -= 2 * splits.size();
    }
    auto isFasterAbove = [&](size_t number,
                             bool isUsuallyAbove) -> std::optional<bool> {
      Candidate below{sizes[number], machine}, above = below;
      below.machine.*member = never;
      above.machine.*member = 1;
      std::optional<size_t> choice = compare({below, above}, isUsuallyAbove);
      if (!choice)
        return std::nullopt;
      return *choice == 1;
    };
    Threshold threshold = mlir::split::native::chooseThreshold(
        bytes, usual.*member, never, isFasterAbove);
    left = leftAfter;
    machine.*member = threshold.bytes;
    finish(key, threshold.bytes, threshold.isStable);
  }

  /// Chooses one of `values`. `splits` holds the splits that were compiled with
  /// each of them.
  void chooseCode(StringRef key, ArrayRef<int64_t> values, int64_t usualValue,
                  ArrayRef<Splits> splits) {
    std::vector<Candidate> candidates;
    for (const Splits &compiled : splits)
      candidates.push_back({compiled, machine});
    std::optional<size_t> choice =
        compare(candidates, llvm::find(values, usualValue) - values.begin());
    finish(key, choice ? values[*choice] : usualValue, choice.has_value());
  }

  TargetEntries takeFields() { return std::move(fields); }

private:
  /// Returns the index of the fastest candidate if the choice is stable. May
  /// take a share of the remaining time that is equal to the share of this
  /// comparison in the remaining work.
  std::optional<size_t> compare(ArrayRef<Candidate> candidates,
                                size_t usualNumber) {
    int work = candidates.size() * candidates.front().splits.size();
    auto now = Clock::now();
    auto share = (end - now) * work / std::max({left, work, 1});
    left -= work;
    if (now >= end)
      return std::nullopt;
    return chooseFastest(
        candidates.size(), candidates.front().splits.size(), usualNumber,
        [&](size_t candidate, size_t workload) {
          return candidates[candidate].call(workload);
        },
        [&] { return Clock::now() > now + share; });
  }

  void finish(StringRef key, int64_t value, bool isStable) {
    llvm::errs() << key << " = " << value
                 << (isStable ? "\n" : " (not stable; from the table)\n");
    fields.push_back({key.str(), value});
  }

  const SplitMlirMachine usual;
  /// The values of the table, replaced by the choices made so far.
  SplitMlirMachine machine;
  Clock::time_point end;
  int left;
  TargetEntries fields;
};
} // namespace

/// Returns the number of threads to measure, after loading what they need.
static llvm::Expected<unsigned> prepareThreads(const CommandLine &options) {
  bool isGiven = options.threads.getNumOccurrences();
  unsigned threads =
      isGiven
          ? options.threads
          : std::min(llvm::hardware_concurrency().compute_thread_count(), 8u);
  if (threads == 1)
    return threads;
  llvm::Error error = loadThreadRuntime();
  if (!error)
    return threads;
  if (isGiven)
    return std::move(error);
  warn(llvm::toString(std::move(error)) + "; measuring with one thread");
  return 1;
}

/// Measures for this many seconds, and returns the fields of the profile.
static FailureOr<TargetEntries> tune(MLIRContext *context,
                                     const Buffers &buffers, unsigned seconds,
                                     unsigned threads) {
  auto end = Clock::now() + std::chrono::seconds(seconds);
  std::deque<CompiledSplit> compiled;
  bool hasFailed = false;
  // Adds a split to `splits` if there is time.
  auto compile = [&](Tuner::Splits &splits, const Workload &workload,
                     const TargetEntries &entries = {}) {
    if (hasFailed || Clock::now() >= end)
      return;
    FailureOr<CompiledSplit> split =
        CompiledSplit::compile(context, workload, entries, threads, buffers);
    hasFailed = failed(split);
    if (!hasFailed)
      splits.push_back(&compiled.emplace_back(std::move(*split)));
  };
  // Copies of runs of 4 KiB, and loops of one thread that add pieces.
  const TargetEntries oneThread = {
      {"split.parallel_loop_threshold", Tuner::kNeverParallel}};
  std::vector<Tuner::Splits> sizes(kSizes);
  for (auto [number, splits] : llvm::enumerate(sizes)) {
    Workload workload{0, 4096, 4};
    workload.rows = getSize(number) / 2 / (4 * workload.columns);
    compile(splits, workload);
    workload.adds = true;
    compile(splits, workload, oneThread);
  }
  // Copies of runs of 4 bytes, of megabytes, and of 4 KiB.
  Tuner::Splits large;
  compile(large, {5242880, 3, 3});
  compile(large, {1, 16777216, 2});
  if (!sizes.back().empty())
    large.push_back(sizes.back().front());
  // The numbers of rows per block for copies that transpose many outputs.
  const int64_t blocks[] = {16, 32, 64, 128};
  std::vector<Tuner::Splits> transposes(std::size(blocks));
  for (auto [rows, splits] : llvm::zip_equal(blocks, transposes))
    compile(splits, {2048, 64, 64}, {{"split.transpose_rows", rows}});
  if (hasFailed)
    return failure();

  using Machine = SplitMlirMachine;
  const Machine usual = *split_mlir_machine();
  bool isX86 = llvm::Triple(llvm::sys::getProcessTriple()).isX86();
  int work = std::size(blocks);
  if (isX86)
    work += (2 + 4 + 4) * 3 + kSizes * 2 * 2;
  if (threads > 1)
    work += kSizes * 2;
  Tuner tuner(usual, end, work);
  if (isX86) {
    tuner.chooseValue("split.streams", &Machine::streams, {1, 4}, large,
                      /*nontemporalThreshold=*/1);
    tuner.chooseThreshold("split.nontemporal_threshold",
                          &Machine::nontemporalThreshold, /*never=*/0, sizes);
    // Prefetched stores compete with those that the threshold chooses.
    tuner.chooseValue("split.store_prefetch_distance",
                      &Machine::storePrefetchDistance, {0, 1024, 2048, 4096},
                      large);
    tuner.chooseValue("split.prefetch_distance", &Machine::prefetchDistance,
                      {0, 2048, 4096, 8192}, large);
  }
  tuner.chooseCode("split.transpose_rows", blocks, MachineModel().transposeRows,
                   transposes);
  // Loops have a threshold of their own.
  for (Tuner::Splits &splits : sizes)
    if (splits.size() > 1)
      splits.pop_back();
  if (threads > 1)
    tuner.chooseThreshold("split.parallel_threshold",
                          &Machine::parallelThreshold, Tuner::kNeverParallel,
                          sizes);
  return tuner.takeFields();
}

/// Replaces the file `path` by `profile`, and creates its folder.
static llvm::Error write(const MachineProfile &profile, StringRef path) {
  StringRef folder = llvm::sys::path::parent_path(path);
  if (!folder.empty())
    if (std::error_code code = llvm::sys::fs::create_directories(folder))
      return llvm::createStringError("cannot create folder '" + folder +
                                     "': " + code.message());
  std::string text;
  llvm::raw_string_ostream os(text);
  profile.print(os);
  return writeFile(path, text);
}

/// Returns an error that parsing does not find, or an empty string.
static std::string findMistake(const CommandLine &options) {
  if (options.seconds > 3600)
    return "--seconds needs a number from 0 to 3600";
  return options.threads.getNumOccurrences()
             ? findThreadsMistake(options.threads)
             : "";
}

static ExitStatus run(const CommandLine &options) {
  std::string path = options.output;
  if (path.empty())
    path = getDefaultProfilePath();
  if (path.empty())
    return fail("no cache folder, expected -o FILE");
  // The values that it sets would pass for those of the table.
  if (std::getenv("SPLIT_MLIR_MACHINE")) {
    warn("SPLIT_MLIR_MACHINE is ignored while measuring");
    unsetenv("SPLIT_MLIR_MACHINE");
  }
  llvm::Expected<unsigned> threads = prepareThreads(options);
  if (!threads)
    return fail(threads.takeError());
  MLIRContext context(getModelDialects(), MLIRContext::Threading::DISABLED);
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler diagnostics(sources, &context);
  auto buffers = Buffers::create(getSize(kSizes - 1));
  if (!buffers)
    return fail(buffers.takeError());
  FailureOr<TargetEntries> fields =
      tune(&context, *buffers, options.seconds, *threads);
  if (failed(fields))
    return WrongInput;
  MachineProfile profile{ProcessorDescription::getThis(), std::move(*fields)};
  if (llvm::Error error = write(profile, path))
    return fail(std::move(error));
  if (path != "-")
    llvm::errs() << "wrote " << path << '\n';
  return Success;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  CommandLine options;
  setUpTool(argv[0]);
  if (!cl::ParseCommandLineOptions(
          argc, argv,
          "Measure which copies are fastest on this machine, and write its "
          "profile\n",
          &llvm::errs()))
    return WrongCommandLine;
  std::string mistake = findMistake(options);
  if (mistake.empty())
    return run(options);
  fail(mistake);
  return WrongCommandLine;
}
