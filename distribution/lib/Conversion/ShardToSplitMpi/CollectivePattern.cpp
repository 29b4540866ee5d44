//===- CollectivePattern.cpp - Conversions of collectives -----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "split-mlir/Dialect/SplitMpi/IR/SplitMpi.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;

OpFoldResult CollectiveOperand::getWholeSize(OpBuilder &builder,
                                             int64_t dimension) const {
  RankedTensorType type = getResultType();
  if (!type.isDynamicDim(dimension))
    return builder.getIndexAttr(type.getDimSize(dimension));
  if (std::optional<int64_t> local = getConstantIntValue(sizes[dimension]))
    return builder.getIndexAttr(*local * group.getNumRanks());
  return GlobalSizeOp::create(
             builder, op->getLoc(), cast<Value>(sizes[dimension]),
             group.getCommunicator(), group.getGrid(), group.getAxes())
      .getResult();
}

SmallVector<OpFoldResult>
CollectiveOperand::getShardSizes(OpBuilder &builder, int64_t dimension) const {
  SmallVector<OpFoldResult> shard(sizes);
  if (getResultType().isDynamicDim(dimension))
    shard[dimension] =
        createShard(builder, op->getLoc(), sizes[dimension],
                    group.createIndex(builder), group.getNumRanks())
            .size;
  return shard;
}

StringRef mlir::split::mpi::getElementConversion(Type from, Type to) {
  if (!from.isIntOrFloat() || !to.isIntOrFloat())
    return "";
  bool isWider = from.getIntOrFloatBitWidth() < to.getIntOrFloatBitWidth();
  bool isNarrower = to.getIntOrFloatBitWidth() < from.getIntOrFloatBitWidth();
  auto choose = [&](StringRef wider, StringRef narrower) {
    return isWider ? wider : isNarrower ? narrower : StringRef();
  };
  if (isa<FloatType>(from) && isa<FloatType>(to))
    return choose(arith::ExtFOp::getOperationName(),
                  arith::TruncFOp::getOperationName());
  if (from.isSignlessInteger() && to.isSignlessInteger())
    return choose(arith::ExtSIOp::getOperationName(),
                  arith::TruncIOp::getOperationName());
  if (from.isSignlessInteger() && isa<FloatType>(to))
    return arith::SIToFPOp::getOperationName();
  if (isa<FloatType>(from) && to.isSignlessInteger())
    return arith::FPToSIOp::getOperationName();
  return "";
}

Value mlir::split::mpi::convertElements(OpBuilder &builder, Location loc,
                                        Value value, Type elementType) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getElementType() == elementType)
    return value;
  OperationState state(loc,
                       getElementConversion(type.getElementType(), elementType),
                       value, type.clone(elementType));
  return builder.create(state)->getResult(0);
}
