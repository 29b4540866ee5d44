//===- MpiOptions.cpp - Options of models on several ranks ----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MpiOptions.h"

#include "mlir/Dialect/Shard/IR/ShardOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "split-mlir/Distribution/Passes.h"
#include "split-mlir/Pipelines/MpiPipelines.h"
#include "llvm/ADT/StringExtras.h"
#include <cstdlib>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;
using namespace mlir::split::native;
namespace cl = llvm::cl;

MpiOptions::MpiOptions(cl::OptionCategory &category, StringRef mpiHelp)
    : mpi("mpi", cl::ValueOptional, cl::desc(mpiHelp), cl::init(Mpi::Any),
          cl::values(clEnumValN(Mpi::OpenMpi, "openmpi", "Open MPI"),
                     clEnumValN(Mpi::Mpich, "mpich", "MPICH"),
                     clEnumValN(Mpi::Any, "", "")),
          cl::cat(category)),
      grid("grid", cl::value_desc("SIZES"),
           cl::desc("The grid that the ranks form, such as 2x2 (default: that "
                    "of the model, or all ranks in a row)"),
           cl::cat(category)),
      shards("shard", cl::value_desc("NAME=AXES"),
             cl::desc("Which axes of the grid shard each dimension of an "
                      "argument or a result: arg0=[[0],[1]], result0=[[0],[]] "
                      "(default: what the model says, or none)"),
             cl::cat(category)) {}

/// Parses `2x3`. Returns false if the text is anything else.
static bool parseGrid(StringRef text, SmallVectorImpl<int64_t> &sizes) {
  SmallVector<StringRef> words;
  text.split(words, 'x');
  for (StringRef word : words)
    if (word.getAsInteger(10, sizes.emplace_back()) || sizes.back() < 1)
      return false;
  return true;
}

std::string MpiOptions::findMistake(StringRef missing) const {
  SmallVector<int64_t> sizes;
  if (grid.getNumOccurrences() != 0 && !parseGrid(grid, sizes))
    return "--grid needs positive sizes like 2x2, got '" + grid + "'";
  if (!missing.empty() && grid.getNumOccurrences() + shards.size() != 0)
    return "--grid and --shard need " + missing.str();
  return "";
}

StringRef MpiOptions::getName() const {
  switch (mpi.getValue()) {
  case Mpi::Any:
    return "";
  case Mpi::OpenMpi:
    return "openmpi";
  case Mpi::Mpich:
    return "mpich";
  }
  llvm_unreachable("all kinds are handled");
}

SmallVector<int64_t> MpiOptions::getGrid() const {
  SmallVector<int64_t> sizes;
  if (grid.getNumOccurrences() != 0)
    parseGrid(grid, sizes);
  return sizes;
}

StringRef mlir::split::mpi::findMpiOfProcess() {
  // Open MPI's mpirun sets the first one, and that of MPICH the second one.
  if (std::getenv("OMPI_COMM_WORLD_SIZE"))
    return "openmpi";
  return std::getenv("PMI_SIZE") ? "mpich" : "";
}

unsigned mlir::split::mpi::getRankOfProcess() {
  unsigned rank = 0;
  for (const char *name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK"})
    if (const char *text = std::getenv(name))
      if (!StringRef(text).getAsInteger(10, rank))
        return rank;
  return 0;
}

LogicalResult mlir::split::mpi::partition(ModuleOp module,
                                          const MpiOptions &options,
                                          std::optional<int64_t> numRanks,
                                          const NativeOptions &native) {
  SplitAnnotateShardingsPassOptions annotations;
  annotations.grid = options.grid;
  annotations.shard.assign(options.shards.begin(), options.shards.end());
  bool hasGrid =
      !annotations.grid.empty() || !module.getOps<shard::GridOp>().empty();
  if (!hasGrid && !numRanks)
    return emitError(module.getLoc(), "no grid of ranks to compile for, "
                                      "expected --grid, or a shard.grid in "
                                      "the model");
  if (!hasGrid)
    annotations.grid = std::to_string(*numRanks);

  PassManager manager(module.getContext());
  // What no host calls need not be an op that several ranks support.
  manager.addPass(createSymbolDCEPass());
  manager.addPass(createSplitAnnotateShardingsPass(annotations));
  SplitToLLVMOptions pipeline;
  pipeline.runtimeChecks = native.runtimeChecks;
  buildPartitioning(manager, pipeline);
  if (native.configurePasses && failed(native.configurePasses(manager)))
    return failure();
  return manager.run(module);
}

void mlir::split::mpi::removeShardings(ModuleOp module) {
  module.walk([](shard::ShardOp op) {
    op.replaceAllUsesWith(op.getSrc());
    op.erase();
  });
  module.walk([](shard::ShardingOp op) {
    if (op.use_empty())
      op.erase();
  });
  for (auto op : llvm::make_early_inc_range(module.getOps<shard::GridOp>()))
    if (SymbolTable::symbolKnownUseEmpty(op, module))
      op.erase();
}
