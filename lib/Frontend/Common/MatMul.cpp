//===- MatMul.cpp - products of matrices ----------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatMul.h"

#include "Broadcast.h"
#include "Cast.h"
#include "Elementwise.h"
#include "Expand.h"
#include "RuntimeChecks.h"
#include "Scalars.h"
#include "Sizes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::split;

namespace {
/// Builds a product: the loops are those of the result's batches, then of the
/// rows of `lhs`, of the columns of `rhs`, and of what is summed.
class MatMulBuilder {
public:
  MatMulBuilder(OpBuilder &b, Location loc, Value lhs, Value rhs)
      : b(b), loc(loc), lhs(lhs), rhs(rhs),
        lhsSizes(split::getSizes(b, loc, lhs)),
        rhsSizes(split::getSizes(b, loc, rhs)), hasRows(lhsSizes.size() > 1),
        hasColumns(rhsSizes.size() > 1),
        batches(b, loc, {getBatches(lhsSizes), getBatches(rhsSizes)}) {}

  FailureOr<Value> build();

private:
  static Broadcast::Shape getBatches(ArrayRef<OpFoldResult> sizes) {
    return llvm::to_vector(sizes.drop_back(std::min<size_t>(sizes.size(), 2)));
  }
  /// The size of the dimension of `rhs` that is summed.
  OpFoldResult getInnerSize() const {
    return hasColumns ? rhsSizes[rhsSizes.size() - 2] : rhsSizes.back();
  }
  SmallVector<OpFoldResult> getResultSizes() const;
  /// The loops that index an operand's matrix or vector.
  SmallVector<int64_t> getMatrixLoops(unsigned operand) const;
  /// An element of the operand in the body: the next of `args`, or read by the
  /// loops' indices where no affine map describes it.
  Value createElement(OpBuilder &b, Location loc, unsigned operand,
                      ValueRange &args) const;
  Value buildNamed(Value zeros);
  Value buildGeneric(Value zeros);

  OpBuilder &b;
  Location loc;
  Value lhs, rhs;
  SmallVector<OpFoldResult> lhsSizes, rhsSizes;
  /// Whether the operands are matrices, not vectors.
  bool hasRows, hasColumns;
  Broadcast batches;
  /// The number of loops of batches, and of all.
  int64_t numBatches = 0, numLoops = 0;
  /// What sums are of.
  Type sumType;
};
} // namespace

SmallVector<OpFoldResult> MatMulBuilder::getResultSizes() const {
  SmallVector<OpFoldResult> sizes(batches.getSizes());
  if (hasRows)
    sizes.push_back(lhsSizes[lhsSizes.size() - 2]);
  if (hasColumns)
    sizes.push_back(rhsSizes.back());
  return sizes;
}

// The summed loop comes before that of columns: in row-major order all that the
// innermost loop reads and writes is then consecutive.
SmallVector<int64_t> MatMulBuilder::getMatrixLoops(unsigned operand) const {
  int64_t summed = numBatches + hasRows;
  SmallVector<int64_t> loops;
  if (operand == 0 && hasRows)
    loops.push_back(numBatches);
  loops.push_back(summed);
  if (operand == 1 && hasColumns)
    loops.push_back(summed + 1);
  return loops;
}

Value MatMulBuilder::createElement(OpBuilder &b, Location loc, unsigned operand,
                                   ValueRange &args) const {
  Value element;
  if (batches.hasMap(operand)) {
    element = args.front();
    args = args.drop_front();
  } else {
    SmallVector<Value> loops = createLoopIndices(b, loc, numLoops);
    SmallVector<Value> indices = batches.createIndices(b, loc, operand, loops);
    for (int64_t loop : getMatrixLoops(operand))
      indices.push_back(loops[loop]);
    element =
        tensor::ExtractOp::create(b, loc, operand == 0 ? lhs : rhs, indices);
  }
  element = castSign(b, loc, element, getSignless(element.getType()));
  if (element.getType() != getSignless(sumType))
    element = arith::ExtFOp::create(b, loc, sumType, element);
  return element;
}

Value MatMulBuilder::buildGeneric(Value zeros) {
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (unsigned operand : {0, 1}) {
    if (!batches.hasMap(operand))
      continue;
    inputs.push_back(operand == 0 ? lhs : rhs);
    SmallVector<AffineExpr> exprs = batches.getExprs(operand);
    for (int64_t loop : getMatrixLoops(operand))
      exprs.push_back(b.getAffineDimExpr(loop));
    maps.push_back(AffineMap::get(numLoops, 0, exprs, b.getContext()));
  }
  SmallVector<utils::IteratorType> iterators(numLoops,
                                             utils::IteratorType::parallel);
  int64_t summed = numBatches + hasRows;
  iterators[summed] = utils::IteratorType::reduction;
  maps.push_back(b.getMultiDimIdentityMap(numLoops).dropResult(summed));
  auto body = [&](OpBuilder &b, Location loc, ValueRange args) {
    Value lhsElement = createElement(b, loc, 0, args);
    Value rhsElement = createElement(b, loc, 1, args);
    Value sum = castSign(b, loc, args.front(), getSignless(sumType));
    Value product = buildMul(b, loc, sumType, {lhsElement, rhsElement});
    sum = buildAdd(b, loc, sumType, {sum, product});
    linalg::YieldOp::create(b, loc, castSign(b, loc, sum, sumType));
  };
  return linalg::GenericOp::create(b, loc, zeros.getType(), inputs, zeros, maps,
                                   iterators, body)
      .getResult(0);
}

Value MatMulBuilder::buildNamed(Value zeros) {
  SmallVector<Value> inputs = {lhs, rhs};
  if (numBatches == 0)
    return linalg::MatmulOp::create(b, loc, inputs, zeros).getResult(0);
  return linalg::BatchMatmulOp::create(b, loc, inputs, zeros).getResult(0);
}

FailureOr<Value> MatMulBuilder::build() {
  if (lhsSizes.empty() || rhsSizes.empty())
    return emitError(loc) << "operand #" << (lhsSizes.empty() ? 0 : 1)
                          << " has rank 0, expected at least 1";
  if (failed(createSizeCheck(b, loc, lhsSizes.back(), getInnerSize(),
                             "rows of operand #0 have {} elements, columns of "
                             "operand #1 have {}")) ||
      failed(batches.resolve()))
    return failure();
  numBatches = batches.getSizes().size();
  numLoops = numBatches + hasRows + hasColumns + 1;

  Type element = getRankedType(lhs).getElementType();
  bool isNarrow =
      isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32;
  sumType = isNarrow ? b.getF32Type() : element;
  Value zeros = createFill(b, loc, getResultSizes(), sumType,
                           b.getZeroAttr(getSignless(sumType)));
  AffineMap batchMap = b.getMultiDimIdentityMap(numBatches);
  bool isNamed = hasRows && hasColumns && numBatches <= 1 &&
                 sumType == getSignless(sumType) && batches.hasMap(0) &&
                 batches.hasMap(1) && batches.getMap(0) == batchMap &&
                 batches.getMap(1) == batchMap;
  Value product = isNamed ? buildNamed(zeros) : buildGeneric(zeros);
  return createCast(b, loc, product, element);
}

FailureOr<Value> mlir::split::createMatMul(OpBuilder &b, Location loc,
                                           Value lhs, Value rhs) {
  return MatMulBuilder(b, loc, lhs, rhs).build();
}
