//===- CopyKernelBody.cpp - The code of a copy kernel ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyKernelBody.h"

#include "CopyKernels.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
using arith::CmpIPredicate;

Value CopyKernelBody::createBuffer() {
  bool needsBuffer = plan.strategy == CopyStrategy::Generic ||
                     llvm::is_contained(plan.runs, RunStrategy::Overlap);
  if (!needsBuffer)
    return {};
  // The last row begins at 63 * 63 or before and is written as a line.
  Value size = b.constant(kOverlapRows * kLineBytes);
  return LLVM::AllocaOp::create(b, b.getPointerType(), b.getI8Type(), size,
                                kLineBytes);
}

OutputCode::Parameters CopyKernelBody::getParameters(Value target, Value offset,
                                                     Value run) {
  OutputCode::Parameters parameters;
  parameters.source = b.at(source, offset);
  parameters.target = target;
  parameters.offset = offset;
  parameters.run = run;
  parameters.rowStride = rowStride;
  parameters.begin = begin;
  parameters.end = end;
  parameters.stores = stores;
  parameters.streams = streams;
  parameters.buffer = buffer;
  return parameters;
}

OutputCode CopyKernelBody::getOutput(Value target, Value offset, int64_t run,
                                     std::optional<int64_t> staticOffset) {
  OutputCode::Parameters parameters =
      getParameters(target, offset, b.constant(run));
  parameters.staticRun = run;
  parameters.staticRowStride = shape.rowStride;
  parameters.staticOffset = staticOffset;
  parameters.rowBytes = shape.getRowBytes();
  return OutputCode(b, parameters);
}

Value CopyKernelBody::buildAlignmentCheck() {
  Value address;
  if (plan.strategy == CopyStrategy::Unrolled) {
    for (auto [run, output] : llvm::zip_equal(plan.runs, outputs)) {
      if (run != RunStrategy::Compose && run != RunStrategy::Overlap)
        continue;
      Value rest = b.getMisalignment(output);
      address = address ? b.add(address, rest) : rest;
    }
  } else if (plan.strategy == CopyStrategy::Transposed ||
             (plan.strategy == CopyStrategy::Looped &&
              plan.runs.front() != RunStrategy::Lines)) {
    address = b.fold(b.constant(shape.runs.size()), b.constant(0),
                     [&](Value index, Value sum) {
                       Value target =
                           b.loadEntry(b.getPointerType(), outputs[0], index);
                       return b.add(sum, b.getMisalignment(target));
                     });
  }
  if (!address)
    return {};
  return b.compare(CmpIPredicate::eq, address, 0);
}

void CopyKernelBody::build() {
  switch (plan.strategy) {
  case CopyStrategy::Nothing:
    llvm_unreachable("no kernel copies nothing");
  case CopyStrategy::Unrolled:
    return buildUnrolled();
  case CopyStrategy::Looped:
    return buildLooped();
  case CopyStrategy::Transposed:
    return buildTransposed();
  case CopyStrategy::Generic:
    return buildGeneric();
  }
}

//===----------------------------------------------------------------------===//
// Runs known at compile time
//===----------------------------------------------------------------------===//

/// Writes all rows of the block that begins with `first`.
void CopyKernelBody::buildBlock(RunStrategy run, OutputCode &output,
                                Value first) {
  if (run == RunStrategy::Compose)
    output.composeRows(first, plan.blockRows);
  else if (run == RunStrategy::Lines && plan.blockRows == 1)
    output.writeLines(first);
  else if (run == RunStrategy::Exact)
    output.copyRow(first);
  else
    buildRows(run, output, first, b.add(first, plan.blockRows));
}

/// Writes rows `first` to `last` of one block.
void CopyKernelBody::buildRows(RunStrategy run, OutputCode &output, Value first,
                               Value last) {
  switch (run) {
  case RunStrategy::Empty:
    return;
  case RunStrategy::Lines:
    b.loop(first, last, 1, [&](Value row) { output.writeLines(row); });
    return;
  case RunStrategy::Compose:
    output.composeRowsInLoop(first, last);
    return;
  case RunStrategy::Exact:
    llvm_unreachable("blocks without composed runs have one row");
  case RunStrategy::Overlap:
    output.overlapRows(first, last);
    return;
  }
}

/// Builds blocks from `begin` to `rest`, taken from four streams in turn if the
/// machine gains by that. Blocks that do not fill all streams follow in order.
void CopyKernelBody::buildStreams(
    Value rest, llvm::function_ref<void(Value)> buildBlockAt) {
  constexpr int64_t kNumStreams = 4;
  int64_t streamRows = plan.streamBlocks * plan.blockRows;
  int64_t turnRows = kNumStreams * plan.blockRows;
  b.loop(begin, rest, kNumStreams * streamRows, [&](Value first) {
    Value last = b.minimum(b.add(first, kNumStreams * streamRows), rest);
    Value isFull = b.compare(CmpIPredicate::eq, b.sub(last, first),
                             kNumStreams * streamRows);
    isFull = b.createOrFold<arith::AndIOp>(isFull, streams.takeTurns);
    Value inStream =
        b.select(isFull, b.constant(streamRows), b.constant(plan.blockRows));
    b.loop(first, last, turnRows, [&](Value turn) {
      // The block of the first stream in this turn.
      Value done = b.sub(turn, first);
      Value inFirst = b.select(
          isFull, b.createOrFold<arith::ShRUIOp>(done, b.constant(2)), done);
      Value left = b.sub(last, turn);
      b.loop(b.constant(0), b.minimum(left, b.constant(turnRows)),
             plan.blockRows, [&](Value offset) {
               Value stream = b.createOrFold<arith::DivUIOp>(
                   offset, b.constant(plan.blockRows));
               buildBlockAt(
                   b.add(b.add(first, inFirst), b.mul(stream, inStream)));
             });
    });
  });
}

/// Builds rows of which four take turns line by line, if the machine gains by
/// that.
void CopyKernelBody::buildInterleavedRows(ForEachOutput forEachOutput) {
  Value rest = b.sub(end, b.modulo(b.sub(end, begin), kInterleavedRows));
  rest = b.select(streams.takeTurns, rest, begin);
  b.loop(begin, rest, kInterleavedRows, [&](Value row) {
    forEachOutput([&](RunStrategy run, OutputCode &output) {
      if (run == RunStrategy::Lines)
        output.writeInterleavedLines(row);
    });
  });
  b.loop(rest, end, 1, [&](Value row) {
    forEachOutput([&](RunStrategy run, OutputCode &output) {
      if (run == RunStrategy::Lines)
        output.writeLines(row);
    });
  });
}

void CopyKernelBody::buildBlocks(ForEachOutput forEachOutput) {
  Value rows = b.sub(end, begin);
  Value rest = b.add(begin, b.roundDown(rows, plan.blockRows));
  auto buildBlockAt = [&](Value block) {
    forEachOutput([&](RunStrategy run, OutputCode &output) {
      buildBlock(run, output, block);
    });
  };
  if (stores != StoreKind::Nontemporal)
    b.loop(begin, rest, plan.blockRows, buildBlockAt);
  else if (plan.interleavesRows)
    buildInterleavedRows(forEachOutput);
  else
    buildStreams(rest, buildBlockAt);
  if (plan.blockRows == 1)
    return;
  b.ifThen(b.compare(CmpIPredicate::slt, rest, end), [&] {
    forEachOutput([&](RunStrategy run, OutputCode &output) {
      buildRows(run, output, rest, end);
    });
  });
}

void CopyKernelBody::buildUnrolled() {
  SmallVector<OutputCode> codes;
  int64_t offset = 0;
  for (auto [run, output] : llvm::zip_equal(shape.runs, outputs)) {
    codes.push_back(getOutput(output, b.constant(offset), run, offset));
    offset += run;
  }
  buildBlocks([&](auto build) {
    for (auto [run, code] : llvm::zip_equal(plan.runs, codes))
      build(run, code);
  });
  for (auto [run, code] : llvm::zip_equal(plan.runs, codes))
    if (run == RunStrategy::Lines)
      code.writeLastLine();
}

OutputCode CopyKernelBody::getLoopedOutput(Value index) {
  int64_t run = shape.runs.front();
  Value target = b.loadEntry(b.getPointerType(), outputs[0], index);
  return getOutput(target, b.mul(index, run), run);
}

void CopyKernelBody::buildLooped() {
  Value first = b.constant(0);
  Value count = b.constant(shape.runs.size());
  RunStrategy run = plan.runs.front();
  buildBlocks([&](auto build) {
    b.loop(first, count, 1, [&](Value index) {
      OutputCode output = getLoopedOutput(index);
      build(run, output);
    });
  });
  if (run == RunStrategy::Lines && stores == StoreKind::Nontemporal)
    b.loop(first, count, 1,
           [&](Value index) { getLoopedOutput(index).writeLastLine(); });
}

/// Transposes as many rows from `row` and outputs from `first` as a line has
/// runs. Prefetches the lines of the outputs from `next`, if any.
void CopyKernelBody::transposeBlock(Value row, Value first, Value next) {
  int64_t run = shape.runs.front();
  int64_t numCells = kLineBytes / run;
  Value column = b.at(source, b.mul(first, run));
  SmallVector<Value> sources;
  for (int64_t i = 0; i < numCells; ++i)
    sources.push_back(b.at(column, b.mul(b.add(row, i), rowStride)));
  if (next && streams.prefetchBytes) {
    // Divide the prefetch distance by the number of rows in a block.
    Value ahead = b.createOrFold<arith::DivUIOp>(streams.prefetchBytes,
                                                 b.constant(plan.blockRows));
    for (Value line : sources)
      b.prefetch(b.at(line, ahead));
  }
  Value written = b.mul(row, run);
  SmallVector<Value> lines = loadTransposed(b, sources, run);
  for (auto [i, line] : llvm::enumerate(lines)) {
    auto getTarget = [&, i = i](Value group) {
      Value target = b.loadEntry(b.getPointerType(), outputs[0],
                                 b.add(group, static_cast<int64_t>(i)));
      return b.at(target, written);
    };
    // Prefetches between stores wait less for each other.
    if (next)
      b.prefetch(getTarget(next));
    b.storeBytes(line, getTarget(first), stores);
  }
}

void CopyKernelBody::buildTransposed() {
  int64_t numCells = kLineBytes / shape.runs.front();
  Value zero = b.constant(0);
  Value count = b.constant(shape.runs.size());
  Value lastGroup = b.sub(count, numCells);
  b.loop(begin, end, plan.blockRows, [&](Value block) {
    Value last = b.minimum(b.add(block, plan.blockRows), end);
    Value rest = b.sub(last, b.modulo(b.sub(last, block), numCells));
    b.loop(zero, count, numCells, [&](Value index) {
      // The last outputs are written twice if they do not fill a block.
      Value first = b.minimum(index, lastGroup);
      Value next;
      if (stores == StoreKind::Prefetched)
        next = b.minimum(b.add(first, numCells), lastGroup);
      b.loop(block, rest, numCells,
             [&](Value row) { transposeBlock(row, first, next); });
    });
    b.ifThen(b.compare(CmpIPredicate::slt, rest, last), [&] {
      b.loop(zero, count, 1,
             [&](Value index) { getLoopedOutput(index).copyRows(rest, last); });
    });
  });
}

//===----------------------------------------------------------------------===//
// Runs known at run time
//===----------------------------------------------------------------------===//

OutputCode CopyKernelBody::getGenericOutput(Value index, StoreKind stores) {
  Type i64 = b.getI64Type();
  Value entry = b.mul(index, kGenericEntryValues);
  Value target = b.loadEntry(b.getPointerType(), outputs[0], entry);
  Value run = b.loadEntry(i64, outputs[0], b.add(entry, 1));
  Value offset = b.loadEntry(i64, outputs[0], b.add(entry, 2));
  OutputCode::Parameters parameters = getParameters(target, offset, run);
  parameters.stores = stores;
  return OutputCode(b, parameters);
}

void CopyKernelBody::buildGenericLines(OutputCode &output, Value first,
                                       Value last) {
  Value rest = first;
  if (stores == StoreKind::Nontemporal) {
    rest = b.sub(last, b.modulo(b.sub(last, first), kInterleavedRows));
    rest = b.select(streams.takeTurns, rest, first);
    b.loop(first, rest, kInterleavedRows,
           [&](Value row) { output.writeInterleavedLines(row); });
  }
  b.loop(rest, last, 1, [&](Value row) { output.writeLines(row); });
}

void CopyKernelBody::buildGenericOutput(Value index, Value first, Value last) {
  OutputCode output = getGenericOutput(index, stores);
  Value run = output.getRun();
  auto buildShort = [&] {
    if (stores != StoreKind::Nontemporal) {
      output.overlapRows(first, last);
      return;
    }
    Value rest = b.getMisalignment(output.getTarget());
    b.ifThenElse(
        b.compare(CmpIPredicate::eq, rest, 0),
        [&] { output.overlapRows(first, last); },
        [&] {
          getGenericOutput(index, StoreKind::Ordinary).overlapRows(first, last);
        });
  };
  b.ifThenElse(
      b.compare(CmpIPredicate::sge, run, kLineBytes),
      [&] { buildGenericLines(output, first, last); },
      [&] { b.ifThen(b.compare(CmpIPredicate::sgt, run, 0), buildShort); });
}

void CopyKernelBody::buildGeneric() {
  Value count = outputs[1];
  Value line = b.constant(kLineBytes);
  // Only outputs with short runs need blocks of kOverlapRows rows. With
  // ordinary stores, long runs are copied row by row.
  Value shortest = b.fold(count, line, [&](Value index, Value least) {
    Value run = getGenericOutput(index, stores).getRun();
    Value isEmpty = b.compare(CmpIPredicate::eq, run, 0);
    return b.minimum(least, b.select(isEmpty, line, run));
  });
  Value isShort = b.compare(CmpIPredicate::slt, shortest, kLineBytes);
  Value longRows =
      b.constant(stores == StoreKind::Nontemporal ? kInterleavedRows : 1);
  Value step = b.select(isShort, b.constant(kOverlapRows), longRows);
  b.loop(begin, end, step, [&](Value block) {
    Value last = b.minimum(b.add(block, step), end);
    b.loop(b.constant(0), count, 1,
           [&](Value index) { buildGenericOutput(index, block, last); });
  });
  if (stores != StoreKind::Nontemporal)
    return;
  b.loop(b.constant(0), count, 1, [&](Value index) {
    OutputCode output = getGenericOutput(index, stores);
    b.ifThen(b.compare(CmpIPredicate::sge, output.getRun(), kLineBytes),
             [&] { output.writeLastLine(); });
  });
}
