//===- PerfMap.h - Names of loaded code for perf ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TARGET_NATIVE_PERFMAP_H
#define SPLIT_MLIR_NATIVE_LIB_TARGET_NATIVE_PERFMAP_H

namespace llvm {
namespace orc {
class LLJIT;
} // namespace orc
} // namespace llvm

namespace mlir::split::native {

/// Makes `jit` write the file /tmp/perf-PID.map, from which `perf` reads the
/// names of code: functions or nodes, and their lines.
void addPerfMap(llvm::orc::LLJIT &jit);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TARGET_NATIVE_PERFMAP_H
