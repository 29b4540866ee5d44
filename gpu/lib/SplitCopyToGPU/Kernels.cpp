//===- Kernels.cpp - Kernels that copy pieces through registers -----------===//
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

/// The accesses that a thread of a kernel for runs copies.
static constexpr int64_t kThreadAccesses = 2;
/// The most elements that replace an access whose source is not aligned. LLVM
/// would join more of them, and these with the aligned access.
static constexpr int64_t kMostElements = 4;

SmallVector<Value>
mlir::split::device::selectRange(KernelBuilder &builder, Value at,
                                 ArrayRef<Value> firsts,
                                 ArrayRef<SmallVector<Value>> tuples) {
  if (tuples.size() == 1)
    return tuples.front();
  size_t half = tuples.size() / 2;
  return builder.createIf(
      builder.isLess(at, firsts[half]), ValueRange(tuples.front()).getTypes(),
      [&] {
        return selectRange(builder, at, firsts.take_front(half),
                           tuples.take_front(half));
      },
      [&] {
        return selectRange(builder, at, firsts.drop_front(half),
                           tuples.drop_front(half));
      });
}

Value mlir::split::device::areAligned(KernelBuilder &builder,
                                      const RowForm &form) {
  Value rest = builder.getMisalignment(form.data.span);
  for (const Piece &piece : form.pieces)
    rest = builder.either(rest, builder.getMisalignment(piece.span));
  return builder.isEqual(rest, 0);
}

namespace {
/// Creates the ops of a launch for pieces of any size.
class RunsKernel {
public:
  RunsKernel(KernelBuilder &b, const RowForm &form)
      : b(b), form(form),
        size(form.isContiguous ? getAccessElements(form.element) : 1) {}

  void create() {
    Value total = countAccesses();
    Value blocks = b.ceilDiv(total, kThreadAccesses * kBlockThreads);
    b.createLaunch(blocks, /*tile=*/{}, [&](KernelIds ids) {
      Value first = b.mul(ids.block, b.get(kThreadAccesses));
      b.createFor(b.get(0), b.get(kThreadAccesses), 1, [&](Value step) {
        Value turn = b.mul(b.add(first, step), b.get(kBlockThreads));
        Value access = b.add(turn, ids.thread);
        b.createIf(b.isLess(access, total), [&] { copyAccess(access); });
      });
    });
  }

private:
  /// Computes `firsts` and `alignedRows`, and returns the number of accesses.
  Value countAccesses() {
    Value rest = b.get(0), total = b.get(0), rows = form.countRows(b);
    for (const Piece &piece : form.pieces) {
      if (size == 1)
        break;
      SmallVector<Value> counts(piece.rowStrides);
      counts.push_back(piece.length);
      rest = b.either(rest, b.getMisalignment(piece.span));
      for (Value count : counts)
        rest = b.either(rest, b.rem(count, b.get(size)));
    }
    alignedRows = b.isEqual(rest, 0);
    for (const Piece &piece : form.pieces) {
      firsts.push_back(total);
      total = b.add(total, b.mul(rows, getRowAccesses(piece.length)));
    }
    return total;
  }

  /// Returns the most accesses of a row of `length` elements.
  Value getRowAccesses(Value length) {
    if (size == 1)
      return length;
    return b.select(alignedRows, b.div(length, b.get(size)),
                    b.div(b.add(length, b.get(2 * size - 2)), b.get(size)));
  }

  void copyAccess(Value access) {
    SmallVector<SmallVector<Value>> tuples;
    for (auto [piece, first] : llvm::zip_equal(form.pieces, firsts)) {
      tuples.push_back({piece.span.buffer, piece.span.offset, piece.stride,
                        piece.start, piece.length, first});
      llvm::append_range(tuples.back(), piece.rowStrides);
    }
    SmallVector<Value> at = selectRange(b, access, firsts, tuples);
    SmallVector<Value> rowStrides(ArrayRef(at).drop_front(6));
    Piece piece{{{at[0], at[1]}, rowStrides, at[2]}, at[3], at[4]};
    Value position = b.sub(access, at[5]);
    Value accesses = getRowAccesses(piece.length);
    Value row = b.div(position, accesses);
    copyRowAccess(piece, row, b.sub(position, b.mul(row, accesses)));
  }

  /// Returns where row `row` begins in the data and in `piece`.
  std::pair<Value, Value> getRowStarts(const Piece &piece, Value row) {
    Value dataAt = b.mul(piece.start, form.data.stride), pieceAt = b.get(0);
    for (int64_t dim = form.sizes.size() - 1; dim >= 0; --dim) {
      Value index = dim == 0 ? row : b.rem(row, form.sizes[dim]);
      dataAt = b.add(dataAt, b.mul(index, form.data.rowStrides[dim]));
      pieceAt = b.add(pieceAt, b.mul(index, piece.rowStrides[dim]));
      row = dim == 0 ? row : b.div(row, form.sizes[dim]);
    }
    return {dataAt, pieceAt};
  }

  /// Copies access `number` of a row of `piece`.
  void copyRowAccess(const Piece &piece, Value row, Value number) {
    Value data = b.view(form.data.span), target = b.view(piece.span);
    auto [dataAt, targetAt] = getRowStarts(piece, row);
    if (size == 1) {
      Value element =
          b.load(data, b.add(dataAt, b.mul(number, form.data.stride)));
      b.store(element, target, b.add(targetAt, b.mul(number, piece.stride)));
      return;
    }
    // The first access of a row begins before the row if that is not aligned.
    Value zero = b.get(0), count = b.get(size);
    Value before = b.rem(b.add(b.getMisalignment(piece.span), targetAt), count);
    Value from = b.sub(b.mul(number, count), before), to = b.add(from, count);
    Value isWhole =
        b.both(b.isLessOrEqual(zero, from), b.isLessOrEqual(to, piece.length));
    Value at = b.add(dataAt, from);
    Value rest = b.rem(b.add(b.getMisalignment(form.data.span), at), count);
    Value isAligned = b.isEqual(rest, 0);
    if (size > kMostElements)
      isWhole = b.both(isWhole, isAligned);
    auto copyWhole = [&, targetAt = targetAt] {
      Value access = size > kMostElements
                         ? b.loadAccess(data, at, size)
                         : b.loadAccess(data, at, size, isAligned);
      b.storeAccess(access, target, b.add(targetAt, from));
    };
    auto copyPart = [&, dataAt = dataAt, targetAt = targetAt] {
      b.copyElements(data, dataAt, target, targetAt, b.max(from, zero),
                     b.min(to, piece.length));
    };
    b.createIf(isWhole, copyWhole, copyPart);
  }

  KernelBuilder &b;
  const RowForm &form;
  /// The elements of an access.
  int64_t size;
  /// Whether each row of each piece is a sequence of whole, aligned accesses.
  Value alignedRows;
  /// The first access of each piece.
  SmallVector<Value> firsts;
};

/// Creates the ops of a launch for rows of few elements. A thread has a group
/// of as many rows as an access has elements, so that its part of each piece is
/// whole accesses.
class RegisterKernel {
public:
  RegisterKernel(KernelBuilder &b, const RowForm &form,
                 ArrayRef<int64_t> lengths)
      : b(b), form(form), lengths(lengths),
        size(getAccessElements(form.element)),
        width(std::accumulate(lengths.begin(), lengths.end(), int64_t(0))) {}

  void create() {
    Value aligned = areAligned(b, form), rows = form.countRows(b);
    Value blocks = b.ceilDiv(rows, size * kBlockThreads);
    b.createLaunch(blocks, /*tile=*/{}, [&](KernelIds ids) {
      Value group = b.add(b.mul(ids.block, b.get(kBlockThreads)), ids.thread);
      Value row = b.mul(group, b.get(size)), end = b.add(row, b.get(size));
      b.createIf(
          b.both(aligned, b.isLessOrEqual(end, rows)), [&] { copyGroup(row); },
          [&] {
            b.createFor(row, b.min(end, rows), 1,
                        [&](Value at) { copyRow(at); });
          });
    });
  }

private:
  /// Copies a whole group, of which `row` is the first row.
  void copyGroup(Value row) {
    Value data = b.view(form.data.span), dataAt = b.mul(row, b.get(width));
    SmallVector<Value> elements;
    for (int64_t at = 0; at < size * width; at += size) {
      Value access = b.loadAccess(data, b.add(dataAt, b.get(at)), size);
      llvm::append_range(elements,
                         vector::ToElementsOp::create(b, access).getElements());
    }
    auto type = VectorType::get(size, form.element);
    int64_t start = 0;
    for (auto [piece, length] : llvm::zip_equal(form.pieces, lengths)) {
      Value target = b.view(piece.span), targetAt = b.mul(row, b.get(length));
      for (int64_t at = 0; at < size * length; at += size) {
        SmallVector<Value> parts;
        for (int64_t i = at; i < at + size; ++i)
          parts.push_back(elements[i / length * width + start + i % length]);
        b.storeAccess(vector::FromElementsOp::create(b, type, parts), target,
                      b.add(targetAt, b.get(at)));
      }
      start += length;
    }
  }

  void copyRow(Value row) {
    Value data = b.view(form.data.span), dataAt = b.mul(row, b.get(width));
    for (const Piece &piece : form.pieces)
      b.copyElements(data, b.add(dataAt, piece.start), b.view(piece.span),
                     b.mul(row, piece.length), b.get(0), piece.length);
  }

  KernelBuilder &b;
  const RowForm &form;
  ArrayRef<int64_t> lengths;
  /// The elements of an access, and of a row of the data.
  int64_t size, width;
};
} // namespace

void mlir::split::device::createRunsKernel(KernelBuilder &builder,
                                           const RowForm &form) {
  RunsKernel(builder, form).create();
}

void mlir::split::device::createRegisterKernel(KernelBuilder &builder,
                                               const RowForm &form,
                                               ArrayRef<int64_t> lengths) {
  RegisterKernel(builder, form, lengths).create();
}
