//===- NonZero.cpp - Positions of nonzero elements ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Indexing.h"

#include "ControlFlow.h"
#include "DataMovement.h"
#include "Elementwise.h"
#include "Reduce.h"
#include "Shapes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

Value mlir::split::frontends::createNonZero(ImplicitLocOpBuilder &builder,
                                            Value data, Type elementType) {
  RankedTensorType type = getRankedType(data);
  int64_t rank = type.getRank();
  Value isSet = createCast(builder, data, builder.getI1Type());
  Value bits = createCast(builder, isSet, builder.getI64Type());
  Value sum = createReduce(builder, bits, llvm::SmallBitVector(rank, true),
                           builder.getI64IntegerAttr(0), buildAdd);
  OpFoldResult count =
      createIndex(builder, tensor::ExtractOp::create(builder, sum));
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value init = tensor::EmptyOp::create(
      builder, {builder.getIndexAttr(rank), count}, elementType);
  auto body = [&](ImplicitLocOpBuilder &builder, ValueRange loops,
                  ValueRange carried) -> SmallVector<Value> {
    Value condition = tensor::ExtractOp::create(builder, isSet, loops);
    auto write = [&](OpBuilder &inner, Location loc) {
      ImplicitLocOpBuilder builder(loc, inner);
      IndexMath math(builder, loc);
      Value column = carried[0], positions = carried[1];
      for (auto [dim, index] : llvm::enumerate(loops)) {
        Value position =
            arith::IndexCastOp::create(builder, elementType, index);
        positions = tensor::InsertOp::create(
            builder, position, positions,
            {math.get(static_cast<int64_t>(dim)), column});
      }
      scf::YieldOp::create(builder, {math.add(column, math.get(1)), positions});
    };
    auto skip = [&](OpBuilder &inner, Location loc) {
      scf::YieldOp::create(inner, loc, carried);
    };
    return llvm::to_vector_of<Value>(
        scf::IfOp::create(builder, condition, write, skip).getResults());
  };
  return createLoops(builder, getSizes(builder, data), {zero, init}, body)[1];
}

FailureOr<Value> mlir::split::frontends::createCompress(
    ImplicitLocOpBuilder &builder, Value data, Value condition, int64_t axis) {
  Value positions = createNonZero(builder, condition, builder.getI64Type());
  Value row = createReshapeTo(builder, positions,
                              getSize(builder, positions, /*dim=*/1));
  return createGather(builder, data, row, axis);
}
