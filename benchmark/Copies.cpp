//===- Copies.cpp - What a machine's memory allows ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Copies.h"

#include <chrono>
#include <cstring>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

using namespace mlir::split;

static void copyByLibrary(char *target, const char *source, size_t size) {
  std::memcpy(target, source, size);
}

#if defined(__x86_64__)
/// How many bytes ahead of its reads a copy prefetches.
static constexpr size_t prefetchDistance = 8192;

static void copyByString(char *target, const char *source, size_t size) {
  asm volatile("rep movsb" : "+D"(target), "+S"(source), "+c"(size)::"memory");
}

// Defines three copies with vectors of one width, four vectors per iteration.
// Target attributes tell the compiler which instructions each may use.
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
  template <bool prefetch>                                                     \
  __attribute__((target(FEATURE))) static void copyStream##SUFFIX(             \
      char *target, const char *source, size_t size) {                         \
    constexpr size_t step = 4 * sizeof(VECTOR);                                \
    size_t i = 0;                                                              \
    for (; i + step <= size; i += step) {                                      \
      if (prefetch)                                                            \
        for (size_t j = i; j < i + step; j += 64)                              \
          _mm_prefetch(source + j + prefetchDistance, _MM_HINT_T0);            \
      for (size_t j = i; j < i + step; j += sizeof(VECTOR))                    \
        STREAM(reinterpret_cast<VECTOR *>(target + j),                         \
               LOAD(reinterpret_cast<const VECTOR *>(source + j)));            \
    }                                                                          \
    _mm_sfence();                                                              \
    std::memcpy(target + i, source + i, size - i);                             \
  }

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
  auto add = [&](auto *vectors, auto *stream, auto *streamAhead) {
    copies.push_back({"vectors", vectors});
    copies.push_back({"NT", stream});
    copies.push_back({"NT, prefetch", streamAhead});
  };
  if (__builtin_cpu_supports("avx512f"))
    add(copyVectors512, copyStream512<false>, copyStream512<true>);
  else if (__builtin_cpu_supports("avx"))
    add(copyVectors256, copyStream256<false>, copyStream256<true>);
  else
    add(copyVectors128, copyStream128<false>, copyStream128<true>);
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

void SecondThread::work() {
  for (unsigned number = 1; !isEnding; ++number) {
    auto isAsked = [&] { return numAsked.load() == number; };
    auto start = std::chrono::steady_clock::now();
    while (!isAsked() && std::chrono::steady_clock::now() - start <
                             std::chrono::milliseconds(5))
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
