//===- Kernels.cpp - Kernels that copy pieces -----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"

#include <numeric>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::device;

/// The widest access of a thread, in bytes.
static constexpr int64_t kAccessBytes = 16;
/// The threads of a block.
static constexpr int64_t kBlockThreads = 256;
/// The number of accesses that each thread of a RunsKernel copies.
static constexpr int64_t kThreadAccesses = 2;
/// The most elements that a thread loads one by one instead of an unaligned
/// access. LLVM would join more of them to a vector, and merge that with the
/// aligned access.
static constexpr int64_t kMostElements = 4;
/// The most bytes of the rows of the data for each kernel of static rows, and
/// of the equal pieces of a transposition.
static constexpr int64_t kMostRegisterRowBytes = 16, kMostTileRowBytes = 128,
                         kMostColumnBytes = 16;
/// The most bytes of a tile: every device has more workgroup memory.
static constexpr int64_t kMostTileBytes = 40960;
/// The most rows of a tile of whole rows.
static constexpr int64_t kMostTileRows = 1024;
/// The rows, and the most elements of a row, of a tile of equal pieces.
static constexpr int64_t kColumnTileRows = 128, kColumnTileElements = 32;
/// The least bytes of a store to a piece from a tile of whole rows: a smaller
/// store would waste part of a memory transfer.
static constexpr int64_t kStoreBytes = 4;

/// Returns how many elements of `type` an access of `kAccessBytes` holds; 1 for
/// types that have no vectors with the layout of memory, such as i1.
static int64_t getAccessElements(Type type) {
  unsigned bits = type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 0;
  if (type.isIndex())
    bits = IndexType::kInternalStorageBitWidth;
  bool isVectorElement = bits >= 8 && bits <= 128 && llvm::isPowerOf2_32(bits);
  return isVectorElement ? kAccessBytes * 8 / bits : 1;
}

namespace {
/// Creates the ops of one launch and of the host code before it.
class KernelBuilder : public ImplicitLocOpBuilder, public IndexMath {
public:
  KernelBuilder(CopyOp op, const RowForm &form)
      : ImplicitLocOpBuilder(op.getLoc(), op),
        IndexMath(static_cast<OpBuilder &>(*this), op.getLoc()), form(form),
        element(getElementTypeOrSelf(form.data.buffer)),
        size(form.isContiguous ? getAccessElements(element) : 1),
        rowCount(get(1)) {
    for (Value size : ArrayRef(form.data.sizes).drop_back())
      rowCount = mul(rowCount, size);
  }

protected:
  /// Unlike arith.ceildivui, this needs no expansion.
  Value ceilDiv(Value a, int64_t b) { return div(add(a, b - 1), b); }

  /// Returns `body` as a function for the builder of an op, whose block yields
  /// what `body` returns.
  template <typename BodyT>
  auto addYield(BodyT body) {
    return [this, body](OpBuilder &, Location) {
      if constexpr (std::is_void_v<decltype(body())>) {
        body();
        scf::YieldOp::create(*this);
      } else {
        scf::YieldOp::create(*this, body());
      }
    };
  }
  /// Creates an scf.if with one or two bodies that yields what they return.
  template <typename... BodyT>
  scf::IfOp createIf(Value condition, BodyT... bodies) {
    return scf::IfOp::create(*this, condition, addYield(bodies)...);
  }

  /// Creates a loop over [from, to).
  void createFor(Value from, Value to, function_ref<void(Value)> body) {
    scf::buildLoopNest(
        *this, getLoc(), from, to, get(1),
        [&](OpBuilder &, Location, ValueRange at) { body(at.front()); });
  }

  /// Calls `body` with the numbers of [first, first + count) below `end` that
  /// the thread has.
  void forEach(Operand first, int64_t count, Operand end,
               function_ref<void(Value)> body) {
    Value turns = get(llvm::divideCeil(count, kBlockThreads));
    createFor(get(0), turns, [&](Value turn) {
      Value start = add(first, mul(turn, kBlockThreads));
      Value number = add(start, threadId);
      createIf(isLess(number, end), [&] { body(number); });
    });
  }

  /// Calls `copyAll` if `condition` holds and `to` is at most `end`, else
  /// `copyOne` for each number of [from, to) below `end`.
  void copyRange(Value condition, Value from, Value to, Value end,
                 function_ref<void()> copyAll,
                 function_ref<void(Value)> copyOne) {
    Value isWhole = both(condition, isLessOrEqual(to, end));
    createIf(isWhole, copyAll, [&] { createFor(from, min(to, end), copyOne); });
  }

  /// Launches `blocks` blocks of kBlockThreads threads, with workgroup memory
  /// of type `tileType` if it is not null.
  void createLaunch(Value blocks, Type tileType, function_ref<void()> body) {
    Value one = get(1), threads = get(kBlockThreads);
    auto launch = gpu::LaunchOp::create(
        *this, blocks, one, one, threads, one, one,
        /*dynamicSharedMemorySize=*/Value(), /*asyncTokenType=*/Type(),
        /*asyncDependencies=*/ValueRange(),
        tileType ? TypeRange(tileType) : TypeRange());
    InsertionGuard guard(*this);
    setInsertionPointToStart(&launch.getBody().front());
    blockId = launch.getBlockIds().x;
    threadId = launch.getThreadIds().x;
    if (tileType)
      tile = launch.getWorkgroupAttributions().front();
    body();
    gpu::TerminatorOp::create(*this);
  }

  /// Returns the address of `memory` in elements.
  Value getAddress(const Rows &memory) {
    Value bytes =
        memref::ExtractAlignedPointerAsIndexOp::create(*this, memory.buffer);
    return add(div(bytes, kAccessBytes / size), memory.offset);
  }

  /// Returns whether all pieces begin at a multiple of an access, and
  /// `position` is one.
  Value areAligned(Value position) {
    for (const Rows &piece : form.pieces)
      position = either(position, getAddress(piece));
    return isEqual(rem(position, size), 0);
  }

  /// Returns the elements of `memory` as a memref of unknown size.
  Value view(const Rows &memory) {
    int64_t dynamic = ShapedType::kDynamic;
    auto type = MemRefType::get(
        dynamic, element, StridedLayoutAttr::get(getContext(), dynamic, 1),
        cast<MemRefType>(memory.buffer.getType()).getMemorySpace());
    // The size only bounds the view; positions come from sizes of memrefs.
    OpFoldResult most = get(std::numeric_limits<int64_t>::max());
    return memref::ReinterpretCastOp::create(*this, type, memory.buffer,
                                             OpFoldResult(memory.offset), most,
                                             OpFoldResult(getIndexAttr(1)));
  }

  Value load(Value view, Value at) {
    return memref::LoadOp::create(*this, view, at);
  }
  void store(Value element, Value view, Value at) {
    memref::StoreOp::create(*this, element, view, at);
  }

  /// Loads a vector of `count` elements from a multiple of its size.
  Value loadAccess(Value view, Value at, int64_t count) {
    return vector::LoadOp::create(*this, VectorType::get(count, element), view,
                                  at, /*nontemporal=*/false,
                                  llvm::Align(kAccessBytes / size * count));
  }
  /// Stores `access`, a vector, to a multiple of its size.
  void storeAccess(Value access, Value view, Value at) {
    int64_t count = cast<VectorType>(access.getType()).getNumElements();
    vector::StoreOp::create(*this, access, view, at, /*nontemporal=*/false,
                            llvm::Align(kAccessBytes / size * count));
  }
  /// Returns a vector of `count` elements.
  Value gather(int64_t count, function_ref<Value(int64_t)> getElement) {
    SmallVector<Value> elements;
    for (int64_t i = 0; i < count; ++i)
      elements.push_back(getElement(i));
    auto type = VectorType::get(count, element);
    return vector::FromElementsOp::create(*this, type, elements);
  }
  /// Returns the elements of `access`, a vector.
  ValueRange separate(Value access) {
    return vector::ToElementsOp::create(*this, access).getElements();
  }

  /// Returns the last of `tuples` whose first value is at most `at`, or the
  /// first of them.
  SmallVector<Value> selectTuple(Value at,
                                 ArrayRef<SmallVector<Value>> tuples) {
    if (tuples.size() == 1)
      return tuples.front();
    size_t half = tuples.size() / 2;
    auto op = createIf(
        isLess(at, tuples[half].front()),
        [&] { return selectTuple(at, tuples.take_front(half)); },
        [&] { return selectTuple(at, tuples.drop_front(half)); });
    return llvm::to_vector_of<Value>(op.getResults());
  }

  const RowForm &form;
  Type element;
  /// The elements of an access.
  int64_t size;
  Value rowCount;
  /// What the launch gives to its body.
  Value blockId, threadId, tile;
};

/// Creates a launch for pieces of any size: threads follow the order of the
/// pieces, so that a device writes one stream and its caches gather what it
/// reads. A thread copies accesses that are aligned in a piece.
class RunsKernel : public KernelBuilder {
public:
  using KernelBuilder::KernelBuilder;

  void build() {
    constexpr int64_t blockAccesses = kThreadAccesses * kBlockThreads;
    Value total = countAccesses();
    createLaunch(ceilDiv(total, blockAccesses), /*tileType=*/{}, [&] {
      forEach(mul(blockId, blockAccesses), blockAccesses, total,
              [&](Value access) { copyAccess(access); });
    });
  }

private:
  /// Computes `slack` and `firsts`, and returns the number of accesses.
  Value countAccesses() {
    Value positions = get(0), total = get(0);
    for (const Rows &piece : form.pieces) {
      positions = either(positions, piece.sizes.back());
      for (Value stride : ArrayRef(piece.strides).drop_back())
        positions = either(positions, stride);
    }
    slack = size == 1 ? get(0) : select(areAligned(positions), 0, 2 * size - 2);
    for (const Rows &piece : form.pieces) {
      firsts.push_back(total);
      total = add(total, mul(rowCount, getRowAccesses(piece.sizes.back())));
    }
    return total;
  }

  /// Returns the most accesses of a row of `length` elements.
  Value getRowAccesses(Value length) { return div(add(length, slack), size); }

  void copyAccess(Value access) {
    SmallVector<SmallVector<Value>> tuples;
    for (auto [piece, start, first] :
         llvm::zip_equal(form.pieces, form.starts, firsts)) {
      tuples.push_back(
          {first, start, piece.buffer, piece.offset, piece.sizes.back()});
      llvm::append_range(tuples.back(), piece.strides);
    }
    SmallVector<Value> at = selectTuple(access, tuples);
    SmallVector<Value> strides(llvm::drop_begin(at, 5));
    Rows piece{at[2], at[3], {at[4]}, strides};
    Value position = sub(access, at[0]), accesses = getRowAccesses(at[4]);
    Value row = div(position, accesses);
    copyRowAccess(piece, at[1], row, sub(position, mul(row, accesses)));
  }

  /// Copies access `number` of row `row` of `piece`, whose rows begin at
  /// `start` of those of the data.
  void copyRowAccess(const Rows &piece, Value start, Value row, Value number) {
    const Rows &data = form.data;
    Value source = view(data), sourceAt = mul(start, data.strides.back());
    Value target = view(piece), targetAt = get(0);
    for (int64_t dim = data.sizes.size() - 2; dim >= 0; --dim) {
      Value index = dim == 0 ? row : rem(row, data.sizes[dim]);
      sourceAt = add(sourceAt, mul(index, data.strides[dim]));
      targetAt = add(targetAt, mul(index, piece.strides[dim]));
      row = dim == 0 ? row : div(row, data.sizes[dim]);
    }
    auto copyElement = [&](Value at) {
      Value inSource = add(sourceAt, mul(at, data.strides.back()));
      Value inTarget = add(targetAt, mul(at, piece.strides.back()));
      store(load(source, inSource), target, inTarget);
    };
    if (size == 1)
      return copyElement(number);
    // The first access of a row begins before the row if that is not aligned.
    Value before = rem(add(getAddress(piece), targetAt), size);
    Value from = sub(mul(number, size), before), at = add(sourceAt, from);
    Value isAligned = isEqual(rem(add(getAddress(data), at), size), 0);
    Value canJoin = isLessOrEqual(0, from);
    if (size > kMostElements)
      canJoin = both(canJoin, isAligned);
    auto loadWhole = [&] { return loadAccess(source, at, size); };
    auto loadElements = [&] {
      return gather(size, [&](int64_t i) { return load(source, add(at, i)); });
    };
    auto copyWhole = [&] {
      Value access =
          size > kMostElements
              ? loadWhole()
              : createIf(isAligned, loadWhole, loadElements).getResult(0);
      storeAccess(access, target, add(targetAt, from));
    };
    copyRange(canJoin, max(from, 0), add(from, size), piece.sizes.back(),
              copyWhole, copyElement);
  }

  /// How many elements more the accesses of a row may hold: none if each row of
  /// each piece is a sequence of whole, aligned accesses.
  Value slack;
  /// The first access of each piece.
  SmallVector<Value> firsts;
};

/// Creates a launch for rows of at most a few elements: a thread loads as many
/// rows as an access has elements, so that its part of each piece is whole
/// accesses, and separates them in registers.
class RegisterKernel : public KernelBuilder {
public:
  using KernelBuilder::KernelBuilder;

  void build() {
    Value aligned = areAligned(getAddress(form.data));
    createLaunch(ceilDiv(rowCount, size * kBlockThreads), /*tileType=*/{}, [&] {
      Value group = add(mul(blockId, kBlockThreads), threadId);
      Value row = mul(group, size);
      copyRange(
          aligned, row, add(row, size), rowCount, [&] { copyRows(row, size); },
          [&](Value at) { copyRows(at, 1); });
    });
  }

private:
  /// Copies `count` rows from `row` on by accesses of `count` elements.
  void copyRows(Value row, int64_t count) {
    Value data = view(form.data), dataAt = mul(row, form.width);
    SmallVector<Value> elements;
    for (int64_t at = 0; at < count * form.width; at += count)
      llvm::append_range(elements,
                         separate(loadAccess(data, add(dataAt, at), count)));
    int64_t start = 0;
    for (auto [piece, length] : llvm::zip_equal(form.pieces, form.lengths)) {
      Value target = view(piece), targetAt = mul(row, length);
      for (int64_t at = 0; at < count * length; at += count) {
        Value part = gather(count, [&, length = length](int64_t i) {
          int64_t row = (at + i) / length, column = (at + i) % length;
          return elements[row * form.width + start + column];
        });
        storeAccess(part, target, add(targetAt, at));
      }
      start += length;
    }
  }
};

/// Creates a launch for short rows, or for many equal pieces of few elements:
/// a block separates the pieces of a tile in workgroup memory, so that it reads
/// and writes without gaps.
class TileKernel : public KernelBuilder {
public:
  TileKernel(CopyOp op, const RowForm &form, bool hasWholeRows)
      : KernelBuilder(op, form), hasWholeRows(hasWholeRows) {
    int64_t length = form.lengths.front();
    tileWidth =
        hasWholeRows
            ? form.width
            : std::max<int64_t>(1, kColumnTileElements / length) * length;
    uint64_t most = kMostTileBytes / ((tileWidth + 1) * (kAccessBytes / size));
    tileRows = hasWholeRows
                   ? std::min<int64_t>(kMostTileRows, llvm::bit_floor(most))
                   : kColumnTileRows;
  }

  void build() {
    int64_t inRow = llvm::divideCeil(form.width, tileWidth);
    aligned = areAligned(getAddress(form.data));
    // A row of the tile has one more element, so that the elements of a column
    // are in different banks of the memory.
    auto tileType = MemRefType::get(
        tileRows * (tileWidth + 1), element, MemRefLayoutAttrInterface(),
        gpu::AddressSpaceAttr::get(getContext(), gpu::AddressSpace::Workgroup));
    createLaunch(mul(ceilDiv(rowCount, tileRows), inRow), tileType, [&] {
      firstRow = mul(div(blockId, inRow), tileRows);
      rowsHere = min(sub(rowCount, firstRow), tileRows);
      firstColumn = mul(rem(blockId, inRow), tileWidth);
      loadTile();
      gpu::BarrierOp::create(*this);
      if (hasWholeRows)
        storeWholeRows();
      else
        storeColumns();
    });
  }

private:
  /// Returns where the tile has the element in column `column` of row `row`.
  Value getPosition(Value row, Value column) {
    return add(mul(row, tileWidth + 1), column);
  }

  /// Loads the tile. If the data is aligned, the thread loads all its accesses
  /// before it stores the first one, so that it waits for memory once.
  void loadTile() {
    int64_t count = std::gcd(size, std::gcd(tileWidth, form.width));
    int64_t accesses = tileRows * tileWidth / count;
    auto loadAll = [&] {
      SmallVector<Value> numbers;
      for (int64_t turn = 0; turn < accesses; turn += kBlockThreads)
        numbers.push_back(add(threadId, turn));
      loadAccesses(numbers, count);
    };
    auto loadElements = [&] {
      forEach(0, tileRows * tileWidth, tileRows * tileWidth,
              [&](Value number) { loadAccesses(number, 1); });
    };
    createIf(aligned, loadAll, loadElements);
  }

  /// Loads those of the accesses `numbers`, which have `count` elements, that
  /// the data has, then stores them to the tile.
  void loadAccesses(ArrayRef<Value> numbers, int64_t count) {
    Value data = view(form.data);
    Value zeros = arith::ConstantOp::create(
        *this, getZeroAttr(VectorType::get(count, element)));
    SmallVector<std::array<Value, 3>> loads;
    for (Value number : numbers) {
      Value row = div(number, tileWidth / count);
      Value column = mul(rem(number, tileWidth / count), count);
      Value dataColumn = add(firstColumn, column);
      Value exists =
          both(isLess(row, rowsHere), isLess(dataColumn, form.width));
      Value at = add(mul(add(firstRow, row), form.width), dataColumn);
      auto load = [&] { return loadAccess(data, at, count); };
      auto skip = [&] { return zeros; };
      Value access = createIf(exists, load, skip).getResult(0);
      loads.push_back({exists, getPosition(row, column), access});
    }
    for (auto [exists, at, access] : loads)
      createIf(exists, [&, at = at, access = access] {
        for (auto [i, element] : llvm::enumerate(separate(access)))
          store(element, tile, add(at, int64_t(i)));
      });
  }

  /// Stores elements [number * count, (number + 1) * count) of the part of
  /// `piece` in this tile, as far as they exist. The rows of the piece have
  /// `length` elements, and begin in column `column` of the tile.
  void storePart(const Rows &piece, int64_t length, Value column, Value number,
                 int64_t count) {
    Value target = view(piece), targetAt = mul(firstRow, length);
    Value end = mul(rowsHere, length);
    Value from = mul(number, count), to = add(from, count);
    auto loadElement = [&](Value at) {
      Value inTile = add(column, rem(at, length));
      return load(tile, getPosition(div(at, length), inTile));
    };
    auto storeElement = [&](Value at) {
      store(loadElement(at), target, add(targetAt, at));
    };
    auto storeAll = [&] {
      Value part =
          gather(count, [&](int64_t i) { return loadElement(add(from, i)); });
      storeAccess(part, target, add(targetAt, from));
    };
    if (count == 1)
      createIf(isLess(from, end), [&] { storeElement(from); });
    else
      copyRange(aligned, from, to, end, storeAll, storeElement);
  }

  void storeWholeRows() {
    int64_t count = std::max<int64_t>(1, kStoreBytes * size / kAccessBytes);
    for (size_t i = 0; i < form.pieces.size(); ++i) {
      int64_t length = form.lengths[i], parts = tileRows * length / count;
      forEach(0, parts, parts, [&](Value number) {
        storePart(form.pieces[i], length, form.starts[i], number, count);
      });
    }
  }

  void storeColumns() {
    int64_t length = form.lengths.front(), inPiece = tileRows * length / size;
    int64_t parts = tileRows * tileWidth / size;
    SmallVector<SmallVector<Value>> tuples;
    for (auto [piece, start] : llvm::zip_equal(form.pieces, form.starts))
      tuples.push_back({start, piece.buffer, piece.offset});
    forEach(0, parts, parts, [&](Value number) {
      Value column = mul(div(number, inPiece), length);
      Value start = add(firstColumn, column);
      createIf(isLess(start, form.width), [&] {
        SmallVector<Value> at = selectTuple(start, tuples);
        storePart({at[1], at[2], {}, {}}, length, column, rem(number, inPiece),
                  size);
      });
    });
  }

  bool hasWholeRows;
  /// The rows of a tile, and the elements of each.
  int64_t tileRows, tileWidth;
  /// Whether the data and all pieces begin at a multiple of an access.
  Value aligned;
  /// The first row and column of the block's tile, and the rows that exist.
  Value firstRow, firstColumn, rowsHere;
};
} // namespace

void mlir::split::device::createKernel(CopyOp op, const RowForm &form) {
  ArrayRef<int64_t> lengths = form.lengths;
  int64_t size = getAccessElements(getElementTypeOrSelf(form.data.buffer)),
          bytes = kAccessBytes / size;
  if (lengths.size() <= 1 || size == 1)
    return RunsKernel(op, form).build();
  if (form.width <= kMostRegisterRowBytes / bytes)
    return RegisterKernel(op, form).build();
  bool hasShortRows = form.width <= kMostTileRowBytes / bytes;
  bool hasShortPieces =
      llvm::all_equal(lengths) && lengths.front() <= kMostColumnBytes / bytes;
  if (hasShortRows || hasShortPieces)
    return TileKernel(op, form, hasShortRows).build();
  RunsKernel(op, form).build();
}
