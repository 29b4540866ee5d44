//===- MachineValues.h - When a machine is known ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_CONVERSION_MACHINEVALUES_H
#define SPLIT_MLIR_CONVERSION_MACHINEVALUES_H

#include <cstdint>

namespace mlir {
namespace split {

/// Where compiled code has what depends on the machine from.
enum class MachineValues {
  /// From the options of a pass.
  Constant,
  /// From split_mlir_machine of the runtime library.
  Runtime
};

/// Smaller copies, in bytes read and written, stay within the caches of every
/// machine: with Runtime, they do not ask which one it is.
inline constexpr int64_t kLeastNontemporalBytes = 256 << 10;

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_CONVERSION_MACHINEVALUES_H
