//===- Copies.cpp - Copies of whole buffers, the baseline -----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Copies.h"

#include "llvm/ADT/ArrayRef.h"
#include <cstring>
#include <sched.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

using namespace mlir::split;
using namespace mlir::split::native;

static void copyByLibrary(char *target, const char *source, size_t size) {
  std::memcpy(target, source, size);
}

#if defined(__x86_64__)
static constexpr size_t kLineBytes = 64;
static constexpr size_t kPageBytes = 4096;

static void copyByString(char *target, const char *source, size_t size) {
  asm volatile("rep movsb" : "+D"(target), "+S"(source), "+c"(size)::"memory");
}

// Copies with vectors of three widths. Target attributes tell the compiler
// which instructions each may use.
namespace avx512 {
#define SPLIT_MLIR_TARGET __attribute__((target("avx512f,prfchw")))
using Vector = __m512i;
#define SPLIT_MLIR_LOAD _mm512_load_si512
#define SPLIT_MLIR_STORE _mm512_store_si512
#define SPLIT_MLIR_STREAM _mm512_stream_si512
#include "VectorCopies.inc"
} // namespace avx512

namespace avx {
#define SPLIT_MLIR_TARGET __attribute__((target("avx,prfchw")))
using Vector = __m256i;
#define SPLIT_MLIR_LOAD _mm256_load_si256
#define SPLIT_MLIR_STORE _mm256_store_si256
#define SPLIT_MLIR_STREAM _mm256_stream_si256
#include "VectorCopies.inc"
} // namespace avx

namespace sse2 {
#define SPLIT_MLIR_TARGET __attribute__((target("sse2,prfchw")))
using Vector = __m128i;
#define SPLIT_MLIR_LOAD _mm_load_si128
#define SPLIT_MLIR_STORE _mm_store_si128
#define SPLIT_MLIR_STREAM _mm_stream_si128
#include "VectorCopies.inc"
} // namespace sse2
#endif // defined(__x86_64__)

std::vector<WholeCopy> mlir::split::native::getWholeCopies() {
  std::vector<WholeCopy> copies = {{"memcpy", copyByLibrary}};
#if defined(__x86_64__)
  copies.push_back({"rep movsb", copyByString});
  auto add = [&](llvm::ArrayRef<WholeCopy> more) {
    copies.insert(copies.end(), more.begin(), more.end());
  };
  if (__builtin_cpu_supports("avx512f"))
    add(avx512::vectorCopies);
  else if (__builtin_cpu_supports("avx"))
    add(avx::vectorCopies);
  else
    add(sse2::vectorCopies);
#endif
  return copies;
}

//===----------------------------------------------------------------------===//
// A small split
//===----------------------------------------------------------------------===//

#if defined(__x86_64__)
__attribute__((target_clones("avx512f", "avx", "default")))
#endif
void mlir::split::native::splitSmall(const char *source, char *const *pieces) {
  using Line = char __attribute__((vector_size(64)));
  for (size_t piece = 0; piece < kSmallPieces; ++piece) {
    char *target = pieces[piece];
    for (size_t i = 0; i < kSmallPieceBytes; i += sizeof(Line)) {
      *reinterpret_cast<Line *>(target + i) =
          *reinterpret_cast<const Line *>(source + i);
      // Else the compiler replaces the loop by a call of memcpy.
      asm volatile("" ::: "memory");
    }
    source += kSmallPieceBytes;
  }
}

//===----------------------------------------------------------------------===//
// Two threads
//===----------------------------------------------------------------------===//

SecondThread::SecondThread() : thread([this] { work(); }) {}

SecondThread::~SecondThread() {
  run([] {}, [this] { isEnding = true; });
  thread.join();
}

/// Restricts this thread to the last of the processors that it may use. The
/// first thread stays on the first.
static void pinToLast() {
  cpu_set_t allowed, last;
  if (::sched_getaffinity(0, sizeof(allowed), &allowed) != 0)
    return;
  for (unsigned cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &allowed)) {
      CPU_ZERO(&last);
      CPU_SET(cpu, &last);
    }
  ::sched_setaffinity(0, sizeof(last), &last);
}

void SecondThread::work() {
  pinToLast();
  for (unsigned number = 1; !isEnding; ++number) {
    auto isAsked = [&] { return numAsked.load() == number; };
    auto start = std::chrono::steady_clock::now();
    while (!isAsked() &&
           std::chrono::steady_clock::now() - start <= kThreadPatience)
      ;
    if (!isAsked()) {
      std::unique_lock<std::mutex> lock(mutex);
      wakeUp.wait(lock, isAsked);
    }
    task();
    numDone = number;
  }
}

void SecondThread::run(llvm::function_ref<void()> first,
                       llvm::function_ref<void()> second) {
  task = second;
  {
    std::lock_guard<std::mutex> lock(mutex);
    ++numAsked;
  }
  wakeUp.notify_one();
  first();
  while (numDone.load() != numAsked.load())
    ;
}
