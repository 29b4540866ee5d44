//===- RunsKernel.cpp - Copies of pieces of any size ----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads follow the order of the pieces: a device writes them as one stream,
// and caches gather what it reads. Each thread has accesses of a row of a piece
// that are aligned in the piece; the first and the last of a row may be parts.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::device;

/// The accesses of a thread.
static constexpr int64_t kThreadAccesses = 2;

SmallVector<Value>
mlir::split::device::selectRange(KernelBuilder &builder, Value at,
                                 ArrayRef<Value> firsts,
                                 ArrayRef<SmallVector<Value>> tuples) {
  if (tuples.size() == 1)
    return tuples.front();
  size_t half = tuples.size() / 2;
  return builder.createIf(
      builder.isBelow(at, firsts[half]), ValueRange(tuples.front()).getTypes(),
      [&] {
        return selectRange(builder, at, firsts.take_front(half),
                           tuples.take_front(half));
      },
      [&] {
        return selectRange(builder, at, firsts.drop_front(half),
                           tuples.drop_front(half));
      });
}

namespace {
/// Creates the ops of one launch.
class RunsKernel {
public:
  RunsKernel(KernelBuilder &b, const RowForm &form)
      : b(b), form(form), size(getAccessElements(form.element)) {}

  void create() {
    Value total = countAccesses();
    b.createLaunch(b.ceilDiv(total, kThreadAccesses * kBlockThreads),
                   /*tile=*/{}, [&](KernelIds ids) {
                     Value first = b.mul(ids.block, b.index(kThreadAccesses));
                     b.createFor(b.index(0), b.index(kThreadAccesses), 1,
                                 [&](Value step) {
                                   copyAccess(ids, b.add(first, step), total);
                                 });
                   });
  }

private:
  /// Computes `firsts` and `alignedRows`, and returns the sum of accesses.
  Value countAccesses() {
    if (size > 1) {
      Value rest = b.index(0);
      for (const RowPiece &piece : form.pieces)
        for (Value value :
             {b.getMisalignment(piece.span), b.rem(piece.run, b.index(size)),
              b.rem(piece.pitch, b.index(size))})
          rest = b.bitOr(rest, value);
      alignedRows = b.compare(arith::CmpIPredicate::eq, rest, b.index(0));
    }
    Value total = b.index(0);
    for (const RowPiece &piece : form.pieces) {
      firsts.push_back(total);
      total = b.add(total, b.mul(form.rows, getRowAccesses(piece.run)));
    }
    return total;
  }

  /// Returns the accesses of a row of `run` elements, which begins anywhere.
  Value getRowAccesses(Value run) {
    if (size == 1)
      return run;
    return b.select(alignedRows, b.div(run, b.index(size)),
                    b.div(b.add(run, b.index(2 * size - 2)), b.index(size)));
  }

  /// Copies the access that the thread has in block `block` of accesses.
  void copyAccess(KernelIds ids, Value block, Value total) {
    Value access = b.add(b.mul(block, b.index(kBlockThreads)), ids.thread);
    b.createIf(b.isBelow(access, total), [&] {
      SmallVector<SmallVector<Value>> tuples;
      for (auto [piece, first] : llvm::zip_equal(form.pieces, firsts))
        tuples.push_back({piece.span.buffer, piece.span.offset, piece.start,
                          piece.run, piece.pitch, first});
      SmallVector<Value> at = selectRange(b, access, firsts, tuples);
      RowPiece piece{{at[0], at[1]}, at[2], at[3], at[4]};
      Value position = b.sub(access, at[5]);
      Value accesses = getRowAccesses(piece.run);
      Value row = b.div(position, accesses);
      copyRowAccess(piece, row, b.sub(position, b.mul(row, accesses)));
    });
  }

  /// Copies access number `number` of a row of `piece`.
  void copyRowAccess(const RowPiece &piece, Value row, Value number) {
    Value data = b.view(form.data), target = b.view(piece.span);
    Value dataAt = b.add(form.getRowStart(b, row), piece.start);
    Value targetAt = b.mul(row, piece.pitch);
    if (size == 1) {
      b.store(b.load(data, b.add(dataAt, number)), target,
              b.add(targetAt, number));
      return;
    }
    // The first access of a row begins before the row if that is not aligned.
    Value length = b.index(size), zero = b.index(0);
    Value before =
        b.rem(b.add(b.getMisalignment(piece.span), targetAt), length);
    Value from = b.sub(b.mul(number, length), before);
    Value to = b.add(from, length);
    Value isWhole =
        b.logicalAnd(b.compare(arith::CmpIPredicate::sge, from, zero),
                     b.compare(arith::CmpIPredicate::sle, to, piece.run));
    b.createIf(
        isWhole,
        [&] {
          Value at = b.add(dataAt, from);
          Value rest = b.rem(b.add(b.getMisalignment(form.data), at), length);
          Value aligned = b.compare(arith::CmpIPredicate::eq, rest, zero);
          b.storeAccess(b.loadAccess(data, at, size, aligned), target,
                        b.add(targetAt, from), /*aligned=*/{});
        },
        [&] {
          b.copyElements(data, dataAt, target, targetAt,
                         b.createOrFold<arith::MaxSIOp>(from, zero),
                         b.createOrFold<arith::MinSIOp>(to, piece.run));
        });
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
} // namespace

void mlir::split::device::createRunsKernel(KernelBuilder &builder,
                                           const RowForm &form) {
  RunsKernel(builder, form).create();
}
