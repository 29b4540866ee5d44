//===- VectorLoops.h - Loops over vectors -----------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_TRANSFORMS_ELEMENTWISE_VECTORLOOPS_H
#define SPLIT_MLIR_LIB_TRANSFORMS_ELEMENTWISE_VECTORLOOPS_H

#include "../../Machine/LargeOperands.h"
#include "VectorBody.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split {

/// Creates the loops of an elementwise op: depending on its size, parallel or
/// not, and with ordinary or non-temporal stores.
class VectorLoops {
public:
  VectorLoops(OpBuilder &parent, const VectorBody &body,
              const MachineModel &machine, LibraryCalls &calls);

  void create();

private:
  /// The rows and columns that a loop nest computes. Ends are exclusive;
  /// without `rowBegin`, the nest computes all rows.
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
  void createBySize(const Range &range, bool isThread);

  // Loops.
  void createRows(const Range &range, StoreKind stores);
  void createNest(SmallVector<Value> indices, const Range &range,
                  StoreKind stores);
  void createRow(ArrayRef<Value> indices, ArrayRef<Value> next,
                 const Range &range, StoreKind stores);
  void createColumns(const Row &row, ArrayRef<Value> next, Value begin,
                     Value end, StoreKind stores);
  Value createHead(const Row &row, const Range &range);
  void createMasked(const Row &row, Value column, Value count);
  void createPrefetches(ArrayRef<Value> next, Value column);

  // Arithmetic.
  Value index(int64_t value);
  template <typename OpTy>
  Value fold(Value x, Value y);
  SmallVector<Value> delinearize(Value row);
  Value getNext(Value current, Value size);
  Value getAddress(const Stream &stream, ArrayRef<Value> indices, Value column);

  ImplicitLocOpBuilder builder;
  const VectorBody &body;
  const MachineModel &machine;
  LibraryCalls &calls;
  /// The sizes of the loops around the innermost one, the size of the innermost
  /// one, and the product of all sizes.
  SmallVector<Value> rowSizes;
  Value columns, points;
  int64_t lanes;
  /// The alignment in bytes of non-temporal stores.
  int64_t alignment;
  bool hasNontemporal;
  /// The inputs that are prefetched.
  SmallVector<const Stream *> prefetched;
};

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_TRANSFORMS_ELEMENTWISE_VECTORLOOPS_H
