//===- LibraryCalls.cpp - Calls of functions outside the program ----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Conversion/SplitAssert/LibraryCalls.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::split;

LogicalResult LibraryCalls::verify(const LibraryFunction &function) {
  Operation *symbol = lookup(function.name);
  if (!symbol)
    return success();
  if (isa<func::FuncOp, LLVM::LLVMFuncOp>(symbol)) {
    auto declared = cast<FunctionOpInterface>(symbol);
    TypeRange results = declared.getResultTypes();
    bool sameResult = function.result ? results == TypeRange(function.result)
                                      : results.empty();
    if (declared.isExternal() && sameResult &&
        TypeRange(declared.getArgumentTypes()) == TypeRange(function.arguments))
      return success();
  }
  return symbol->emitError()
         << "'" << function.name
         << "' is also the name of a library function that compiled code "
            "calls; expected another name";
}

StringAttr LibraryCalls::getFreeName(StringRef name) {
  unsigned counter = 0;
  SmallString<32> free(name);
  if (lookup(name))
    free = SymbolTable::generateSymbolName<32>(
        name, [&](StringRef other) { return lookup(other) != nullptr; },
        counter);
  return StringAttr::get(module.getContext(), free);
}

Value LibraryCalls::call(OpBuilder &builder, Location loc,
                         const LibraryFunction &function, ValueRange operands) {
  auto getResult = [](Operation *call) {
    return call->getNumResults() == 0 ? Value() : call->getResult(0);
  };
  Operation *symbol = lookup(function.name);
  if (auto declared = dyn_cast_if_present<func::FuncOp>(symbol))
    return getResult(func::CallOp::create(builder, loc, declared, operands));
  auto declared = dyn_cast_if_present<LLVM::LLVMFuncOp>(symbol);
  if (!declared) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    Type result = function.result;
    if (!result)
      result = LLVM::LLVMVoidType::get(builder.getContext());
    declared = LLVM::LLVMFuncOp::create(
        builder, module.getLoc(), function.name,
        LLVM::LLVMFunctionType::get(result, function.arguments,
                                    function.isVariadic));
    add(declared);
  }
  return getResult(LLVM::CallOp::create(builder, loc, declared, operands));
}

Value LibraryCalls::createConstant(OpBuilder &builder, Location loc,
                                   int64_t value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI64Type(),
                                  builder.getI64IntegerAttr(value));
}

Value LibraryCalls::getString(OpBuilder &builder, Location loc,
                              StringRef text) {
  LLVM::GlobalOp &global = strings[text];
  if (!global) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    std::string bytes = text.str();
    bytes.push_back('\0');
    auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size());
    global = LLVM::GlobalOp::create(
        builder, module.getLoc(), type, /*isConstant=*/true,
        LLVM::Linkage::Internal, getFreeName("split_mlir_string"),
        builder.getStringAttr(bytes));
    add(global);
  }
  return LLVM::AddressOfOp::create(builder, loc, global);
}

Value LibraryCalls::getArray(OpBuilder &builder, Location loc, size_t size) {
  OpBuilder::InsertionGuard guard(builder);
  Region *function = builder.getBlock()->getParent();
  while (!isa<FunctionOpInterface>(function->getParentOp()))
    function = function->getParentRegion();
  builder.setInsertionPointToStart(&function->front());
  LLVM::AllocaOp &array = arrays[function];
  if (!array) {
    Value count = createConstant(builder, loc, size);
    array = LLVM::AllocaOp::create(
        builder, loc, LLVM::LLVMPointerType::get(builder.getContext()),
        builder.getI64Type(), count);
  }
  auto count = array.getArraySize().getDefiningOp<LLVM::ConstantOp>();
  if (cast<IntegerAttr>(count.getValue()).getValue().ult(size))
    count.setValueAttr(builder.getI64IntegerAttr(size));
  return array;
}

Value LibraryCalls::storeValues(OpBuilder &builder, Location loc,
                                ValueRange values) {
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Type i64 = builder.getI64Type();
  if (values.empty())
    return LLVM::ZeroOp::create(builder, loc, pointer);
  Value array = getArray(builder, loc, values.size());
  for (auto [index, value] : llvm::enumerate(values)) {
    Value number = value;
    if (value.getType().isIndex())
      number = arith::IndexCastOp::create(builder, loc, i64, value);
    else if (value.getType() != i64)
      number = LLVM::SExtOp::create(builder, loc, i64, value);
    Value address = LLVM::GEPOp::create(builder, loc, pointer, i64, array,
                                        LLVM::GEPArg(int32_t(index)));
    LLVM::StoreOp::create(builder, loc, number, address);
  }
  return array;
}
