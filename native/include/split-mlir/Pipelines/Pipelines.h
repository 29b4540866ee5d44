//===- Pipelines.h - From split ops to native code --------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_PIPELINES_PIPELINES_H
#define SPLIT_MLIR_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassOptions.h"
#include "split-mlir/Machine/MachineModel.h"
#include "llvm/Support/CommandLine.h"
#include <deque>
#include <functional>

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace mlir::split::native {

/// Whether results that are parts of arguments are copies or views.
enum class ResultKind { Copies, Views };

struct SplitToLLVMOptions : PassPipelineOptions<SplitToLLVMOptions> {
  SplitToLLVMOptions();

  /// Returns the option `machine` of passes, see resolveMachine.
  std::string describeMachine() const;

  PassOptions::Option<bool> runtimeChecks{
      *this, "runtime-checks",
      llvm::cl::desc("Check at run time the rules that verifiers could not "
                     "decide; otherwise a violation is undefined behaviour"),
      llvm::cl::init(true)};
  PassOptions::Option<bool> hostAbi{
      *this, "host-abi",
      llvm::cl::desc("Give public functions the signature that Runtime.h "
                     "describes, under which a failed check returns to the "
                     "caller; needs the runtime library"),
      llvm::cl::init(false)};
  PassOptions::Option<MachineValues> machine{
      *this, "machine",
      llvm::cl::desc("Source of machine parameters that neither an option nor "
                     "the target spec sets; an option of -1 sets none"),
      llvm::cl::init(MachineValues::Constant),
      llvm::cl::values(
          clEnumValN(MachineValues::Constant,
                     stringify(MachineValues::Constant),
                     "defaults for an unknown machine"),
          clEnumValN(MachineValues::Host, stringify(MachineValues::Host),
                     "the machine that runs the compiler"),
          clEnumValN(MachineValues::Runtime, stringify(MachineValues::Runtime),
                     "the runtime library; needs host-abi"))};
  PassOptions::ListOption<std::string> multiversionCpus{
      *this, "multiversion-cpus",
      llvm::cl::desc("Additional levels of x86-64 to compile functions for: "
                     "x86-64-v2, x86-64-v3 and x86-64-v4; the code selects a "
                     "version at run time; needs host-abi")};
  PassOptions::Option<StoreFence> storeFence{
      *this, "store-fence",
      llvm::cl::desc("Instruction that orders non-temporal stores before later "
                     "stores"),
      llvm::cl::init(StoreFence::None),
      llvm::cl::values(clEnumValN(StoreFence::None, stringify(StoreFence::None),
                                  "no instruction"),
                       clEnumValN(StoreFence::X86SFence,
                                  stringify(StoreFence::X86SFence),
                                  "the instruction sfence of x86"))};
  /// One option for each field of MachineModel that options set.
  std::deque<PassOptions::Option<int64_t>> machineFields;
  /// The value of one of `machineFields` that is not given.
  static constexpr int64_t kNotGiven = -1;
  PassOptions::Option<unsigned> threads{
      *this, "threads",
      llvm::cl::desc("Number of threads that share the work on large tensors; "
                     "with 2 or more, compiled code needs LLVM's OpenMP "
                     "runtime"),
      llvm::cl::init(1)};
  PassOptions::Option<bool> orderedReductions{
      *this, "ordered-reductions",
      llvm::cl::desc("Add and multiply floats in the order of the program, "
                     "which is slower; otherwise the order of a sum or product "
                     "is not specified"),
      llvm::cl::init(false)};
  PassOptions::Option<ResultKind> results{
      *this, "results",
      llvm::cl::desc("How to return results that are parts of arguments; "
                     "callers must not free views; with views and host-abi, "
                     "the function fills in the descriptors of all ranked "
                     "results"),
      llvm::cl::values(
          clEnumValN(ResultKind::Copies, "copies", "copies"),
          clEnumValN(ResultKind::Views, "views", "views of the arguments")),
      llvm::cl::init(ResultKind::Copies)};
  /// Whether ops have their run-time checks already, because they were created
  /// before, for example before partitioning.
  bool hasChecks = false;
  /// Whether loops become kernels of a device: checks move out of parallel
  /// loops if they are the same in all iterations, and one split.copy copies
  /// all pieces that the program copies to destinations.
  bool forKernels = false;
  /// Whether functions report their ops, see the pass split-profile-ops.
  bool profile = false;
  /// Whether the code generator may keep constants outside of the code: public
  /// functions load them first, and packed ones are only described.
  bool weights = false;
  /// Where to print the memory that public functions use; null for nowhere.
  llvm::raw_ostream *memoryReport = nullptr;
};

/// Builds the pipeline `split-to-llvm`, which compiles functions on tensors to
/// the LLVM dialect. Without `hostAbi`, a ranked tensor in a signature becomes
/// a memref with the identity layout, each result is a separate buffer from
/// malloc, which the caller frees, and a check that fails aborts.
/// MachineValues::Runtime and `multiversionCpus` need `hostAbi`, because they
/// call the runtime library.
void buildSplitToLLVMPipeline(OpPassManager &pm,
                              const SplitToLLVMOptions &options);

/// Builds the first part of `split-to-llvm`, up to buffers and their
/// deallocation.
void buildSplitToBuffersPipeline(OpPassManager &pm,
                                 const SplitToLLVMOptions &options);

/// Builds the rest of `split-to-llvm`.
void buildBuffersToLLVMPipeline(OpPassManager &pm,
                                const SplitToLLVMOptions &options);

/// Builds the part of `split-to-llvm` that simplifies split ops without
/// lowering them.
void buildSplitCanonicalization(OpPassManager &pm);

/// Builds the first part of `split-to-llvm`, which creates checks and lowers
/// split ops to tensor and linalg, except for split.assert and split.copy.
void buildSplitToLinalgPipeline(OpPassManager &pm,
                                const SplitToLLVMOptions &options);

/// Builds the part of `split-to-llvm` that creates checks, and turns ops except
/// split ops into linalg ops.
void buildStructuredOps(OpPassManager &pm, const SplitToLLVMOptions &options);

//===----------------------------------------------------------------------===//
// Extension points
//===----------------------------------------------------------------------===//

/// Points of `split-to-llvm` at which other components add passes.
enum class PipelinePoint {
  /// On splits, after their checks are created. A pipeline whose checks another
  /// pipeline has created (`hasChecks`) leaves this point out.
  AfterChecks,
  /// On tensors, after split ops are lowered to tensor and linalg.
  OnTensors,
  /// On buffers, after structured ops are lowered to loops, before loops are
  /// lowered to branches.
  OnBuffers,
  /// After loops are lowered to branches, before checks are lowered.
  BeforeLLVM,
  /// The module is in the LLVM dialect.
  AfterLLVM
};

/// Adds passes to `manager`, which runs on modules.
using PipelineExtension = std::function<void(
    OpPassManager &manager, const SplitToLLVMOptions &options)>;

/// Makes pipelines that are built later in this process call `extension` at
/// `point`, after the extensions that were added before. Each call adds one
/// more, for the rest of the process: a library that adds one must stay loaded.
/// Not thread-safe: call it before the first pipeline is built.
void extendSplitToLLVMPipeline(PipelinePoint point,
                               PipelineExtension extension);

using PipelineBuilder = void (*)(OpPassManager &, const SplitToLLVMOptions &);

/// Registers the pipeline `name`, which no other pipeline has. `build` creates
/// it from the options of `split-to-llvm`, which are valid.
void registerSplitToLLVMVariant(StringRef name, StringRef description,
                                PipelineBuilder build);

/// Registers the pipelines by name.
void registerSplitPipelines();

} // namespace mlir::split::native

#endif // SPLIT_MLIR_PIPELINES_PIPELINES_H
