//===- HostAbi.cpp - Helpers of the host ABI's passes ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/HostAbi/HostAbi.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "split-mlir/HostAbi/Runtime.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

LLVM::LLVMStructType mlir::split::native::getWeightsType(MLIRContext *context) {
  auto pointer = LLVM::LLVMPointerType::get(context);
  Type id = LLVM::LLVMArrayType::get(IntegerType::get(context, 8),
                                     sizeof(SplitMlirWeights::id));
  return LLVM::LLVMStructType::getLiteral(
      context, {pointer, pointer, IntegerType::get(context, 64), id, pointer});
}

void mlir::split::native::setInternal(func::FuncOp function) {
  function.setPrivate();
  function->setAttr(
      kLinkageAttrName,
      LLVM::LinkageAttr::get(function.getContext(), LLVM::Linkage::Internal));
}

void mlir::split::native::createCheck(OpBuilder &builder, Location loc,
                                      Value condition, const Twine &format,
                                      ValueRange values, int32_t status) {
  auto op = AssertOp::create(builder, loc, condition,
                             builder.getStringAttr(format), values);
  op->setAttr(kStatusAttrName, builder.getI32IntegerAttr(status));
}

void mlir::split::native::createMemoryCheck(OpBuilder &builder, Location loc,
                                            Value condition,
                                            const Twine &problem) {
  createCheck(builder, loc, condition, "out of memory: " + problem, {},
              SPLIT_MLIR_OUT_OF_MEMORY);
}
