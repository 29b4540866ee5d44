//===- ReductionCall.h - What reductions of tensors share -------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_MPIRUNTIME_REDUCTIONCALL_H
#define SPLIT_MLIR_LIB_MPIRUNTIME_REDUCTIONCALL_H

#include "Agreement.h"
#include "Copy.h"
#include "Reduction.h"

namespace mlir::split {

/// The arguments of split_mpi_all_reduce and split_mpi_reduce_scatter.
struct ReductionCall {
  Reduction reduction;
  Grid grid;
  /// The axes along which ranks are combined, as a set and as they are given.
  AxisSet axes;
  Axes axisList;
  int64_t rank;
  Operand source, target;

  int64_t countElements(const int64_t *sizes) const;
};

/// Reads what both functions are given, up to the operands, and describes it in
/// `call`.
int32_t readReductionCall(const Context &context, Reader &constants,
                          Reader &values, ReductionCall &result, Call &call);

/// Requires in `call` that all members of a group have equally sized sources.
void compareInGroup(const ReductionCall &arguments, const GroupMembers &members,
                    Call &call);

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

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_MPIRUNTIME_REDUCTIONCALL_H
