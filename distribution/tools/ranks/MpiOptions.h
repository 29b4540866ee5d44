//===- MpiOptions.h - Options of models on several ranks --------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_TOOLS_RANKS_MPIOPTIONS_H
#define SPLIT_MLIR_DISTRIBUTION_TOOLS_RANKS_MPIOPTIONS_H

#include "ModelTool.h"

namespace mlir::split::mpi {

/// The MPIs that split-mlir has a runtime library for, and any of them.
enum class Mpi { Any, OpenMpi, Mpich };

/// The options of a tool that distributes a model over the ranks of MPI.
struct MpiOptions {
  /// `mpiHelp` describes `--mpi` in the tool.
  MpiOptions(llvm::cl::OptionCategory &category, StringRef mpiHelp);

  llvm::cl::opt<Mpi> mpi;
  llvm::cl::opt<std::string> grid;
  llvm::cl::list<std::string> shards;

  /// Returns an error that parsing does not find, or an empty string. `missing`
  /// names the option without which these options have no meaning; empty if it
  /// is given.
  std::string findMistake(StringRef missing) const;

  /// Returns whether `--mpi` is given, and which: `openmpi`, `mpich`, or an
  /// empty string for any.
  bool isGiven() const { return mpi.getNumOccurrences() != 0; }
  StringRef getName() const;

  /// Returns the sizes of `--grid`, which findMistake accepts; empty without.
  SmallVector<int64_t> getGrid() const;
};

/// Annotates the public functions of `module` as `--grid` and `--shard` say,
/// and partitions them. If neither the option nor the module has a grid, it is
/// `numRanks` ranks in a row. Emits errors as diagnostics.
LogicalResult partition(ModuleOp module, const MpiOptions &options,
                        std::optional<int64_t> numRanks,
                        const native::NativeOptions &native);

/// Removes the annotations of `module`: one process has whole tensors.
void removeShardings(ModuleOp module);

/// Returns the MPI whose mpirun has started this process, `openmpi` or `mpich`;
/// empty if none has.
StringRef findMpiOfProcess();

/// Returns the rank in the environment that mpirun sets; 0 without.
unsigned getRankOfProcess();

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DISTRIBUTION_TOOLS_RANKS_MPIOPTIONS_H
