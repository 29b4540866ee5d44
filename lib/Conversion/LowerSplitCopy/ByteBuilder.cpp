//===- ByteBuilder.cpp - code that moves bytes ----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByteBuilder.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "split-mlir/Conversion/LowerSplitCopy/CopyStrategy.h"

using namespace mlir;
using namespace mlir::split;

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value ByteBuilder::constant(int64_t value) {
  return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
}

Value ByteBuilder::add(Value lhs, Value rhs) {
  return b.createOrFold<arith::AddIOp>(lhs, rhs);
}

Value ByteBuilder::sub(Value lhs, Value rhs) {
  return b.createOrFold<arith::SubIOp>(lhs, rhs);
}

Value ByteBuilder::mul(Value lhs, Value rhs) {
  return b.createOrFold<arith::MulIOp>(lhs, rhs);
}

Value ByteBuilder::roundDown(Value value, int64_t step) {
  return b.createOrFold<arith::AndIOp>(value, constant(-step));
}

Value ByteBuilder::modulo(Value value, int64_t step) {
  return b.createOrFold<arith::AndIOp>(value, constant(step - 1));
}

Value ByteBuilder::minimum(Value lhs, Value rhs) {
  return b.createOrFold<arith::MinSIOp>(lhs, rhs);
}

Value ByteBuilder::compare(arith::CmpIPredicate predicate, Value lhs,
                           Value rhs) {
  return b.createOrFold<arith::CmpIOp>(predicate, lhs, rhs);
}

Value ByteBuilder::select(Value condition, Value ifTrue, Value ifFalse) {
  return b.createOrFold<arith::SelectOp>(condition, ifTrue, ifFalse);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Type ByteBuilder::getPointerType() {
  return LLVM::LLVMPointerType::get(b.getContext());
}

Value ByteBuilder::at(Value pointer, Value bytes) {
  return LLVM::GEPOp::create(b, getPointerType(), b.getI8Type(), pointer,
                             bytes);
}

Value ByteBuilder::getMisalignment(Value pointer) {
  Value address = LLVM::PtrToIntOp::create(b, b.getI64Type(), pointer);
  return modulo(address, kLineBytes);
}

Value ByteBuilder::loadEntry(Type type, Value table, Value index) {
  Value entry = at(table, mul(index, 8));
  return LLVM::LoadOp::create(b, type, entry, /*alignment=*/8);
}

/// Bytes as a value: an integer if there is one.
static Type getBytesType(OpBuilder &builder, int64_t bytes) {
  if (bytes <= 8)
    return builder.getIntegerType(bytes * 8);
  return VectorType::get(bytes, builder.getI8Type());
}

Value ByteBuilder::loadBytes(Value pointer, int64_t bytes) {
  return LLVM::LoadOp::create(b, getBytesType(b, bytes), pointer,
                              /*alignment=*/1);
}

void ByteBuilder::storeBytes(Value value, Value pointer, StoreKind kind) {
  bool isNontemporal = kind == StoreKind::Nontemporal;
  LLVM::StoreOp::create(b, value, pointer,
                        /*alignment=*/isNontemporal ? kLineBytes : 1,
                        /*isVolatile=*/false, isNontemporal);
}

Value ByteBuilder::loadLine(Value pointer) {
  return loadBytes(pointer, kLineBytes);
}

Value ByteBuilder::blendLines(Value count, Value first, Value second) {
  auto type = VectorType::get(kLineBytes, b.getI8Type());
  SmallVector<int8_t> numbers;
  for (int64_t i = 0; i < kLineBytes; ++i)
    numbers.push_back(i);
  Value positions = arith::ConstantOp::create(
      b, DenseElementsAttr::get(type, ArrayRef<int8_t>(numbers)));
  Value limit = arith::TruncIOp::create(b, b.getI8Type(), count);
  Value limits = vector::BroadcastOp::create(b, type, limit);
  Value mask =
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt, positions, limits);
  return arith::SelectOp::create(b, mask, first, second);
}

void ByteBuilder::prefetch(Value pointer) {
  LLVM::Prefetch::create(b, pointer, /*rw=*/0, /*hint=*/3, /*cache=*/1);
}

void ByteBuilder::copyBytes(Value target, Value source, Value bytes) {
  LLVM::MemcpyOp::create(b, target, source, bytes, /*isVolatile=*/false);
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

void ByteBuilder::loop(Value begin, Value end, Value step,
                       llvm::function_ref<void(Value)> body) {
  auto loop = scf::ForOp::create(b, begin, end, step);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

Value ByteBuilder::fold(Value count, Value initial,
                        llvm::function_ref<Value(Value, Value)> body) {
  Value zero = constant(0);
  Value one = constant(1);
  auto loop = scf::ForOp::create(b, zero, count, one, initial);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value next = body(loop.getInductionVar(), loop.getRegionIterArg(0));
  scf::YieldOp::create(b, next);
  return loop.getResult(0);
}

void ByteBuilder::ifThen(Value condition, llvm::function_ref<void()> then) {
  auto branch = scf::IfOp::create(b, condition, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  then();
}

void ByteBuilder::ifThenElse(Value condition, llvm::function_ref<void()> then,
                             llvm::function_ref<void()> otherwise) {
  auto branch = scf::IfOp::create(b, condition, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  then();
  b.setInsertionPointToStart(branch.elseBlock());
  otherwise();
}
