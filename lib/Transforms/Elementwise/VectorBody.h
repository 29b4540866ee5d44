//===- VectorBody.h - An elementwise op on vectors --------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_CONVERSION_VECTORIZEELEMENTWISE_VECTORBODY_H
#define SPLIT_MLIR_LIB_CONVERSION_VECTORIZEELEMENTWISE_VECTORBODY_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"

namespace mlir {
namespace split {

/// An operand of an elementwise op.
struct Stream {
  /// A memref, or a scalar.
  Value value;
  /// From loops to dimensions of the memref.
  AffineMap map;
  /// What stands for an element in the op's body.
  BlockArgument arg;

  bool isMemRef() const { return isa<MemRefType>(value.getType()); }
  /// Whether elements of the innermost loop are neighbours, not all the same.
  bool isContiguous() const;
  /// Whether it has as many dimensions as there are loops.
  bool isWhole() const { return isMemRef() && map.isIdentity(); }
  unsigned getElementBytes() const;
};

/// What an iteration over vectors computes, and which elements.
struct VectorAccess {
  int64_t lanes;
  /// Null for all lanes.
  Value mask = nullptr;
  /// Of stores past the caches; 0 for ordinary stores.
  int64_t nontemporalAlignment = 0;
};

/// A place in all loops but the innermost, and what is loaded once for it.
struct Row {
  SmallVector<Value> indices;
  /// From block arguments to scalars.
  IRMapping scalars;
};

/// Computes vectors of results of an elementwise op.
class VectorBody {
public:
  /// Whether there is a vector type for each value of the op's body, and a
  /// vector can be loaded of or stored to each operand.
  static bool canVectorize(linalg::GenericOp op);

  /// `op` is one of these; `streams` are its operands in order.
  VectorBody(linalg::GenericOp op, ArrayRef<Stream> streams)
      : op(op), streams(streams) {}

  /// Loads what does not change within a row.
  Row beginRow(OpBuilder &b, ArrayRef<Value> indices) const;

  /// Computes `access` of the results from `column` on.
  void create(OpBuilder &b, const Row &row, Value column,
              const VectorAccess &access) const;

  SmallVector<Value> getIndices(OpBuilder &b, const Stream &stream,
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
  Value load(OpBuilder &b, const Stream &stream, const Row &row, Value column,
             const VectorAccess &access) const;
  void store(OpBuilder &b, Value value, const Stream &stream, const Row &row,
             Value column, const VectorAccess &access) const;

  /// Its accessors are not const.
  mutable linalg::GenericOp op;
  ArrayRef<Stream> streams;
};

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_LIB_CONVERSION_VECTORIZEELEMENTWISE_VECTORBODY_H
