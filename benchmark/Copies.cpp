//===- Copies.cpp - What a machine's memory allows ------------------------===//
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

static void copyByLibrary(char *target, const char *source, size_t size) {
  std::memcpy(target, source, size);
}

#if defined(__x86_64__)
/// The pages that copies in several streams read and write in turn.
static constexpr size_t numStreams = 4;
static constexpr size_t pageBytes = 4096;

static void copyByString(char *target, const char *source, size_t size) {
  asm volatile("rep movsb" : "+D"(target), "+S"(source), "+c"(size)::"memory");
}

// Defines copies with vectors of one width. Target attributes tell the compiler
// which instructions each may use. Those with NT stores prefetch `ahead` bytes
// before they read, unless it is 0. copyPages moves a line of each of four
// pages in turn, so that four pages are open in memory on either side.
#define SPLIT_MLIR_VECTOR_COPIES(SUFFIX, FEATURE, VECTOR, LOAD, STORE, STREAM) \
  __attribute__((target(FEATURE))) static void copyVectors##SUFFIX(            \
      char *target, const char *source, size_t size) {                         \
    constexpr size_t step = 4 * sizeof(VECTOR);                                \
    size_t i = 0;                                                              \
    for (; i + step <= size; i += step)                                        \
      for (size_t j = i; j < i + step; j += sizeof(VECTOR))                    \
        STORE(reinterpret_cast<VECTOR *>(target + j),                          \
              LOAD(reinterpret_cast<const VECTOR *>(source + j)));             \
    std::memcpy(target + i, source + i, size - i);                             \
  }                                                                            \
  template <size_t ahead>                                                      \
  __attribute__((target(FEATURE))) static void copyStream##SUFFIX(             \
      char *target, const char *source, size_t size) {                         \
    constexpr size_t step = 4 * sizeof(VECTOR);                                \
    size_t i = 0;                                                              \
    for (; i + step <= size; i += step) {                                      \
      if (ahead != 0)                                                          \
        for (size_t j = i; j < i + step; j += 64)                              \
          _mm_prefetch(source + j + ahead, _MM_HINT_T0);                       \
      for (size_t j = i; j < i + step; j += sizeof(VECTOR))                    \
        STREAM(reinterpret_cast<VECTOR *>(target + j),                         \
               LOAD(reinterpret_cast<const VECTOR *>(source + j)));            \
    }                                                                          \
    _mm_sfence();                                                              \
    std::memcpy(target + i, source + i, size - i);                             \
  }                                                                            \
  __attribute__((target(FEATURE))) static void copyPages##SUFFIX(              \
      char *target, const char *source, size_t size) {                         \
    constexpr size_t step = numStreams * pageBytes;                            \
    size_t i = 0;                                                              \
    for (; i + step <= size; i += step)                                        \
      for (size_t line = i; line < i + pageBytes; line += 64)                  \
        for (size_t page = 0; page < step; page += pageBytes) {                \
          _mm_prefetch(source + line + page + step, _MM_HINT_T0);              \
          for (size_t j = line + page; j < line + page + 64;                   \
               j += sizeof(VECTOR))                                            \
            STREAM(reinterpret_cast<VECTOR *>(target + j),                     \
                   LOAD(reinterpret_cast<const VECTOR *>(source + j)));        \
        }                                                                      \
    copyStream##SUFFIX<0>(target + i, source + i, size - i);                   \
  }                                                                            \
  static const WholeCopy vectorCopies##SUFFIX[] = {                            \
      {"vectors", copyVectors##SUFFIX},                                        \
      {"NT", copyStream##SUFFIX<0>},                                           \
      {"NT, prefetch 2 KiB", copyStream##SUFFIX<2048>},                        \
      {"NT, prefetch 8 KiB", copyStream##SUFFIX<8192>},                        \
      {"NT, four pages", copyPages##SUFFIX}};

SPLIT_MLIR_VECTOR_COPIES(512, "avx512f", __m512i, _mm512_load_si512,
                         _mm512_store_si512, _mm512_stream_si512)
SPLIT_MLIR_VECTOR_COPIES(256, "avx", __m256i, _mm256_load_si256,
                         _mm256_store_si256, _mm256_stream_si256)
SPLIT_MLIR_VECTOR_COPIES(128, "sse2", __m128i, _mm_load_si128, _mm_store_si128,
                         _mm_stream_si128)
#undef SPLIT_MLIR_VECTOR_COPIES
#endif // defined(__x86_64__)

std::vector<WholeCopy> mlir::split::getWholeCopies() {
  std::vector<WholeCopy> copies = {{"memcpy", copyByLibrary}};
#if defined(__x86_64__)
  copies.push_back({"rep movsb", copyByString});
  auto add = [&](llvm::ArrayRef<WholeCopy> more) {
    copies.insert(copies.end(), more.begin(), more.end());
  };
  if (__builtin_cpu_supports("avx512f"))
    add(vectorCopies512);
  else if (__builtin_cpu_supports("avx"))
    add(vectorCopies256);
  else
    add(vectorCopies128);
#endif
  return copies;
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
