//===- CacheOptions.cpp - what copies should know of a machine ------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CacheOptions.h"

#include "split-mlir/Pipelines/Pipelines.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"
#include <unistd.h>

using namespace mlir;
using namespace mlir::split;

/// Where the machine does not say.
static constexpr int64_t kUsualLevel2 = 1 << 20;
static constexpr int64_t kUsualLevel3 = 32 << 20;

/// The bytes of this machine's cache, or `usual` if it does not say.
static int64_t getCacheBytes([[maybe_unused]] int level, int64_t usual) {
  long bytes = 0;
#ifdef _SC_LEVEL3_CACHE_SIZE
  bytes = sysconf(level == 3 ? _SC_LEVEL3_CACHE_SIZE : _SC_LEVEL2_CACHE_SIZE);
#endif
  return bytes > 0 ? bytes : usual;
}

/// Whether the last cache, of `bytes`, is shared by dozens of cores through a
/// mesh, and then no faster than memory to one of them. Virtual machines may
/// report the name of another processor, but hardly another size.
static bool hasMesh(StringRef cpu, int64_t bytes) {
  constexpr int64_t largestOfOneRing = 48 << 20;
  return (bytes > largestOfOneRing && !cpu.starts_with("znver")) ||
         llvm::StringSwitch<bool>(cpu)
             .Cases({"skylake-avx512", "cascadelake", "cooperlake"}, true)
             .Cases({"icelake-server", "sapphirerapids", "emeraldrapids"}, true)
             .Cases({"graniterapids", "graniterapids-d", "diamondrapids"}, true)
             .Default(false);
}

void mlir::split::setCacheOptions(SplitToLLVMOptions &options,
                                  const llvm::Triple &triple, StringRef cpu) {
  // Elsewhere such stores were not measured.
  if (!triple.isX86()) {
    options.nontemporalThreshold = 0;
    return;
  }
  options.storeFence = StoreFence::X86SFence;
  bool isNative = cpu == "native";
  int64_t level2 = isNative ? getCacheBytes(2, kUsualLevel2) : kUsualLevel2;
  int64_t level3 = isNative ? getCacheBytes(3, kUsualLevel3) : kUsualLevel3;
  // What is written should be found in the cache by who reads it, if it can be.
  StringRef name = isNative ? llvm::sys::getHostCPUName() : cpu;
  options.nontemporalThreshold =
      hasMesh(name, level3) ? level2 : level3 / 4 * 3;
}
