//===- VectorBody.h - An elementwise op on vectors --------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_TRANSFORMS_ELEMENTWISE_VECTORBODY_H
#define SPLIT_MLIR_LIB_TRANSFORMS_ELEMENTWISE_VECTORBODY_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::split {

/// An operand of an elementwise op: a memref or a scalar.
struct Stream {
  Value value;
  /// Maps loops to dimensions of the memref.
  AffineMap map;
  /// The argument of the op's body.
  BlockArgument arg;

  bool isMemRef() const { return isa<MemRefType>(value.getType()); }
  /// Whether the innermost loop runs over neighbours, not over one element.
  bool isContiguous() const;
  /// Whether the operand has one dimension for each loop.
  bool isWhole() const { return isMemRef() && map.isIdentity(); }
  unsigned getElementBytes() const;
};

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
  /// Maps block arguments to scalars.
  IRMapping scalars;
};

/// Computes vectors of the results of an elementwise op.
class VectorBody {
public:
  /// Whether a vector type exists for each value of the op's body, and vectors
  /// can be loaded from or stored to each operand.
  static bool canVectorize(linalg::GenericOp op);

  /// `streams` are the operands of `op`, in order.
  VectorBody(linalg::GenericOp op, ArrayRef<Stream> streams)
      : op(op), streams(streams) {}

  /// Loads what does not change within a row.
  Row beginRow(OpBuilder &builder, ArrayRef<Value> indices) const;

  /// Computes `access` of the results from `column` on.
  void create(OpBuilder &builder, const Row &row, Value column,
              const VectorAccess &access) const;

  SmallVector<Value> getIndices(OpBuilder &builder, const Stream &stream,
                                ArrayRef<Value> rowIndices, Value column) const;
  ArrayRef<Stream> getStreams() const { return streams; }
  ArrayRef<Stream> getInputs() const {
    return streams.drop_back(op.getNumDpsInits());
  }
  ArrayRef<Stream> getOutputs() const {
    return streams.take_back(op.getNumDpsInits());
  }
  Location getLoc() const { return op.getLoc(); }

private:
  Value load(OpBuilder &builder, const Stream &stream, const Row &row,
             Value column, const VectorAccess &access) const;
  void store(OpBuilder &builder, Value value, const Stream &stream,
             const Row &row, Value column, const VectorAccess &access) const;

  /// Mutable because accessors of ops are not const.
  mutable linalg::GenericOp op;
  ArrayRef<Stream> streams;
};

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_TRANSFORMS_ELEMENTWISE_VECTORBODY_H
