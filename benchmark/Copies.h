//===- Copies.h - Copies of whole buffers, the baseline ---------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_BENCHMARK_COPIES_H
#define SPLIT_MLIR_BENCHMARK_COPIES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace mlir::split::native {

/// A way to copy a whole buffer. Source and target are aligned to 64 bytes.
struct WholeCopy {
  llvm::StringRef name;
  void (*run)(char *target, const char *source, size_t size);
};

/// Returns the copies that this processor supports. The fastest one is the
/// baseline of splits, which move the same bytes to more destinations. It is
/// the best known way to move bytes and no limit: a split can be faster.
std::vector<WholeCopy> getWholeCopies();

/// The size of the small split below.
constexpr size_t kSmallPieces = 3, kSmallPieceBytes = 1024;

/// Copies consecutive pieces of `source` to `pieces`, kSmallPieces addresses of
/// kSmallPieceBytes bytes each, by a bare loop of the widest vectors that this
/// processor has: what a small call could be without checks. Source and pieces
/// are aligned to 64 bytes.
void splitSmall(const char *source, char *const *pieces);

/// How long a thread without work waits for more before it sleeps. split-bench
/// sets the same for OpenMP.
constexpr std::chrono::milliseconds kThreadPatience(5);

/// A second thread, on the last of the processors that this process may use.
class SecondThread {
public:
  SecondThread();
  ~SecondThread();

  /// Runs `first` on this thread and `second` on the other, and waits for both.
  void run(llvm::function_ref<void()> first, llvm::function_ref<void()> second);

private:
  void work();

  std::atomic<unsigned> numAsked{0}, numDone{0};
  llvm::function_ref<void()> task;
  bool isEnding = false;
  std::mutex mutex;
  std::condition_variable wakeUp;
  std::thread thread;
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_BENCHMARK_COPIES_H
