//===- RegisterKernel.cpp - Copies of pieces of short rows ----------------===//
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

Value mlir::split::device::areAligned(KernelBuilder &builder,
                                      const RowForm &form) {
  Value rest = builder.getMisalignment(form.data);
  for (const RowPiece &piece : form.pieces)
    rest = builder.bitOr(rest, builder.getMisalignment(piece.span));
  return builder.compare(arith::CmpIPredicate::eq, rest, builder.index(0));
}

namespace {
/// Creates the ops of one launch. A thread has a group of as many rows as an
/// access has elements, so that its part of each piece is whole accesses.
class RegisterKernel {
public:
  RegisterKernel(KernelBuilder &b, const RowForm &form, ArrayRef<int64_t> runs)
      : b(b), form(form), runs(runs), size(getAccessElements(form.element)),
        width(std::accumulate(runs.begin(), runs.end(), int64_t(0))) {}

  void create() {
    Value aligned = areAligned(b, form);
    Value blocks = b.ceilDiv(form.rows, size * kBlockThreads);
    b.createLaunch(blocks, /*tile=*/{}, [&](KernelIds ids) {
      Value group = b.add(b.mul(ids.block, b.index(kBlockThreads)), ids.thread);
      Value row = b.mul(group, b.index(size));
      Value isWhole = b.compare(arith::CmpIPredicate::ule,
                                b.add(row, b.index(size)), form.rows);
      b.createIf(
          isWhole, [&] { copyGroup(row, aligned); },
          [&] {
            b.createFor(row, form.rows, 1, [&](Value at) { copyRow(at); });
          });
    });
  }

private:
  /// Copies the rows of a whole group, of which `row` is the first.
  void copyGroup(Value row, Value aligned) {
    Value data = b.view(form.data), dataAt = b.mul(row, b.index(width));
    SmallVector<Value> elements;
    for (int64_t at = 0; at < size * width; at += size) {
      Value access =
          b.loadAccess(data, b.add(dataAt, b.index(at)), size, aligned);
      llvm::append_range(elements,
                         vector::ToElementsOp::create(b, access).getElements());
    }
    int64_t start = 0;
    for (auto [piece, run] : llvm::zip_equal(form.pieces, runs)) {
      Value target = b.view(piece.span), targetAt = b.mul(row, b.index(run));
      for (int64_t at = 0; at < size * run; at += size) {
        SmallVector<Value> part;
        for (int64_t i = at; i < at + size; ++i)
          part.push_back(elements[i / run * width + start + i % run]);
        Value access = vector::FromElementsOp::create(
            b, VectorType::get(size, form.element), part);
        b.storeAccess(access, target, b.add(targetAt, b.index(at)), aligned);
      }
      start += run;
    }
  }

  void copyRow(Value row) {
    Value data = b.view(form.data), dataAt = b.mul(row, b.index(width));
    int64_t start = 0;
    for (auto [piece, run] : llvm::zip_equal(form.pieces, runs)) {
      b.copyElements(data, b.add(dataAt, b.index(start)), b.view(piece.span),
                     b.mul(row, b.index(run)), b.index(0), b.index(run));
      start += run;
    }
  }

  KernelBuilder &b;
  const RowForm &form;
  ArrayRef<int64_t> runs;
  /// The elements of an access, and of a row of the data.
  int64_t size, width;
};
} // namespace

void mlir::split::device::createRegisterKernel(KernelBuilder &builder,
                                               const RowForm &form,
                                               ArrayRef<int64_t> runs) {
  RegisterKernel(builder, form, runs).create();
}
