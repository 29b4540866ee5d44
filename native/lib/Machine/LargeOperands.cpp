//===- LargeOperands.cpp - Code for operands beyond the caches ------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LargeOperands.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

void mlir::split::native::createStoreFence(OpBuilder &builder, Location loc,
                                           const MachineModel &machine) {
  if (machine.storeFence == StoreFence::X86SFence)
    LLVM::CallIntrinsicOp::create(builder, loc,
                                  builder.getStringAttr("llvm.x86.sse.sfence"),
                                  ValueRange());
}

void mlir::split::native::createThreads(OpBuilder &builder, Location loc,
                                        int64_t threads,
                                        llvm::function_ref<void(Value)> body) {
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  auto loop =
      scf::ParallelOp::create(builder, loc, index(0), index(threads), index(1));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVars()[0]);
}

std::pair<Value, Value>
mlir::split::native::createThreadPart(OpBuilder &builder, Location loc,
                                      Value thread, int64_t threads,
                                      Value count, int64_t step) {
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(count.getType(), value));
  };
  if (thread.getType() != count.getType())
    thread = arith::IndexCastOp::create(builder, loc, count.getType(), thread);
  Value steps = builder.createOrFold<arith::CeilDivUIOp>(
      loc, count, constant(threads * step));
  Value size = builder.createOrFold<arith::MulIOp>(loc, steps, constant(step));
  auto min = [&](Value value) {
    return builder.createOrFold<arith::MinUIOp>(loc, value, count);
  };
  Value begin = min(builder.createOrFold<arith::MulIOp>(loc, thread, size));
  return {begin, min(builder.createOrFold<arith::AddIOp>(loc, begin, size))};
}
