//===- MachineOptions.h - The machine that code is made for -----*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_HOSTABI_MACHINEOPTIONS_H
#define SPLIT_MLIR_HOSTABI_MACHINEOPTIONS_H

#include <cstdint>

namespace mlir::split {

/// The number of bytes in a cache line, which is also what one step of a copy
/// moves. Vectors of this size are correct on every target: a smaller machine
/// takes several registers.
inline constexpr int64_t kLineBytes = 64;

/// With MachineValues::Runtime, code for fewer bytes, read and written, uses
/// ordinary stores without calling split_mlir_machine.
inline constexpr int64_t kLeastNontemporalBytes = 256 << 10;

/// Where compiled code gets the values from that depend on the machine.
enum class MachineValues {
  /// From the options of a pass.
  Constant,
  /// From split_mlir_machine of the runtime library.
  Runtime
};

/// What orders non-temporal stores before later stores.
enum class StoreFence {
  /// Nothing: the processor does.
  None,
  /// The instruction sfence of x86.
  X86SFence
};

/// How generated code reads and writes operands that exceed the caches.
/// MachineOptions.td defines the pass options of the same names.
struct MachineOptions {
  /// Where the next three values come from. The values here are for Constant.
  MachineValues machine = MachineValues::Constant;
  /// The number of bytes, read and written, from which stores are non-temporal
  /// and reads are prefetched; 0 for never.
  int64_t nontemporalThreshold = 0;
  /// The number of places in memory that such a copy accesses in turn: 1 or 4.
  int64_t streams = 4;
  /// How many bytes ahead of its reads such a copy prefetches.
  int64_t prefetchDistance = 2048;
  StoreFence storeFence = StoreFence::None;
  /// The number of threads, and the number of bytes, read and written, from
  /// which they share the work.
  int64_t threads = 1;
  int64_t parallelThreshold = 0;
};

} // namespace mlir::split

#endif // SPLIT_MLIR_HOSTABI_MACHINEOPTIONS_H
