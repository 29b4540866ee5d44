//===- ByteBuilder.cpp - Code that moves bytes ----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByteBuilder.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

Type ByteBuilder::getPointerType() {
  return LLVM::LLVMPointerType::get(getContext());
}

Value ByteBuilder::at(Value pointer, Value bytes) {
  return LLVM::GEPOp::create(*this, getPointerType(), getI8Type(), pointer,
                             bytes);
}

Value ByteBuilder::getMisalignment(Value pointer) {
  Value address = LLVM::PtrToIntOp::create(*this, getI64Type(), pointer);
  return modulo(address, kLineBytes);
}

Value ByteBuilder::loadEntry(Type type, Value table, Value index) {
  Value entry = at(table, mul(index, 8));
  return LLVM::LoadOp::create(*this, type, entry, /*alignment=*/8);
}

/// Returns the type that holds `bytes` bytes: an integer up to 8 bytes.
static Type getBytesType(OpBuilder &builder, int64_t bytes) {
  if (bytes <= 8)
    return builder.getIntegerType(bytes * 8);
  return VectorType::get(bytes, builder.getI8Type());
}

Value ByteBuilder::loadBytes(Value pointer, int64_t bytes) {
  return LLVM::LoadOp::create(*this, getBytesType(*this, bytes), pointer,
                              /*alignment=*/1);
}

void ByteBuilder::storeBytes(Value value, Value pointer, StoreKind kind) {
  bool isNontemporal = kind == StoreKind::Nontemporal;
  LLVM::StoreOp::create(*this, value, pointer,
                        /*alignment=*/isNontemporal ? kLineBytes : 1,
                        /*isVolatile=*/false, isNontemporal);
}

Value ByteBuilder::loadLine(Value pointer) {
  return loadBytes(pointer, kLineBytes);
}

Value ByteBuilder::blendLines(Value count, Value first, Value second) {
  auto type = VectorType::get(kLineBytes, getI8Type());
  auto numbers = llvm::to_vector(llvm::seq<int8_t>(kLineBytes));
  Value positions = arith::ConstantOp::create(
      *this, DenseElementsAttr::get(type, ArrayRef<int8_t>(numbers)));
  Value limit = arith::TruncIOp::create(*this, getI8Type(), count);
  Value limits = vector::BroadcastOp::create(*this, type, limit);
  Value mask = arith::CmpIOp::create(*this, arith::CmpIPredicate::slt,
                                     positions, limits);
  return arith::SelectOp::create(*this, mask, first, second);
}

void ByteBuilder::prefetch(Value pointer) {
  LLVM::Prefetch::create(*this, pointer, /*rw=*/0, /*hint=*/3, /*cache=*/1);
}

void ByteBuilder::copyBytes(Value target, Value source, Value bytes) {
  LLVM::MemcpyOp::create(*this, target, source, bytes, /*isVolatile=*/false);
}

void ByteBuilder::loop(Value begin, Value end, Value step,
                       llvm::function_ref<void(Value)> body) {
  auto loop = scf::ForOp::create(*this, begin, end, step);
  InsertionGuard guard(*this);
  setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

Value ByteBuilder::fold(Value count, Value initial,
                        llvm::function_ref<Value(Value, Value)> body) {
  Value zero = constant(0);
  Value one = constant(1);
  auto loop = scf::ForOp::create(*this, zero, count, one, initial);
  InsertionGuard guard(*this);
  setInsertionPointToStart(loop.getBody());
  Value next = body(loop.getInductionVar(), loop.getRegionIterArg(0));
  scf::YieldOp::create(*this, next);
  return loop.getResult(0);
}

void ByteBuilder::ifThen(Value condition, llvm::function_ref<void()> then) {
  auto branch = scf::IfOp::create(*this, condition, /*withElseRegion=*/false);
  InsertionGuard guard(*this);
  setInsertionPointToStart(branch.thenBlock());
  then();
}

void ByteBuilder::ifThenElse(Value condition, llvm::function_ref<void()> then,
                             llvm::function_ref<void()> otherwise) {
  auto branch = scf::IfOp::create(*this, condition, /*withElseRegion=*/true);
  InsertionGuard guard(*this);
  setInsertionPointToStart(branch.thenBlock());
  then();
  setInsertionPointToStart(branch.elseBlock());
  otherwise();
}
