//===- TileKernels.cpp - Copies of pieces through workgroup memory --------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row of pieces of a few elements would be read or written with gaps. Here, a
// block loads a tile of rows without gaps into workgroup memory, and stores the
// parts of all pieces without gaps. A row of the tile has one more element, so
// that threads that read a column use different banks.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include <numeric>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::device;

/// The most bytes of a tile: every device has more workgroup memory.
static constexpr int64_t kMostTileBytes = 40 * 1024;
/// The most rows of a tile of whole rows.
static constexpr int64_t kMostTileRows = 1024;
/// The rows, and the most elements of a row, of a tile of equal pieces.
static constexpr int64_t kColumnTileRows = 128, kColumnTileElements = 32;
/// Threads that store at least this many bytes each use their memory well.
static constexpr int64_t kStoreBytes = 4;

namespace {
/// What both kinds of tiles have in common.
class TileKernel {
protected:
  TileKernel(KernelBuilder &b, const RowForm &form, int64_t rows, int64_t width)
      : b(b), form(form), size(getAccessElements(form.element)), rows(rows),
        width(width), aligned(areAligned(b, form)) {}

  MemRefType getTileType() {
    auto space = gpu::AddressSpaceAttr::get(b.getContext(),
                                            gpu::AddressSpace::Workgroup);
    return MemRefType::get({rows * (width + 1)}, form.element,
                           MemRefLayoutAttrInterface(), space);
  }

  /// Returns where the tile has the element of row `row` and column `column`.
  Value getTilePosition(Value row, Value column) {
    return b.add(b.mul(row, b.index(width + 1)), column);
  }

  /// Calls `body` with the numbers below `count` that the thread has, in turns.
  void forEach(int64_t count, Value thread, function_ref<void(Value)> body) {
    int64_t turns = llvm::divideCeil(count, kBlockThreads);
    b.createFor(b.index(0), b.index(turns), 1, [&](Value turn) {
      Value number = b.add(b.mul(turn, b.index(kBlockThreads)), thread);
      if (count % kBlockThreads == 0)
        body(number);
      else
        b.createIf(b.isBelow(number, b.index(count)), [&] { body(number); });
    });
  }

  /// Loads accesses into the tile. The thread loads all of its accesses before
  /// it stores the first, so that it waits for memory once. `getAccess` returns
  /// whether access `number` exists, and where it is. Elements of the tile that
  /// it has are at `getPosition(number * elements + i)`.
  void loadTile(KernelIds ids, int64_t elements,
                function_ref<std::pair<Value, Value>(Value)> getAccess,
                function_ref<Value(Value)> getPosition) {
    int64_t count = rows * width / elements;
    SmallVector<std::tuple<Value, Value, Value>> loads;
    Value data = b.view(form.data);
    for (int64_t first = 0; first < count; first += kBlockThreads) {
      Value number = b.add(ids.thread, b.index(first));
      auto [exists, at] = getAccess(number);
      if (first + kBlockThreads > count)
        exists = b.logicalAnd(b.isBelow(number, b.index(count)), exists);
      loads.emplace_back(number, exists, loadIf(exists, data, at, elements));
    }
    for (auto [number, exists, access] : loads) {
      Value from = b.mul(number, b.index(elements));
      b.createIf(exists, [&, access = access] {
        SmallVector<Value> parts{access};
        if (elements > 1)
          parts = llvm::to_vector_of<Value>(
              vector::ToElementsOp::create(b, access).getElements());
        for (auto [i, element] : llvm::enumerate(parts))
          b.store(element, ids.tile, getPosition(b.add(from, b.index(i))));
      });
    }
  }

  /// Stores elements [from, from + count) of a piece that has `end` elements up
  /// to here: element i is at `getPosition(i)` of the tile, and goes to
  /// `targetAt` + i.
  void storeElements(Value tile, Value from, int64_t count, Value end,
                     Value target, Value targetAt,
                     function_ref<Value(Value)> getPosition) {
    auto storeOne = [&](Value at) {
      b.store(b.load(tile, getPosition(at)), target, b.add(targetAt, at));
    };
    Value to = b.add(from, b.index(count));
    if (count == 1) {
      b.createIf(b.isBelow(from, end), [&] { storeOne(from); });
      return;
    }
    b.createIf(
        b.compare(arith::CmpIPredicate::ule, to, end),
        [&] {
          SmallVector<Value> parts;
          for (int64_t i = 0; i < count; ++i)
            parts.push_back(b.load(tile, getPosition(b.add(from, b.index(i)))));
          Value access = vector::FromElementsOp::create(
              b, VectorType::get(count, form.element), parts);
          b.storeAccess(access, target, b.add(targetAt, from), aligned);
        },
        [&] { b.createFor(from, end, 1, storeOne); });
  }

  /// Returns how many rows the tile has that begins at row `first`.
  Value countRows(Value first) {
    return b.createOrFold<arith::MinUIOp>(b.sub(form.rows, first),
                                          b.index(rows));
  }

  KernelBuilder &b;
  const RowForm &form;
  /// The elements of an access.
  int64_t size;
  /// The rows of a tile, and the elements of each.
  int64_t rows, width;
  /// Whether the data and all pieces begin at a multiple of an access.
  Value aligned;

private:
  /// Loads an access if it exists, else returns zeros.
  Value loadIf(Value exists, Value data, Value at, int64_t elements) {
    Type type = form.element;
    if (elements > 1)
      type = VectorType::get(elements, type);
    return b
        .createIf(
            exists, type,
            [&]() -> SmallVector<Value> {
              return {b.loadAccess(data, at, elements, aligned)};
            },
            [&]() -> SmallVector<Value> {
              return {arith::ConstantOp::create(b, b.getZeroAttr(type))};
            })
        .front();
  }
};

/// A block has a tile of whole rows.
class RowTileKernel : TileKernel {
public:
  RowTileKernel(KernelBuilder &b, const RowForm &form, ArrayRef<int64_t> runs)
      : TileKernel(b, form, 0,
                   std::accumulate(runs.begin(), runs.end(), int64_t(0))),
        runs(runs) {
    int64_t rowBytes = (width + 1) * getElementBytes(form.element);
    rows = std::min<int64_t>(
        kMostTileRows, llvm::bit_floor(uint64_t(kMostTileBytes / rowBytes)));
  }

  void create() {
    b.createLaunch(b.ceilDiv(form.rows, rows), getTileType(),
                   [&](KernelIds ids) {
                     Value first = b.mul(ids.block, b.index(rows));
                     Value count = countRows(first);
                     load(ids, first, count);
                     gpu::BarrierOp::create(b);
                     store(ids, first, count);
                   });
  }

private:
  void load(KernelIds ids, Value first, Value count) {
    Value dataAt = b.mul(first, b.index(width));
    Value end = b.mul(count, b.index(width));
    auto getPosition = [&](Value at) {
      return getTilePosition(b.div(at, b.index(width)),
                             b.rem(at, b.index(width)));
    };
    loadTile(
        ids, size,
        [&](Value number) {
          Value at = b.mul(number, b.index(size));
          Value exists = b.compare(arith::CmpIPredicate::ule,
                                   b.add(at, b.index(size)), end);
          return std::pair(exists, b.add(dataAt, at));
        },
        getPosition);
    // The last elements of the last tile are no whole access.
    Value data = b.view(form.data);
    Value at =
        b.add(b.mul(b.div(end, b.index(size)), b.index(size)), ids.thread);
    b.createIf(b.isBelow(at, end), [&] {
      b.store(b.load(data, b.add(dataAt, at)), ids.tile, getPosition(at));
    });
  }

  void store(KernelIds ids, Value first, Value count) {
    int64_t step =
        std::max<int64_t>(1, kStoreBytes / getElementBytes(form.element));
    int64_t start = 0;
    for (auto [piece, run] : llvm::zip_equal(form.pieces, runs)) {
      Value target = b.view(piece.span), length = b.index(run);
      Value targetAt = b.mul(first, length), end = b.mul(count, length);
      forEach(rows * run / step, ids.thread, [&](Value number) {
        storeElements(ids.tile, b.mul(number, b.index(step)), step, end, target,
                      targetAt, [&](Value at) {
                        Value column = b.add(b.rem(at, length), b.index(start));
                        return getTilePosition(b.div(at, length), column);
                      });
      });
      start += run;
    }
  }

  ArrayRef<int64_t> runs;
};

/// A block has a part of the rows of a few equal pieces.
class ColumnTileKernel : TileKernel {
public:
  ColumnTileKernel(KernelBuilder &b, const RowForm &form, int64_t run)
      : TileKernel(b, form, kColumnTileRows,
                   std::max<int64_t>(1, kColumnTileElements / run) * run),
        run(run) {}

  void create() {
    int64_t tilesInRow = llvm::divideCeil(form.pieces.size(), width / run);
    Value inRow = b.index(tilesInRow);
    Value blocks = b.mul(b.ceilDiv(form.rows, rows), inRow);
    b.createLaunch(blocks, getTileType(), [&](KernelIds ids) {
      Value first = b.mul(b.div(ids.block, inRow), b.index(rows));
      Value column = b.rem(ids.block, inRow), count = countRows(first);
      load(ids, first, count, b.mul(column, b.index(width)));
      gpu::BarrierOp::create(b);
      store(ids, first, count, b.mul(column, b.index(width / run)));
    });
  }

private:
  void load(KernelIds ids, Value first, Value count, Value firstColumn) {
    int64_t dataWidth = run * form.pieces.size();
    int64_t elements = dataWidth % size == 0 && width % size == 0 ? size : 1;
    Value inRow = b.index(width / elements);
    loadTile(
        ids, elements,
        [&](Value number) {
          Value row = b.div(number, inRow);
          Value column = b.add(firstColumn,
                               b.mul(b.rem(number, inRow), b.index(elements)));
          Value exists = b.logicalAnd(b.isBelow(row, count),
                                      b.isBelow(column, b.index(dataWidth)));
          Value at = b.mul(b.add(first, row), b.index(dataWidth));
          return std::pair(exists, b.add(at, column));
        },
        [&](Value at) {
          return getTilePosition(b.div(at, b.index(width)),
                                 b.rem(at, b.index(width)));
        });
  }

  void store(KernelIds ids, Value first, Value count, Value firstPiece) {
    Value length = b.index(run), inPiece = b.index(rows * run / size);
    Value targetAt = b.mul(first, length), end = b.mul(count, length);
    SmallVector<Value> firsts;
    SmallVector<SmallVector<Value>> spans;
    for (auto [i, piece] : llvm::enumerate(form.pieces)) {
      firsts.push_back(b.index(i));
      spans.push_back({piece.span.buffer, piece.span.offset});
    }
    forEach(width * rows / size, ids.thread, [&](Value number) {
      Value column = b.div(number, inPiece), piece = b.add(firstPiece, column);
      b.createIf(b.isBelow(piece, b.index(form.pieces.size())), [&] {
        SmallVector<Value> span = selectRange(b, piece, firsts, spans);
        Value from = b.mul(b.rem(number, inPiece), b.index(size));
        storeElements(ids.tile, from, size, end, b.view({span[0], span[1]}),
                      targetAt, [&](Value at) {
                        Value inRow =
                            b.add(b.mul(column, length), b.rem(at, length));
                        return getTilePosition(b.div(at, length), inRow);
                      });
      });
    });
  }

  int64_t run;
};
} // namespace

void mlir::split::device::createRowTileKernel(KernelBuilder &builder,
                                              const RowForm &form,
                                              ArrayRef<int64_t> runs) {
  RowTileKernel(builder, form, runs).create();
}

void mlir::split::device::createColumnTileKernel(KernelBuilder &builder,
                                                 const RowForm &form,
                                                 int64_t run) {
  ColumnTileKernel(builder, form, run).create();
}
