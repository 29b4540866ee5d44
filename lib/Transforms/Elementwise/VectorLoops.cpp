//===- VectorLoops.cpp - Loops over vectors -------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorLoops.h"

#include "../../Machine/MachineTable.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::split;

VectorLoops::VectorLoops(OpBuilder &parent, const VectorBody &body,
                         const MachineModel &machine, LibraryCalls &calls)
    : builder(body.getLoc(), parent), body(body), machine(machine),
      calls(calls) {
  const Stream &output = body.getOutputs().front();
  unsigned rank = output.map.getNumDims();
  for (unsigned i = 0; i < rank; ++i)
    rowSizes.push_back(
        builder.createOrFold<memref::DimOp>(output.value, index(i)));
  columns = rowSizes.pop_back_val();
  points = columns;
  for (Value size : rowSizes)
    points = fold<arith::MulIOp>(points, size);

  unsigned widest = 0;
  bool sameWidth = true;
  for (const Stream &stream : body.getOutputs()) {
    widest = std::max(widest, stream.getElementBytes());
    sameWidth &= stream.getElementBytes() == output.getElementBytes();
  }
  lanes = llvm::bit_floor(std::max<uint64_t>(machine.vectorBytes / widest, 1));
  alignment = std::min<int64_t>(lanes * widest, kLineBytes);
  hasNontemporal = sameWidth && machine.nontemporalThreshold != 0;
  for (const Stream &stream : body.getInputs())
    if (!stream.arg.use_empty() && stream.isContiguous() &&
        stream.map.getNumResults() > 1)
      prefetched.push_back(&stream);
  // Processors prefetch a single stream on their own. Without rows, there is no
  // next row to prefetch.
  if (prefetched.size() < 2 || rowSizes.empty())
    prefetched.clear();
}

void VectorLoops::create() {
  Range all = {nullptr, nullptr, index(0), columns};
  if (machine.threads < 2)
    return createBySize(all, /*isThread=*/false);
  createIf(
      isAtLeast(machine.parallelThreshold), [&] { createParallel(); },
      [&] { createBySize(all, /*isThread=*/false); });
}

//===----------------------------------------------------------------------===//
// Decisions
//===----------------------------------------------------------------------===//

void VectorLoops::createIf(Value condition, BodyBuilder then,
                           BodyBuilder otherwise) {
  if (std::optional<int64_t> known = getConstantIntValue(condition))
    return *known ? then() : otherwise();
  auto ifOp = scf::IfOp::create(builder, condition, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(ifOp.thenBlock());
  then();
  builder.setInsertionPointToStart(ifOp.elseBlock());
  otherwise();
}

/// Returns how many bytes of the operands belong to one iteration of all loops.
int64_t VectorLoops::getPointBytes() {
  int64_t bytes = 0;
  for (const Stream &stream : body.getStreams())
    if (stream.isWhole())
      bytes += stream.getElementBytes();
  return bytes;
}

/// Whether the operands have at least `bytes` bytes.
Value VectorLoops::isAtLeast(int64_t bytes) {
  return builder.createOrFold<arith::CmpIOp>(
      arith::CmpIPredicate::uge, points,
      index(llvm::divideCeil(bytes, getPointBytes())));
}

/// Whether the operands have so many bytes that stores are non-temporal.
Value VectorLoops::isAboveThreshold() {
  if (machine.nontemporalThreshold != MachineModel::kAtRunTime)
    return isAtLeast(machine.nontemporalThreshold);
  Value bytes = builder.createOrFold<arith::IndexCastOp>(
      builder.getI64Type(),
      fold<arith::MulIOp>(points, index(getPointBytes())));
  return isAboveMachineThreshold(builder, builder.getLoc(), calls, bytes,
                                 MachineField::NontemporalThreshold);
}

/// Whether in each row, all results have the same distance from aligned
/// addresses, a multiple of the element size.
Value VectorLoops::areOutputsAlike() {
  SmallVector<Value> zeros(rowSizes.size(), index(0));
  const Stream &first = body.getOutputs().front();
  Value start = getAddress(first, zeros, index(0));
  Value differences =
      fold<arith::AndIOp>(start, index(first.getElementBytes() - 1));
  auto ownLayout =
      memref::ExtractStridedMetadataOp::create(builder, first.value);
  for (const Stream &stream : body.getOutputs().drop_front()) {
    differences = fold<arith::OrIOp>(
        differences,
        fold<arith::XOrIOp>(start, getAddress(stream, zeros, index(0))));
    auto layout =
        memref::ExtractStridedMetadataOp::create(builder, stream.value);
    auto strides = layout.getConstifiedMixedStrides();
    auto ownStrides = ownLayout.getConstifiedMixedStrides();
    for (unsigned i = 0; i < rowSizes.size(); ++i) {
      Value difference =
          fold<arith::XOrIOp>(getValueOrCreateConstantIndexOp(
                                  builder, builder.getLoc(), ownStrides[i]),
                              getValueOrCreateConstantIndexOp(
                                  builder, builder.getLoc(), strides[i]));
      differences = fold<arith::OrIOp>(
          differences,
          fold<arith::MulIOp>(difference, index(stream.getElementBytes())));
    }
  }
  Value low = fold<arith::AndIOp>(differences, index(alignment - 1));
  return builder.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::eq, low,
                                             index(0));
}

/// Each thread computes one part of the rows or, if there is only one
/// dimension, whole vectors of it.
void VectorLoops::createParallel() {
  bool hasRows = !rowSizes.empty();
  Value count = hasRows ? index(1) : columns;
  for (Value size : rowSizes)
    count = fold<arith::MulIOp>(count, size);
  createThreads(builder, builder.getLoc(), machine.threads, [&](Value thread) {
    auto [begin, end] = createThreadPart(builder, builder.getLoc(), thread,
                                         machine.threads, count,
                                         /*step=*/hasRows ? 1 : lanes);
    createBySize(hasRows ? Range{begin, end, index(0), columns}
                         : Range{nullptr, nullptr, begin, end},
                 /*isThread=*/true);
  });
}

void VectorLoops::createBySize(const Range &range, bool isThread) {
  // With kAtRunTime, which is negative, no number of bytes is small.
  bool isSmall = machine.threads > 1 && !isThread &&
                 machine.parallelThreshold <= machine.nontemporalThreshold;
  auto createOrdinary = [&] { createRows(range, StoreKind::Ordinary); };
  auto createNontemporal = [&] {
    createRows(range, StoreKind::Nontemporal);
    // The thread that has stored executes the fence.
    createStoreFence(builder, builder.getLoc(), machine);
  };
  if (!hasNontemporal || isSmall)
    return createOrdinary();
  createIf(
      isAboveThreshold(),
      [&] { createIf(areOutputsAlike(), createNontemporal, createOrdinary); },
      createOrdinary);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void VectorLoops::createRows(const Range &range, StoreKind stores) {
  if (!range.rowBegin)
    return createNest({}, range, stores);
  // A part of the rows is one loop over the product of all outer loops.
  auto loop =
      scf::ForOp::create(builder, range.rowBegin, range.rowEnd, index(1));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value row = loop.getInductionVar();
  SmallVector<Value> next;
  if (stores == StoreKind::Nontemporal && !prefetched.empty())
    next = delinearize(getNext(row, range.rowEnd));
  createRow(delinearize(row), next, range, stores);
}

void VectorLoops::createNest(SmallVector<Value> indices, const Range &range,
                             StoreKind stores) {
  unsigned depth = indices.size();
  if (depth == rowSizes.size()) {
    SmallVector<Value> next;
    if (stores == StoreKind::Nontemporal && !prefetched.empty()) {
      next = indices;
      next.back() = getNext(next.back(), rowSizes.back());
    }
    return createRow(indices, next, range, stores);
  }
  auto loop = scf::ForOp::create(builder, index(0), rowSizes[depth], index(1));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  indices.push_back(loop.getInductionVar());
  createNest(std::move(indices), range, stores);
}

void VectorLoops::createRow(ArrayRef<Value> indices, ArrayRef<Value> next,
                            const Range &range, StoreKind stores) {
  Row row = body.beginRow(builder, indices);
  Value begin = range.columnBegin;
  if (stores == StoreKind::Nontemporal)
    begin = createHead(row, range);
  createColumns(row, next, begin, range.columnEnd, stores);
}

/// Computes the elements of a row before the first aligned address, and returns
/// the column after them.
Value VectorLoops::createHead(const Row &row, const Range &range) {
  const Stream &output = body.getOutputs().front();
  Value address = getAddress(output, row.indices, range.columnBegin);
  Value missing = fold<arith::AndIOp>(fold<arith::SubIOp>(index(0), address),
                                      index(alignment - 1));
  Value count = fold<arith::MinUIOp>(
      fold<arith::DivUIOp>(missing, index(output.getElementBytes())),
      fold<arith::SubIOp>(range.columnEnd, range.columnBegin));
  createMasked(row, range.columnBegin, count);
  return fold<arith::AddIOp>(range.columnBegin, count);
}

void VectorLoops::createColumns(const Row &row, ArrayRef<Value> next,
                                Value begin, Value end, StoreKind stores) {
  Value count = fold<arith::SubIOp>(end, begin);
  Value rest = fold<arith::RemUIOp>(count, index(lanes));
  Value whole = fold<arith::SubIOp>(end, rest);
  std::optional<int64_t> knownCount = getConstantIntValue(count);
  if (!knownCount || *knownCount >= lanes) {
    auto loop = scf::ForOp::create(builder, begin, whole, index(lanes));
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    if (!next.empty())
      createPrefetches(next, loop.getInductionVar());
    VectorAccess access = {lanes};
    if (stores == StoreKind::Nontemporal)
      access.nontemporalAlignment = alignment;
    body.create(builder, row, loop.getInductionVar(), access);
  }
  std::optional<int64_t> knownRest = getConstantIntValue(rest);
  if (!knownRest)
    createMasked(row, whole, rest);
  else if (*knownRest != 0)
    body.create(builder, row, whole, {*knownRest});
}

/// Computes `count` elements, fewer than a vector has.
void VectorLoops::createMasked(const Row &row, Value column, Value count) {
  Value isAny =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, count, index(0));
  auto ifOp = scf::IfOp::create(builder, isAny);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(ifOp.thenBlock());
  Value mask = vector::CreateMaskOp::create(
      builder, VectorType::get(lanes, builder.getI1Type()), count);
  body.create(builder, row, column, {lanes, mask});
}

void VectorLoops::createPrefetches(ArrayRef<Value> next, Value column) {
  for (const Stream *stream : prefetched)
    memref::PrefetchOp::create(builder, stream->value,
                               body.getIndices(builder, *stream, next, column),
                               /*isWrite=*/false, /*localityHint=*/3,
                               /*isDataCache=*/true);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value VectorLoops::index(int64_t value) {
  return arith::ConstantIndexOp::create(builder, value);
}

template <typename OpTy>
Value VectorLoops::fold(Value x, Value y) {
  return builder.createOrFold<OpTy>(x, y);
}

/// Returns the indices of the loops around the innermost one.
SmallVector<Value> VectorLoops::delinearize(Value row) {
  SmallVector<Value> indices(rowSizes.size());
  for (unsigned i = rowSizes.size(); i-- > 1;) {
    indices[i] = fold<arith::RemUIOp>(row, rowSizes[i]);
    row = fold<arith::DivUIOp>(row, rowSizes[i]);
  }
  indices[0] = row;
  return indices;
}

/// Returns the index after `current`, or the last index if there is none.
Value VectorLoops::getNext(Value current, Value size) {
  return fold<arith::MinUIOp>(fold<arith::AddIOp>(current, index(1)),
                              fold<arith::SubIOp>(size, index(1)));
}

Value VectorLoops::getAddress(const Stream &stream, ArrayRef<Value> indices,
                              Value column) {
  auto layout = memref::ExtractStridedMetadataOp::create(builder, stream.value);
  Value offset = getValueOrCreateConstantIndexOp(
      builder, builder.getLoc(), layout.getConstifiedMixedOffset());
  auto strides = layout.getConstifiedMixedStrides();
  for (auto [current, stride] : llvm::zip(indices, strides))
    offset = fold<arith::AddIOp>(
        offset,
        fold<arith::MulIOp>(current, getValueOrCreateConstantIndexOp(
                                         builder, builder.getLoc(), stride)));
  offset = fold<arith::AddIOp>(offset, column);
  Value start =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, stream.value);
  return fold<arith::AddIOp>(
      start, fold<arith::MulIOp>(offset, index(stream.getElementBytes())));
}
