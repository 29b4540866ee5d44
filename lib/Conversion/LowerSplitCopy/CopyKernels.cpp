//===- CopyKernels.cpp - Functions that move bytes ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyKernels.h"

#include "../../HostAbi/HostAbi.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Support/raw_ostream.h"
#include <numeric>

using namespace mlir;
using namespace mlir::split;
using arith::CmpIPredicate;

namespace {
/// The code of one kernel.
class KernelBody {
public:
  KernelBody(ByteBuilder &b, const CopyShape &shape, const CopyPlan &plan,
             StoreKind stores, const StreamValues &streams,
             ValueRange arguments)
      : b(b), shape(shape), plan(plan), stores(stores), streams(streams),
        source(arguments[0]), begin(arguments[1]), end(arguments[2]),
        outputs(arguments.drop_front(4)) {
    bool isKnown = plan.strategy != CopyStrategy::Generic &&
                   shape.rowStride != CopyShape::kDynamic;
    rowStride = isKnown ? b.constant(shape.rowStride) : arguments[3];
    if (stores == StoreKind::Nontemporal)
      buffer = createBuffer();
  }

  /// Builds the condition under which outputs are aligned as non-temporal
  /// stores need it; null if there is none.
  Value buildAlignmentCheck();
  void build();

private:
  /// Calls its argument with each output, in order.
  using ForEachOutput = llvm::function_ref<void(
      llvm::function_ref<void(RunStrategy, OutputCode &)>)>;

  Value createBuffer();
  OutputCode::Parameters getParameters(Value target, Value offset, Value run);
  OutputCode getOutput(Value target, Value offset, int64_t run,
                       std::optional<int64_t> staticOffset = {});
  OutputCode getLoopedOutput(Value index);
  void buildBlock(RunStrategy run, OutputCode &output, Value first);
  void buildRows(RunStrategy run, OutputCode &output, Value first, Value last);
  void buildStreams(Value rest, llvm::function_ref<void(Value)> buildBlockAt);
  void buildInterleavedRows(ForEachOutput forEachOutput);
  void buildBlocks(ForEachOutput forEachOutput);
  void buildUnrolled();
  void buildLooped();
  void transposeBlock(Value row, Value first, Value next);
  void buildTransposed();
  void buildGeneric();
  OutputCode getGenericOutput(Value index, StoreKind stores);
  void buildGenericLines(OutputCode &output, Value first, Value last);
  void buildGenericOutput(Value index, Value first, Value last);

  ByteBuilder &b;
  const CopyShape &shape;
  const CopyPlan &plan;
  StoreKind stores;
  StreamValues streams;
  Value source, begin, end, rowStride;
  ValueRange outputs;
  Value buffer;
};
} // namespace

Value KernelBody::createBuffer() {
  bool needsBuffer = plan.strategy == CopyStrategy::Generic ||
                     llvm::is_contained(plan.runs, RunStrategy::Overlap);
  if (!needsBuffer)
    return {};
  // The last row begins at 63 * 63 or before and is written as a line.
  Value size = b.constant(kOverlapRows * kLineBytes);
  return LLVM::AllocaOp::create(b, b.getPointerType(), b.getI8Type(), size,
                                kLineBytes);
}

OutputCode::Parameters KernelBody::getParameters(Value target, Value offset,
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

OutputCode KernelBody::getOutput(Value target, Value offset, int64_t run,
                                 std::optional<int64_t> staticOffset) {
  OutputCode::Parameters parameters =
      getParameters(target, offset, b.constant(run));
  parameters.staticRun = run;
  parameters.staticRowStride = shape.rowStride;
  parameters.staticOffset = staticOffset;
  parameters.rowBytes =
      std::accumulate(shape.runs.begin(), shape.runs.end(), int64_t(0));
  return OutputCode(b, parameters);
}

Value KernelBody::buildAlignmentCheck() {
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

void KernelBody::build() {
  switch (plan.strategy) {
  case CopyStrategy::Nothing:
    return;
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
void KernelBody::buildBlock(RunStrategy run, OutputCode &output, Value first) {
  if (run == RunStrategy::Compose)
    output.composeRows(first, plan.blockRows);
  else if (run == RunStrategy::Lines && plan.blockRows == 1)
    output.writeLines(first);
  else if (run == RunStrategy::Exact && plan.blockRows == 1)
    output.copyRow(first);
  else
    buildRows(run, output, first, b.add(first, plan.blockRows));
}

/// Writes rows `first` to `last` of one block.
void KernelBody::buildRows(RunStrategy run, OutputCode &output, Value first,
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
    output.copyRows(first, last);
    return;
  case RunStrategy::Overlap:
    output.overlapRows(first, last);
    return;
  }
}

/// Builds blocks from `begin` to `rest`, taken from four streams in turn if the
/// machine gains by that. Blocks that do not fill all streams follow in order.
void KernelBody::buildStreams(Value rest,
                              llvm::function_ref<void(Value)> buildBlockAt) {
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
void KernelBody::buildInterleavedRows(ForEachOutput forEachOutput) {
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

void KernelBody::buildBlocks(ForEachOutput forEachOutput) {
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

void KernelBody::buildUnrolled() {
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

OutputCode KernelBody::getLoopedOutput(Value index) {
  int64_t run = shape.runs.front();
  Value target = b.loadEntry(b.getPointerType(), outputs[0], index);
  return getOutput(target, b.mul(index, run), run);
}

void KernelBody::buildLooped() {
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
void KernelBody::transposeBlock(Value row, Value first, Value next) {
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

void KernelBody::buildTransposed() {
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

OutputCode KernelBody::getGenericOutput(Value index, StoreKind stores) {
  Type i64 = b.getI64Type();
  Value entry = b.mul(index, kGenericEntryValues);
  Value target = b.loadEntry(b.getPointerType(), outputs[0], entry);
  Value run = b.loadEntry(i64, outputs[0], b.add(entry, 1));
  Value offset = b.loadEntry(i64, outputs[0], b.add(entry, 2));
  OutputCode::Parameters parameters = getParameters(target, offset, run);
  parameters.stores = stores;
  return OutputCode(b, parameters);
}

void KernelBody::buildGenericLines(OutputCode &output, Value first,
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

void KernelBody::buildGenericOutput(Value index, Value first, Value last) {
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

void KernelBody::buildGeneric() {
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

//===----------------------------------------------------------------------===//
// CopyKernels
//===----------------------------------------------------------------------===//

/// With `sharesLoads`, pointers are marked `noalias`, so that LLVM combines
/// loads for several outputs. Other kernels do not gain: LLVM would only load
/// more before the stores than fits into registers.
func::FuncOp
CopyKernels::create(Location loc, StringRef key, ArrayRef<Type> arguments,
                    bool sharesLoads,
                    llvm::function_ref<void(ByteBuilder &, ValueRange)> body) {
  OpBuilder builder(loc.getContext());
  auto function = func::FuncOp::create(builder, loc, "split_copy_kernel",
                                       builder.getFunctionType(arguments, {}));
  setInternal(function);
  for (auto [index, type] : llvm::enumerate(arguments))
    if (sharesLoads && isa<LLVM::LLVMPointerType>(type))
      function.setArgAttr(index, LLVM::LLVMDialect::getNoAliasAttrName(),
                          builder.getUnitAttr());
  builder.setInsertionPointToStart(function.addEntryBlock());
  ByteBuilder bytes(builder, loc);
  body(bytes, function.getArguments());
  func::ReturnOp::create(bytes);
  calls.getSymbols().insert(function);
  kernels[key] = function;
  return function;
}

Value CopyKernels::isAboveThreshold(ByteBuilder &b, Value bytes) {
  bool mayPrefetch = machine.storePrefetchDistance == MachineModel::kAtRunTime;
  return isAbove(b, bytes, machine.nontemporalThreshold,
                 MachineField::NontemporalThreshold,
                 mayPrefetch
                     ? std::optional(MachineField::StorePrefetchDistance)
                     : std::nullopt);
}

Value CopyKernels::isShared(ByteBuilder &b, Value bytes) {
  return isAbove(b, bytes, machine.parallelThreshold,
                 MachineField::ParallelThreshold);
}

/// Returns whether `bytes` is at least a threshold: `known` or, if that is
/// kAtRunTime, the value of `field`. In the latter case, the value of `unless`,
/// if given, must also be 0.
Value CopyKernels::isAbove(ByteBuilder &b, Value bytes, int64_t known,
                           MachineField field,
                           std::optional<MachineField> unless) {
  if (known != MachineModel::kAtRunTime)
    return b.compare(CmpIPredicate::sge, bytes, known);
  return isAboveMachineThreshold(b, b.getLoc(), calls, bytes, field, unless);
}

StreamValues CopyKernels::getStreamValues(ByteBuilder &b, StoreKind stores) {
  if (stores == StoreKind::Ordinary)
    return {};
  Value table;
  auto get = [&](int64_t known, MachineField field) -> Value {
    if (known != MachineModel::kAtRunTime)
      return b.constant(known);
    if (!table)
      table = calls.call(b, b.getLoc(), RuntimeFunction::Machine, {});
    return loadMachineField(b, b.getLoc(), table, field);
  };
  Value prefetchBytes;
  if (machine.prefetchDistance != 0)
    prefetchBytes =
        get(machine.prefetchDistance, MachineField::PrefetchDistance);
  if (stores == StoreKind::Prefetched) {
    Value storePrefetchBytes =
        get(machine.storePrefetchDistance, MachineField::StorePrefetchDistance);
    // A store distance of 0 means that the machine does not gain from
    // prefetches. Both distances are 0 then, so that prefetches touch only
    // lines in use.
    Value gains = b.compare(CmpIPredicate::ne, storePrefetchBytes, 0);
    if (prefetchBytes)
      prefetchBytes = b.select(gains, prefetchBytes, storePrefetchBytes);
    return {{}, prefetchBytes, storePrefetchBytes};
  }
  Value streams = get(machine.streams, MachineField::Streams);
  return {b.compare(CmpIPredicate::ne, streams, 1), prefetchBytes, {}};
}

void CopyKernels::buildFence(ByteBuilder &b, StoreKind stores) {
  if (stores == StoreKind::Nontemporal)
    createStoreFence(b, b.getLoc(), machine);
}

/// Returns a key that is different for different kernels.
static std::string getKey(const CopyShape &shape, const CopyPlan &plan,
                          StoreKind stores) {
  std::string key;
  llvm::raw_string_ostream os(key);
  os << static_cast<int>(plan.strategy) << ' ' << static_cast<int>(stores);
  if (plan.strategy == CopyStrategy::Generic)
    return key;
  os << ' ' << plan.blockRows << ' ' << shape.rowStride << " :";
  for (RunStrategy run : plan.runs)
    os << ' ' << static_cast<int>(run);
  os << " :";
  if (plan.strategy == CopyStrategy::Unrolled)
    for (int64_t run : shape.runs)
      os << ' ' << run;
  else
    os << ' ' << shape.runs.front() << " x" << shape.runs.size();
  return key;
}

func::FuncOp CopyKernels::get(Location loc, const CopyShape &shape,
                              const CopyPlan &common, StoreKind stores) {
  CopyPlan plan =
      stores == StoreKind::Prefetched ? planPrefetched(shape, common) : common;
  std::string key = getKey(shape, plan, stores);
  if (func::FuncOp known = kernels.lookup(key))
    return known;
  Type pointer = LLVM::LLVMPointerType::get(loc.getContext());
  Type i64 = IntegerType::get(loc.getContext(), 64);
  SmallVector<Type> arguments = {pointer, i64, i64, i64};
  arguments.append(
      plan.strategy == CopyStrategy::Unrolled ? shape.runs.size() : 1, pointer);
  if (plan.strategy == CopyStrategy::Generic)
    arguments.push_back(i64);
  bool sharesLoads = llvm::is_contained(plan.runs, RunStrategy::Compose);
  auto build = [&](ByteBuilder &b, ValueRange values) {
    KernelBody body(b, shape, plan, stores, getStreamValues(b, stores), values);
    Value isAligned =
        stores == StoreKind::Nontemporal ? body.buildAlignmentCheck() : Value();
    auto buildBody = [&] {
      body.build();
      buildFence(b, stores);
    };
    if (!isAligned) {
      buildBody();
      return;
    }
    func::FuncOp ordinary =
        get(loc, shape, plan,
            plan.prefetched == SizeRange::None ? StoreKind::Ordinary
                                               : StoreKind::Prefetched);
    b.ifThenElse(isAligned, buildBody,
                 [&] { func::CallOp::create(b, ordinary, values); });
  };
  return create(loc, key, arguments, sharesLoads, build);
}

func::FuncOp CopyKernels::getBytes(Location loc, StoreKind stores) {
  std::string key = "bytes " + std::to_string(static_cast<int>(stores));
  if (func::FuncOp known = kernels.lookup(key))
    return known;
  Type pointer = LLVM::LLVMPointerType::get(loc.getContext());
  Type i64 = IntegerType::get(loc.getContext(), 64);
  return create(loc, key, {pointer, pointer, i64, i64}, /*sharesLoads=*/false,
                [&](ByteBuilder &b, ValueRange arguments) {
                  OutputCode::Parameters parameters;
                  parameters.source = b.at(arguments[0], arguments[2]);
                  parameters.target = b.at(arguments[1], arguments[2]);
                  parameters.run = b.sub(arguments[3], arguments[2]);
                  parameters.offset = b.constant(0);
                  parameters.rowStride = parameters.run;
                  parameters.begin = b.constant(0);
                  parameters.end = b.constant(1);
                  parameters.stores = stores;
                  parameters.streams = getStreamValues(b, stores);
                  OutputCode output(b, parameters);
                  output.writeLines(parameters.begin);
                  output.writeLastLine();
                  buildFence(b, stores);
                });
}
