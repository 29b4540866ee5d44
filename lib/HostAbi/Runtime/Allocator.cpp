//===- Allocator.cpp - Allocation of memory for calls ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Allocator.h"

#include "split-mlir/HostAbi/Runtime.h"
#include <atomic>
#include <cstdlib>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

/// Blocks of at least this size are kept when they are freed. From this size
/// on, malloc may return memory to the system, which clears every page before
/// it is used again.
static constexpr size_t kMinKeptBytes = 128 << 10;

/// Blocks of at least kMinHugeBytes begin at the boundary of a huge page. The
/// allocator asks the system for huge pages, because the system clears a huge
/// page at once.
static constexpr size_t kHugePageBytes = 2 << 20;
static constexpr size_t kMinHugeBytes = 2 << 20;

/// The number of allocations of large blocks after which a kept block that none
/// of them has used is freed.
static constexpr uint64_t kMaxAge = 1024;

/// Sanitizers see uses of freed memory only if it is freed.
#if !defined(__SANITIZE_ADDRESS__) && defined(__has_feature)
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
static constexpr bool kKeepsMemory = false;
#else
static constexpr bool kKeepsMemory = true;
#endif

//===----------------------------------------------------------------------===//
// Kept blocks
//===----------------------------------------------------------------------===//

namespace {
/// A place for a kept block. A thread that takes the pointer out of a slot owns
/// the block. So no lock is needed, and a child process of fork cannot wait for
/// a lock that another thread held.
struct Slot {
  /// Null, or `taken` while a thread fills in the slot.
  std::atomic<char *> memory{nullptr};
  std::atomic<size_t> bytes{0};
  /// The number of allocations of large blocks before the block was freed.
  std::atomic<uint64_t> time{0};
};

/// Blocks that were freed and wait for an allocation of their size. All sizes
/// are those that malloc_usable_size returns.
class KeptBlocks {
public:
  /// Returns a block of at least `size` bytes, or null.
  void *take(size_t size, size_t alignment);
  /// Keeps or frees a block that malloc allocated.
  void put(char *memory, size_t size);
  /// Records that `size` bytes are allocated, and frees kept blocks that take
  /// more memory than was ever in use at once.
  void recordAllocation(size_t size);
  /// Frees kept blocks that would take more memory, together with `size` bytes
  /// that are about to be allocated, than was ever in use at once.
  void makeRoom(size_t size);
  /// Frees the blocks that were kept first until at most `limit` bytes are
  /// left.
  void shrink(size_t limit);
  void setLimit(size_t limit) {
    maxKept = limit;
    shrink(limit);
  }

private:
  static constexpr size_t kNumSlots = 256;
  /// No block has this address.
  static char *getTaken() { return reinterpret_cast<char *>(1); }

  static bool isBlock(char *memory) { return memory && memory != getTaken(); }
  bool isOld(const Slot &slot) const {
    return isBlock(slot.memory) && now - slot.time > kMaxAge;
  }
  Slot *findFit(size_t size, size_t alignment);
  Slot *findOldest();
  bool empty(Slot &slot, char *memory);
  bool fill(char *memory, size_t size);
  void free(Slot *slot);
  /// Returns how many bytes may be kept while `more` bytes than now are in use.
  size_t getAllowance(size_t more = 0) const;

  Slot slots[kNumSlots];
  std::atomic<uint64_t> now{0};
  /// The number of bytes in kept blocks, the number of bytes in use (allocated
  /// and not freed), and the greatest number of bytes in use so far.
  std::atomic<size_t> kept{0}, used{0}, maxUsed{0};
  std::atomic<size_t> maxKept{SIZE_MAX};
};
} // namespace

/// Its constructor is constexpr, so a library needs no initialization.
static KeptBlocks keptBlocks;

/// Returns whether a block of `bytes` bytes may serve for `size` bytes: it
/// wastes at most an eighth of `size`, plus one huge page for a huge block.
static bool fits(size_t bytes, size_t size) {
  size_t waste = size / 8 + (size >= kMinHugeBytes ? kHugePageBytes : 0);
  return bytes >= size && bytes - size <= waste;
}

/// Returns the slot with the smallest block that fits, or null.
Slot *KeptBlocks::findFit(size_t size, size_t alignment) {
  Slot *best = nullptr;
  for (Slot &slot : slots) {
    char *memory = slot.memory.load(std::memory_order_relaxed);
    if (isBlock(memory) && fits(slot.bytes, size) &&
        reinterpret_cast<uintptr_t>(memory) % alignment == 0 &&
        (!best || slot.bytes < best->bytes))
      best = &slot;
  }
  return best;
}

Slot *KeptBlocks::findOldest() {
  Slot *oldest = nullptr;
  for (Slot &slot : slots)
    if (isBlock(slot.memory.load(std::memory_order_relaxed)) &&
        (!oldest || slot.time < oldest->time))
      oldest = &slot;
  return oldest;
}

/// Takes `memory` out of its slot unless another thread has done so.
bool KeptBlocks::empty(Slot &slot, char *memory) {
  if (!isBlock(memory) || !slot.memory.compare_exchange_strong(memory, nullptr))
    return false;
  kept -= malloc_usable_size(memory);
  return true;
}

bool KeptBlocks::fill(char *memory, size_t size) {
  for (Slot &slot : slots) {
    char *expected = nullptr;
    if (slot.memory.load(std::memory_order_relaxed) ||
        !slot.memory.compare_exchange_strong(expected, getTaken()))
      continue;
    slot.bytes = size;
    slot.time = now.load();
    kept += size;
    slot.memory = memory;
    return true;
  }
  return false;
}

void KeptBlocks::free(Slot *slot) {
  char *memory = slot->memory;
  if (empty(*slot, memory))
    ::free(memory);
}

size_t KeptBlocks::getAllowance(size_t more) const {
  size_t inUse = used + more, most = maxUsed, limit = maxKept;
  size_t allowance = most > inUse ? most - inUse : 0;
  return allowance < limit ? allowance : limit;
}

void *KeptBlocks::take(size_t size, size_t alignment) {
  while (Slot *slot = findFit(size, alignment)) {
    char *memory = slot->memory;
    if (!empty(*slot, memory))
      continue;
    size_t bytes = malloc_usable_size(memory);
    // Another thread may have put a different block into the slot.
    if (fits(bytes, size) &&
        reinterpret_cast<uintptr_t>(memory) % alignment == 0) {
      recordAllocation(bytes);
      return memory;
    }
    if (!fill(memory, bytes))
      ::free(memory);
  }
  return nullptr;
}

void KeptBlocks::put(char *memory, size_t size) {
  // A block may come from another copy of this library, or from the host.
  size_t inUse = used;
  while (!used.compare_exchange_weak(inUse, inUse > size ? inUse - size : 0))
    ;
  for (Slot &slot : slots)
    if (isOld(slot))
      free(&slot);
  size_t allowance = getAllowance();
  if (size > allowance) {
    ::free(memory);
    return;
  }
  shrink(allowance - size);
  if (!fill(memory, size))
    ::free(memory);
}

void KeptBlocks::recordAllocation(size_t size) {
  ++now;
  size_t inUse = used += size, most = maxUsed;
  while (inUse > most && !maxUsed.compare_exchange_weak(most, inUse))
    ;
  shrink(getAllowance());
}

void KeptBlocks::makeRoom(size_t size) { shrink(getAllowance(size)); }

void KeptBlocks::shrink(size_t limit) {
  while (kept > limit) {
    Slot *slot = findOldest();
    // No slot has a block while another thread is filling one.
    if (!slot)
      return;
    free(slot);
  }
}

//===----------------------------------------------------------------------===//
// The allocator
//===----------------------------------------------------------------------===//

/// The host's allocator; its functions are null if it has set none.
static SplitMlirAllocator hostAllocator;

/// Allocates memory from malloc. If there is none, frees the kept blocks and
/// tries once more.
static void *allocateNew(size_t size, size_t alignment) {
  auto allocate = [&]() -> void * {
    if (alignment <= alignof(max_align_t))
      return malloc(size);
    void *memory = nullptr;
    return posix_memalign(&memory, alignment, size) == 0 ? memory : nullptr;
  };
  if (void *memory = allocate())
    return memory;
  keptBlocks.shrink(0);
  return allocate();
}

/// Frees the kept blocks, and returns the pages of free memory to the system.
static void releaseAll() {
  keptBlocks.shrink(0);
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}

/// Gets the pages of a block from the system before they are written. The
/// system clears them, which slows non-temporal stores down if they alternate.
/// A system that cannot do this provides each page when it is written.
static void populate([[maybe_unused]] void *memory,
                     [[maybe_unused]] size_t size) {
#if defined(MADV_POPULATE_WRITE)
  size_t page = sysconf(_SC_PAGESIZE);
  auto begin = reinterpret_cast<uintptr_t>(memory);
  uintptr_t first = (begin + page - 1) / page * page;
  uintptr_t last = (begin + size) / page * page;
  if (first < last)
    (void)madvise(reinterpret_cast<void *>(first), last - first,
                  MADV_POPULATE_WRITE);
#endif
}

/// Allocates a large block. Asks for huge pages, and gets them at once.
static void *allocateLarge(size_t size, size_t alignment) {
  // New blocks have the alignment that compiled code usually requests, so that
  // they fit later requests, too.
  constexpr size_t kCacheLine = 64;
  bool isHuge = size >= kMinHugeBytes;
  size_t least = isHuge ? kHugePageBytes : kCacheLine;
  if (void *kept = keptBlocks.take(size, alignment))
    return kept;
  keptBlocks.makeRoom(size);
  void *memory = allocateNew(size, alignment > least ? alignment : least);
  if (!memory)
    return nullptr;
  // The system need not have huge pages.
  if (isHuge)
    (void)madvise(memory, size / kHugePageBytes * kHugePageBytes,
                  MADV_HUGEPAGE);
  populate(memory, size);
  keptBlocks.recordAllocation(malloc_usable_size(memory));
  return memory;
}

void *splitMlirAllocate(size_t size, size_t alignment) {
  // Null means that there is no memory, so allocate at least one byte.
  if (size == 0)
    size = 1;
  if (hostAllocator.allocate)
    return hostAllocator.allocate(hostAllocator.context, size, alignment);
  if (kKeepsMemory && size >= kMinKeptBytes)
    return allocateLarge(size, alignment);
  return allocateNew(size, alignment);
}

void splitMlirDeallocate(void *memory) {
  if (!memory)
    return;
  if (hostAllocator.free)
    return hostAllocator.free(hostAllocator.context, memory);
  size_t size = kKeepsMemory ? malloc_usable_size(memory) : 0;
  if (size >= kMinKeptBytes)
    keptBlocks.put(static_cast<char *>(memory), size);
  else
    free(memory);
}

extern "C" void *split_mlir_allocate(size_t size, size_t alignment) {
  if (alignment == 0 || (alignment & (alignment - 1)) != 0)
    return nullptr;
  return splitMlirAllocate(size, alignment);
}

extern "C" void split_mlir_free(void *allocated) {
  splitMlirDeallocate(allocated);
}

extern "C" void split_mlir_release_memory(void) { releaseAll(); }

extern "C" void split_mlir_limit_kept_memory(size_t bytes) {
  keptBlocks.setLimit(bytes);
}

extern "C" int32_t
split_mlir_set_allocator(const SplitMlirAllocator *allocator) {
  if (allocator && (!allocator->allocate || !allocator->free)) {
    split_mlir_record_failure("split_mlir_set_allocator",
                              allocator->allocate
                                  ? "'free' is a null pointer"
                                  : "'allocate' is a null pointer",
                              nullptr, 0);
    return SPLIT_MLIR_INVALID_ARGUMENT;
  }
  keptBlocks.shrink(0);
  hostAllocator = allocator ? *allocator : SplitMlirAllocator{};
  return SPLIT_MLIR_SUCCESS;
}

/// Frees all kept blocks when the library is unloaded or the program ends.
/// Blocks that are freed later are not kept.
__attribute__((destructor)) static void releaseAtUnload() {
  keptBlocks.setLimit(0);
  releaseAll();
}
