//===- LargeOperands.h - Code for operands beyond the caches ----*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads and non-temporal stores, for generators of code that follow
// a MachineModel.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_MACHINE_LARGEOPERANDS_H
#define SPLIT_MLIR_NATIVE_LIB_MACHINE_LARGEOPERANDS_H

#include "split-mlir/HostAbi/RuntimeCalls.h"
#include "split-mlir/Machine/MachineModel.h"

namespace mlir::split::native {

enum class StoreKind {
  Ordinary,
  /// Ordinary stores to lines that are prefetched, as are the lines read.
  Prefetched,
  Nontemporal
};

/// Creates the fence that `machine` needs after non-temporal stores, if any.
void createStoreFence(OpBuilder &builder, Location loc,
                      const MachineModel &machine);

/// Creates an scf.parallel with one iteration for each of `threads`, and calls
/// `body` with the thread's number, an index.
void createThreads(OpBuilder &builder, Location loc, int64_t threads,
                   llvm::function_ref<void(Value)> body);

/// Returns the begin and the end of the part of the range [0, `count`) that
/// thread number `thread` of `threads` processes. `count` is an index or an
/// i64. Parts are consecutive, and all but the last have the same size, a
/// multiple of `step`.
std::pair<Value, Value> createThreadPart(OpBuilder &builder, Location loc,
                                         Value thread, int64_t threads,
                                         Value count, int64_t step);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_MACHINE_LARGEOPERANDS_H
