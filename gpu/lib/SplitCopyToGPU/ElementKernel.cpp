//===- ElementKernel.cpp - Copies of pieces of any layout -----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::device;

/// Copies element number `number` of `out`, whose part of the data begins at
/// `start` of the axis.
static void copyElement(KernelBuilder &b, CopyOp op, Value out,
                        ArrayRef<Value> sizes, Value start, Value number) {
  SmallVector<Value> indices(sizes.size());
  for (int64_t dim = sizes.size() - 1; dim > 0; --dim) {
    indices[dim] = b.rem(number, sizes[dim]);
    number = b.div(number, sizes[dim]);
  }
  indices[0] = number;
  SmallVector<Value> from(indices);
  int64_t axis = op.getNormalizedAxis();
  from[axis] = b.add(from[axis], start);
  Value element = memref::LoadOp::create(b, op.getData(), from);
  memref::StoreOp::create(b, element, out, indices);
}

/// Copies element `at` of those of all pieces [first, last). Piece i has
/// `sizes[i]`, and begins at `starts[i]` of the axis and at element
/// `firsts[i]`.
static void copyFrom(KernelBuilder &b, CopyOp op, Value at,
                     ArrayRef<SmallVector<Value>> sizes, ArrayRef<Value> starts,
                     ArrayRef<Value> firsts, size_t first, size_t last) {
  if (last - first == 1) {
    copyElement(b, op, op.getOuts()[first], sizes[first], starts[first],
                b.sub(at, firsts[first]));
    return;
  }
  size_t half = (first + last) / 2;
  b.createIf(
      b.isBelow(at, firsts[half]),
      [&] { copyFrom(b, op, at, sizes, starts, firsts, first, half); },
      [&] { copyFrom(b, op, at, sizes, starts, firsts, half, last); });
}

void mlir::split::device::createElementKernel(KernelBuilder &b, CopyOp op) {
  SmallVector<SmallVector<Value>> sizes;
  SmallVector<Value> starts, firsts;
  Value start = b.index(0), total = b.index(0);
  for (Value out : op.getOuts()) {
    SmallVector<Value> &outSizes = sizes.emplace_back();
    Value elements = b.index(1);
    for (OpFoldResult size : memref::getMixedSizes(b, b.getLoc(), out)) {
      outSizes.push_back(b.materialize(size));
      elements = b.mul(elements, outSizes.back());
    }
    starts.push_back(start);
    firsts.push_back(total);
    start = b.add(start, outSizes[op.getNormalizedAxis()]);
    total = b.add(total, elements);
  }
  b.createLaunch(
      b.ceilDiv(total, kBlockThreads), /*tile=*/{}, [&](KernelIds ids) {
        Value at = b.add(b.mul(ids.block, b.index(kBlockThreads)), ids.thread);
        b.createIf(b.isBelow(at, total), [&] {
          copyFrom(b, op, at, sizes, starts, firsts, 0, sizes.size());
        });
      });
}
