//===- OutputCode.cpp - Code that writes one output -----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutputCode.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include <numeric>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
using arith::CmpIPredicate;

//===----------------------------------------------------------------------===//
// Prefetches
//===----------------------------------------------------------------------===//

void OutputCode::prefetchSource(Value source) {
  if (p.streams.prefetchBytes)
    b.prefetch(b.at(source, p.streams.prefetchBytes));
}

void OutputCode::prefetchTarget(Value target) {
  if (p.streams.storePrefetchBytes)
    b.prefetch(b.at(target, p.streams.storePrefetchBytes));
}

//===----------------------------------------------------------------------===//
// Runs of a line or more
//===----------------------------------------------------------------------===//

/// Copies the line at `byte` by an ordinary store.
void OutputCode::copyLine(Value source, Value target, Value byte) {
  Value from = b.at(source, byte);
  Value to = b.at(target, byte);
  prefetchSource(from);
  prefetchTarget(to);
  b.storeBytes(b.loadLine(from), to);
}

void OutputCode::writeOrdinaryLines(Value source, Value target) {
  // For runs up to this length, calls of memcpy, to which LLVM converts loops,
  // cost more than they save.
  constexpr int64_t kMaxUnrolledBytes = 1024;
  auto copyLineAt = [&](int64_t byte) {
    copyLine(source, target, b.constant(byte));
  };
  if (p.staticRun != CopyShape::kDynamic && p.staticRun <= kMaxUnrolledBytes) {
    for (int64_t byte = 0; byte + kLineBytes <= p.staticRun; byte += kLineBytes)
      copyLineAt(byte);
    if (p.staticRun % kLineBytes != 0)
      copyLineAt(p.staticRun - kLineBytes);
    return;
  }
  // Copy lines from the begin of the run, then one that ends where the run
  // ends.
  b.loop(b.constant(0), b.sub(p.run, kLineBytes - 1), kLineBytes,
         [&](Value byte) { copyLine(source, target, byte); });
  if (p.staticRun != CopyShape::kDynamic && p.staticRun % kLineBytes == 0)
    return;
  copyLine(source, target, b.sub(p.run, kLineBytes));
}

/// Writes the line of the target that this run shares with the previous one,
/// which is combined from both. The loads also read bytes between the two runs
/// in the source. In the first row, writes only this run's part. Returns the
/// byte of the run at which the next line begins.
Value OutputCode::writeFirstLine(Value row, Value source, Value target) {
  Value before = b.getMisalignment(target);
  Value isFirst = b.compare(CmpIPredicate::eq, row, p.begin);
  Value rest = b.sub(b.constant(kLineBytes), before);
  Value restOfFirst = b.modulo(rest, kLineBytes);
  b.ifThenElse(
      isFirst, [&] { b.copyBytes(target, source, restOfFirst); },
      [&] {
        Value sharedSource = b.at(source, b.sub(b.constant(0), before));
        // Prefetching only some lines is slower than prefetching none, because
        // it confuses the processor's own prefetcher. So prefetch every line.
        prefetchSource(sharedSource);
        Value previousSource = b.at(sharedSource, b.sub(p.run, p.rowStride));
        Value line = b.blendLines(before, b.loadLine(previousSource),
                                  b.loadLine(sharedSource));
        b.storeBytes(line, b.at(target, b.sub(b.constant(0), before)),
                     StoreKind::Nontemporal);
      });
  return b.select(isFirst, restOfFirst, rest);
}

void OutputCode::moveLine(Value source, Value target, Value byte, Value ahead) {
  Value from = b.at(source, byte);
  if (ahead)
    b.prefetch(b.at(from, ahead));
  b.storeBytes(b.loadLine(from), b.at(target, byte), StoreKind::Nontemporal);
}

/// Copies a run; four pages take turns if the run is long enough and the
/// machine gains by that.
void OutputCode::writeNontemporalLines(Value row, Value source, Value target) {
  Value begin = writeFirstLine(row, source, target);
  Value rest = begin;
  constexpr int64_t kPages = 4;
  if (p.staticRun == CopyShape::kDynamic || p.staticRun > kPages * kPageBytes) {
    Value bytes = b.sub(p.run, begin);
    rest = b.sub(p.run, b.modulo(bytes, kPages * kPageBytes));
    rest = b.select(p.streams.takeTurns, rest, begin);
    // A distance that is known only at run time may be 0, too.
    Value ahead;
    if (Value distance = p.streams.prefetchBytes)
      ahead = b.select(b.compare(CmpIPredicate::eq, distance, 0), distance,
                       b.constant(kPages * kPageBytes));
    b.loop(begin, rest, kPages * kPageBytes, [&](Value block) {
      b.loop(block, b.add(block, kPageBytes), kLineBytes, [&](Value byte) {
        for (int64_t page = 0; page < kPages; ++page)
          moveLine(source, target, b.add(byte, page * kPageBytes), ahead);
      });
    });
  }
  b.loop(rest, b.sub(p.run, kLineBytes - 1), kLineBytes, [&](Value byte) {
    moveLine(source, target, byte, p.streams.prefetchBytes);
  });
}

void OutputCode::writeInterleavedLines(Value first) {
  SmallVector<Value> sources, targets, begins;
  for (int64_t i = 0; i < kInterleavedRows; ++i) {
    Value row = b.add(first, i);
    sources.push_back(getSource(row));
    targets.push_back(getTarget(row));
    begins.push_back(writeFirstLine(row, sources[i], targets[i]));
  }
  // Rows have at least the lines that follow the first one, and at most one
  // line more.
  Value common = b.roundDown(b.sub(p.run, kLineBytes), kLineBytes);
  b.loop(b.constant(0), common, kLineBytes, [&](Value byte) {
    for (int64_t i = 0; i < kInterleavedRows; ++i)
      moveLine(sources[i], targets[i], b.add(begins[i], byte),
               p.streams.prefetchBytes);
  });
  Value end = b.sub(p.run, kLineBytes);
  for (int64_t i = 0; i < kInterleavedRows; ++i) {
    Value last = b.add(begins[i], common);
    b.ifThen(b.compare(CmpIPredicate::sle, last, end), [&] {
      moveLine(sources[i], targets[i], last, p.streams.prefetchBytes);
    });
  }
}

void OutputCode::writeLines(Value row) {
  Value source = getSource(row);
  Value target = getTarget(row);
  if (p.stores == StoreKind::Nontemporal)
    writeNontemporalLines(row, source, target);
  else
    writeOrdinaryLines(source, target);
}

void OutputCode::writeLastLine() {
  if (p.stores != StoreKind::Nontemporal)
    return;
  b.ifThen(b.compare(CmpIPredicate::slt, p.begin, p.end), [&] {
    Value rest = b.getMisalignment(getTarget(p.end));
    Value last = b.sub(p.end, 1);
    Value skipped = b.sub(p.run, rest);
    b.copyBytes(b.at(getTarget(last), skipped), b.at(getSource(last), skipped),
                rest);
  });
}

//===----------------------------------------------------------------------===//
// Lines composed from short runs
//===----------------------------------------------------------------------===//

/// Returns the byte of the source for each byte of the line, relative to the
/// run in the first row.
static SmallVector<int64_t> listSources(const ComposedOutput &output,
                                        int64_t line) {
  SmallVector<int64_t> sources;
  int64_t begin = line * output.lineBytes;
  for (int64_t byte = begin; byte < begin + output.lineBytes; ++byte)
    sources.push_back(byte / output.run * output.rowStride + byte % output.run);
  return sources;
}

/// Returns the start offsets of the fewest windows that contain all bytes: each
/// starts at the first byte that no earlier window contains.
static SmallVector<int64_t> getFewestBegins(ArrayRef<int64_t> sources) {
  int64_t bytes = sources.size();
  SmallVector<int64_t> begins;
  for (int64_t source : sources)
    if (begins.empty() || source >= begins.back() + bytes)
      begins.push_back(std::min(source, sources.back() + 1 - bytes));
  return begins;
}

/// Returns the start offsets of windows that are lines of the block, so that
/// all outputs share them.
static SmallVector<int64_t> getLineBegins(ArrayRef<int64_t> sources,
                                          int64_t offset) {
  int64_t bytes = sources.size();
  SmallVector<int64_t> begins;
  for (int64_t source : sources)
    if (begins.empty() || source >= begins.back() + bytes)
      begins.push_back((source + offset) / bytes * bytes - offset);
  return begins;
}

/// Returns the start offset of one window for each run, such that the bytes of
/// the run need no shuffle.
static SmallVector<int64_t> getRunBegins(ArrayRef<int64_t> sources) {
  SmallVector<int64_t> begins;
  for (auto [position, source] : llvm::enumerate(sources))
    if (position == 0 || source != sources[position - 1] + 1)
      begins.push_back(source - static_cast<int64_t>(position));
  return begins;
}

SmallVector<LineWindow>
mlir::split::native::composeLine(const ComposedOutput &output, int64_t line) {
  SmallVector<int64_t> sources = listSources(output, line);
  // Bytes in place need no shuffle; windows that outputs share need one load.
  SmallVector<int64_t> begins = getRunBegins(sources);
  SmallVector<int64_t> fewest = getFewestBegins(sources);
  bool isInPlace = begins.size() <= fewest.size();
  if (!isInPlace)
    begins = fewest;
  if (!isInPlace && output.offset) {
    SmallVector<int64_t> lines = getLineBegins(sources, *output.offset);
    if (lines.size() <= fewest.size() &&
        lines.back() + *output.offset + output.lineBytes <= output.blockBytes)
      begins = lines;
  }

  SmallVector<LineWindow> windows;
  for (int64_t begin : begins)
    windows.push_back({begin, SmallVector<int64_t>(output.lineBytes, -1)});
  size_t current = 0;
  for (auto [position, source] : llvm::enumerate(sources)) {
    bool isNext = isInPlace
                      ? position > 0 && source != sources[position - 1] + 1
                      : source >= begins[current] + output.lineBytes;
    if (isNext)
      ++current;
    windows[current].bytes[position] = source - begins[current];
  }
  return windows;
}

/// For lines with at most this number of windows, and for runs of one byte,
/// shuffles of bytes within whole lines are cheaper than more windows of
/// smaller parts.
static constexpr size_t kMaxByteWindows = 4;

static Value concatenate(ByteBuilder &b, Value low, Value high) {
  int64_t count = cast<VectorType>(low.getType()).getNumElements();
  return vector::ShuffleOp::create(
      b, low, high, llvm::to_vector(llvm::seq<int64_t>(2 * count)));
}

/// Combines a line from windows of a quarter of its size. Shuffles within
/// quarters take one instruction on most processors; shuffles of bytes between
/// quarters take many on those without AVX-512 VBMI.
Value OutputCode::composeParts(Value source, ComposedOutput output,
                               int64_t line) {
  constexpr int64_t kParts = 4;
  output.lineBytes = kLineBytes / kParts;
  SmallVector<SmallVector<LineWindow>> parts;
  size_t count = 0;
  for (int64_t part = 0; part < kParts; ++part) {
    parts.push_back(split::native::composeLine(output, line * kParts + part));
    count = std::max(count, parts.back().size());
  }
  auto type = VectorType::get(kLineBytes, b.getI8Type());
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(type));
  Value result;
  for (size_t number = 0; number < count; ++number) {
    SmallVector<Value> loaded;
    SmallVector<int64_t> mask;
    for (ArrayRef<LineWindow> windows : parts) {
      bool isUsed = number < windows.size();
      const LineWindow &window = isUsed ? windows[number] : windows.back();
      loaded.push_back(
          b.loadBytes(b.at(source, window.begin), output.lineBytes));
      int64_t begin = mask.size();
      for (auto [position, byte] : llvm::enumerate(window.bytes))
        mask.push_back(isUsed && byte >= 0
                           ? begin + byte
                           : kLineBytes + begin +
                                 static_cast<int64_t>(position));
    }
    Value low = concatenate(b, loaded[0], loaded[1]);
    Value high = concatenate(b, loaded[2], loaded[3]);
    Value placed =
        vector::ShuffleOp::create(b, concatenate(b, low, high), zero, mask);
    result = result ? b.createOrFold<arith::OrIOp>(result, placed) : placed;
  }
  return result;
}

Value OutputCode::composeLine(Value source, const ComposedOutput &output,
                              int64_t line) {
  int64_t laneBytes = std::gcd(std::gcd(output.run, output.rowStride),
                               std::gcd(output.offset.value_or(0), int64_t(8)));
  int64_t numLanes = kLineBytes / laneBytes;
  SmallVector<LineWindow> windows = split::native::composeLine(output, line);
  if (laneBytes == 1 && output.run > 1 && windows.size() > kMaxByteWindows)
    return composeParts(source, output, line);
  auto type = VectorType::get(numLanes, b.getIntegerType(laneBytes * 8));
  Value result;
  // For each lane of the result, its lane in the last two vectors.
  SmallVector<int64_t> resultLanes(numLanes, -1);
  for (const LineWindow &window : windows) {
    Value loaded = LLVM::LoadOp::create(b, type, b.at(source, window.begin),
                                        /*alignment=*/1);
    SmallVector<int64_t> mask = resultLanes;
    for (int64_t lane = 0; lane < numLanes; ++lane) {
      int64_t byte = window.bytes[lane * laneBytes];
      if (byte < 0)
        continue;
      mask[lane] = byte / laneBytes + (result ? numLanes : 0);
    }
    if (result) {
      result = vector::ShuffleOp::create(b, result, loaded, mask);
      for (int64_t lane = 0; lane < numLanes; ++lane)
        resultLanes[lane] = mask[lane] < 0 ? -1 : lane;
    } else {
      // The first window is shuffled together with the second one. If it is the
      // only one, its bytes are in place.
      result = loaded;
      resultLanes = mask;
    }
  }
  return result;
}

void OutputCode::composeRows(Value first, int64_t rows) {
  ComposedOutput output{p.staticRowStride, p.staticRun, p.staticOffset};
  output.blockBytes = (rows - 1) * p.staticRowStride + p.rowBytes;
  Value source = getSource(first);
  Value target = getTarget(first);
  // Each output prefetches its share of the lines of the rows.
  Value share = b.at(source, b.mul(p.offset, rows - 1));
  int64_t lines = rows * p.staticRun / kLineBytes;
  for (int64_t line = 0; line < lines; ++line) {
    prefetchSource(b.at(share, line * kLineBytes));
    Value to = b.at(target, line * kLineBytes);
    prefetchTarget(to);
    b.storeBytes(composeLine(source, output, line), to, p.stores);
  }
}

void OutputCode::composeRowsInLoop(Value first, Value last) {
  int64_t rows = getRowsPerGroup(p.staticRun);
  Value rest = b.sub(last, b.modulo(b.sub(last, first), rows));
  b.loop(first, rest, rows, [&](Value row) { composeRows(row, rows); });
  copyRows(rest, last);
}

//===----------------------------------------------------------------------===//
// Runs that overwrite each other
//===----------------------------------------------------------------------===//

/// Copies kOverlapRows rows from `first` to the buffer, each by a load and a
/// store of `width` bytes, and from there by non-temporal stores.
void OutputCode::overlapBuffered(Value first, int64_t width) {
  Value end = b.add(first, kOverlapRows);
  b.loop(first, end, 1, [&](Value row) {
    b.storeBytes(b.loadBytes(getSource(row), width),
                 b.at(p.buffer, b.mul(b.sub(row, first), p.run)));
  });
  Value target = getTarget(first);
  // Each output prefetches as many bytes as it reads.
  Value share = b.at(getSource(end), b.mul(p.offset, kOverlapRows - 1));
  b.loop(b.constant(0), b.mul(p.run, kOverlapRows), kLineBytes,
         [&](Value byte) {
           prefetchSource(b.at(share, byte));
           b.storeBytes(b.loadLine(b.at(p.buffer, byte)), b.at(target, byte),
                        StoreKind::Nontemporal);
         });
}

/// Copies kOverlapRows rows from `first`, each by a load and a store of `width`
/// bytes. At least as many rows must follow them.
void OutputCode::overlapBlock(Value first, int64_t width) {
  if (p.stores == StoreKind::Nontemporal) {
    overlapBuffered(first, width);
    return;
  }
  // Each step copies about one line of the output, so one prefetch suffices.
  constexpr int64_t kMaxStep = 16;
  int64_t step = 1;
  if (p.staticRun != CopyShape::kDynamic)
    step = std::min<int64_t>(
        kMaxStep, llvm::bit_floor<uint64_t>(kLineBytes / p.staticRun));
  Value end = b.add(first, kOverlapRows);
  Value share = b.at(getSource(end), b.mul(p.offset, kOverlapRows - 1));
  b.loop(first, end, step, [&](Value row) {
    prefetchSource(b.at(share, b.mul(b.sub(row, first), p.run)));
    prefetchTarget(getTarget(row));
    for (int64_t i = 0; i < step; ++i)
      b.storeBytes(b.loadBytes(getSource(b.add(row, i)), width),
                   getTarget(b.add(row, i)));
  });
}

void OutputCode::overlapRows(Value first, Value last) {
  // Reads and writes beyond the last run end in the rows after this block.
  Value hasMore =
      b.compare(CmpIPredicate::sle, b.add(first, 2 * kOverlapRows), p.end);
  b.ifThenElse(
      hasMore,
      [&] {
        if (p.staticRun != CopyShape::kDynamic) {
          overlapBlock(first,
                       std::max<int64_t>(8, llvm::PowerOf2Ceil(p.staticRun)));
          return;
        }
        b.ifThenElse(
            b.compare(CmpIPredicate::sle, p.run, 16),
            [&] { overlapBlock(first, 16); },
            [&] { overlapBlock(first, kLineBytes); });
      },
      [&] { copyRows(first, last); });
}

//===----------------------------------------------------------------------===//
// Short runs, to the byte
//===----------------------------------------------------------------------===//

/// Copies a run of `bytes` to twice as many bytes by two moves that may
/// overlap.
void OutputCode::copyRunOf(Value target, Value source, int64_t bytes) {
  Value first = b.loadBytes(source, bytes);
  if (p.staticRun == bytes) {
    b.storeBytes(first, target);
    return;
  }
  Value rest = b.sub(p.run, bytes);
  Value second = b.loadBytes(b.at(source, rest), bytes);
  b.storeBytes(first, target);
  b.storeBytes(second, b.at(target, rest));
}

void OutputCode::copyRun(Value target, Value source) {
  if (p.staticRun != CopyShape::kDynamic) {
    copyRunOf(target, source, llvm::bit_floor<uint64_t>(p.staticRun));
    return;
  }
  std::function<void(int64_t)> tryBytes = [&](int64_t bytes) {
    if (bytes == 1) {
      copyRunOf(target, source, 1);
      return;
    }
    b.ifThenElse(
        b.compare(CmpIPredicate::sge, p.run, bytes),
        [&] { copyRunOf(target, source, bytes); },
        [&] { tryBytes(bytes / 2); });
  };
  tryBytes(kLineBytes / 2);
}

void OutputCode::copyRows(Value first, Value last) {
  b.loop(first, last, 1, [&](Value row) { copyRow(row); });
}

//===----------------------------------------------------------------------===//
// Transposed blocks
//===----------------------------------------------------------------------===//

/// Returns the shuffle masks of one step, which exchanges cells between two
/// lines that are `distance` apart. The lower line keeps the cells whose number
/// does not have the bit `distance`, and the higher line those that have it.
static std::pair<SmallVector<int64_t>, SmallVector<int64_t>>
getExchange(int64_t numCells, int64_t lanesPerCell, int64_t distance) {
  SmallVector<int64_t> low, high;
  int64_t numLanes = numCells * lanesPerCell;
  for (int64_t cell = 0; cell < numCells; ++cell)
    for (int64_t lane = 0; lane < lanesPerCell; ++lane) {
      auto at = [&](int64_t vector, int64_t from) {
        return vector * numLanes + from * lanesPerCell + lane;
      };
      bool hasBit = cell & distance;
      low.push_back(hasBit ? at(1, cell - distance) : at(0, cell));
      high.push_back(hasBit ? at(1, cell) : at(0, cell + distance));
    }
  return {low, high};
}

SmallVector<Value> mlir::split::native::loadTransposed(ByteBuilder &b,
                                                       ArrayRef<Value> sources,
                                                       int64_t cellBytes) {
  int64_t laneBytes = std::min<int64_t>(cellBytes, 8);
  auto type =
      VectorType::get(kLineBytes / laneBytes, b.getIntegerType(laneBytes * 8));
  SmallVector<Value> lines;
  for (Value source : sources)
    lines.push_back(LLVM::LoadOp::create(b, type, source,
                                         /*alignment=*/1));
  int64_t numCells = kLineBytes / cellBytes;
  for (int64_t distance = 1; distance < numCells; distance *= 2) {
    auto [low, high] = getExchange(numCells, cellBytes / laneBytes, distance);
    for (int64_t i = 0; i < numCells; ++i) {
      if (i & distance)
        continue;
      Value first = lines[i], second = lines[i + distance];
      lines[i] = vector::ShuffleOp::create(b, first, second, low);
      lines[i + distance] = vector::ShuffleOp::create(b, first, second, high);
    }
  }
  return lines;
}
