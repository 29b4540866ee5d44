//===- MpiRanks.h - The ranks of MPI that run a function --------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_TOOLS_RANKS_MPIRANKS_H
#define SPLIT_MLIR_DISTRIBUTION_TOOLS_RANKS_MPIRANKS_H

#include "MpiOptions.h"
#include "Ranks.h"
#include "split-mlir/Distribution/ShardLayout.h"
#include "split-mlir/MpiRuntime/MpiRuntime.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::split::mpi {

/// The functions of MpiRuntime.h that this tool calls. The tool itself links no
/// MPI.
struct MpiLibrary {
  decltype(&split_mpi_redistribute) redistribute;
  decltype(&split_mpi_all_reduce) allReduce;
  decltype(&split_mpi_global_size) globalSize;
  decltype(&split_mpi_rank) rank;
  decltype(&split_mpi_begin) begin;
  decltype(&split_mpi_finish) finish;
  decltype(&split_mpi_last_error) lastError;
  decltype(&split_mpi_initialize) initialize;
  decltype(&split_mpi_finalize) finalize;
  decltype(&split_mpi_world) world;
  decltype(&split_mpi_size) size;
  decltype(&split_mpi_statistics) statistics;

  /// Loads the file `path` for the life of the process. Code that is loaded
  /// later finds its functions.
  static llvm::Expected<MpiLibrary> load(StringRef path);
};

/// A function as a user calls it, and the parts that each rank passes.
struct ShardedFunction {
  /// The type with whole tensors and without a communicator.
  FunctionType type;
  /// nullopt for what each rank passes as a whole.
  SmallVector<std::optional<ShardLayout>> arguments, results;
  /// Whether the function has a communicator as its last argument.
  bool hasCommunicator = false;

  /// Describes `function`, partitioned or not. Emits an error if the attributes
  /// of a layout are invalid.
  static FailureOr<ShardedFunction> get(func::FuncOp function);

  /// Returns the part of argument `index` that `rank` reads of a tensor of type
  /// `whole`, or an error if the function does not accept the tensor.
  llvm::Expected<native::TensorBox>
  selectPart(unsigned index, RankedTensorType whole, int64_t rank) const;
};

/// The messages and bytes that ranks have sent to other ranks.
struct Traffic {
  int64_t messages = 0, bytes = 0;
};

/// This process as a rank of MPI. Rank 0 prints; what other ranks print to
/// standard error is kept for agree.
class MpiRanks : public native::Ranks {
public:
  /// The only rank of a run without MPI.
  explicit MpiRanks(const MpiOptions &options) : options(options) {}

  /// Loads the library `path` and initialises MPI.
  llvm::Error join(StringRef path);

  /// Ends MPI. Collective.
  void leave();

  bool isFirst() const override { return rank == 0; }
  bool isDistributed() const override { return library.has_value(); }
  native::ExitStatus agree(native::ExitStatus status) const override;
  native::ExitStatus distribute(func::FuncOp &function,
                                const native::NativeOptions &native) override;
  llvm::Expected<native::TensorBox>
  selectPart(unsigned index, RankedTensorType whole) const override {
    return sharded.selectPart(index, whole, rank);
  }
  llvm::Error addInputs(SmallVectorImpl<native::HostTensor> &inputs,
                        MLIRContext *context) const override;
  void communicate(llvm::function_ref<void()> call) const override;
  llvm::Error draw(SmallVectorImpl<native::Drawing> &drawings) const override;
  bool sharesChecks() const override { return sharded.hasCommunicator; }
  std::optional<native::ExitStatus> saveParts(unsigned index,
                                              const native::HostTensor &part,
                                              StringRef path) const override;
  native::ExitStatus gather(unsigned index,
                            native::HostTensor &part) const override;
  void startCount() override { sentBefore = getTraffic(); }
  FailureOr<std::string> describeTraffic(unsigned calls) const override;

private:
  /// Returns the layout of result `index`; null if each rank has the whole.
  const ShardLayout *findLayout(unsigned index) const;

  /// Calls functions of the library, which return a status, between begin and
  /// finish. `message` says why they fail if they call none. Rank 0 prints an
  /// error unless it `hasPrinted` one.
  LogicalResult call(llvm::function_ref<int32_t()> functions,
                     StringRef message = "", bool hasPrinted = false) const;

  /// Returns the sizes of the whole of which this rank has `part`. Collective,
  /// and prints an error on failure, as do the next functions.
  FailureOr<SmallVector<int64_t>>
  getWholeShape(const ShardLayout &layout,
                const native::HostTensor &part) const;

  /// Returns the whole tensor with sizes `shape` on rank 0, and `part` on the
  /// other ranks.
  FailureOr<native::HostTensor> gather(const ShardLayout &layout,
                                       ArrayRef<int64_t> shape,
                                       native::HostTensor part) const;

  /// Writes the file `path` of parts.
  native::ExitStatus saveParts(StringRef path, const ShardLayout &layout,
                               RankedTensorType whole,
                               const native::HostTensor &part) const;

  /// Returns what this rank has sent since the beginning. Not collective.
  Traffic getTraffic() const;

  /// Returns the sum of `own` over all ranks.
  FailureOr<Traffic> sum(Traffic own) const;

  const MpiOptions &options;
  ShardedFunction sharded;
  Traffic sentBefore;
  std::optional<MpiLibrary> library;
  int64_t rank = 0, count = 1;
  int32_t communicator = -1;
  /// What standard error was, and the file that it is; -1 on rank 0.
  int standardError = -1, kept = -1;
};

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DISTRIBUTION_TOOLS_RANKS_MPIRANKS_H
