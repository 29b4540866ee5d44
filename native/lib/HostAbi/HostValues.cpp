//===- HostValues.cpp - Values that hosts and functions exchange ----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmitHostFunctions.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "split-mlir/Dialect/Split/IR/ElementBytes.h"
#include "split-mlir/HostAbi/HostAbi.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

Value HostBuilder::convert(Type type, Value value) {
  if (value.getType() == type)
    return value;
  return UnrealizedConversionCastOp::create(builder, type, value).getResult(0);
}

void HostBuilder::assumeSize(Value size) {
  Value zero = arith::ConstantIntOp::create(builder, 0, 64);
  LLVM::AssumeOp::create(
      builder,
      arith::CmpIOp::create(builder, arith::CmpIPredicate::sge, size, zero)
          .getResult());
}

Value HostBuilder::allocate(Type type) {
  return LLVM::AllocaOp::create(
      builder, LLVM::LLVMPointerType::get(builder.getContext()), type,
      calls.createConstant(builder, builder.getLoc(), 1));
}

Value HostBuilder::callRuntime(RuntimeFunction function, ValueRange operands) {
  return calls.call(builder, builder.getLoc(), function, operands);
}

/// Extends an integer to the width of its C type.
static Value extend(ImplicitLocOpBuilder &builder, Type type, Value lowered) {
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer)
    return lowered;
  unsigned width = 8 * *getElementBytes(integer);
  if (width == integer.getWidth())
    return lowered;
  Type wide = builder.getIntegerType(width);
  if (integer.isUnsigned() || integer.getWidth() == 1)
    return LLVM::ZExtOp::create(builder, wide, lowered);
  return LLVM::SExtOp::create(builder, wide, lowered);
}

void HostBuilder::emitResult(unsigned index, Value result, Value pointer) {
  Type type = result.getType();
  Value lowered = convert(converter.convertType(type), result);
  if (!isa<UnrankedMemRefType>(type)) {
    LLVM::StoreOp::create(builder, extend(builder, type, lowered), pointer);
    return;
  }
  // The conversion to LLVM leaves the descriptor on the stack.
  Location loc = builder.getLoc();
  UnrankedMemRefDescriptor unranked(lowered);
  Value answer = callRuntime(RuntimeFunction::StoreUnranked,
                             {unranked.rank(builder, loc),
                              unranked.memRefDescPtr(builder, loc), pointer});
  Value zero = arith::ConstantIntOp::create(builder, 0, 32);
  Value ok =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, answer, zero);
  createMemoryCheck(builder, loc, ok,
                    "cannot allocate the descriptor of result " + Twine(index));
}
