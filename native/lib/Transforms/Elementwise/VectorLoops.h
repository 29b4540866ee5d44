//===- VectorLoops.h - Loops over vectors -----------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_ELEMENTWISE_VECTORLOOPS_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_ELEMENTWISE_VECTORLOOPS_H

#include "../../Machine/LargeOperands.h"
#include "VectorBody.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split::native {

/// Creates the loops of an elementwise op, or one loop over rows for several
/// ops. Depending on the size of the operands, loops are parallel or
/// sequential, and stores are ordinary or non-temporal.
class VectorLoops {
public:
  /// `bodies` have the same loops around the innermost one.
  VectorLoops(OpBuilder &parent, ArrayRef<VectorBody> bodies,
              const MachineModel &machine, RuntimeCalls &calls);

  void create();

private:
  /// How one of the bodies is computed. The stages of a row run in order.
  struct Stage {
    const VectorBody *body;
    /// The size of the innermost loop. Null if there is none.
    Value columns;
    int64_t lanes;
    /// The alignment in bytes of non-temporal stores.
    int64_t alignment;
    bool hasNontemporal;
    /// The inputs that are prefetched.
    SmallVector<const Stream *> prefetched;
  };

  /// The rows and columns that a loop nest computes. Ends are exclusive;
  /// without `rowBegin`, the nest computes all rows, and without `columnEnd`
  /// all columns.
  struct Range {
    Value rowBegin, rowEnd, columnBegin, columnEnd;
  };
  using BodyBuilder = llvm::function_ref<void()>;

  // Stages.
  void addStage(const VectorBody &body);
  void skipEmptyRows();
  void findPrefetched();
  Value getSize(const VectorBody &body, unsigned loop);

  // Decisions.
  void createIf(Value condition, BodyBuilder then, BodyBuilder otherwise);
  int64_t getPointBytes();
  Value isAtLeast(int64_t bytes);
  Value isAboveThreshold();
  Value areOutputsAlike();
  Value areOutputsAlike(const Stage &stage);
  void createParallel();
  void createBySize(const Range &range, bool isSmall);

  // Loops.
  void createRows(const Range &range, StoreKind stores);
  void createNest(SmallVector<Value> indices, const Range &range,
                  StoreKind stores);
  void createRow(ArrayRef<Value> indices, ArrayRef<Value> next,
                 const Range &range, StoreKind stores);
  SmallVector<Value> createColumns(const Stage &stage, const Row &row,
                                   ArrayRef<Value> next, Value begin, Value end,
                                   StoreKind stores);
  SmallVector<Value> createLoop(const Stage &stage, const Row &row,
                                ArrayRef<Value> next, Value begin, Value end,
                                const VectorAccess &access,
                                ValueRange accumulators);
  Value createHead(const Stage &stage, const Row &row, Value begin, Value end);
  SmallVector<Value> createMasked(const Stage &stage, const Row &row,
                                  Value column, Value count,
                                  ValueRange accumulators);
  Value createMask(const Stage &stage, Value count);
  bool hasPrefetches() const;
  void createPrefetches(const Stage &stage, ArrayRef<Value> next, Value column,
                        int64_t lanes);

  // Arithmetic.
  Value index(int64_t value);
  template <typename OpTy>
  Value fold(Value x, Value y);
  SmallVector<Value> delinearize(Value row);
  Value getNext(Value current, Value size);
  Value getAddress(const Stream &stream, ArrayRef<Value> indices, Value column);

  ImplicitLocOpBuilder builder;
  const MachineModel &machine;
  RuntimeCalls &calls;
  SmallVector<Stage> stages;
  /// The sizes of the loops around the innermost one, and the product of the
  /// sizes of all loops.
  SmallVector<Value> rowSizes;
  Value points;
  /// How many rows ahead inputs are prefetched.
  Value prefetchRows;
  /// The number of the thread that the created code runs on.
  Value thread;
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_ELEMENTWISE_VECTORLOOPS_H
