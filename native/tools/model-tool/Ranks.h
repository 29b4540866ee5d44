//===- Ranks.h - Models that several processes run --------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What another component overrides to distribute models over several processes,
// their ranks. The classes here are those of a single process.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_TOOLS_MODEL_TOOL_RANKS_H
#define SPLIT_MLIR_NATIVE_TOOLS_MODEL_TOOL_RANKS_H

#include "Compiler/Compiler.h"
#include "ModelTool.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "split-mlir/HostAbi/TensorBox.h"

namespace mlir::split::native {

/// This process as one of the ranks that run a function. Functions that are
/// collective are called by all ranks in the same order, and print an error on
/// failure.
class Ranks {
public:
  virtual ~Ranks() = default;

  /// Returns whether this rank prints and writes results.
  virtual bool isFirst() const { return true; }
  /// Returns whether there may be other ranks.
  virtual bool isDistributed() const { return false; }

  /// Returns Success if `status` is Success on all ranks, else WrongInput on
  /// all ranks. The rank that has failed has printed why. Collective.
  virtual ExitStatus agree(ExitStatus status) const { return status; }

  /// Replaces `function` in its module by what this rank executes of it.
  virtual ExitStatus distribute(func::FuncOp &function,
                                const NativeOptions &options) {
    type = function.getFunctionType();
    return Success;
  }

  /// Returns the type of the function with whole tensors, as a user calls it.
  FunctionType getType() const { return type; }

  /// Returns the part of argument `index` that this rank reads of a tensor of
  /// type `whole`, or an error if the function does not accept the tensor.
  virtual llvm::Expected<TensorBox> selectPart(unsigned index,
                                               RankedTensorType whole) const {
    return TensorBox::getWhole(whole.getShape());
  }

  /// Appends the inputs that the user does not pass, such as a communicator.
  virtual llvm::Error addInputs(SmallVectorImpl<HostTensor> &inputs,
                                MLIRContext *context) const {
    return llvm::Error::success();
  }

  /// Calls `call`, which calls the function.
  virtual void communicate(llvm::function_ref<void()> call) const { call(); }

  /// Appends drawings that show which rank has which part of arguments and
  /// results.
  virtual llvm::Error draw(SmallVectorImpl<Drawing> &drawings) const {
    return llvm::Error::success();
  }

  /// Returns whether a check that fails on a rank fails the call on all ranks.
  virtual bool sharesChecks() const { return false; }

  /// Writes result `index` to the .npy file `path` if each rank has only `part`
  /// of it; else returns nullopt. Collective.
  virtual std::optional<ExitStatus>
  saveParts(unsigned index, const HostTensor &part, StringRef path) const {
    return std::nullopt;
  }

  /// Replaces `part` of result `index` on the first rank by the whole result.
  /// Collective.
  virtual ExitStatus gather(unsigned index, HostTensor &part) const {
    return Success;
  }

  /// Begins to count what ranks send.
  virtual void startCount() {}

  /// Returns a line that says what all ranks have sent since then in each of
  /// `count` calls; empty if there is one rank. Collective.
  virtual FailureOr<std::string> describeTraffic(unsigned count) const {
    return std::string();
  }

protected:
  FunctionType type;
};

/// The options of split-run for several ranks.
class RunRankOptions {
public:
  virtual ~RunRankOptions() = default;

  /// Returns an error that parsing does not find, or an empty string.
  virtual std::string findMistake() const { return ""; }

  /// Calls `run` on each rank, and returns the process's exit status. `words`
  /// are the command line, `tool` is the path of this program. The ranks read
  /// standard input if `readsInput`.
  virtual int run(ArrayRef<char *> words, StringRef tool, bool readsInput,
                  llvm::function_ref<ExitStatus(Ranks &)> run) const {
    Ranks ranks;
    return run(ranks);
  }
};

/// The options of split-compile for several ranks.
class CompileRankOptions {
public:
  virtual ~CompileRankOptions() = default;

  /// Returns an error that parsing does not find, or an empty string.
  virtual std::string findMistake() const { return ""; }

  /// Returns whether to compile for ranks, and the MPI to link a shared library
  /// for; empty for any.
  virtual bool isGiven() const { return false; }
  virtual StringRef getMpi() const { return ""; }

  /// Makes of each public function what a rank executes of it. Emits errors as
  /// diagnostics.
  virtual LogicalResult partition(ModuleOp module,
                                  const NativeOptions &options) const {
    return success();
  }
};

/// Creates the options in a category of the command line.
template <typename Options>
using RankOptionsFactory =
    std::unique_ptr<Options> (*)(cl::OptionCategory &category);

template <typename Options>
std::unique_ptr<Options> createNone(cl::OptionCategory &) {
  return std::make_unique<Options>();
}

/// What creates the options of tools. Without another component, there are
/// none.
struct RankExtension {
  RankOptionsFactory<RunRankOptions> createRunOptions = createNone;
  RankOptionsFactory<CompileRankOptions> createCompileOptions = createNone;
};

/// Returns the extension of this process, for the one that replaces it before a
/// tool creates its options.
inline RankExtension &getRankExtension() {
  static RankExtension extension;
  return extension;
}

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_TOOLS_MODEL_TOOL_RANKS_H
