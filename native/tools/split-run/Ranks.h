//===- Ranks.h - The ranks of a run -----------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_TOOLS_SPLIT_RUN_RANKS_H
#define SPLIT_MLIR_NATIVE_TOOLS_SPLIT_RUN_RANKS_H

#include "ModelTool.h"
#include "MpiLibrary.h"
#include "split-mlir/Distribution/ShardLayout.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace mlir::split::native {

/// The messages and bytes that ranks have sent to other ranks.
struct Traffic {
  int64_t messages = 0, bytes = 0;
};

/// This process as a rank of a run. Functions that are collective are called by
/// all ranks in the same order. Rank 0 prints; what other ranks print to
/// standard error is kept for agree.
class Ranks {
public:
  /// The only rank of a run without MPI.
  Ranks() = default;

  /// Loads the library `path` and initialises MPI.
  static llvm::Expected<Ranks> join(StringRef path);

  /// Ends MPI. Collective.
  void leave();

  bool isFirst() const { return rank == 0; }
  int64_t getRank() const { return rank; }
  int64_t getCount() const { return count; }
  bool isDistributed() const { return library.has_value(); }
  int32_t getCommunicator() const { return communicator; }

  /// Returns Success if `status` is Success on all ranks. Otherwise returns
  /// WrongInput on all ranks. The rank that has failed has printed why; rank 0
  /// prints it for another rank. Collective.
  ExitStatus agree(ExitStatus status) const;

  /// Returns the sizes of the whole of which this rank has `part`. Collective,
  /// and prints an error on failure, as do the next functions.
  FailureOr<SmallVector<int64_t>> getWholeShape(const mpi::ShardLayout &layout,
                                                const HostTensor &part) const;

  /// Returns the whole tensor with sizes `shape` on rank 0, and `part` on the
  /// other ranks.
  FailureOr<HostTensor> gather(const mpi::ShardLayout &layout,
                               ArrayRef<int64_t> shape, HostTensor part) const;

  /// Returns what this rank has sent since the beginning. Not collective.
  Traffic getTraffic() const;

  /// Returns the sum of `own` over all ranks.
  FailureOr<Traffic> sum(Traffic own) const;

private:
  /// Calls functions of the library, which return a status, between begin and
  /// finish. `message` says why they fail if they call none. Rank 0 prints an
  /// error unless it `hasPrinted` one.
  LogicalResult call(llvm::function_ref<int32_t()> functions,
                     StringRef message = "", bool hasPrinted = false) const;

  std::optional<MpiLibrary> library;
  int64_t rank = 0, count = 1;
  int32_t communicator = -1;
  /// What standard error was, and the file that it is; -1 on rank 0.
  int standardError = -1, kept = -1;
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_TOOLS_SPLIT_RUN_RANKS_H
