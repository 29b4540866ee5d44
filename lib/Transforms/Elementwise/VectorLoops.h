//===- VectorLoops.h - Loops over vectors -----------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_CONVERSION_VECTORIZEELEMENTWISE_VECTORLOOPS_H
#define SPLIT_MLIR_LIB_CONVERSION_VECTORIZEELEMENTWISE_VECTORLOOPS_H

#include "../../HostAbi/LibraryCalls.h"
#include "VectorBody.h"
#include "split-mlir/HostAbi/MachineValues.h"
#include "split-mlir/HostAbi/StoreFence.h"

namespace mlir {
namespace split {

struct VectorLoopOptions {
  unsigned vectorBytes;
  /// Where the threshold comes from; the value here is for Constant.
  MachineValues machine;
  int64_t nontemporalThreshold;
  StoreFence storeFence;
  unsigned threads;
  int64_t parallelThreshold;
};

/// Makes the loops of an elementwise op: by size, in parallel or not, with
/// ordinary stores or past the caches.
class VectorLoops {
public:
  VectorLoops(OpBuilder &b, const VectorBody &body,
              const VectorLoopOptions &options, LibraryCalls &calls);

  void create();

private:
  /// What a loop nest is to work on: rows and columns from the first up to but
  /// without the second.
  struct Range {
    Value rowBegin, rowEnd, columnBegin, columnEnd;
  };
  using BodyBuilder = llvm::function_ref<void()>;

  // Decisions.
  void createIf(Value condition, BodyBuilder then, BodyBuilder otherwise);
  int64_t getPointBytes();
  Value isAtLeast(int64_t bytes);
  Value isAboveThreshold();
  Value areOutputsAlike();
  void createParallel();
  void createBySize(const Range &range, bool isShared);

  // Loops.
  void createRows(const Range &range, bool isShared, bool isNontemporal);
  void createNest(SmallVector<Value> indices, const Range &range,
                  bool isNontemporal);
  void createRow(ArrayRef<Value> indices, ArrayRef<Value> next,
                 const Range &range, bool isNontemporal);
  void createColumns(const Row &row, ArrayRef<Value> next, Value begin,
                     Value end, bool isNontemporal);
  Value createHead(const Row &row, const Range &range);
  void createMasked(const Row &row, Value column, Value count);
  void createPrefetches(ArrayRef<Value> next, Value column);
  void createFence();

  // Arithmetic.
  Value index(int64_t value);
  template <typename OpTy>
  Value fold(Value x, Value y);
  SmallVector<Value> delinearize(Value row);
  Value getNext(Value current, Value size);
  Value getAddress(const Stream &stream, ArrayRef<Value> indices, Value column);

  OpBuilder &b;
  Location loc;
  const VectorBody &body;
  const VectorLoopOptions &options;
  LibraryCalls &calls;
  /// Of the loops but the innermost, of the innermost, and of all.
  SmallVector<Value> rowSizes;
  Value columns, points;
  int64_t lanes;
  /// To which addresses of results are aligned where they are written past the
  /// caches.
  int64_t alignment;
  bool hasNontemporal;
  /// Inputs that are prefetched.
  SmallVector<const Stream *> prefetched;
};

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_LIB_CONVERSION_VECTORIZEELEMENTWISE_VECTORLOOPS_H
