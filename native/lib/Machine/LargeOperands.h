//===- LargeOperands.h - Code for operands beyond the caches ----*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads, non-temporal stores and thresholds, for generators of code that
// follow a MachineModel.
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

/// A field of the machine that runs the code.
using MachineField = int64_t SplitMlirMachine::*;

/// Loads `field`, an i64. `machine` is the result of split_mlir_machine.
Value loadMachineField(OpBuilder &builder, Location loc, Value machine,
                       MachineField field);

/// Returns an i1: whether `bytes`, an i64, is at least the value of `field`,
/// one of the two thresholds of the machine that runs the code. If `unless` is
/// given, the value of that field must also be 0. Creates an scf.if, so that
/// small copies do not call split_mlir_machine.
Value isAboveMachineThreshold(
    OpBuilder &builder, Location loc, RuntimeCalls &calls, Value bytes,
    MachineField field, std::optional<MachineField> unless = std::nullopt);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_MACHINE_LARGEOPERANDS_H
