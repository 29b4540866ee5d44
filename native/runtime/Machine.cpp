//===- Machine.cpp - The machine that compiled code runs on ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <initializer_list>
#include <sys/uio.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

using namespace mlir::split;
using namespace mlir::split::native;

/// The sizes of the caches if the machine does not report them.
static constexpr int64_t kUsualLevel2 = 1 << 20;
static constexpr int64_t kUsualLevel3 = 32 << 20;

/// Values that suit most machines.
static constexpr int64_t kUsualPrefetchDistance = 2048;
static constexpr int64_t kUsualParallelThreshold = 1 << 20;

/// Reads the first bytes of the file `folder`/index`index`/`name` as text.
template <size_t size>
static bool readText(const char *folder, int index, const char *name,
                     char (&text)[size]) {
  char path[256];
  auto length = static_cast<size_t>(
      snprintf(path, sizeof(path), "%s/index%d/%s", folder, index, name));
  if (length >= sizeof(path))
    return false;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return false;
  ssize_t count = read(file, text, size - 1);
  close(file);
  if (count < 0)
    return false;
  text[count] = '\0';
  return true;
}

int64_t mlir::split::native::readCacheBytes(const char *folder, int level) {
  char text[32];
  for (int index = 0; readText(folder, index, "level", text); ++index) {
    if (strtol(text, nullptr, 10) != level ||
        !readText(folder, index, "type", text) ||
        strncmp(text, "Instruction", strlen("Instruction")) == 0 ||
        !readText(folder, index, "size", text))
      continue;
    char *unit;
    int64_t size = strtoll(text, &unit, 10);
    if (size > 0 && size < (int64_t(1) << 40))
      return *unit == 'K' ? size << 10 : *unit == 'M' ? size << 20 : size;
  }
  return 0;
}

ProcessorInfo mlir::split::native::readProcessor() {
  ProcessorInfo info = {};
#if defined(__x86_64__)
  unsigned eax, ebx, ecx, edx;
  if (__get_cpuid(0, &eax, &ebx, &ecx, &edx)) {
    memcpy(info.vendor, &ebx, 4);
    memcpy(info.vendor + 4, &edx, 4);
    memcpy(info.vendor + 8, &ecx, 4);
  }
  if (__get_cpuid(1, &eax, &ebx, &ecx, &edx)) {
    info.family = (eax >> 8) & 0xf;
    info.model = (eax >> 4) & 0xf;
    if (info.family == 6 || info.family == 0xf)
      info.model |= (eax >> 12) & 0xf0;
    if (info.family == 0xf)
      info.family += (eax >> 20) & 0xff;
  }
#endif
  return info;
}

/// Returns the size in bytes of the cache that one core uses. On AMD's
/// processors, sysconf adds up all parts of the level 3 cache although a core
/// uses only one.
static int64_t getCacheBytes(int level, int name, bool isAmd, int64_t usual) {
  int64_t bytes = readCacheBytes(kCacheFolder, level);
  if (bytes == 0 && name >= 0 && !isAmd)
    bytes = sysconf(name);
  return bytes > 0 ? bytes : usual;
}

/// Returns whether `model` of Intel's family 6 is a server processor whose
/// cores share the last cache through a mesh.
static bool isMeshModel(unsigned model) {
  switch (model) {
  case 0x55: // Skylake-SP, Cascade Lake, Cooper Lake
  case 0x6a: // Ice Lake
  case 0x6c:
  case 0x8f: // Sapphire Rapids
  case 0xcf: // Emerald Rapids
  case 0xad: // Granite Rapids
  case 0xae:
    return true;
  default:
    return false;
  }
}

/// Returns whether `model` of Intel's family 6 copies faster by ordinary stores
/// to prefetched lines than by non-temporal stores. Measured on Cascade Lake:
/// 9.6 instead of 9.0 to 9.5 GB/s beyond the caches, and 14 to 23 instead of 11
/// to 12 GB/s within the last one.
static bool gainsByStorePrefetches(unsigned model) { return model == 0x55; }

CacheInfo mlir::split::native::readCaches() {
  CacheInfo info = {};
#if defined(_SC_LEVEL2_CACHE_SIZE) && defined(_SC_LEVEL3_CACHE_SIZE)
  constexpr int level2 = _SC_LEVEL2_CACHE_SIZE, level3 = _SC_LEVEL3_CACHE_SIZE;
#else
  constexpr int level2 = -1, level3 = -1;
#endif
  ProcessorInfo processor = readProcessor();
  info.isAmd = strcmp(processor.vendor, "AuthenticAMD") == 0;
  bool isIntel6 =
      strcmp(processor.vendor, "GenuineIntel") == 0 && processor.family == 6;
  info.hasMesh = isIntel6 && isMeshModel(processor.model);
  info.gainsByStorePrefetches =
      isIntel6 && gainsByStorePrefetches(processor.model);
  info.level2 = getCacheBytes(2, level2, info.isAmd, kUsualLevel2);
  info.level3 = getCacheBytes(3, level3, info.isAmd, kUsualLevel3);
  return info;
}

void mlir::split::native::setCopyFields(SplitMlirMachine &machine,
                                        const CacheInfo &caches) {
  // A last-level cache that dozens of cores share through a mesh is no faster
  // for one core than memory. Its size also identifies such a cache, because a
  // virtual machine may report a wrong processor model, but rarely a wrong
  // cache size.
  constexpr int64_t kLargestOfOneRing = 48 << 20;
  bool hasMesh =
      caches.hasMesh || (!caches.isAmd && caches.level3 > kLargestOfOneRing);
  // Without a mesh, use ordinary stores for data that fits into the last cache,
  // so that later reads find it there.
  int64_t last = caches.level3 != 0 ? caches.level3 : caches.level2;
  machine.nontemporalThreshold = hasMesh ? caches.level2 : last / 4 * 3;
  // Four streams gain 14 to 30 % on Intel's mesh, and lose 20 to 40 % on AMD's
  // Zen 5.
  machine.streams = hasMesh ? 4 : 1;
  machine.prefetchDistance =
      caches.gainsByStorePrefetches ? 4096 : kUsualPrefetchDistance;
  machine.storePrefetchDistance = caches.gainsByStorePrefetches ? 2048 : 0;
  // One core of Zen 5 copies faster within the last cache than two do.
  machine.parallelThreshold = hasMesh || last == 0
                                  ? kUsualParallelThreshold
                                  : machine.nontemporalThreshold;
}

namespace {
struct Field {
  const char *name;
  int64_t SplitMlirMachine::*value;
};
} // namespace

static constexpr Field kFields[] = {
    {"isa-level", &SplitMlirMachine::isaLevel},
    {"nontemporal-threshold", &SplitMlirMachine::nontemporalThreshold},
    {"streams", &SplitMlirMachine::streams},
    {"prefetch-distance", &SplitMlirMachine::prefetchDistance},
    {"parallel-threshold", &SplitMlirMachine::parallelThreshold},
    {"store-prefetch-distance", &SplitMlirMachine::storePrefetchDistance},
    {"contraction-block", &SplitMlirMachine::contractionBlock}};

/// Sets the field that the first `length` characters of `name` denote. Returns
/// false if there is no such field, or if it cannot have this value.
static bool setField(SplitMlirMachine &machine, const char *name, size_t length,
                     int64_t value) {
  for (const Field &field : kFields) {
    if (strlen(field.name) != length || strncmp(field.name, name, length) != 0)
      continue;
    if (field.value == &SplitMlirMachine::streams && value != 1 && value != 4)
      return false;
    bool isLevel = field.value == &SplitMlirMachine::isaLevel;
    if (isLevel && (value < 1 || value > 4))
      return false;
    if (!isLevel || value < machine.isaLevel)
      machine.*field.value = value;
    return true;
  }
  return false;
}

bool mlir::split::native::overrideMachine(const char *text,
                                          SplitMlirMachine &machine) {
  SplitMlirMachine changed = machine;
  if (strstr(text, "nontemporal-threshold"))
    changed.storePrefetchDistance = 0;
  for (;;) {
    size_t length = strcspn(text, "=,");
    const char *digits = text + length + 1;
    if (text[length] != '=' || strspn(digits, "0123456789") == 0 ||
        strspn(digits, "0123456789") > 18)
      return false;
    char *end;
    int64_t value = strtoll(digits, &end, 10);
    if (!setField(changed, text, length, value))
      return false;
    if (*end == '\0')
      break;
    if (*end != ',')
      return false;
    text = end + 1;
  }
  machine = changed;
  return true;
}

/// Writes a line to standard error by one system call.
static void writeWarning(const char *text) {
  iovec parts[3];
  int count = 0;
  for (const char *part : {"warning: ", text, "\n"})
    parts[count++] = {const_cast<char *>(part), strlen(part)};
  // Ignore errors: the process continues without the warning.
  [[maybe_unused]] ssize_t written = writev(STDERR_FILENO, parts, count);
}

static SplitMlirMachine detectMachine() {
  SplitMlirMachine machine;
  machine.isaLevel = 1;
  // Stores that bypass the caches were measured only on x86.
  machine.nontemporalThreshold = 0;
  machine.streams = 1;
  machine.prefetchDistance = kUsualPrefetchDistance;
  machine.parallelThreshold = kUsualParallelThreshold;
  machine.storePrefetchDistance = 0;
  CacheInfo caches = readCaches();
  machine.contractionBlock = caches.level2 / 2;
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("x86-64-v4"))
    machine.isaLevel = 4;
  else if (__builtin_cpu_supports("x86-64-v3"))
    machine.isaLevel = 3;
  else if (__builtin_cpu_supports("x86-64-v2"))
    machine.isaLevel = 2;
  setCopyFields(machine, caches);
#endif
  const char *text = getenv("SPLIT_MLIR_MACHINE");
  if (text && *text && !overrideMachine(text, machine))
    writeWarning("SPLIT_MLIR_MACHINE is ignored: expected isa-level=1 to 4, "
                 "nontemporal-threshold=BYTES, streams=1 or 4, "
                 "prefetch-distance=BYTES, store-prefetch-distance=BYTES, "
                 "parallel-threshold=BYTES, or contraction-block=BYTES, "
                 "separated by commas");
  return machine;
}

/// Stores `value` if no thread has stored one before.
static void setOnce(int64_t &field, int64_t value) {
  int64_t unset = -1;
  __atomic_compare_exchange_n(&field, &unset, value, /*weak=*/false,
                              __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

extern "C" const SplitMlirMachine *split_mlir_machine(void) {
  static SplitMlirMachine machine = {-1, -1, -1, -1, -1, -1, -1};
  static bool isComplete = false;
  if (__atomic_load_n(&isComplete, __ATOMIC_ACQUIRE))
    return &machine;
  // Several threads may detect the machine at the same time. None of them
  // waits; each field keeps the first value that is stored.
  SplitMlirMachine detected = detectMachine();
  for (const Field &field : kFields)
    setOnce(machine.*field.value, detected.*field.value);
  __atomic_store_n(&isComplete, true, __ATOMIC_RELEASE);
  return &machine;
}
