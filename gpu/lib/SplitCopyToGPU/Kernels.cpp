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
/// The accesses that a thread of a kernel for runs copies.
static constexpr int64_t kThreadAccesses = 2;
/// The most elements that replace an access whose source is not aligned. LLVM
/// would join more of them, and these with the aligned access.
static constexpr int64_t kMostElements = 4;
/// The most bytes of the rows of the data for each kernel of static rows, and
/// of the equal pieces of a transposition.
static constexpr int64_t kMostRegisterRowBytes = 16, kMostTileRowBytes = 128,
                         kMostColumnBytes = 16;
/// The most bytes of a tile: every device has more workgroup memory.
static constexpr int64_t kMostTileBytes = 40 * 1024;
/// The most rows of a tile of whole rows.
static constexpr int64_t kMostTileRows = 1024;
/// The rows, and the most elements of a row, of a tile of equal pieces.
static constexpr int64_t kColumnTileRows = 128, kColumnTileElements = 32;
/// The bytes that a thread stores to pieces of whole rows at least: less would
/// use a part of what the memory transfers.
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
        size(form.isContiguous ? getAccessElements(form.element) : 1),
        width(std::accumulate(form.lengths.begin(), form.lengths.end(),
                              int64_t(0))),
        rows(get(1)) {
    for (Value size : ArrayRef(form.data.sizes).drop_back())
      rows = mul(rows, size);
  }

protected:
  /// Unlike arith.ceildivui, this needs no expansion.
  Value ceilDiv(Value a, int64_t b) { return div(add(a, get(b - 1)), get(b)); }

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

  /// Creates an scf.if that yields what the bodies return, if anything.
  template <typename ThenT, typename ElseT>
  scf::IfOp createIf(Value condition, ThenT thenBody, ElseT elseBody) {
    return scf::IfOp::create(*this, condition, addYield(thenBody),
                             addYield(elseBody));
  }
  void createIf(Value condition, function_ref<void()> body) {
    scf::IfOp::create(*this, condition, addYield(body));
  }
  /// Creates a loop over [from, to).
  void createFor(Value from, Value to, function_ref<void(Value)> body);
  /// Calls `body` with those of the numbers [first, first + turns *
  /// kBlockThreads) that are below `end` and belong to the thread.
  void forEach(Value first, int64_t turns, Value end,
               function_ref<void(Value)> body);
  /// Launches `blocks` blocks of kBlockThreads threads, none if there are none,
  /// with workgroup memory of type `tileType` if it is not null.
  void createLaunch(Value blocks, Type tileType, function_ref<void()> body);

  /// Returns the address of `memory` in elements, modulo an access.
  Value getMisalignment(const Rows &memory);
  /// Returns whether the data and all pieces begin at a multiple of an access.
  Value areAligned();
  /// Returns the elements of `memory` as a memref of unknown size.
  Value view(const Rows &memory);
  Value load(Value view, Value at) {
    return memref::LoadOp::create(*this, view, at);
  }
  void store(Value element, Value view, Value at) {
    memref::StoreOp::create(*this, element, view, at);
  }
  /// Loads a vector of `count` elements from a multiple of its size.
  Value loadAccess(Value view, Value at, int64_t count);
  /// Returns `elements` as a vector.
  Value join(ArrayRef<Value> elements);
  /// Stores `access`, a vector, to a multiple of its size.
  void storeAccess(Value access, Value view, Value at);

  /// Returns the values among `tuples` of the last range that begins at or
  /// before `at`. Range i begins at `firsts[i]`; the first one is not read.
  SmallVector<Value> selectRange(Value at, ArrayRef<Value> firsts,
                                 ArrayRef<SmallVector<Value>> tuples);

  const RowForm &form;
  /// The elements of an access.
  int64_t size;
  /// The elements of a row of the data, if static.
  int64_t width;
  /// The number of rows.
  Value rows;
  /// What the launch gives to its body.
  Value blockId, threadId, tile;

private:
  /// Returns the bytes of a vector of `count` elements.
  llvm::Align getAlignment(int64_t count) {
    return llvm::Align(kAccessBytes / size * count);
  }
};
} // namespace

void KernelBuilder::createFor(Value from, Value to,
                              function_ref<void(Value)> body) {
  auto op = scf::ForOp::create(*this, from, to, get(1));
  InsertionGuard guard(*this);
  setInsertionPointToStart(op.getBody());
  body(op.getInductionVar());
}

void KernelBuilder::forEach(Value first, int64_t turns, Value end,
                            function_ref<void(Value)> body) {
  createFor(get(0), get(turns), [&](Value turn) {
    Value start = add(first, mul(turn, get(kBlockThreads)));
    Value number = add(start, threadId);
    createIf(isLess(number, end), [&] { body(number); });
  });
}

void KernelBuilder::createLaunch(Value blocks, Type tileType,
                                 function_ref<void()> body) {
  Value one = get(1), threads = get(kBlockThreads);
  auto launch = gpu::LaunchOp::create(
      *this, blocks, one, one, threads, one, one,
      /*dynamicSharedMemorySize=*/Value(), /*asyncTokenType=*/Type(),
      /*asyncDependencies=*/ValueRange(),
      tileType ? TypeRange(tileType) : TypeRange());
  skipEmptyLaunch(launch);
  InsertionGuard guard(*this);
  setInsertionPointToStart(&launch.getBody().front());
  blockId = launch.getBlockIds().x;
  threadId = launch.getThreadIds().x;
  if (tileType)
    tile = launch.getWorkgroupAttributions().front();
  body();
  gpu::TerminatorOp::create(*this);
}

Value KernelBuilder::getMisalignment(const Rows &memory) {
  Value bytes =
      memref::ExtractAlignedPointerAsIndexOp::create(*this, memory.buffer);
  Value start = div(bytes, get(kAccessBytes / size));
  return rem(add(start, memory.offset), get(size));
}

Value KernelBuilder::areAligned() {
  Value rest = getMisalignment(form.data);
  for (const Rows &piece : form.pieces)
    rest = either(rest, getMisalignment(piece));
  return isEqual(rest, 0);
}

Value KernelBuilder::view(const Rows &memory) {
  int64_t dynamic = ShapedType::kDynamic;
  auto type = MemRefType::get(
      dynamic, form.element, StridedLayoutAttr::get(getContext(), dynamic, 1),
      cast<MemRefType>(memory.buffer.getType()).getMemorySpace());
  // The size only bounds the view; positions come from sizes of memrefs.
  OpFoldResult most = get(std::numeric_limits<int64_t>::max());
  return memref::ReinterpretCastOp::create(*this, type, memory.buffer,
                                           OpFoldResult(memory.offset), most,
                                           OpFoldResult(getIndexAttr(1)));
}

Value KernelBuilder::loadAccess(Value view, Value at, int64_t count) {
  return vector::LoadOp::create(*this, VectorType::get(count, form.element),
                                view, at, /*nontemporal=*/false,
                                getAlignment(count));
}

Value KernelBuilder::join(ArrayRef<Value> elements) {
  auto type = VectorType::get(elements.size(), form.element);
  return vector::FromElementsOp::create(*this, type, elements);
}

void KernelBuilder::storeAccess(Value access, Value view, Value at) {
  int64_t count = cast<VectorType>(access.getType()).getNumElements();
  vector::StoreOp::create(*this, access, view, at, /*nontemporal=*/false,
                          getAlignment(count));
}

SmallVector<Value>
KernelBuilder::selectRange(Value at, ArrayRef<Value> firsts,
                           ArrayRef<SmallVector<Value>> tuples) {
  if (tuples.size() == 1)
    return tuples.front();
  size_t half = tuples.size() / 2;
  auto selectLower = [&] {
    return selectRange(at, firsts.take_front(half), tuples.take_front(half));
  };
  auto selectUpper = [&] {
    return selectRange(at, firsts.drop_front(half), tuples.drop_front(half));
  };
  auto op = createIf(isLess(at, firsts[half]), selectLower, selectUpper);
  return llvm::to_vector_of<Value>(op.getResults());
}

namespace {
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
      forEach(mul(blockId, get(blockAccesses)), kThreadAccesses, total,
              [&](Value access) { copyAccess(access); });
    });
  }

private:
  /// Computes `firsts` and `alignedRows`, and returns the number of accesses.
  Value countAccesses() {
    Value rest = get(0), total = get(0);
    for (const Rows &piece : form.pieces) {
      if (size == 1)
        break;
      rest = either(rest, getMisalignment(piece));
      for (Value stride : ArrayRef(piece.strides).drop_back())
        rest = either(rest, rem(stride, get(size)));
      rest = either(rest, rem(piece.sizes.back(), get(size)));
    }
    alignedRows = isEqual(rest, 0);
    for (const Rows &piece : form.pieces) {
      firsts.push_back(total);
      total = add(total, mul(rows, getRowAccesses(piece.sizes.back())));
    }
    return total;
  }

  /// Returns the most accesses of a row of `length` elements.
  Value getRowAccesses(Value length) {
    if (size == 1)
      return length;
    return select(alignedRows, div(length, get(size)),
                  div(add(length, get(2 * size - 2)), get(size)));
  }

  void copyAccess(Value access) {
    SmallVector<SmallVector<Value>> tuples;
    for (auto [piece, start, first] :
         llvm::zip_equal(form.pieces, form.starts, firsts)) {
      tuples.push_back(
          {first, start, piece.buffer, piece.offset, piece.sizes.back()});
      llvm::append_range(tuples.back(), piece.strides);
    }
    SmallVector<Value> at = selectRange(access, firsts, tuples);
    Rows piece{
        at[2], at[3], {at[4]}, SmallVector<Value>(llvm::drop_begin(at, 5))};
    Value position = sub(access, at[0]), accesses = getRowAccesses(at[4]);
    Value row = div(position, accesses);
    copyRowAccess(piece, at[1], row, sub(position, mul(row, accesses)));
  }

  /// Copies access `number` of row `row` of `piece`, whose rows begin at
  /// `start` of those of the data.
  void copyRowAccess(const Rows &piece, Value start, Value row, Value number) {
    Value data = view(form.data), target = view(piece);
    Value dataAt = mul(start, form.data.strides.back()), targetAt = get(0);
    for (int64_t dim = form.data.sizes.size() - 2; dim >= 0; --dim) {
      Value index = dim == 0 ? row : rem(row, form.data.sizes[dim]);
      dataAt = add(dataAt, mul(index, form.data.strides[dim]));
      targetAt = add(targetAt, mul(index, piece.strides[dim]));
      row = dim == 0 ? row : div(row, form.data.sizes[dim]);
    }
    auto copyElement = [&](Value at) {
      Value inData = add(dataAt, mul(at, form.data.strides.back()));
      Value inTarget = add(targetAt, mul(at, piece.strides.back()));
      store(load(data, inData), target, inTarget);
    };
    if (size == 1)
      return copyElement(number);
    // The first access of a row begins before the row if that is not aligned.
    Value length = piece.sizes.back();
    Value before = rem(add(getMisalignment(piece), targetAt), get(size));
    Value from = sub(mul(number, get(size)), before);
    Value to = add(from, get(size)), at = add(dataAt, from);
    Value rest = rem(add(getMisalignment(form.data), at), get(size));
    Value isAligned = isEqual(rest, 0);
    Value isWhole =
        both(isLessOrEqual(get(0), from), isLessOrEqual(to, length));
    if (size > kMostElements)
      isWhole = both(isWhole, isAligned);
    auto loadWhole = [&] { return loadAccess(data, at, size); };
    auto loadElements = [&] {
      SmallVector<Value> elements;
      for (int64_t i = 0; i < size; ++i)
        elements.push_back(load(data, add(at, get(i))));
      return join(elements);
    };
    auto copyWhole = [&] {
      Value access =
          size > kMostElements
              ? loadWhole()
              : createIf(isAligned, loadWhole, loadElements).getResult(0);
      storeAccess(access, target, add(targetAt, from));
    };
    auto copyPart = [&] {
      createFor(max(from, get(0)), min(to, length), copyElement);
    };
    createIf(isWhole, copyWhole, copyPart);
  }

  /// Whether each row of each piece is a sequence of whole, aligned accesses.
  Value alignedRows;
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
    Value aligned = areAligned();
    createLaunch(ceilDiv(rows, size * kBlockThreads), /*tileType=*/{}, [&] {
      Value group = add(mul(blockId, get(kBlockThreads)), threadId);
      Value row = mul(group, get(size)), end = add(row, get(size));
      auto copyGroup = [&] { copyRows(row, size); };
      auto copyRest = [&] {
        createFor(row, min(end, rows), [&](Value at) { copyRows(at, 1); });
      };
      createIf(both(aligned, isLessOrEqual(end, rows)), copyGroup, copyRest);
    });
  }

private:
  /// Copies `count` rows from `row` on by accesses of `count` elements.
  void copyRows(Value row, int64_t count) {
    Value data = view(form.data), dataAt = mul(row, get(width));
    SmallVector<Value> elements;
    for (int64_t at = 0; at < count * width; at += count) {
      Value access = loadAccess(data, add(dataAt, get(at)), count);
      llvm::append_range(
          elements, vector::ToElementsOp::create(*this, access).getElements());
    }
    int64_t start = 0;
    for (auto [piece, length] : llvm::zip_equal(form.pieces, form.lengths)) {
      Value target = view(piece), targetAt = mul(row, get(length));
      for (int64_t at = 0; at < count * length; at += count) {
        SmallVector<Value> parts;
        for (int64_t i = at; i < at + count; ++i)
          parts.push_back(elements[i / length * width + start + i % length]);
        storeAccess(join(parts), target, add(targetAt, get(at)));
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
    if (hasWholeRows) {
      tileWidth = width;
      uint64_t most = kMostTileBytes / ((width + 1) * (kAccessBytes / size));
      tileRows = std::min<int64_t>(kMostTileRows, llvm::bit_floor(most));
    } else {
      int64_t length = form.lengths.front();
      tileWidth = std::max<int64_t>(1, kColumnTileElements / length) * length;
      tileRows = kColumnTileRows;
    }
  }

  void build() {
    Value inRow = get(llvm::divideCeil(width, tileWidth));
    aligned = areAligned();
    // A row of the tile has one more element, so that the elements of a column
    // are in different banks of the memory.
    auto tileType = MemRefType::get(
        tileRows * (tileWidth + 1), form.element, MemRefLayoutAttrInterface(),
        gpu::AddressSpaceAttr::get(getContext(), gpu::AddressSpace::Workgroup));
    Value blocks = mul(ceilDiv(rows, tileRows), inRow);
    createLaunch(blocks, tileType, [&] {
      firstRow = mul(div(blockId, inRow), get(tileRows));
      rowsHere = min(sub(rows, firstRow), get(tileRows));
      firstColumn = mul(rem(blockId, inRow), get(tileWidth));
      createIf(aligned, [&] { loadTile(); }, [&] { loadElements(); });
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
    return add(mul(row, get(tileWidth + 1)), column);
  }

  /// Says of the elements [number * count, (number + 1) * count) of the tile
  /// whether the data has them, and where they are in the data and in the tile.
  std::array<Value, 3> locate(Value number, int64_t count) {
    Value inRow = get(tileWidth / count), row = div(number, inRow);
    Value column = mul(rem(number, inRow), get(count));
    Value dataColumn = add(firstColumn, column);
    Value exists = both(isLess(row, rowsHere), isLess(dataColumn, get(width)));
    Value at = add(mul(add(firstRow, row), get(width)), dataColumn);
    return {exists, at, getPosition(row, column)};
  }

  /// Loads the tile. The thread loads all its accesses before it stores the
  /// first one, so that it waits for memory once. The data is aligned.
  void loadTile() {
    int64_t count = std::gcd(size, std::gcd(tileWidth, width));
    int64_t accesses = tileRows * tileWidth / count;
    Value data = view(form.data);
    auto zeros = getZeroAttr(VectorType::get(count, form.element));
    SmallVector<std::array<Value, 3>> loads;
    for (int64_t turn = 0; turn < accesses; turn += kBlockThreads) {
      auto [exists, at, inTile] = locate(add(threadId, get(turn)), count);
      auto load = [&, at = at] { return loadAccess(data, at, count); };
      auto skip = [&]() -> Value {
        return arith::ConstantOp::create(*this, zeros);
      };
      Value access = createIf(exists, load, skip).getResult(0);
      loads.push_back({exists, inTile, access});
    }
    for (auto [exists, inTile, access] : loads)
      createIf(exists, [&, inTile = inTile, access = access] {
        auto elements = vector::ToElementsOp::create(*this, access);
        for (auto [i, element] : llvm::enumerate(elements.getElements()))
          store(element, tile, add(inTile, get(i)));
      });
  }

  /// Loads the tile, each element by itself.
  void loadElements() {
    Value data = view(form.data);
    forEachOf(tileRows * tileWidth, [&](Value number) {
      auto [exists, at, inTile] = locate(number, 1);
      createIf(exists, [&, at = at, inTile = inTile] {
        store(load(data, at), tile, inTile);
      });
    });
  }

  /// Stores elements [number * count, (number + 1) * count) of the part of
  /// `piece` in this tile, as far as they exist. The rows of the piece have
  /// `length` elements, and begin in column `column` of the tile.
  void storePart(const Rows &piece, int64_t length, Value column, Value number,
                 int64_t count) {
    Value target = view(piece), inRow = get(length);
    Value targetAt = mul(firstRow, inRow), end = mul(rowsHere, inRow);
    Value from = mul(number, get(count)), to = add(from, get(count));
    auto loadElement = [&](Value at) {
      Value inTile = add(column, rem(at, inRow));
      return load(tile, getPosition(div(at, inRow), inTile));
    };
    auto storeWhole = [&] {
      SmallVector<Value> elements;
      for (int64_t i = 0; i < count; ++i)
        elements.push_back(loadElement(add(from, get(i))));
      storeAccess(join(elements), target, add(targetAt, from));
    };
    auto storeRest = [&] {
      createFor(from, min(to, end), [&](Value at) {
        store(loadElement(at), target, add(targetAt, at));
      });
    };
    if (count == 1)
      return storeRest();
    createIf(both(aligned, isLessOrEqual(to, end)), storeWhole, storeRest);
  }

  /// Calls `body` with the numbers below `count` that the thread has.
  void forEachOf(int64_t count, function_ref<void(Value)> body) {
    forEach(get(0), llvm::divideCeil(count, kBlockThreads), get(count), body);
  }

  void storeWholeRows() {
    int64_t count = std::max<int64_t>(1, kStoreBytes * size / kAccessBytes);
    for (auto [piece, start, length] :
         llvm::zip_equal(form.pieces, form.starts, form.lengths))
      forEachOf(tileRows * length / count,
                [&, &piece = piece, start = start, length = length](Value i) {
                  storePart(piece, length, start, i, count);
                });
  }

  void storeColumns() {
    int64_t length = form.lengths.front();
    Value inPiece = get(tileRows * length / size);
    SmallVector<SmallVector<Value>> memories;
    for (const Rows &piece : form.pieces)
      memories.push_back({piece.buffer, piece.offset});
    forEachOf(tileRows * tileWidth / size, [&](Value number) {
      Value column = mul(div(number, inPiece), get(length));
      Value start = add(firstColumn, column);
      createIf(isLess(start, get(width)), [&] {
        SmallVector<Value> memory = selectRange(start, form.starts, memories);
        storePart({memory[0], memory[1], {}, {}}, length, column,
                  rem(number, inPiece), size);
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
  int64_t size = getAccessElements(form.element);
  if (lengths.size() <= 1 || size == 1)
    return RunsKernel(op, form).build();
  int64_t bytes = kAccessBytes / size, rowBytes = 0;
  for (int64_t length : lengths)
    rowBytes += bytes * length;
  if (rowBytes <= kMostRegisterRowBytes)
    return RegisterKernel(op, form).build();
  bool hasShortRows = rowBytes <= kMostTileRowBytes;
  bool hasShortPieces =
      llvm::all_equal(lengths) && bytes * lengths.front() <= kMostColumnBytes;
  if (hasShortRows || hasShortPieces)
    return TileKernel(op, form, hasShortRows).build();
  RunsKernel(op, form).build();
}
