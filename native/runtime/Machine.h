//===- Machine.h - Detection of the machine at run time ---------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_RUNTIME_MACHINE_H
#define SPLIT_MLIR_NATIVE_RUNTIME_MACHINE_H

#include "split-mlir/HostAbi/Runtime.h"

namespace mlir::split::native {

/// The properties of a machine that determine how large copies are done. Tests
/// use this to describe any machine. Sizes of caches are in bytes, as one core
/// sees them.
struct CacheInfo {
  int64_t level2;
  int64_t level3;
  bool isAmd;
  /// Whether the processor is known to share its last cache through a mesh.
  bool hasMesh;
  /// Whether copies with ordinary stores to prefetched lines are faster than
  /// copies with non-temporal stores.
  bool gainsByStorePrefetches;
};

/// The processor as cpuid describes it. On processors other than x86, the
/// vendor is empty and the numbers are 0.
struct ProcessorInfo {
  char vendor[13];
  unsigned family, model;
};

ProcessorInfo readProcessor();

/// The folder that describes the caches that the first core uses.
inline constexpr char kCacheFolder[] = "/sys/devices/system/cpu/cpu0/cache";

/// Describes the caches of the machine that runs this.
CacheInfo readCaches();

/// Sets the fields of `machine` that control copies on x86.
void setCopyFields(SplitMlirMachine &machine, const CacheInfo &caches);

/// Returns the size in bytes of the data cache of level `level`, as described
/// by a folder of Linux such as /sys/devices/system/cpu/cpu0/cache; 0 if
/// `folder` describes no such cache.
int64_t readCacheBytes(const char *folder, int level);

/// Applies the text of SPLIT_MLIR_MACHINE, see Runtime.h. Returns false and
/// does not change `machine` if the text is malformed.
bool overrideMachine(const char *text, SplitMlirMachine &machine);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_RUNTIME_MACHINE_H
