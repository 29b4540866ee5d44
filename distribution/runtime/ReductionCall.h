//===- ReductionCall.h - Reductions of MPI, and calls of them ---*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_RUNTIME_REDUCTIONCALL_H
#define SPLIT_MLIR_DISTRIBUTION_RUNTIME_REDUCTIONCALL_H

#include "Context.h"
#include "Copy.h"
#include "Mpi.h"
#include <cstdint>

namespace mlir::split::mpi::runtime {

/// How MPI reduces elements.
struct Reduction {
  MPI_Datatype type;
  MPI_Op op;
  /// True if `op` belongs to this object and not to MPI.
  bool isOwned = false;
  int64_t bytes;
  int64_t element;
  int64_t kind;

  Reduction() = default;
  Reduction(const Reduction &) = delete;
  ~Reduction();

  /// Divides sums by the number of ranks that were combined, if this is an
  /// average.
  void divide(int64_t count, char *elements, int64_t ranks) const;
};

/// Finds how to reduce elements of type `element` (SPLIT_MPI_I1, ...) by `kind`
/// (SPLIT_MPI_SUM, ...).
int32_t findReduction(int64_t element, int64_t kind, Reduction &reduction);

/// A call of split_mpi_all_reduce or split_mpi_reduce_scatter, and its
/// arguments.
struct ReductionCall {
  ReductionCall(const char *function, const int64_t *constants,
                const int64_t *values)
      : constants(constants), values(values), call(function) {}

  /// Reads what both functions are given, up to the operands. After an error,
  /// all ranks have agreed on it.
  int32_t open(int32_t communicator);

  /// Agrees on an error of this rank.
  int32_t agreeOn(int32_t status) const {
    return agree(*context, status, call);
  }

  /// Agrees with all ranks, also that all members of a group have equally sized
  /// sources, and gets the communicator of the group.
  int32_t agreeOnGroup(const GroupMembers &members, int32_t status,
                       MPI_Comm &group);

  int64_t countElements(const int64_t *sizes) const;

  /// The arguments that have not been read yet.
  Reader constants, values;
  Context *context = nullptr;
  Call call;
  Reduction reduction;
  Grid grid;
  /// The axes along which ranks are combined, as a set and as they are given.
  AxisSet axes;
  Axes axisList;
  int64_t rank;
  Operand source, target;

private:
  int32_t read();
};

/// An operand without gaps that stands for another one: the operand itself if
/// it has no gaps, or memory of its own.
class Buffer {
public:
  Buffer() = default;
  Buffer(const Buffer &) = delete;
  ~Buffer();

  /// Uses `operand` if it has no gaps, and else allocates memory for `bytes`.
  int32_t create(int64_t rank, const Operand &operand, int64_t bytes);
  int32_t allocate(int64_t bytes);

  char *address = nullptr;

private:
  void *memory = nullptr;
};

/// Reduces `sent` elements of all members of a group into `received` elements:
/// those of the member `root`, or of all if it is negative. The two do not
/// overlap, or are the same if there is no root.
int32_t reduceElements(const Reduction &reduction, const char *sent,
                       char *received, int64_t count, int64_t root,
                       MPI_Comm group);

} // namespace mlir::split::mpi::runtime

#endif // SPLIT_MLIR_DISTRIBUTION_RUNTIME_REDUCTIONCALL_H
