//===- VectorBody.cpp - The body of an op on vectors ----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorizeElementwise.h"

#include "../Numbers/Numbers.h"
#include "ElementwiseOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
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

/// Returns the condition on which a view has the stride 0 in its last dimension
/// rather than 1, or null if it is no such view. Importers of models create
/// these for operands that may be broadcast.
static Value getRepeatCondition(Value memref) {
  auto view = memref.getDefiningOp<memref::SubViewOp>();
  if (!view || !view.getSourceType().isLastDimUnitStride() ||
      view.getSourceType().getRank() != view.getType().getRank())
    return nullptr;
  auto stride = dyn_cast<Value>(view.getMixedStrides().back());
  auto select = stride ? stride.getDefiningOp<arith::SelectOp>() : nullptr;
  if (!select || !matchPattern(select.getTrueValue(), m_Zero()) ||
      !matchPattern(select.getFalseValue(), m_One()))
    return nullptr;
  return select.getCondition();
}

Stream mlir::split::native::createStream(OpBuilder &builder,
                                         linalg::LinalgOp op,
                                         OpOperand &operand, AffineMap map) {
  Stream stream = {operand.get(), map, op.getMatchingBlockArgument(&operand)};
  if (!stream.isContiguous())
    return stream;
  stream.isRepeated = getRepeatCondition(stream.value);
  if (!stream.isRepeated)
    return stream;
  auto view = stream.value.getDefiningOp<memref::SubViewOp>();
  SmallVector<OpFoldResult> strides = view.getMixedStrides();
  strides.back() = builder.getIndexAttr(1);
  stream.value = memref::SubViewOp::create(
      builder, op.getLoc(), view.getSource(), view.getMixedOffsets(),
      view.getMixedSizes(), strides);
  return stream;
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
         (memref.isLastDimUnitStride() || getRepeatCondition(operand));
}

VectorBody::VectorBody(GenericOp op, SmallVector<Stream> streams)
    : op(op), streams(std::move(streams)) {
  if (!isRowReduction(op))
    return;
  for (auto [number, stream] : llvm::enumerate(getOutputs()))
    if (!stream.isContiguous())
      reductions.push_back({unsigned(number), *getReductionKind(op, number)});
}

bool VectorBody::isShortReduction() const {
  constexpr size_t kMostOps = 8;
  Block &block = *op.getBody();
  return isReduction() && block.getOperations().size() <= kMostOps &&
         llvm::none_of(block, [](Operation &inner) {
           return isa<math::MathDialect>(inner.getDialect());
         });
}

bool VectorBody::canVectorize(linalg::LinalgOp op) {
  // The sizes of the loops are those of the operands.
  if (!op.hasPureBufferSemantics() || op.getDpsInits().empty() ||
      !(isa<linalg::FillOp>(op) || isComputedByRows(op)))
    return false;
  for (OpOperand &operand : op->getOpOperands())
    if (!canAccess(operand.get(), op.getMatchingIndexingMap(&operand)))
      return false;
  for (Operation &inner : *op.getBlock())
    if (!llvm::all_of(inner.getOperandTypes(), isScalar) ||
        !llvm::all_of(inner.getResultTypes(), isScalar))
      return false;
  return true;
}

SmallVector<Value> VectorBody::getIndices(OpBuilder &builder,
                                          const Stream &stream, const Row &row,
                                          Value column) const {
  SmallVector<Value> indices;
  if (stream.isRowBuffer)
    indices.push_back(row.thread);
  for (AffineExpr result : stream.map.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(result);
    if (!dim)
      indices.push_back(arith::ConstantIndexOp::create(builder, getLoc(), 0));
    else if (dim.getPosition() < row.indices.size())
      indices.push_back(row.indices[dim.getPosition()]);
    else
      indices.push_back(column);
  }
  return indices;
}

Row VectorBody::beginRow(OpBuilder &builder, ArrayRef<Value> indices,
                         Value thread, const RowScalars &scalars) const {
  Row row;
  row.indices.assign(indices.begin(), indices.end());
  row.thread = thread;
  for (const Stream &stream : streams) {
    if (stream.arg.use_empty() || stream.isContiguous())
      continue;
    Value scalar = stream.value;
    if (Value known = scalars.lookup(stream.value))
      scalar = known;
    else if (stream.isMemRef())
      scalar = memref::LoadOp::create(
          builder, getLoc(), stream.value,
          getIndices(builder, stream, row, /*column=*/nullptr));
    row.scalars.map(stream.arg, scalar);
  }
  return row;
}

/// Whether combining a value with itself changes nothing.
static bool isIdempotent(vector::CombiningKind kind) {
  return kind != vector::CombiningKind::ADD &&
         kind != vector::CombiningKind::MUL &&
         kind != vector::CombiningKind::XOR;
}

/// Returns the scalar that changes no value when it is added or multiplied.
static Value createNeutral(OpBuilder &builder, Location loc, Type type,
                           vector::CombiningKind kind) {
  bool isProduct = kind == vector::CombiningKind::MUL;
  if (isa<FloatType>(type)) // Adding 0.0 would change -0.0.
    return arith::ConstantOp::create(
        builder, loc, builder.getFloatAttr(type, isProduct ? 1.0 : -0.0));
  return arith::ConstantOp::create(builder, loc,
                                   builder.getIntegerAttr(type, isProduct));
}

SmallVector<Value> VectorBody::createAccumulators(OpBuilder &builder,
                                                  const Row &row,
                                                  int64_t lanes) const {
  SmallVector<Value> accumulators;
  for (const Reduction &reduction : reductions) {
    BlockArgument arg = getOutputs()[reduction.output].arg;
    Value scalar =
        isIdempotent(reduction.kind)
            ? row.scalars.lookup(arg)
            : createNeutral(builder, getLoc(), arg.getType(), reduction.kind);
    accumulators.push_back(vector::BroadcastOp::create(
        builder, getLoc(), VectorType::get(lanes, arg.getType()), scalar));
  }
  return accumulators;
}

void VectorBody::storeScalar(OpBuilder &builder, Value value,
                             const Stream &stream, const Row &row,
                             RowScalars &scalars) const {
  scalars[stream.value] = value;
  if (!stream.isPrivate)
    memref::StoreOp::create(builder, getLoc(), value, stream.value,
                            getIndices(builder, stream, row, nullptr));
}

SmallVector<Value> VectorBody::narrow(OpBuilder &builder,
                                      ValueRange accumulators,
                                      int64_t lanes) const {
  SmallVector<Value> narrowed;
  for (auto [reduction, wide] : llvm::zip_equal(reductions, accumulators)) {
    Value sum;
    int64_t numWide = cast<VectorType>(wide.getType()).getDimSize(0);
    for (int64_t first = 0; first < numWide; first += lanes) {
      Value part = vector::ExtractStridedSliceOp::create(
          builder, getLoc(), wide, {first}, {lanes}, {1});
      sum = sum ? vector::makeArithReduction(builder, getLoc(), reduction.kind,
                                             sum, part)
                : part;
    }
    narrowed.push_back(sum);
  }
  return narrowed;
}

void VectorBody::endRow(OpBuilder &builder, const Row &row,
                        ValueRange accumulators, RowScalars &scalars) const {
  for (auto [reduction, vector] : llvm::zip_equal(reductions, accumulators)) {
    const Stream &stream = getOutputs()[reduction.output];
    auto flags = isa<FloatType>(stream.arg.getType())
                     ? arith::FastMathFlags::reassoc
                     : arith::FastMathFlags::none;
    Value scalar;
    if (isIdempotent(reduction.kind))
      scalar = vector::ReductionOp::create(builder, getLoc(), reduction.kind,
                                           vector);
    else
      scalar =
          vector::ReductionOp::create(builder, getLoc(), reduction.kind, vector,
                                      row.scalars.lookup(stream.arg), flags);
    storeScalar(builder, scalar, stream, row, scalars);
  }
  // What earlier ops stored to the same memref is overwritten.
  for (const Stream &output : getOutputs())
    if (output.isContiguous())
      scalars.erase(output.value);
}

void VectorBody::createScalars(OpBuilder &builder, const Row &row,
                               RowScalars &scalars) const {
  IRMapping mapping(row.scalars);
  for (Operation &inner : op.getBody()->without_terminator())
    builder.clone(inner, mapping);
  for (auto [value, output] :
       llvm::zip(op.getBody()->getTerminator()->getOperands(), getOutputs()))
    storeScalar(builder, mapping.lookupOrDefault(value), output, row, scalars);
}

Value VectorBody::load(OpBuilder &builder, const Stream &stream, const Row &row,
                       Value column, const VectorAccess &access) const {
  auto type = VectorType::get(access.lanes, stream.arg.getType());
  SmallVector<Value> indices = getIndices(builder, stream, row, column);
  if (!access.mask)
    return vector::LoadOp::create(builder, getLoc(), type, stream.value,
                                  indices);
  Value zeros = arith::ConstantOp::create(builder, getLoc(), type,
                                          builder.getZeroAttr(type));
  return vector::MaskedLoadOp::create(builder, getLoc(), type, stream.value,
                                      indices, access.mask, zeros);
}

Value VectorBody::loadOrRepeat(OpBuilder &builder, const Stream &stream,
                               const Row &row, Value column,
                               const VectorAccess &access) const {
  if (!stream.isRepeated)
    return load(builder, stream, row, column, access);
  auto repeat = [&](OpBuilder &builder, Location loc) {
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value element = memref::LoadOp::create(
        builder, loc, stream.value, getIndices(builder, stream, row, zero));
    auto type = VectorType::get(access.lanes, element.getType());
    Value vector = vector::BroadcastOp::create(builder, loc, type, element);
    scf::YieldOp::create(builder, loc, vector);
  };
  auto loadAll = [&](OpBuilder &builder, Location loc) {
    scf::YieldOp::create(builder, loc,
                         load(builder, stream, row, column, access));
  };
  return scf::IfOp::create(builder, getLoc(), stream.isRepeated, repeat,
                           loadAll)
      .getResult(0);
}

void VectorBody::store(OpBuilder &builder, Value value, const Stream &stream,
                       const Row &row, Value column,
                       const VectorAccess &access) const {
  SmallVector<Value> indices = getIndices(builder, stream, row, column);
  if (access.mask)
    vector::MaskedStoreOp::create(builder, getLoc(), stream.value, indices,
                                  access.mask, value);
  else
    vector::StoreOp::create(builder, getLoc(), value, stream.value, indices,
                            access.nontemporalAlignment != 0,
                            llvm::MaybeAlign(access.nontemporalAlignment));
}

/// Lets the lanes that `mask` excludes divide by 1: their numbers are not those
/// of the operands, and may be 0.
static void maskDivisor(Operation *op, Value mask) {
  if (!isDivision(op))
    return;
  ImplicitLocOpBuilder before(op->getLoc(), op);
  Value one = createInteger(before, op->getResult(0).getType(), 1);
  op->setOperand(1,
                 arith::SelectOp::create(before, mask, op->getOperand(1), one));
}

SmallVector<Value> VectorBody::create(OpBuilder &builder, const Row &row,
                                      Value column, const VectorAccess &access,
                                      ValueRange accumulators) const {
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
      vectors.map(stream.arg,
                  loadOrRepeat(builder, stream, row, column, access));
  for (auto [reduction, vector] : llvm::zip_equal(reductions, accumulators))
    vectors.map(getOutputs()[reduction.output].arg, vector);
  for (Operation &inner : op.getBody()->without_terminator()) {
    if (inner.hasTrait<OpTrait::ConstantLike>())
      continue;
    for (Value operand : inner.getOperands())
      getVector(operand);
    Operation *clone = builder.clone(inner, vectors);
    for (OpResult result : clone->getResults())
      result.setType(VectorType::get(access.lanes, result.getType()));
    if (access.mask)
      maskDivisor(clone, access.mask);
  }
  SmallVector<Value> combined;
  for (auto [value, output] :
       llvm::zip(op.getBody()->getTerminator()->getOperands(), getOutputs())) {
    Value vector = getVector(value);
    if (output.isContiguous()) {
      store(builder, vector, output, row, column, access);
      continue;
    }
    Value old = accumulators[combined.size()];
    if (access.mask)
      vector =
          arith::SelectOp::create(builder, getLoc(), access.mask, vector, old);
    combined.push_back(vector);
  }
  return combined;
}
