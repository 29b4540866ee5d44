//===- Patterns.h - Patterns of convert-shard-to-split-mpi ------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DISTRIBUTION_LIB_CONVERSION_SHARDTOSPLITMPI_PATTERNS_H
#define SPLIT_MLIR_DISTRIBUTION_LIB_CONVERSION_SHARDTOSPLITMPI_PATTERNS_H

#include "mlir/Dialect/Shard/IR/ShardOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/DialectConversion.h"
#include "split-mlir/Dialect/SplitMpi/IR/Layout.h"

namespace mlir::split::mpi {

/// Returns the shape of the grid that `op` refers to by `name`.
SmallVector<int64_t> getGridShape(Operation *op, FlatSymbolRefAttr name);

/// Returns the coordinates of this rank along all axes of `grid`.
ValueRange createGridIndex(OpBuilder &builder, Operation *op,
                           ArrayRef<int64_t> grid);

/// Returns the position of `coordinates`, one for each axis of `grid`, among
/// those that differ only along `axes`: row-major, the last of `axes` varies
/// fastest.
Value linearize(OpBuilder &builder, Location loc, ArrayRef<int64_t> grid,
                ArrayRef<int16_t> axes, ArrayRef<OpFoldResult> coordinates);

/// The ranks that differ from this one only along some axes of the grid, which
/// execute a collective op of the shard dialect together.
class RankGroup {
public:
  /// The group of `op`, which refers to the grid `gridName`.
  RankGroup(Operation *op, FlatSymbolRefAttr gridName, ArrayRef<int16_t> axes);

  ArrayRef<int64_t> getGrid() const { return grid; }
  ArrayRef<int16_t> getAxes() const { return axes; }
  Value getCommunicator() const { return communicator; }
  int64_t getNumRanks() const { return getNumShards(grid, axes); }

  /// Returns the position of this rank in the group.
  Value createIndex(OpBuilder &builder) const;

  /// Returns the layout in which each rank has a shard along `dimension`.
  Layout getSharded(int64_t dimension) const;
  /// Returns the layout in which only one rank of the group has the tensor: the
  /// one with these coordinates, one for each axis of the group.
  Layout getAtRoot(ArrayRef<OpFoldResult> root) const;

private:
  Operation *op;
  SmallVector<int64_t> grid;
  SmallVector<int16_t> axes;
  Value communicator;
};

/// This rank's operand of a collective op, and the ranks that execute it.
struct CollectiveOperand {
  Operation *op;
  Value value;
  /// The sizes of `value`.
  SmallVector<OpFoldResult> sizes;
  RankGroup group;

  RankedTensorType getResultType() const {
    return cast<RankedTensorType>(op->getResult(0).getType());
  }

  /// Returns the size of the result along `dimension`, of which `value` is this
  /// rank's shard.
  OpFoldResult getWholeSize(OpBuilder &builder, int64_t dimension) const;

  /// Returns the sizes of the result, if it is this rank's shard of `value`
  /// along `dimension`.
  SmallVector<OpFoldResult> getShardSizes(OpBuilder &builder,
                                          int64_t dimension) const;
};

/// Returns the name of the op of arith that converts numbers of type `from` to
/// type `to`, or an empty name if there is none. Signless integers are signed.
StringRef getElementConversion(Type from, Type to);

/// Returns `value`, a ranked tensor, with its elements converted to
/// `elementType`, which is the same or has a conversion.
Value convertElements(OpBuilder &builder, Location loc, Value value,
                      Type elementType);

/// Converts a collective on tensors by `convert`, which returns the result. If
/// the group is this rank alone, the result is the operand.
template <typename OpTy,
          Value (*convert)(OpBuilder &, OpTy, const CollectiveOperand &)>
struct CollectivePattern : OpConversionPattern<OpTy> {
  using OpConversionPattern<OpTy>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const final {
    Location loc = op.getLoc();
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    Value value = convertElements(rewriter, loc, adaptor.getInput(),
                                  type.getElementType());
    RankGroup group(op, op.getGridAttr(), op.getGridAxes());
    Value result = value;
    if (!group.getAxes().empty())
      result = convert(rewriter, op,
                       {op, value, tensor::getMixedSizes(rewriter, loc, value),
                        std::move(group)});
    if (result.getType() != type)
      result = tensor::CastOp::create(rewriter, loc, type, result);
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// Adds the conversions of ops that move tensors.
void populateCollectivePatterns(RewritePatternSet &patterns);

/// Checks that split_mpi can express the reduction `op` by `kind`.
LogicalResult verifyReduction(Operation *op, shard::ReductionKind kind);

/// Adds the conversions of ops that reduce tensors.
void populateReductionPatterns(RewritePatternSet &patterns);

/// Adds the conversions of ops that return numbers.
void populateQueryPatterns(RewritePatternSet &patterns);

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DISTRIBUTION_LIB_CONVERSION_SHARDTOSPLITMPI_PATTERNS_H
