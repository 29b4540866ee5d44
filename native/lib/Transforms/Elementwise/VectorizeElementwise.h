//===- VectorizeElementwise.h - Loops of vectors ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_ELEMENTWISE_VECTORIZEELEMENTWISE_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_ELEMENTWISE_VECTORIZEELEMENTWISE_H

#include "../../Machine/LargeOperands.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Value.h"

namespace mlir::split::native {

/// Whether the two memrefs are views of different memrefs, which share no
/// memory. Arguments of public functions do not overlap if one of them is
/// written to (R7).
bool haveDistinctBases(Value memref, Value other);

/// An operand of an elementwise op or of a reduction: a memref or a scalar.
struct Stream {
  Value value;
  /// Maps loops to dimensions of the memref.
  AffineMap map;
  /// The argument of the op's body.
  BlockArgument arg;
  /// Whether the memref is a buffer that has one row for each thread and that
  /// no other op reads.
  bool isRowBuffer = false;
  /// Whether only ops that compute the same row read the stored scalars, so
  /// that they need not be in memory.
  bool isPrivate = false;
  /// Not null if the memref has the elements of each row, or only the first one
  /// if this i1 is true. All columns have this element then.
  Value isRepeated = nullptr;

  bool isMemRef() const { return isa<MemRefType>(value.getType()); }
  /// Whether successive iterations of the innermost loop access successive
  /// elements, rather than the same element.
  bool isContiguous() const;
  /// Whether the operand has one dimension for each loop.
  bool isWhole() const {
    return isMemRef() && !isRowBuffer && map.isIdentity();
  }
  unsigned getElementBytes() const;
};

/// Returns an operand of a `linalg` op, which loops over vectors access by
/// `map`. If the innermost loop runs over a dimension of a view with the stride
/// 0 or 1, creates a view with the stride 1.
Stream createStream(OpBuilder &builder, linalg::LinalgOp op, OpOperand &operand,
                    AffineMap map);

/// The elements that an iteration over vectors computes.
struct VectorAccess {
  int64_t lanes;
  /// Null for all lanes.
  Value mask = nullptr;
  /// The alignment of non-temporal stores; 0 for ordinary stores.
  int64_t nontemporalAlignment = 0;
};

/// The indices of all loops but the innermost, and what is loaded once for
/// them.
struct Row {
  SmallVector<Value> indices;
  /// The number of the thread, an index.
  Value thread;
  /// Maps block arguments to scalars.
  IRMapping scalars;
};

/// The scalars that ops have stored to memrefs at the indices of a row.
using RowScalars = llvm::SmallDenseMap<Value, Value>;

/// Computes vectors of the results of an elementwise op or of a reduction of
/// rows.
class VectorBody {
public:
  /// Whether a vector type exists for each value of the op's body, and vectors
  /// can be loaded from or stored to each operand.
  static bool canVectorize(linalg::LinalgOp op);

  /// `streams` are the operands of `op`, in order. If none of them is
  /// contiguous, the op computes one scalar for each row.
  VectorBody(linalg::GenericOp op, SmallVector<Stream> streams);

  /// Loads the values that do not change within a row, except those in
  /// `scalars`.
  Row beginRow(OpBuilder &builder, ArrayRef<Value> indices, Value thread,
               const RowScalars &scalars) const;

  /// Returns the initial accumulator of each reduction in a row: a vector with
  /// `lanes` lanes.
  SmallVector<Value> createAccumulators(OpBuilder &builder, const Row &row,
                                        int64_t lanes) const;

  /// Computes the elements of the results that `access` selects, from `column`
  /// on. Returns the new accumulators.
  SmallVector<Value> create(OpBuilder &builder, const Row &row, Value column,
                            const VectorAccess &access,
                            ValueRange accumulators = {}) const;

  /// Combines accumulators of more lanes to accumulators of `lanes`.
  SmallVector<Value> narrow(OpBuilder &builder, ValueRange accumulators,
                            int64_t lanes) const;

  /// Reduces the accumulators to scalars and stores these.
  void endRow(OpBuilder &builder, const Row &row, ValueRange accumulators,
              RowScalars &scalars) const;

  /// Computes the scalars of a row and stores them.
  void createScalars(OpBuilder &builder, const Row &row,
                     RowScalars &scalars) const;

  /// Whether the op has a loop over columns. Otherwise, it computes one scalar
  /// for each row from other scalars.
  bool hasColumns() const {
    return llvm::any_of(
        streams, [](const Stream &stream) { return stream.isContiguous(); });
  }
  bool isReduction() const { return !reductions.empty(); }
  /// Whether the op does little more than to reduce, so that the latency of
  /// the reduction limits its speed.
  bool isShortReduction() const;
  SmallVector<Value> getIndices(OpBuilder &builder, const Stream &stream,
                                const Row &row, Value column) const;
  ArrayRef<Stream> getStreams() const { return streams; }
  ArrayRef<Stream> getInputs() const {
    return getStreams().drop_back(op.getNumDpsInits());
  }
  ArrayRef<Stream> getOutputs() const {
    return getStreams().take_back(op.getNumDpsInits());
  }
  Location getLoc() const { return op.getLoc(); }

private:
  /// An output that is a reduction of a row.
  struct Reduction {
    unsigned output;
    vector::CombiningKind kind;
  };

  Value load(OpBuilder &builder, const Stream &stream, const Row &row,
             Value column, const VectorAccess &access) const;
  /// Loads the first element of the row if it is repeated, else what `load`
  /// loads.
  Value loadOrRepeat(OpBuilder &builder, const Stream &stream, const Row &row,
                     Value column, const VectorAccess &access) const;
  void store(OpBuilder &builder, Value value, const Stream &stream,
             const Row &row, Value column, const VectorAccess &access) const;
  void storeScalar(OpBuilder &builder, Value value, const Stream &stream,
                   const Row &row, RowScalars &scalars) const;

  /// Mutable because accessors of ops are not const.
  mutable linalg::GenericOp op;
  SmallVector<Stream> streams;
  SmallVector<Reduction> reductions;
};

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
  Value toValue(OpFoldResult index);
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

/// Ops of one block, in order, that one loop over rows at the place of the last
/// op can compute. For example, a softmax consists of the maximum, the
/// exponentials, their sum and the quotients of each row.
struct RowGroup {
  SmallVector<linalg::LinalgOp> ops;
  /// The number of loops over rows. Ops have one more loop, or compute one
  /// scalar for each row.
  unsigned numRowLoops;
};

/// Finds the groups of `block` that have a reduction of rows. An op between the
/// first and the last one of a group allocates, frees, or has no effects on
/// memory. With `isOrdered`, groups have no sums and products of floats, whose
/// values depend on the order.
SmallVector<RowGroup> findRowGroups(Block &block, bool isOrdered);

/// Returns the operands of the ops of `group`, which are generic ops. Memrefs
/// that only the group uses are replaced by one row for each of `threads`.
SmallVector<SmallVector<Stream>> createRowStreams(RewriterBase &rewriter,
                                                  const RowGroup &group,
                                                  int64_t threads);

/// Erases the ops of `group` and the allocations that nothing reads.
void eraseRowGroup(RewriterBase &rewriter, const RowGroup &group);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_ELEMENTWISE_VECTORIZEELEMENTWISE_H
