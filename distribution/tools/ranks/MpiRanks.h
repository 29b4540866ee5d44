//===- MpiRanks.h - The ranks of MPI that run a function --------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_TOOLS_RANKS_MPIRANKS_H
#define SPLIT_MLIR_DISTRIBUTION_TOOLS_RANKS_MPIRANKS_H

#include "MpiLibrary.h"
#include "MpiOptions.h"
#include "Ranks.h"
#include "Shards.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::split::mpi {

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
  FailureOr<std::string> describeTraffic(unsigned count) const override;

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
