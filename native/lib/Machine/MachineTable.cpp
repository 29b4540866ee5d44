//===- MachineTable.cpp - Properties of a machine at run time -------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineTable.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "split-mlir/HostAbi/Runtime.h"
#include "split-mlir/Machine/MachineModel.h"
#include <cstddef>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
using arith::CmpIPredicate;

/// The offset of `field`, an i64.
static constexpr size_t getOffset(MachineField field) {
  return sizeof(int64_t) * static_cast<size_t>(field);
}
#define SPLIT_MLIR_CHECK_FIELD(name, field)                                    \
  static_assert(offsetof(SplitMlirMachine, name) ==                            \
                    getOffset(MachineField::field),                            \
                "MachineField lists the fields in order")
SPLIT_MLIR_CHECK_FIELD(isaLevel, IsaLevel);
SPLIT_MLIR_CHECK_FIELD(nontemporalThreshold, NontemporalThreshold);
SPLIT_MLIR_CHECK_FIELD(streams, Streams);
SPLIT_MLIR_CHECK_FIELD(prefetchDistance, PrefetchDistance);
SPLIT_MLIR_CHECK_FIELD(parallelThreshold, ParallelThreshold);
SPLIT_MLIR_CHECK_FIELD(storePrefetchDistance, StorePrefetchDistance);
#undef SPLIT_MLIR_CHECK_FIELD

Value mlir::split::native::loadMachineField(OpBuilder &builder, Location loc,
                                            Value machine, MachineField field) {
  Type i64 = builder.getI64Type();
  Value address = LLVM::GEPOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), i64,
      machine, LLVM::GEPArg(static_cast<int32_t>(field)));
  return LLVM::LoadOp::create(builder, loc, i64, address);
}

Value mlir::split::native::isAboveMachineThreshold(
    OpBuilder &builder, Location loc, RuntimeCalls &calls, Value bytes,
    MachineField field, std::optional<MachineField> unless) {
  auto compare = [&](OpBuilder &nested, Value machine) -> Value {
    Value threshold = loadMachineField(nested, loc, machine, field);
    if (field != MachineField::NontemporalThreshold)
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
