//===- ContractionNest.cpp - Nested loops as one loop ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractionNest.h"

using namespace mlir::split;
using namespace mlir::split::native;

void ContractionNest::add(const Loop &loop) {
  size *= loop.size;
  if (loop.size == 1)
    return;
  Loop *outer = numLoops != 0 ? &loops[numLoops - 1] : nullptr;
  bool joins = outer;
  for (int i = 0; joins && i < 3; ++i)
    joins = outer->strides[i] == loop.size * loop.strides[i];
  if (!joins) {
    loops[numLoops++] = loop;
    return;
  }
  int64_t outerSize = outer->size;
  *outer = loop;
  outer->size *= outerSize;
}

int64_t ContractionNest::getOffset(Operand operand, int64_t index) const {
  int64_t offset = 0;
  for (int64_t i = numLoops - 1; i > 0; --i) {
    offset += index % loops[i].size * loops[i].strides[operand];
    index /= loops[i].size;
  }
  return numLoops == 0 ? 0 : offset + index * loops[0].strides[operand];
}

void ContractionNest::getOffsets(Operand operand, int64_t begin, int64_t count,
                                 int64_t *offsets) const {
  // Divisions are slow, so do them once.
  int64_t indices[kMaxContractionLoops];
  for (int64_t i = numLoops - 1; i >= 0; --i) {
    indices[i] = i == 0 ? begin : begin % loops[i].size;
    begin /= loops[i].size;
  }
  int64_t offset = 0;
  for (int64_t i = 0; i < numLoops; ++i)
    offset += indices[i] * loops[i].strides[operand];
  for (int64_t n = 0; n < count; ++n) {
    offsets[n] = offset;
    for (int64_t i = numLoops - 1; i >= 0; --i) {
      offset += loops[i].strides[operand];
      if (++indices[i] < loops[i].size)
        break;
      offset -= loops[i].size * loops[i].strides[operand];
      indices[i] = 0;
    }
  }
}

int64_t ContractionNest::getLastOffset(Operand operand) const {
  int64_t offset = 0;
  for (int64_t i = 0; i < numLoops; ++i)
    if (loops[i].strides[operand] > 0)
      offset += (loops[i].size - 1) * loops[i].strides[operand];
  return offset;
}
