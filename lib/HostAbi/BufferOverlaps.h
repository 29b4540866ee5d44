//===- BufferOverlaps.h - Checks for overlapping buffers --------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_HOSTABI_BUFFEROVERLAPS_H
#define SPLIT_MLIR_LIB_HOSTABI_BUFFEROVERLAPS_H

#include "HostTypes.h"
#include "LibraryCalls.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split {

/// The memory that a buffer occupies.
struct BufferRange {
  /// The index of the argument or the result.
  unsigned index;
  bool isResult;
  /// The address and the number of bytes, as i64.
  Value address, bytes;
  /// Whether the callee accesses this memory rather than a packed copy; null
  /// if it certainly does.
  Value isInPlace;
  /// Whether the number of bytes may be 0.
  bool mayBeEmpty;
};

/// Emits checks that the ranges of results overlap no other range. `ranges`
/// holds those of arguments, then those of results.
void emitOverlapChecks(ImplicitLocOpBuilder &builder, LibraryCalls &calls,
                       const HostTypes &signature,
                       ArrayRef<BufferRange> ranges);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_HOSTABI_BUFFEROVERLAPS_H
