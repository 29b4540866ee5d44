//===- Split.h - the split dialect ------------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_IR_SPLIT_H
#define SPLIT_MLIR_DIALECT_SPLIT_IR_SPLIT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "split-mlir/Dialect/Split/IR/PieceSlices.h"
#include "split-mlir/Dialect/Split/IR/SplitRules.h"

namespace mlir {
class PatternRewriter;
} // namespace mlir

#include "split-mlir/Dialect/Split/IR/SplitDialect.h.inc"

#include "split-mlir/Dialect/Split/IR/SplitInterfaces.h.inc"

#define GET_OP_CLASSES
#include "split-mlir/Dialect/Split/IR/SplitOps.h.inc"

namespace mlir {
namespace split {

/// The elements of a constant of C3's types, or none if `value` is null, no
/// constant, or has an element that does not fit into 64 signed bits.
std::optional<SmallVector<int64_t>> getConstantInts(Value value);

/// Length `index` of those that are an operand: an attribute if it is constant,
/// an index value if it is one or cast from one without loss, else null.
/// Nothing tells whether it is -1.
OpFoldResult getRunTimeLength(SplitOpInterface op, unsigned index);

/// Checks the rules as verifySplitSpec does, with operands that are constants
/// taken for what they are. A verifier must not: an op whose constant operands
/// break a rule is valid, and fails at run time.
LogicalResult verifyConstantOperands(EmitErrorFn emitError,
                                     SplitOpInterface op);

/// Whether types and attributes tell that `op` cannot fail.
bool isCertain(SplitOpInterface op);

/// Checks the sizes of a copy's destinations (R7) as far as types decide. A
/// verifier must not: the op is valid, and fails at run time.
LogicalResult verifyCopySizes(CopyOp op, EmitErrorFn emitError);

/// Computes at run time what a split's pieces are, inserting ops where they are
/// asked for, each at most once. It goes by `data`, the axis and the lengths,
/// never by what result types claim. A run-time axis is taken to be in range
/// and lengths to obey the rules.
class PieceShapes {
public:
  /// `operands` are the op's, or what stands for them during a conversion.
  /// `rank` is the rank of data where its type does not tell.
  PieceShapes(OpBuilder &builder, SplitOpInterface op, ValueRange operands,
              std::optional<int64_t> rank = std::nullopt);

  /// The axis counted from the front: an attribute where it is static.
  OpFoldResult getAxis();
  /// The size of `data` along dimension `dim`.
  OpFoldResult getDataDim(int64_t dim);
  /// The size of `data` along the axis.
  OpFoldResult getAxisSize();
  /// The lengths as given, empty if pieces are equal.
  ArrayRef<OpFoldResult> getLengths();
  /// The size of each piece along the axis.
  ArrayRef<OpFoldResult> getSizes();
  /// Where each piece starts along the axis.
  ArrayRef<OpFoldResult> getOffsets();
  /// The size of piece `index` along dimension `dim`.
  OpFoldResult getDim(unsigned index, int64_t dim);
  /// Where piece `index` starts along dimension `dim`.
  OpFoldResult getOffset(unsigned index, int64_t dim);
  /// Piece `index` of data that has a rank, with the sizes that its type `type`
  /// states.
  PieceSlice getSlice(unsigned index, Type type);

private:
  OpBuilder &builder;
  Location loc;
  SplitSpec spec;
  Value data, axisOperand, lengthsOperand;
  std::optional<int64_t> rank;

  OpFoldResult axis, axisSize;
  llvm::SmallDenseMap<int64_t, OpFoldResult> dims;
  SmallVector<OpFoldResult> lengths, sizes, offsets;
};

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_DIALECT_SPLIT_IR_SPLIT_H
