//===- OtherLoad.h - Detection of other load --------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_BENCHMARK_OTHERLOAD_H
#define SPLIT_MLIR_BENCHMARK_OTHERLOAD_H

#include <sys/types.h>
#include <vector>

namespace mlir::split::native {

/// Determines how much processor time others take: other processes, and other
/// virtual machines on the same host.
class OtherLoad {
public:
  /// The time of `helpers` counts as this process's.
  explicit OtherLoad(std::vector<pid_t> helpers);

  /// Returns the seconds of processor time that others have taken since the
  /// last call or the construction. Returns 0 where /proc/stat is not readable.
  /// The resolution is some 20 ms.
  double take();

private:
  /// Returns the seconds of others since the machine's start.
  double read() const;

  std::vector<pid_t> helpers;
  double last;
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_BENCHMARK_OTHERLOAD_H
