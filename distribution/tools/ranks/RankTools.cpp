//===- RankTools.cpp - Options of tools for ranks of MPI ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RankTools.h"

#include "Compiler/Compiler.h"
#include "MpiRanks.h"
#include "RankProcesses.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;
using namespace mlir::split::native;
namespace cl = llvm::cl;

/// The most ranks that are started on one machine.
static constexpr unsigned kMaxRanks = 1024;

namespace {
struct MpiCompileOptions : CompileRankOptions {
  explicit MpiCompileOptions(cl::OptionCategory &category)
      : mpi(category,
            "Compile what each rank of a grid executes; a shared library is "
            "linked for this MPI (default: the first that is built)") {}

  std::string findMistake() const override {
    return mpi.findMistake(isGiven() ? "" : "--mpi");
  }
  bool isGiven() const override { return mpi.isGiven(); }
  StringRef getMpi() const override { return mpi.getName(); }
  LogicalResult partition(ModuleOp module,
                          const NativeOptions &native) const override {
    return mpi::partition(module, mpi, /*numRanks=*/std::nullopt, native);
  }

  MpiOptions mpi;
};

struct MpiRunOptions : RunRankOptions {
  explicit MpiRunOptions(cl::OptionCategory &category)
      : ranks("ranks", cl::value_desc("N"), cl::cat(category),
              cl::desc("Start N ranks of this machine under mpirun, which "
                       "share the tensors as --shard says (default: run in "
                       "this process)")),
        mpi(category,
            "The MPI of the ranks; without --ranks, mpirun has started this "
            "process as a rank (default: with --ranks, the first that is "
            "built)"),
        channel("rank-channel", cl::Hidden, cl::cat(category)) {}

  std::string findMistake() const override;
  int run(ArrayRef<char *> words, StringRef tool, bool readsInput,
          llvm::function_ref<ExitStatus(Ranks &)> run) const override;

private:
  /// Returns whether this process starts the ranks.
  bool isLauncher() const {
    return ranks.getNumOccurrences() != 0 && channel.empty();
  }

  /// Returns whether this process is one of several ranks.
  bool isRank() const {
    return !isLauncher() && (!channel.empty() || mpi.isGiven());
  }

  ExitStatus launch(ArrayRef<char *> words, StringRef tool,
                    bool readsInput) const;
  ExitStatus runRank(StringRef tool,
                     llvm::function_ref<ExitStatus(Ranks &)> run) const;

  cl::opt<unsigned> ranks;
  MpiOptions mpi;
  cl::opt<std::string> channel;
};
} // namespace

std::string MpiRunOptions::findMistake() const {
  std::string mistake = mpi.findMistake(
      isLauncher() || isRank() ? "" : "--ranks=N, or --mpi under mpirun");
  if (!mistake.empty() || !isLauncher())
    return mistake;
  if (ranks < 1 || ranks > kMaxRanks)
    return "--ranks needs a number from 1 to " + std::to_string(kMaxRanks);
  int64_t size = 1;
  for (int64_t axis : mpi.getGrid())
    if (llvm::MulOverflow(size, axis, size) || size > kMaxRanks)
      size = kMaxRanks + 1;
  if (!mpi.getGrid().empty() && size != ranks)
    return "--grid=" + mpi.grid + " is not a grid of " + std::to_string(ranks) +
           " ranks, the number of --ranks";
  if (!findMpiOfProcess().empty())
    return "--ranks starts mpirun, but mpirun has started this process; "
           "expected --mpi";
  return "";
}

ExitStatus MpiRunOptions::launch(ArrayRef<char *> words, StringRef tool,
                                 bool readsInput) const {
  RuntimeFolders folders = getRuntimeFoldersOfTool(tool);
  llvm::Expected<std::string> chosen = chooseMpi(mpi.getName(), folders);
  if (!chosen)
    return fail(chosen.takeError());
  llvm::Expected<std::string> mpirun = findMpirun(*chosen);
  if (!mpirun)
    return fail(mpirun.takeError());
  llvm::Expected<std::string> library = findMpiRuntime(folders, *chosen);
  if (!library)
    return fail(library.takeError());
  Launch launch{*chosen, *mpirun, ranks, tool.str(), {}, readsInput};
  // Without the equals sign, a rank could take the next word for a value.
  launch.arguments.push_back("--mpi=" + *chosen);
  for (StringRef word : words.drop_front())
    if (!word.ltrim('-').starts_with("mpi=") && word.ltrim('-') != "mpi")
      launch.arguments.push_back(word.str());
  return launchRanks(launch);
}

ExitStatus
MpiRunOptions::runRank(StringRef tool,
                       llvm::function_ref<ExitStatus(Ranks &)> run) const {
  StringRef started = findMpiOfProcess();
  StringRef name = mpi.getName().empty() ? started : mpi.getName();
  if (name.empty())
    return fail("--mpi: no mpirun has started this process; expected "
                "--ranks=N, or --mpi=openmpi or --mpi=mpich under another "
                "launcher");
  if (!started.empty() && started != name)
    return fail("--mpi=" + name + ": the mpirun of " + started +
                " has started this process");
  llvm::Expected<std::string> library =
      findMpiRuntime(getRuntimeFoldersOfTool(tool), name);
  if (!library)
    return fail(library.takeError());
  MpiRanks ranks(mpi);
  if (llvm::Error error = ranks.join(*library))
    return fail(std::move(error));
  ExitStatus status = run(ranks);
  ranks.leave();
  return status;
}

int MpiRunOptions::run(ArrayRef<char *> words, StringRef tool, bool readsInput,
                       llvm::function_ref<ExitStatus(Ranks &)> run) const {
  if (isLauncher())
    return launch(words, tool, readsInput);
  if (!channel.empty())
    if (llvm::Error error = RankChannel::open(channel, getRankOfProcess()))
      return fail(std::move(error));
  if (isRank())
    return RankChannel::close(runRank(tool, run));
  MpiRanks single(mpi);
  return run(single);
}

template <typename Base, typename Options>
static std::unique_ptr<Base> create(cl::OptionCategory &category) {
  return std::make_unique<Options>(category);
}

void mlir::split::mpi::registerRankTools() {
  getRankExtension() = {create<RunRankOptions, MpiRunOptions>,
                        create<CompileRankOptions, MpiCompileOptions>};
}
