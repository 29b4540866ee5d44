//===- VectorBody.cpp - An elementwise op on vectors ----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorBody.h"

#include "ElementwiseOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::split;
using linalg::GenericOp;

static AffineExpr getInnermostLoop(AffineMap map) {
  return getAffineDimExpr(map.getNumDims() - 1, map.getContext());
}

bool Stream::isContiguous() const {
  return isMemRef() && map.getNumResults() != 0 &&
         map.getResults().back() == getInnermostLoop(map);
}

unsigned Stream::getElementBytes() const {
  return getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth() / 8;
}

static bool isScalar(Type type) {
  if (type.isSignlessInteger())
    return type.getIntOrFloatBitWidth() <= 64;
  return type.isF16() || type.isBF16() || type.isF32() || type.isF64();
}

/// Whether vectors of `type` have the layout of arrays. Vectors of other types
/// have packed bits.
static bool isScalarInMemory(Type type) {
  return isScalar(type) &&
         llvm::is_contained({8, 16, 32, 64}, type.getIntOrFloatBitWidth());
}

static bool canAccess(Value operand, AffineMap map) {
  auto memref = dyn_cast<MemRefType>(operand.getType());
  if (!memref)
    return isScalar(operand.getType());
  if (memref.getMemorySpace() || !isScalarInMemory(memref.getElementType()))
    return false;
  if (!llvm::is_contained(map.getResults(), getInnermostLoop(map)))
    return true;
  return map.getResults().back() == getInnermostLoop(map) &&
         memref.isLastDimUnitStride();
}

bool VectorBody::canVectorize(GenericOp op) {
  // The sizes of the loops are those of the outputs.
  if (!op.hasPureBufferSemantics() || !isElementwise(op) ||
      op.getOutputs().empty())
    return false;
  for (OpOperand &operand : op->getOpOperands())
    if (!canAccess(operand.get(), op.getMatchingIndexingMap(&operand)))
      return false;
  for (Operation &inner : *op.getBody())
    if (!llvm::all_of(inner.getOperandTypes(), isScalar) ||
        !llvm::all_of(inner.getResultTypes(), isScalar))
      return false;
  return true;
}

SmallVector<Value> VectorBody::getIndices(OpBuilder &builder,
                                          const Stream &stream,
                                          ArrayRef<Value> rowIndices,
                                          Value column) const {
  SmallVector<Value> indices;
  for (AffineExpr result : stream.map.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(result);
    if (!dim)
      indices.push_back(arith::ConstantIndexOp::create(builder, getLoc(), 0));
    else if (dim.getPosition() < rowIndices.size())
      indices.push_back(rowIndices[dim.getPosition()]);
    else
      indices.push_back(column);
  }
  return indices;
}

Row VectorBody::beginRow(OpBuilder &builder, ArrayRef<Value> indices) const {
  Row row;
  row.indices.assign(indices.begin(), indices.end());
  for (const Stream &stream : streams) {
    if (stream.arg.use_empty() || stream.isContiguous())
      continue;
    Value scalar = stream.value;
    if (stream.isMemRef())
      scalar = memref::LoadOp::create(
          builder, getLoc(), stream.value,
          getIndices(builder, stream, indices, /*column=*/nullptr));
    row.scalars.map(stream.arg, scalar);
  }
  return row;
}

Value VectorBody::load(OpBuilder &builder, const Stream &stream, const Row &row,
                       Value column, const VectorAccess &access) const {
  auto type = VectorType::get(access.lanes, stream.arg.getType());
  SmallVector<Value> indices = getIndices(builder, stream, row.indices, column);
  if (!access.mask)
    return vector::LoadOp::create(builder, getLoc(), type, stream.value,
                                  indices);
  Value zeros = arith::ConstantOp::create(builder, getLoc(), type,
                                          builder.getZeroAttr(type));
  return vector::MaskedLoadOp::create(builder, getLoc(), type, stream.value,
                                      indices, access.mask, zeros);
}

void VectorBody::store(OpBuilder &builder, Value value, const Stream &stream,
                       const Row &row, Value column,
                       const VectorAccess &access) const {
  SmallVector<Value> indices = getIndices(builder, stream, row.indices, column);
  if (access.mask)
    vector::MaskedStoreOp::create(builder, getLoc(), stream.value, indices,
                                  access.mask, value);
  else
    vector::StoreOp::create(builder, getLoc(), value, stream.value, indices,
                            access.nontemporalAlignment != 0,
                            llvm::MaybeAlign(access.nontemporalAlignment));
}

void VectorBody::create(OpBuilder &builder, const Row &row, Value column,
                        const VectorAccess &access) const {
  IRMapping vectors;
  // Returns the vector for a value of the body or a scalar from outside.
  auto getVector = [&](Value value) {
    if (Value vector = vectors.lookupOrNull(value))
      return vector;
    auto type = VectorType::get(access.lanes, value.getType());
    Value scalar = row.scalars.lookupOrDefault(value);
    TypedAttr element;
    Value vector;
    if (matchPattern(scalar, m_Constant(&element)))
      vector = arith::ConstantOp::create(
          builder, getLoc(),
          DenseElementsAttr::get(type, ArrayRef<Attribute>(element)));
    else
      vector = vector::BroadcastOp::create(builder, getLoc(), type, scalar);
    vectors.map(value, vector);
    return vector;
  };

  for (const Stream &stream : streams)
    if (!stream.arg.use_empty() && stream.isContiguous())
      vectors.map(stream.arg, load(builder, stream, row, column, access));
  for (Operation &inner : op.getBody()->without_terminator()) {
    if (inner.hasTrait<OpTrait::ConstantLike>())
      continue;
    for (Value operand : inner.getOperands())
      getVector(operand);
    Operation *clone = builder.clone(inner, vectors);
    for (OpResult result : clone->getResults())
      result.setType(VectorType::get(access.lanes, result.getType()));
  }
  for (auto [value, output] :
       llvm::zip(op.getBody()->getTerminator()->getOperands(), getOutputs()))
    store(builder, getVector(value), output, row, column, access);
}
