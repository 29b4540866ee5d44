//===- Transpose.cpp - blocks of rows and outputs -------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transpose.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "split-mlir/Conversion/LowerSplitCopy/CopyStrategy.h"

using namespace mlir;
using namespace mlir::split;

/// The masks of one step, which exchanges cells that are `distance` apart: in
/// the lower line, cells without the distance's bit stay, and the others come
/// from the higher line.
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

SmallVector<Value> mlir::split::loadTransposed(ByteBuilder &b,
                                               ArrayRef<Value> sources,
                                               int64_t cellBytes) {
  ImplicitLocOpBuilder &builder = b.getBuilder();
  int64_t laneBytes = std::min<int64_t>(cellBytes, 8);
  auto type = VectorType::get(kLineBytes / laneBytes,
                              builder.getIntegerType(laneBytes * 8));
  SmallVector<Value> lines;
  for (Value source : sources)
    lines.push_back(LLVM::LoadOp::create(builder, type, source,
                                         /*alignment=*/1));
  int64_t numCells = kLineBytes / cellBytes;
  for (int64_t distance = 1; distance < numCells; distance *= 2) {
    auto [low, high] = getExchange(numCells, cellBytes / laneBytes, distance);
    for (int64_t i = 0; i < numCells; ++i) {
      if (i & distance)
        continue;
      Value first = lines[i], second = lines[i + distance];
      lines[i] = vector::ShuffleOp::create(builder, first, second, low);
      lines[i + distance] =
          vector::ShuffleOp::create(builder, first, second, high);
    }
  }
  return lines;
}
