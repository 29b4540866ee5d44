//===- LargeOperands.cpp - Code for operands beyond the caches ------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LargeOperands.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
using arith::CmpIPredicate;

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

Value mlir::split::native::loadMachineField(OpBuilder &builder, Location loc,
                                            Value machine, MachineField field) {
  // The index of each field among the words of SplitMlirMachine.
  static constexpr SplitMlirMachine kIndices = {0, 1, 2, 3, 4, 5, 6};
  static_assert(sizeof(kIndices) == 7 * sizeof(int64_t),
                "all fields are there");
  Type i64 = builder.getI64Type();
  Value address = LLVM::GEPOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), i64,
      machine, LLVM::GEPArg(static_cast<int32_t>(kIndices.*field)));
  return LLVM::LoadOp::create(builder, loc, i64, address);
}

Value mlir::split::native::isAboveMachineThreshold(
    OpBuilder &builder, Location loc, RuntimeCalls &calls, Value bytes,
    MachineField field, std::optional<MachineField> unless) {
  auto compare = [&](OpBuilder &nested, Value machine) -> Value {
    Value threshold = loadMachineField(nested, loc, machine, field);
    if (field != &SplitMlirMachine::nontemporalThreshold)
      return arith::CmpIOp::create(nested, loc, CmpIPredicate::sge, bytes,
                                   threshold);
    // Unsigned, so that the threshold 0 is larger than any number of bytes.
    Value one = arith::ConstantIntOp::create(nested, loc, 1, 64);
    Value last = arith::SubIOp::create(nested, loc, threshold, one);
    return arith::CmpIOp::create(nested, loc, CmpIPredicate::ugt, bytes, last);
  };
  auto ask = [&](OpBuilder &nested) -> Value {
    Value machine = calls.call(nested, loc, RuntimeFunction::Machine, {});
    Value isAbove = compare(nested, machine);
    if (!unless)
      return isAbove;
    Value value = loadMachineField(nested, loc, machine, *unless);
    Value zero = arith::ConstantIntOp::create(nested, loc, 0, 64);
    Value isZero =
        arith::CmpIOp::create(nested, loc, CmpIPredicate::eq, value, zero);
    return arith::AndIOp::create(nested, loc, isAbove, isZero);
  };
  Value least =
      arith::ConstantIntOp::create(builder, loc, kLeastLargeBytes, 64);
  Value mayBeAbove = builder.createOrFold<arith::CmpIOp>(
      loc, CmpIPredicate::sge, bytes, least);
  if (std::optional<int64_t> known = getConstantIntValue(mayBeAbove))
    return *known ? ask(builder) : mayBeAbove;
  return scf::IfOp::create(
             builder, loc, mayBeAbove,
             [&](OpBuilder &nested, Location) {
               scf::YieldOp::create(nested, loc, ask(nested));
             },
             [&](OpBuilder &nested, Location) {
               Value never = arith::ConstantIntOp::create(nested, loc, 0, 1);
               scf::YieldOp::create(nested, loc, never);
             })
      .getResult(0);
}
