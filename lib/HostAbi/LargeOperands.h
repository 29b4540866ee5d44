//===- LargeOperands.h - Code for operands beyond the caches ----*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads and non-temporal stores, for generators of code that follow
// MachineOptions.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_HOSTABI_LARGEOPERANDS_H
#define SPLIT_MLIR_LIB_HOSTABI_LARGEOPERANDS_H

#include "LibraryCalls.h"
#include "split-mlir/HostAbi/MachineOptions.h"

namespace mlir::split {

enum class StoreKind { Ordinary, Nontemporal };

/// Creates the fence that `options` ask for after non-temporal stores, if any.
void createStoreFence(OpBuilder &builder, Location loc,
                      const MachineOptions &options);

/// Creates an scf.parallel with one iteration for each of `threads`, and calls
/// `body` with the thread's number, an index.
void createThreads(OpBuilder &builder, Location loc, int64_t threads,
                   llvm::function_ref<void(Value)> body);

/// The begin and the end of the part that `thread` of `threads` has of the
/// integers from 0 to `count`, an index or an i64. Parts follow each other, and
/// all but the last are of one size, a multiple of `step`.
std::pair<Value, Value> createThreadPart(OpBuilder &builder, Location loc,
                                         Value thread, int64_t threads,
                                         Value count, int64_t step);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_HOSTABI_LARGEOPERANDS_H
