//===- MachineValues.h - When a machine is known ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_HOSTABI_MACHINEVALUES_H
#define SPLIT_MLIR_HOSTABI_MACHINEVALUES_H

#include <cstdint>

namespace mlir {
namespace split {

/// Where compiled code gets the values from that depend on the machine.
enum class MachineValues {
  /// From the options of a pass.
  Constant,
  /// From split_mlir_machine of the runtime library.
  Runtime
};

/// Copies of fewer bytes, read and written, bypass the caches of no machine:
/// with Runtime, they do not call split_mlir_machine.
inline constexpr int64_t kLeastNontemporalBytes = 256 << 10;

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_HOSTABI_MACHINEVALUES_H
