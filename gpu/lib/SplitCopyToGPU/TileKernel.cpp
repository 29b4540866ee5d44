//===- TileKernel.cpp - Kernels that copy through workgroup memory --------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
/// The bytes that a thread stores to pieces of whole rows at least: less would
/// use a part of what the memory transfers.
static constexpr int64_t kStoreBytes = 4;

namespace {
/// Creates the ops of one launch.
class TileKernel {
public:
  TileKernel(KernelBuilder &b, const RowForm &form, ArrayRef<int64_t> lengths,
             bool hasWholeRows)
      : b(b), form(form), lengths(lengths), hasWholeRows(hasWholeRows),
        dataWidth(std::accumulate(lengths.begin(), lengths.end(), int64_t(0))),
        width(dataWidth), rows(kColumnTileRows) {
    int64_t bytes = getElementBytes(form.element);
    if (!hasWholeRows) {
      int64_t pieces = std::max<int64_t>(1, kColumnTileElements / lengths[0]);
      width = pieces * lengths[0];
      return;
    }
    uint64_t most = kMostTileBytes / ((width + 1) * bytes);
    rows = std::min<int64_t>(kMostTileRows, llvm::bit_floor(most));
  }

  void create() {
    Value inRow = b.get(llvm::divideCeil(dataWidth, width));
    Value dataRows = form.countRows(b);
    aligned = areAligned(b, form);
    // A row of the tile has one more element, so that the elements of a column
    // are in different banks of the memory.
    auto tile = MemRefType::get(
        {rows * (width + 1)}, form.element, MemRefLayoutAttrInterface(),
        gpu::AddressSpaceAttr::get(b.getContext(),
                                   gpu::AddressSpace::Workgroup));
    Value blocks = b.mul(b.ceilDiv(dataRows, rows), inRow);
    b.createLaunch(blocks, tile, [&](KernelIds launched) {
      ids = launched;
      firstRow = b.mul(b.div(ids.block, inRow), b.get(rows));
      rowsHere = b.min(b.sub(dataRows, firstRow), b.get(rows));
      firstColumn = b.mul(b.rem(ids.block, inRow), b.get(width));
      b.createIf(aligned, [&] { load(); }, [&] { loadElements(); });
      gpu::BarrierOp::create(b);
      if (hasWholeRows)
        storeWholeRows();
      else
        storeColumns();
    });
  }

private:
  /// Returns where the tile has the element in column `column` of row `row`.
  Value getPosition(Value row, Value column) {
    return b.add(b.mul(row, b.get(width + 1)), column);
  }

  /// Loads the tile. The thread loads all its accesses before it stores the
  /// first one, so that it waits for memory once. The data is aligned.
  void load() {
    int64_t size =
        std::gcd(getAccessElements(form.element), std::gcd(width, dataWidth));
    Value data = b.view(form.data.span), inRow = b.get(width / size);
    int64_t count = rows * width / size;
    SmallVector<std::array<Value, 4>> loads;
    for (int64_t turn = 0; turn < count; turn += kBlockThreads) {
      Value number = b.add(ids.thread, b.get(turn));
      Value row = b.div(number, inRow);
      Value column = b.mul(b.rem(number, inRow), b.get(size));
      Value dataColumn = b.add(firstColumn, column);
      Value exists = b.both(b.isLess(row, rowsHere),
                            b.isLess(dataColumn, b.get(dataWidth)));
      Value at = b.mul(b.add(firstRow, row), b.get(dataWidth));
      Value access = loadIf(exists, data, b.add(at, dataColumn), size);
      loads.push_back({exists, row, column, access});
    }
    for (auto [exists, row, column, access] : loads)
      storeToTile(exists, getPosition(row, column), access);
  }

  /// Loads the tile, each element by itself.
  void loadElements() {
    Value data = b.view(form.data.span), inRow = b.get(width);
    forEach(rows * width, [&](Value number) {
      Value row = b.div(number, inRow), column = b.rem(number, inRow);
      Value dataColumn = b.add(firstColumn, column);
      Value exists = b.both(b.isLess(row, rowsHere),
                            b.isLess(dataColumn, b.get(dataWidth)));
      b.createIf(exists, [&] {
        Value at = b.mul(b.add(firstRow, row), b.get(dataWidth));
        b.store(b.load(data, b.add(at, dataColumn)), ids.tile,
                getPosition(row, column));
      });
    });
  }

  /// Loads an access if it exists, else returns zeros.
  Value loadIf(Value exists, Value data, Value at, int64_t size) {
    Type type = form.element;
    if (size > 1)
      type = VectorType::get(size, type);
    auto load = [&]() -> SmallVector<Value> {
      return {b.loadAccess(data, at, size)};
    };
    auto skip = [&]() -> SmallVector<Value> {
      return {arith::ConstantOp::create(b, b.getZeroAttr(type))};
    };
    return b.createIf(exists, type, load, skip).front();
  }

  void storeToTile(Value exists, Value at, Value access) {
    b.createIf(exists, [&] {
      if (!isa<VectorType>(access.getType()))
        return b.store(access, ids.tile, at);
      auto elements = vector::ToElementsOp::create(b, access).getElements();
      for (auto [i, element] : llvm::enumerate(elements))
        b.store(element, ids.tile, b.add(at, b.get(i)));
    });
  }

  /// Stores elements [number * size, (number + 1) * size) of the part of a
  /// piece in this tile, as far as they exist. The piece begins in column
  /// `column` of the tile.
  void storePart(Span piece, int64_t length, Value column, Value number,
                 int64_t size) {
    Value target = b.view(piece), inRow = b.get(length);
    Value targetAt = b.mul(firstRow, inRow), end = b.mul(rowsHere, inRow);
    Value from = b.mul(number, b.get(size));
    auto loadElement = [&](Value at) {
      Value inTile = b.add(column, b.rem(at, inRow));
      return b.load(ids.tile, getPosition(b.div(at, inRow), inTile));
    };
    auto storeWhole = [&] {
      SmallVector<Value> parts;
      for (int64_t i = 0; i < size; ++i)
        parts.push_back(loadElement(b.add(from, b.get(i))));
      Value access = parts.front();
      if (size > 1)
        access = vector::FromElementsOp::create(
            b, VectorType::get(size, form.element), parts);
      b.storeAccess(access, target, b.add(targetAt, from));
    };
    Value to = b.add(from, b.get(size));
    auto storeElements = [&] {
      b.createFor(from, b.min(to, end), 1, [&](Value at) {
        b.store(loadElement(at), target, b.add(targetAt, at));
      });
    };
    b.createIf(b.both(aligned, b.isLessOrEqual(to, end)), storeWhole,
               storeElements);
  }

  /// Calls `body` with the numbers below `count` that the thread has, in turns.
  void forEach(int64_t count, function_ref<void(Value)> body) {
    Value turns = b.get(llvm::divideCeil(count, kBlockThreads));
    b.createFor(b.get(0), turns, 1, [&](Value turn) {
      Value number = b.add(b.mul(turn, b.get(kBlockThreads)), ids.thread);
      b.createIf(b.isLess(number, b.get(count)), [&] { body(number); });
    });
  }

  void storeWholeRows() {
    int64_t size =
        std::max<int64_t>(1, kStoreBytes / getElementBytes(form.element));
    for (auto [piece, length] : llvm::zip_equal(form.pieces, lengths))
      forEach(rows * length / size,
              [&, &piece = piece, length = length](Value number) {
                storePart(piece.span, length, piece.start, number, size);
              });
  }

  void storeColumns() {
    int64_t length = lengths[0], size = getAccessElements(form.element);
    Value inPiece = b.get(rows * length / size), inRow = b.get(length);
    SmallVector<Value> firsts;
    SmallVector<SmallVector<Value>> spans;
    for (const Piece &piece : form.pieces) {
      firsts.push_back(piece.start);
      spans.push_back({piece.span.buffer, piece.span.offset});
    }
    forEach(rows * width / size, [&](Value number) {
      Value column = b.mul(b.div(number, inPiece), inRow);
      Value start = b.add(firstColumn, column);
      b.createIf(b.isLess(start, b.get(dataWidth)), [&] {
        SmallVector<Value> span = selectRange(b, start, firsts, spans);
        storePart({span[0], span[1]}, length, column, b.rem(number, inPiece),
                  size);
      });
    });
  }

  KernelBuilder &b;
  const RowForm &form;
  ArrayRef<int64_t> lengths;
  bool hasWholeRows;
  /// The elements of a row of the data, and of a row of the tile.
  int64_t dataWidth, width;
  /// The rows of a tile.
  int64_t rows;
  /// Whether the data and all pieces begin at a multiple of an access.
  Value aligned;
  KernelIds ids;
  /// The first row and column of the block's tile, and the rows that exist.
  Value firstRow, firstColumn, rowsHere;
};
} // namespace

void mlir::split::device::createTileKernel(KernelBuilder &builder,
                                           const RowForm &form,
                                           ArrayRef<int64_t> lengths,
                                           bool hasWholeRows) {
  TileKernel(builder, form, lengths, hasWholeRows).create();
}
