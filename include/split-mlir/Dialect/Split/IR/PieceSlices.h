//===- PieceSlices.h - pieces as slices of data -----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_IR_PIECESLICES_H
#define SPLIT_MLIR_DIALECT_SPLIT_IR_PIECESLICES_H

#include "mlir/IR/OpDefinition.h"

namespace mlir {
class OpBuilder;

namespace split {
struct PieceSlice;

/// A tensor of `dims` with the element type and encoding of `data`.
Value createEmpty(OpBuilder &builder, Location loc, Value data,
                  ArrayRef<OpFoldResult> dims);

/// `slice` of `data`, or an empty tensor where that is certain.
Value createPieceSlice(OpBuilder &builder, Location loc, Value data,
                       const PieceSlice &slice);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_DIALECT_SPLIT_IR_PIECESLICES_H
