//===- MatMul.cpp - Products of matrices ----------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduce.h"

#include "DataMovement.h"
#include "Elementwise.h"
#include "Scalars.h"
#include "Shapes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

namespace {
/// Builds a product. The loops iterate over the batches, the rows of `lhs`, the
/// reduced dimension and the columns of `rhs`.
class MatMulBuilder {
public:
  MatMulBuilder(ImplicitLocOpBuilder &builder, Value lhs, Value rhs,
                MatMulTransposes transposes)
      : builder(builder), lhs(lhs), rhs(rhs),
        lhsSizes(split::frontends::getSizes(builder, lhs)),
        rhsSizes(split::frontends::getSizes(builder, rhs)),
        hasRows(lhsSizes.size() > 1), hasColumns(rhsSizes.size() > 1),
        transposes{transposes.lhs && hasRows, transposes.rhs && hasColumns},
        batches(builder, {getBatches(lhsSizes), getBatches(rhsSizes)}) {}

  FailureOr<Value> build();

private:
  static Broadcast::Shape getBatches(ArrayRef<OpFoldResult> sizes) {
    return llvm::to_vector(sizes.drop_back(std::min<size_t>(sizes.size(), 2)));
  }
  /// Returns the last size but one if the operand is a matrix and `isFirst`,
  /// else the last.
  static OpFoldResult getMatrixSize(ArrayRef<OpFoldResult> sizes,
                                    bool isFirst) {
    return isFirst && sizes.size() > 1 ? sizes[sizes.size() - 2] : sizes.back();
  }
  SmallVector<OpFoldResult> getResultSizes() const;
  /// Expands operands whose batch sizes may turn out to be 1, because no map
  /// describes where those are read.
  LogicalResult expandBatches();
  /// Returns the indexing map of an operand.
  AffineMap getMap(unsigned operand) const;
  Value buildNamed(Value zeros);
  Value buildGeneric(Value zeros);

  ImplicitLocOpBuilder &builder;
  Value lhs, rhs;
  SmallVector<OpFoldResult> lhsSizes, rhsSizes;
  /// Whether the operands are matrices rather than vectors.
  bool hasRows, hasColumns;
  MatMulTransposes transposes;
  Broadcast batches;
  /// The number of batch loops, and of all loops.
  int64_t numBatches = 0, numLoops = 0;
  /// The type of sums.
  Type sumType;
};
} // namespace

SmallVector<OpFoldResult> MatMulBuilder::getResultSizes() const {
  SmallVector<OpFoldResult> sizes(batches.getSizes());
  if (hasRows)
    sizes.push_back(getMatrixSize(lhsSizes, /*isFirst=*/!transposes.lhs));
  if (hasColumns)
    sizes.push_back(getMatrixSize(rhsSizes, /*isFirst=*/transposes.rhs));
  return sizes;
}

LogicalResult MatMulBuilder::expandBatches() {
  for (unsigned operand : {0, 1}) {
    if (batches.hasMap(operand))
      continue;
    Value &value = operand == 0 ? lhs : rhs;
    SmallVector<OpFoldResult> sizes(batches.getSizes());
    llvm::append_range(
        sizes, ArrayRef(operand == 0 ? lhsSizes : rhsSizes).take_back(2));
    FailureOr<Value> expanded = createExpand(builder, value, sizes);
    if (failed(expanded))
      return failure();
    value = *expanded;
  }
  return success();
}

// The reduction loop comes before the loop over columns, so that the innermost
// loop reads and writes consecutive elements.
AffineMap MatMulBuilder::getMap(unsigned operand) const {
  SmallVector<AffineExpr> exprs =
      batches.hasMap(operand)
          ? batches.getExprs(operand)
          : llvm::to_vector(
                builder.getMultiDimIdentityMap(numBatches).getResults());
  int64_t summed = numBatches + hasRows;
  if (operand == 0 && hasRows)
    exprs.push_back(builder.getAffineDimExpr(numBatches));
  exprs.push_back(builder.getAffineDimExpr(summed));
  if (operand == 1 && hasColumns)
    exprs.push_back(builder.getAffineDimExpr(summed + 1));
  if (operand == 0 ? transposes.lhs : transposes.rhs)
    std::swap(exprs.back(), exprs[exprs.size() - 2]);
  return AffineMap::get(numLoops, 0, exprs, builder.getContext());
}

Value MatMulBuilder::buildGeneric(Value zeros) {
  SmallVector<utils::IteratorType> iterators(numLoops,
                                             utils::IteratorType::parallel);
  int64_t summed = numBatches + hasRows;
  iterators[summed] = utils::IteratorType::reduction;
  AffineMap resultMap =
      builder.getMultiDimIdentityMap(numLoops).dropResult(summed);
  auto body = [&](ImplicitLocOpBuilder &builder, ValueRange args) {
    Value sum = buildMulAdd(builder, sumType, castToSignless(builder, args));
    return castSign(builder, sum, sumType);
  };
  return createGeneric(builder, {lhs, rhs}, zeros,
                       {getMap(0), getMap(1), resultMap}, iterators, body);
}

Value MatMulBuilder::buildNamed(Value zeros) {
  SmallVector<Value> inputs = {lhs, rhs};
  if (numBatches == 0)
    return linalg::MatmulOp::create(builder, inputs, zeros).getResult(0);
  return linalg::BatchMatmulOp::create(builder, inputs, zeros).getResult(0);
}

FailureOr<Value> MatMulBuilder::build() {
  if (lhsSizes.empty() || rhsSizes.empty())
    return builder.emitError() << "operand #" << (lhsSizes.empty() ? 0 : 1)
                               << " has rank 0, expected at least 1";
  OpFoldResult rowSize = getMatrixSize(lhsSizes, /*isFirst=*/transposes.lhs);
  OpFoldResult columnSize =
      getMatrixSize(rhsSizes, /*isFirst=*/!transposes.rhs);
  if (failed(createSizeCheck(builder, rowSize, columnSize,
                             CheckMessage("rows of operand #0 have ")
                                 << rowSize << " elements, columns of operand "
                                 << "#1 have " << columnSize)) ||
      failed(batches.resolve()) || failed(expandBatches()))
    return failure();
  numBatches = batches.getSizes().size();
  numLoops = numBatches + hasRows + hasColumns + 1;

  Type element = getRankedType(lhs).getElementType();
  sumType = getWideType(builder, element);
  Value zeros = createFill(builder, getResultSizes(), sumType,
                           builder.getZeroAttr(getSignless(sumType)));
  AffineMap batchMap = builder.getMultiDimIdentityMap(numBatches);
  bool isNamed = hasRows && hasColumns && !transposes.lhs && !transposes.rhs &&
                 numBatches <= 1 && sumType == getSignless(sumType) &&
                 batches.hasMap(0) && batches.hasMap(1) &&
                 batches.getMap(0) == batchMap && batches.getMap(1) == batchMap;
  Value product = isNamed ? buildNamed(zeros) : buildGeneric(zeros);
  return createCast(builder, product, element);
}

FailureOr<Value>
mlir::split::frontends::createMatMul(ImplicitLocOpBuilder &builder, Value lhs,
                                     Value rhs, MatMulTransposes transposes) {
  return MatMulBuilder(builder, lhs, rhs, transposes).build();
}
