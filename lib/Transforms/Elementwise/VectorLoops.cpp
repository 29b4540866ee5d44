//===- VectorLoops.cpp - Loops over vectors -------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorLoops.h"

#include "../../HostAbi/MachineTable.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::split;

/// Bytes in a line of a cache. Stores past the caches are to fill whole ones.
static constexpr int64_t kLineBytes = 64;

VectorLoops::VectorLoops(OpBuilder &b, const VectorBody &body,
                         const VectorLoopOptions &options, LibraryCalls &calls)
    : b(b), loc(body.getLoc()), body(body), options(options), calls(calls) {
  const Stream &output = body.getOutputs().front();
  unsigned rank = output.map.getNumDims();
  for (unsigned i = 0; i < rank; ++i)
    rowSizes.push_back(
        b.createOrFold<memref::DimOp>(loc, output.value, index(i)));
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
  lanes = llvm::bit_floor(std::max(options.vectorBytes / widest, 1u));
  alignment = std::min<int64_t>(lanes * widest, kLineBytes);
  hasNontemporal = sameWidth && (options.machine == MachineValues::Runtime ||
                                 options.nontemporalThreshold > 0);
  for (const Stream &stream : body.getInputs())
    if (!stream.arg.use_empty() && stream.isContiguous() &&
        stream.map.getNumResults() > 1)
      prefetched.push_back(&stream);
  // One stream is what processors prefetch on their own.
  // Without rows, there is no next one to prefetch.
  if (prefetched.size() < 2 || rowSizes.empty())
    prefetched.clear();
}

void VectorLoops::create() {
  Range all = {nullptr, nullptr, index(0), columns};
  if (options.threads < 2)
    return createBySize(all, /*isShared=*/false);
  createIf(
      isAtLeast(options.parallelThreshold), [&] { createParallel(); },
      [&] { createBySize(all, /*isShared=*/false); });
}

//===----------------------------------------------------------------------===//
// Decisions
//===----------------------------------------------------------------------===//

void VectorLoops::createIf(Value condition, BodyBuilder then,
                           BodyBuilder otherwise) {
  if (std::optional<int64_t> known = getConstantIntValue(condition))
    return *known ? then() : otherwise();
  auto ifOp = scf::IfOp::create(b, loc, condition, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.thenBlock());
  then();
  b.setInsertionPointToStart(ifOp.elseBlock());
  otherwise();
}

/// The bytes of all operands for one point of the loops.
int64_t VectorLoops::getPointBytes() {
  int64_t bytes = 0;
  for (const Stream &stream : body.getStreams())
    if (stream.isWhole())
      bytes += stream.getElementBytes();
  return bytes;
}

/// Whether the op's operands have so many bytes or more.
Value VectorLoops::isAtLeast(int64_t bytes) {
  return b.createOrFold<arith::CmpIOp>(
      loc, arith::CmpIPredicate::uge, points,
      index(llvm::divideCeil(bytes, getPointBytes())));
}

/// Whether they have so many that results are written past the caches.
Value VectorLoops::isAboveThreshold() {
  if (options.machine == MachineValues::Constant)
    return isAtLeast(options.nontemporalThreshold);
  Value bytes = b.createOrFold<arith::IndexCastOp>(
      loc, b.getI64Type(), fold<arith::MulIOp>(points, index(getPointBytes())));
  return isAboveMachineThreshold(b, loc, calls, bytes);
}

/// Whether all results are equally far from aligned addresses in each row, and
/// by whole elements.
Value VectorLoops::areOutputsAlike() {
  SmallVector<Value> zeros(rowSizes.size(), index(0));
  const Stream &first = body.getOutputs().front();
  Value start = getAddress(first, zeros, index(0));
  Value differences =
      fold<arith::AndIOp>(start, index(first.getElementBytes() - 1));
  auto ownLayout =
      memref::ExtractStridedMetadataOp::create(b, loc, first.value);
  for (const Stream &stream : body.getOutputs().drop_front()) {
    differences = fold<arith::OrIOp>(
        differences,
        fold<arith::XOrIOp>(start, getAddress(stream, zeros, index(0))));
    auto layout =
        memref::ExtractStridedMetadataOp::create(b, loc, stream.value);
    auto strides = layout.getConstifiedMixedStrides();
    auto ownStrides = ownLayout.getConstifiedMixedStrides();
    for (unsigned i = 0; i < rowSizes.size(); ++i) {
      Value difference = fold<arith::XOrIOp>(
          getValueOrCreateConstantIndexOp(b, loc, ownStrides[i]),
          getValueOrCreateConstantIndexOp(b, loc, strides[i]));
      differences = fold<arith::OrIOp>(
          differences,
          fold<arith::MulIOp>(difference, index(stream.getElementBytes())));
    }
  }
  Value low = fold<arith::AndIOp>(differences, index(alignment - 1));
  return b.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::eq, low,
                                       index(0));
}

/// Each thread has one part of the rows; of a single dimension, whole vectors.
void VectorLoops::createParallel() {
  Value threads = index(options.threads);
  bool hasRows = !rowSizes.empty();
  Value count = index(1);
  for (Value size : rowSizes)
    count = fold<arith::MulIOp>(count, size);
  if (!hasRows)
    count = b.createOrFold<arith::CeilDivUIOp>(loc, columns, index(lanes));
  scf::ParallelOp::create(
      b, loc, index(0), threads, index(1),
      [&](OpBuilder &nested, Location, ValueRange ivs) {
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPoint(nested.getInsertionBlock(),
                            nested.getInsertionPoint());
        auto getBound = [&](Value part) {
          return fold<arith::DivUIOp>(fold<arith::MulIOp>(part, count),
                                      threads);
        };
        Value begin = getBound(ivs[0]);
        Value end = getBound(fold<arith::AddIOp>(ivs[0], index(1)));
        Range range = {begin, end, index(0), columns};
        if (!hasRows) {
          auto getColumn = [&](Value vectors) {
            return fold<arith::MinUIOp>(
                columns, fold<arith::MulIOp>(vectors, index(lanes)));
          };
          range = {nullptr, nullptr, getColumn(begin), getColumn(end)};
        }
        createBySize(range, /*isShared=*/true);
      });
}

void VectorLoops::createBySize(const Range &range, bool isShared) {
  bool isSmall = options.machine == MachineValues::Constant &&
                 options.threads > 1 && !isShared &&
                 options.parallelThreshold <= options.nontemporalThreshold;
  auto createPlain = [&] { createRows(range, isShared, false); };
  if (!hasNontemporal || isSmall)
    return createPlain();
  createIf(
      isAboveThreshold(),
      [&] {
        createIf(
            areOutputsAlike(),
            [&] {
              createRows(range, isShared, true);
              // On the thread that has stored.
              createFence();
            },
            createPlain);
      },
      createPlain);
}

void VectorLoops::createFence() {
  if (options.storeFence != StoreFence::X86SFence)
    return;
  OpBuilder::InsertionGuard guard(b);
  // Upstream takes the call for one that may allocate on the stack, and would
  // keep the scope that the conversion to OpenMP puts round what a thread does,
  // which may have only one block. This scope has.
  if (options.threads > 1) {
    auto scope = memref::AllocaScopeOp::create(b, loc, TypeRange());
    b.createBlock(&scope.getBodyRegion());
    auto end = memref::AllocaScopeReturnOp::create(b, loc);
    b.setInsertionPoint(end);
  }
  LLVM::CallIntrinsicOp::create(b, loc, b.getStringAttr("llvm.x86.sse.sfence"),
                                ValueRange());
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void VectorLoops::createRows(const Range &range, bool isShared,
                             bool isNontemporal) {
  if (!range.rowBegin)
    return createNest({}, range, isNontemporal);
  // Parts of all rows, whatever loops these are of.
  auto loop =
      scf::ForOp::create(b, loc, range.rowBegin, range.rowEnd, index(1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value row = loop.getInductionVar();
  SmallVector<Value> next;
  if (isNontemporal && !prefetched.empty())
    next = delinearize(getNext(row, range.rowEnd));
  createRow(delinearize(row), next, range, isNontemporal);
}

void VectorLoops::createNest(SmallVector<Value> indices, const Range &range,
                             bool isNontemporal) {
  unsigned depth = indices.size();
  if (depth == rowSizes.size()) {
    SmallVector<Value> next;
    if (isNontemporal && !prefetched.empty()) {
      next = indices;
      next.back() = getNext(next.back(), rowSizes.back());
    }
    return createRow(indices, next, range, isNontemporal);
  }
  auto loop = scf::ForOp::create(b, loc, index(0), rowSizes[depth], index(1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  indices.push_back(loop.getInductionVar());
  createNest(std::move(indices), range, isNontemporal);
}

void VectorLoops::createRow(ArrayRef<Value> indices, ArrayRef<Value> next,
                            const Range &range, bool isNontemporal) {
  Row row = body.beginRow(b, indices);
  Value begin = range.columnBegin;
  if (isNontemporal)
    begin = createHead(row, range);
  createColumns(row, next, begin, range.columnEnd, isNontemporal);
}

/// Computes what is before the first line of a row's results, and returns where
/// that is.
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
                                Value begin, Value end, bool isNontemporal) {
  Value count = fold<arith::SubIOp>(end, begin);
  Value rest = fold<arith::RemUIOp>(count, index(lanes));
  Value whole = fold<arith::SubIOp>(end, rest);
  std::optional<int64_t> knownCount = getConstantIntValue(count);
  if (!knownCount || *knownCount >= lanes) {
    auto loop = scf::ForOp::create(b, loc, begin, whole, index(lanes));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    if (!next.empty())
      createPrefetches(next, loop.getInductionVar());
    VectorAccess access = {lanes};
    if (isNontemporal)
      access.nontemporalAlignment = alignment;
    body.create(b, row, loop.getInductionVar(), access);
  }
  std::optional<int64_t> knownRest = getConstantIntValue(rest);
  if (!knownRest)
    createMasked(row, whole, rest);
  else if (*knownRest != 0)
    body.create(b, row, whole, {*knownRest});
}

/// Computes `count` elements, less than a vector.
void VectorLoops::createMasked(const Row &row, Value column, Value count) {
  Value isAny =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, count, index(0));
  auto ifOp = scf::IfOp::create(b, loc, isAny);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.thenBlock());
  Value mask = vector::CreateMaskOp::create(
      b, loc, VectorType::get(lanes, b.getI1Type()), count);
  body.create(b, row, column, {lanes, mask});
}

void VectorLoops::createPrefetches(ArrayRef<Value> next, Value column) {
  for (const Stream *stream : prefetched)
    memref::PrefetchOp::create(
        b, loc, stream->value, body.getIndices(b, *stream, next, column),
        /*isWrite=*/false, /*localityHint=*/3, /*isDataCache=*/true);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value VectorLoops::index(int64_t value) {
  return arith::ConstantIndexOp::create(b, loc, value);
}

template <typename OpTy>
Value VectorLoops::fold(Value x, Value y) {
  return b.createOrFold<OpTy>(loc, x, y);
}

/// The indices of all loops but the innermost.
SmallVector<Value> VectorLoops::delinearize(Value row) {
  SmallVector<Value> indices(rowSizes.size());
  for (unsigned i = rowSizes.size(); i-- > 1;) {
    indices[i] = fold<arith::RemUIOp>(row, rowSizes[i]);
    row = fold<arith::DivUIOp>(row, rowSizes[i]);
  }
  indices[0] = row;
  return indices;
}

/// The next index, or the same if it is the last.
Value VectorLoops::getNext(Value current, Value size) {
  return fold<arith::MinUIOp>(fold<arith::AddIOp>(current, index(1)),
                              fold<arith::SubIOp>(size, index(1)));
}

Value VectorLoops::getAddress(const Stream &stream, ArrayRef<Value> indices,
                              Value column) {
  auto layout = memref::ExtractStridedMetadataOp::create(b, loc, stream.value);
  Value offset = getValueOrCreateConstantIndexOp(
      b, loc, layout.getConstifiedMixedOffset());
  auto strides = layout.getConstifiedMixedStrides();
  for (auto [current, stride] : llvm::zip(indices, strides))
    offset = fold<arith::AddIOp>(
        offset, fold<arith::MulIOp>(
                    current, getValueOrCreateConstantIndexOp(b, loc, stride)));
  offset = fold<arith::AddIOp>(offset, column);
  Value start =
      memref::ExtractAlignedPointerAsIndexOp::create(b, loc, stream.value);
  return fold<arith::AddIOp>(
      start, fold<arith::MulIOp>(offset, index(stream.getElementBytes())));
}
