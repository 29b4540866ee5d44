//===- Allocator.cpp - Allocation of memory for calls ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Allocator.h"

#include "LargeBlocks.h"
#include "SmallBlocks.h"
#include "split-mlir/HostAbi/Runtime.h"
#include <cstdlib>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir::split;
using namespace mlir::split::native;

/// The least size of a large block in bytes. A smaller block that exceeds the
/// largest class of small blocks gets this size.
static constexpr size_t kMinLargeBytes = 128 << 10;
static_assert(SmallBlocks::kMaxBytes < kMinLargeBytes &&
                  kMinLargeBytes <= SmallBlocks::kMaxBytes / 7 * 8,
              "blocks of at most kMinLargeBytes have a class");

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

static LargeBlocks largeBlocks;
static SmallBlocks smallBlocks;

/// The host's allocator; its functions are null if it has set none.
static SplitMlirAllocator hostAllocator;

static void freeKept() {
  largeBlocks.shrink(0);
  smallBlocks.release();
}

/// Limits the bytes that are kept. Frees the small blocks that are kept now.
static void limitKept(size_t bytes) {
  smallBlocks.setLimit(bytes / 8);
  largeBlocks.setLimit(bytes - bytes / 8);
}

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
  freeKept();
  return allocate();
}

/// Frees the kept blocks, and returns the pages of free memory to the system.
static void releaseAll() {
  freeKept();
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}

/// Makes the system provide all pages of a block now. Otherwise, it clears each
/// page at the first write to it, which slows non-temporal stores down. A
/// system that cannot do this provides pages one by one.
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

/// Allocates a large block, on huge pages if the system grants them, and gets
/// all its pages at once.
static void *allocateLarge(size_t size, size_t alignment) {
  // New blocks have the alignment that compiled code usually requests, so that
  // they fit later requests, too.
  constexpr size_t kCacheLine = 64;
  bool isHuge = size >= kMinHugeBytes;
  size_t least = isHuge ? kHugePageBytes : kCacheLine;
  if (void *kept = largeBlocks.take(size, alignment))
    return kept;
  largeBlocks.makeRoom(size);
  void *memory = allocateNew(size, alignment > least ? alignment : least);
  if (!memory)
    return nullptr;
  // The system need not have huge pages.
  if (isHuge)
    (void)madvise(memory, size / kHugePageBytes * kHugePageBytes,
                  MADV_HUGEPAGE);
  populate(memory, size);
  largeBlocks.recordAllocation(malloc_usable_size(memory));
  return memory;
}

static void *allocateSmall(size_t size, size_t alignment) {
  if (alignment > SmallBlocks::kAlignment)
    return allocateNew(size, alignment);
  if (void *kept = smallBlocks.take(size))
    return kept;
  return allocateNew(SmallBlocks::getClassBytes(size), SmallBlocks::kAlignment);
}

void *splitMlirAllocate(size_t size, size_t alignment) {
  // Null means that there is no memory, so allocate at least one byte.
  if (size == 0)
    size = 1;
  if (hostAllocator.allocate)
    return hostAllocator.allocate(hostAllocator.context, size, alignment);
  // The size that malloc tells of a block with a greater alignment includes
  // what the alignment takes.
  if (!kKeepsMemory || alignment > kHugePageBytes)
    return allocateNew(size, alignment);
  if (size <= SmallBlocks::kMaxBytes)
    return allocateSmall(size, alignment);
  return allocateLarge(size > kMinLargeBytes ? size : kMinLargeBytes,
                       alignment);
}

void splitMlirDeallocate(void *memory) {
  if (!memory)
    return;
  if (hostAllocator.free)
    return hostAllocator.free(hostAllocator.context, memory);
  size_t size = kKeepsMemory ? malloc_usable_size(memory) : 0;
  if (size >= kMinLargeBytes)
    largeBlocks.put(static_cast<char *>(memory), size);
  else if (!smallBlocks.put(memory, size))
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

extern "C" void split_mlir_limit_kept_memory(size_t bytes) { limitKept(bytes); }

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
  freeKept();
  hostAllocator = allocator ? *allocator : SplitMlirAllocator{};
  return SPLIT_MLIR_SUCCESS;
}

/// Frees all kept blocks when the library is unloaded or the program ends.
/// Blocks that are freed later are not kept.
__attribute__((destructor)) static void releaseAtUnload() {
  limitKept(0);
  releaseAll();
}
