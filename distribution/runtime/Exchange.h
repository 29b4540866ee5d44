//===- Exchange.h - Parts that ranks send to each other ---------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_RUNTIME_EXCHANGE_H
#define SPLIT_MLIR_DISTRIBUTION_RUNTIME_EXCHANGE_H

#include "Datatypes.h"
#include "Redistribution.h"

namespace mlir::split::mpi {

/// A redistribution as parts, each of which a member of a group sends to
/// another one: the general case.
class Exchange {
public:
  Exchange(const Redistribution &move, const GroupMembers &members)
      : move(move), members(members) {}
  Exchange(const Exchange &) = delete;
  ~Exchange();

  /// Creates the datatypes. Does not communicate.
  int32_t prepare();
  /// Sends and receives the parts by one MPI_Alltoallw.
  int32_t runCollective(MPI_Comm group);
  /// Sends and receives each part by itself.
  int32_t runSingle(MPI_Comm group);

private:
  /// What this rank sends to a member, or receives from it: `counts` datatypes,
  /// 0 or 1.
  struct Direction {
    int *counts;
    MPI_Datatype *types;
  };
  int32_t createType(const Box &part, bool isSent, MPI_Datatype &type) const;
  int32_t addParts(int64_t position);

  const Redistribution &move;
  const GroupMembers &members;
  void *memory = nullptr;
  int *displacements = nullptr;
  MPI_Request *requests = nullptr;
  Direction sent = {};
  Direction received = {};
};

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DISTRIBUTION_RUNTIME_EXCHANGE_H
