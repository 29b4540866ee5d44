//===- VectorLoops.cpp - Loops over vectors -------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorizeElementwise.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

// The number of independent accumulators of a short reduction. Processors can
// compute as many at the same time.
static constexpr int64_t kAccumulators = 4;

VectorLoops::VectorLoops(OpBuilder &parent, ArrayRef<VectorBody> bodies,
                         const MachineModel &machine, RuntimeCalls &calls)
    : builder(bodies.front().getLoc(), parent), machine(machine), calls(calls),
      thread(index(0)) {
  unsigned rank = bodies.front().getStreams().front().map.getNumDims();
  for (unsigned loop = 0; loop + 1 < rank; ++loop) {
    Value size;
    for (const VectorBody &body : bodies)
      if (!size)
        size = getSize(body, loop);
    rowSizes.push_back(size);
  }
  for (const VectorBody &body : bodies)
    addStage(body);
  auto *main = llvm::find_if(
      stages, [](const Stage &stage) { return stage.body->isReduction(); });
  points = main == stages.end() ? stages.front().columns : main->columns;
  for (Value size : rowSizes)
    points = fold<arith::MulIOp>(points, size);
  skipEmptyRows();
  findPrefetched();
}

/// Lets the outermost loop have no iterations if none of them would compute an
/// element: there may be any number of empty rows. A row without columns still
/// has the result of a reduction.
void VectorLoops::skipEmptyRows() {
  if (rowSizes.empty())
    return;
  SmallVector<Value> inner(ArrayRef<Value>(rowSizes).drop_front());
  bool isElementwise = llvm::all_of(stages, [](const Stage &stage) {
    return stage.columns && !stage.body->isReduction();
  });
  if (isElementwise)
    inner.push_back(stages.front().columns);
  for (Value size : inner) {
    std::optional<int64_t> known = getConstantIntValue(size);
    if (known && *known != 0)
      continue;
    Value isEmpty = builder.createOrFold<arith::CmpIOp>(
        arith::CmpIPredicate::eq, size, index(0));
    rowSizes.front() = builder.createOrFold<arith::SelectOp>(isEmpty, index(0),
                                                             rowSizes.front());
  }
}

void VectorLoops::create() {
  Range all = {nullptr, nullptr, index(0), nullptr};
  // Threads share rows or, in an elementwise op, columns. They cannot share the
  // reduction of a single row.
  bool isOneRow =
      rowSizes.empty() && llvm::any_of(stages, [](const Stage &stage) {
        return stage.body->isReduction();
      });
  if (machine.threads < 2 || isOneRow)
    return createBySize(all, /*isSmall=*/false);
  // kAtRunTime is negative, so `isSmall` is false if the non-temporal threshold
  // is known only at run time.
  bool isSmall = machine.parallelLoopThreshold <= machine.nontemporalThreshold;
  createIf(
      isAtLeast(machine.parallelLoopThreshold), [&] { createParallel(); },
      [&] { createBySize(all, isSmall); });
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

/// Returns the size of a loop, or null if no operand of `body` has it.
Value VectorLoops::getSize(const VectorBody &body, unsigned loop) {
  auto find = [&](const Stream &stream) -> Value {
    if (!stream.isMemRef())
      return nullptr;
    auto position =
        stream.map.getResultPosition(builder.getAffineDimExpr(loop));
    if (!position)
      return nullptr;
    return builder.createOrFold<memref::DimOp>(
        stream.value, index(*position + stream.isRowBuffer));
  };
  for (ArrayRef<Stream> streams : {body.getOutputs(), body.getInputs()})
    for (const Stream &stream : streams)
      if (Value size = find(stream))
        return size;
  return nullptr;
}

void VectorLoops::addStage(const VectorBody &body) {
  Stage stage = {&body, nullptr, 1, 1, false, {}};
  if (body.hasColumns())
    stage.columns = getSize(body, rowSizes.size());
  unsigned widest = 0, width = 0;
  bool canBypass = !body.isReduction() && body.hasColumns();
  for (const Stream &stream : body.getOutputs()) {
    widest = std::max(widest, stream.getElementBytes());
    canBypass &= !stream.isRowBuffer &&
                 (width == 0 || width == stream.getElementBytes());
    width = stream.getElementBytes();
  }
  stage.lanes =
      llvm::bit_floor(std::max<uint64_t>(machine.vectorBytes / widest, 1));
  // What may be repeated is rarely large: keep the code short.
  canBypass &= llvm::none_of(
      body.getInputs(), [](const Stream &stream) { return stream.isRepeated; });
  stage.alignment = std::min<int64_t>(stage.lanes * widest, kLineBytes);
  stage.hasNontemporal = canBypass && machine.nontemporalThreshold != 0;
  stages.push_back(std::move(stage));
}

/// Chooses the inputs to prefetch. Each one is prefetched by the first stage
/// that reads it.
void VectorLoops::findPrefetched() {
  llvm::SmallDenseSet<Value> found;
  for (Stage &stage : stages)
    for (const Stream &stream : stage.body->getInputs())
      if (!stream.arg.use_empty() && stream.isContiguous() &&
          !stream.isRowBuffer && !stream.isRepeated &&
          stream.map.getNumResults() > 1 &&
          (stages.size() == 1 || found.insert(stream.value).second))
        stage.prefetched.push_back(&stream);
  size_t count = 0;
  for (const Stage &stage : stages)
    count += stage.prefetched.size();
  // Processors prefetch a single stream on their own. Without rows, there is no
  // next row to prefetch.
  if (count < 2 || rowSizes.empty() || machine.prefetchDistance == 0) {
    for (Stage &stage : stages)
      stage.prefetched.clear();
    return;
  }
  const Stage &first = *llvm::find_if(
      stages, [](const Stage &stage) { return !stage.prefetched.empty(); });
  int64_t distance = machine.prefetchDistance;
  if (distance == MachineModel::kAtRunTime)
    distance = MachineModel().prefetchDistance;
  Value rowBytes = fold<arith::MulIOp>(
      first.columns, index(first.prefetched.front()->getElementBytes()));
  rowBytes = fold<arith::MaxUIOp>(rowBytes, index(1));
  prefetchRows = fold<arith::DivUIOp>(
      fold<arith::AddIOp>(rowBytes, index(distance - 1)), rowBytes);
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
  llvm::SmallDenseSet<Value> counted;
  for (const Stage &stage : stages)
    for (const Stream &stream : stage.body->getStreams())
      if (stream.isWhole() &&
          (stages.size() == 1 || counted.insert(stream.value).second))
        bytes += stream.getElementBytes();
  return std::max<int64_t>(bytes, 1);
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
                                 &SplitMlirMachine::nontemporalThreshold);
}

/// Whether non-temporal stores can write the results of all stages.
Value VectorLoops::areOutputsAlike() {
  Value all;
  for (const Stage &stage : stages) {
    if (!stage.hasNontemporal)
      continue;
    Value alike = areOutputsAlike(stage);
    all = all ? fold<arith::AndIOp>(all, alike) : alike;
  }
  return all;
}

/// Whether in each row, all results have the same distance from aligned
/// addresses, a multiple of the element size.
Value VectorLoops::areOutputsAlike(const Stage &stage) {
  SmallVector<Value> zeros(rowSizes.size(), index(0));
  const VectorBody &body = *stage.body;
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
          fold<arith::XOrIOp>(toValue(ownStrides[i]), toValue(strides[i]));
      differences = fold<arith::OrIOp>(
          differences,
          fold<arith::MulIOp>(difference, index(stream.getElementBytes())));
    }
  }
  Value low = fold<arith::AndIOp>(differences, index(stage.alignment - 1));
  return builder.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::eq, low,
                                             index(0));
}

/// Each thread computes one part of the rows or, if there is only one
/// dimension, whole vectors of it.
void VectorLoops::createParallel() {
  bool hasRows = !rowSizes.empty();
  Value count = hasRows ? index(1) : stages.front().columns;
  for (Value size : rowSizes)
    count = fold<arith::MulIOp>(count, size);
  createThreads(builder, builder.getLoc(), machine.threads, [&](Value number) {
    auto [begin, end] =
        createThreadPart(builder, builder.getLoc(), number, machine.threads,
                         count, /*step=*/hasRows ? 1 : stages.front().lanes);
    llvm::SaveAndRestore current(thread, number);
    createBySize(hasRows ? Range{begin, end, index(0), nullptr}
                         : Range{nullptr, nullptr, begin, end},
                 /*isSmall=*/false);
  });
}

/// Computes `range`. If `isSmall`, the operands are known to have fewer bytes
/// than the non-temporal threshold.
void VectorLoops::createBySize(const Range &range, bool isSmall) {
  auto createOrdinary = [&] { createRows(range, StoreKind::Ordinary); };
  auto createNontemporal = [&] {
    createRows(range, StoreKind::Nontemporal);
    // The thread that has stored executes the fence.
    createStoreFence(builder, builder.getLoc(), machine);
  };
  bool hasNontemporal = llvm::any_of(
      stages, [](const Stage &stage) { return stage.hasNontemporal; });
  if (!hasNontemporal || isSmall)
    return createOrdinary();
  Value isAbove = isAboveThreshold();
  createIf(fold<arith::AndIOp>(isAbove, areOutputsAlike()), createNontemporal,
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
  if (stores == StoreKind::Nontemporal && hasPrefetches())
    next = delinearize(getNext(row, range.rowEnd));
  createRow(delinearize(row), next, range, stores);
}

void VectorLoops::createNest(SmallVector<Value> indices, const Range &range,
                             StoreKind stores) {
  unsigned depth = indices.size();
  if (depth == rowSizes.size()) {
    SmallVector<Value> next;
    if (stores == StoreKind::Nontemporal && hasPrefetches()) {
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
  RowScalars scalars;
  for (const Stage &stage : stages) {
    Row row = stage.body->beginRow(builder, indices, thread, scalars);
    if (!stage.columns) {
      stage.body->createScalars(builder, row, scalars);
      continue;
    }
    Value begin = range.columnBegin;
    Value end = range.columnEnd ? range.columnEnd : stage.columns;
    StoreKind kind = stage.hasNontemporal ? stores : StoreKind::Ordinary;
    if (kind == StoreKind::Nontemporal)
      begin = createHead(stage, row, begin, end);
    SmallVector<Value> sums = createColumns(stage, row, next, begin, end, kind);
    stage.body->endRow(builder, row, sums, scalars);
  }
}

/// Computes the elements of a row before the first aligned address, and returns
/// the column after them.
Value VectorLoops::createHead(const Stage &stage, const Row &row, Value begin,
                              Value end) {
  const Stream &output = stage.body->getOutputs().front();
  Value address = getAddress(output, row.indices, begin);
  Value missing = fold<arith::AndIOp>(fold<arith::SubIOp>(index(0), address),
                                      index(stage.alignment - 1));
  Value count = fold<arith::MinUIOp>(
      fold<arith::DivUIOp>(missing, index(output.getElementBytes())),
      fold<arith::SubIOp>(end, begin));
  createMasked(stage, row, begin, count, {});
  return fold<arith::AddIOp>(begin, count);
}

/// Computes the columns from `begin` to `end`, and returns the accumulators.
SmallVector<Value> VectorLoops::createColumns(const Stage &stage,
                                              const Row &row,
                                              ArrayRef<Value> next, Value begin,
                                              Value end, StoreKind stores) {
  const VectorBody &body = *stage.body;
  auto getWhole = [&](int64_t lanes) {
    Value count = fold<arith::SubIOp>(end, begin);
    Value rest = fold<arith::RemUIOp>(count, index(lanes));
    return std::pair(fold<arith::SubIOp>(end, rest), rest);
  };
  int64_t wide = stage.lanes * (body.isShortReduction() ? kAccumulators : 1);
  std::optional<int64_t> knownCount =
      getConstantIntValue(fold<arith::SubIOp>(end, begin));
  if (knownCount && *knownCount < wide)
    wide = stage.lanes;
  SmallVector<Value> accumulators = body.createAccumulators(builder, row, wide);
  if (wide != stage.lanes) {
    Value whole = getWhole(wide).first;
    accumulators =
        createLoop(stage, row, next, begin, whole, {wide}, accumulators);
    accumulators = body.narrow(builder, accumulators, stage.lanes);
    begin = whole;
  }
  auto [whole, rest] = getWhole(stage.lanes);
  VectorAccess access = {stage.lanes};
  if (stores == StoreKind::Nontemporal)
    access.nontemporalAlignment = stage.alignment;
  accumulators =
      createLoop(stage, row, next, begin, whole, access, accumulators);
  std::optional<int64_t> knownRest = getConstantIntValue(rest);
  if (!knownRest)
    return createMasked(stage, row, whole, rest, accumulators);
  if (*knownRest == 0)
    return accumulators;
  access = {*knownRest};
  // In a reduction, mask the rest, so that the accumulators keep their lanes.
  if (body.isReduction())
    access = {stage.lanes, createMask(stage, rest)};
  return body.create(builder, row, whole, access, accumulators);
}

/// Computes the columns from `begin` to `end` in steps of the lanes of
/// `access`. The number of columns is a multiple of the lanes. Returns the
/// accumulators.
SmallVector<Value> VectorLoops::createLoop(const Stage &stage, const Row &row,
                                           ArrayRef<Value> next, Value begin,
                                           Value end,
                                           const VectorAccess &access,
                                           ValueRange accumulators) {
  std::optional<int64_t> knownCount =
      getConstantIntValue(fold<arith::SubIOp>(end, begin));
  if (knownCount && *knownCount <= 0)
    return accumulators;
  auto loop = scf::ForOp::create(builder, begin, end, index(access.lanes),
                                 accumulators);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  if (!next.empty())
    createPrefetches(stage, next, loop.getInductionVar(), access.lanes);
  SmallVector<Value> combined = stage.body->create(
      builder, row, loop.getInductionVar(), access, loop.getRegionIterArgs());
  if (!combined.empty())
    scf::YieldOp::create(builder, combined);
  return loop.getResults();
}

Value VectorLoops::createMask(const Stage &stage, Value count) {
  return vector::CreateMaskOp::create(
      builder, VectorType::get(stage.lanes, builder.getI1Type()), count);
}

/// Computes `count` elements, fewer than a vector has, and returns the
/// accumulators.
SmallVector<Value> VectorLoops::createMasked(const Stage &stage, const Row &row,
                                             Value column, Value count,
                                             ValueRange accumulators) {
  Value isAny =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, count, index(0));
  bool hasResults = !accumulators.empty();
  auto ifOp = hasResults
                  ? scf::IfOp::create(builder, accumulators.getTypes(), isAny,
                                      /*addThenBlock=*/true,
                                      /*addElseBlock=*/true)
                  : scf::IfOp::create(builder, isAny);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(ifOp.thenBlock());
  SmallVector<Value> combined =
      stage.body->create(builder, row, column,
                         {stage.lanes, createMask(stage, count)}, accumulators);
  if (hasResults) {
    scf::YieldOp::create(builder, combined);
    builder.setInsertionPointToStart(ifOp.elseBlock());
    scf::YieldOp::create(builder, accumulators);
  }
  return ifOp.getResults();
}

/// Prefetches what the next row has in the columns of an iteration.
void VectorLoops::createPrefetches(const Stage &stage, ArrayRef<Value> next,
                                   Value column, int64_t lanes) {
  Row row;
  row.indices.assign(next.begin(), next.end());
  for (const Stream *stream : stage.prefetched)
    for (int64_t lane = 0; lane < lanes; lane += stage.lanes) {
      Value first =
          lane == 0 ? column : fold<arith::AddIOp>(column, index(lane));
      memref::PrefetchOp::create(
          builder, stream->value,
          stage.body->getIndices(builder, *stream, row, first),
          /*isWrite=*/false, /*localityHint=*/3, /*isDataCache=*/true);
    }
}

bool VectorLoops::hasPrefetches() const {
  return llvm::any_of(
      stages, [](const Stage &stage) { return !stage.prefetched.empty(); });
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value VectorLoops::index(int64_t value) {
  return arith::ConstantIndexOp::create(builder, value);
}

Value VectorLoops::toValue(OpFoldResult index) {
  return getValueOrCreateConstantIndexOp(builder, builder.getLoc(), index);
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

/// Returns the row to prefetch for row `current`, or the last one if there is
/// none.
Value VectorLoops::getNext(Value current, Value size) {
  return fold<arith::MinUIOp>(fold<arith::AddIOp>(current, prefetchRows),
                              fold<arith::SubIOp>(size, index(1)));
}

Value VectorLoops::getAddress(const Stream &stream, ArrayRef<Value> indices,
                              Value column) {
  auto layout = memref::ExtractStridedMetadataOp::create(builder, stream.value);
  Value offset = toValue(layout.getConstifiedMixedOffset());
  auto strides = layout.getConstifiedMixedStrides();
  for (auto [current, stride] : llvm::zip(indices, strides))
    offset = fold<arith::AddIOp>(offset,
                                 fold<arith::MulIOp>(current, toValue(stride)));
  offset = fold<arith::AddIOp>(offset, column);
  Value start =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, stream.value);
  return fold<arith::AddIOp>(
      start, fold<arith::MulIOp>(offset, index(stream.getElementBytes())));
}
