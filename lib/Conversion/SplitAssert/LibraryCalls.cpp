//===- LibraryCalls.cpp - calls of functions outside the program ----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryCalls.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::split;

//===----------------------------------------------------------------------===//
// The runtime library
//===----------------------------------------------------------------------===//

static Type getPointer(MLIRContext *context) {
  return LLVM::LLVMPointerType::get(context);
}
static Type getInteger(MLIRContext *context, unsigned width) {
  return IntegerType::get(context, width);
}

LibraryFunction mlir::split::getRecordFailure(MLIRContext *context) {
  Type pointer = getPointer(context);
  return {"split_mlir_record_failure",
          {pointer, pointer, pointer, getInteger(context, 64)},
          {}};
}

LibraryFunction mlir::split::getBeginCall(MLIRContext *context) {
  return {"split_mlir_begin_call", {}, getInteger(context, 64)};
}

LibraryFunction mlir::split::getEndCall(MLIRContext *context) {
  return {"split_mlir_end_call",
          {getInteger(context, 64), getInteger(context, 32)},
          {}};
}

LibraryFunction mlir::split::getIsContiguous(MLIRContext *context) {
  return {"split_mlir_is_contiguous",
          {getInteger(context, 64), getPointer(context)},
          getInteger(context, 32)};
}

LibraryFunction mlir::split::getMachine(MLIRContext *context) {
  return {"split_mlir_machine", {}, getPointer(context)};
}

LibraryFunction mlir::split::getStoreUnranked(MLIRContext *context) {
  Type pointer = getPointer(context);
  return {"split_mlir_store_unranked",
          {getInteger(context, 64), pointer, pointer},
          getInteger(context, 32)};
}

//===----------------------------------------------------------------------===//
// LibraryCalls
//===----------------------------------------------------------------------===//

LibraryCalls::LibraryCalls(ModuleOp module) : module(module), symbols(module) {}

LogicalResult LibraryCalls::verify(const LibraryFunction &wanted) {
  Operation *symbol = symbols.lookup(wanted.name);
  if (!symbol)
    return success();
  if (auto function = dyn_cast<FunctionOpInterface>(symbol)) {
    TypeRange results = function.getResultTypes();
    bool sameResult =
        wanted.result
            ? results == TypeRange(wanted.result)
            : results.empty() || isa<LLVM::LLVMVoidType>(results.front());
    if (function.isExternal() && sameResult &&
        TypeRange(function.getArgumentTypes()) == TypeRange(wanted.arguments))
      return success();
  }
  return symbol->emitError()
         << "'" << wanted.name
         << "' is also the name of a library function that compiled code "
            "calls; expected another name";
}

Value LibraryCalls::call(OpBuilder &builder, Location loc,
                         const LibraryFunction &wanted, ValueRange operands) {
  auto getResult = [](Operation *call) {
    return call->getNumResults() == 0 ? Value() : call->getResult(0);
  };
  if (auto known = symbols.lookup<func::FuncOp>(wanted.name))
    return getResult(func::CallOp::create(builder, loc, known, operands));
  auto function = symbols.lookup<LLVM::LLVMFuncOp>(wanted.name);
  if (!function) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    Type result = wanted.result;
    if (!result)
      result = LLVM::LLVMVoidType::get(builder.getContext());
    function = LLVM::LLVMFuncOp::create(
        builder, module.getLoc(), wanted.name,
        LLVM::LLVMFunctionType::get(result, wanted.arguments));
    symbols.insert(function);
  }
  return getResult(LLVM::CallOp::create(builder, loc, function, operands));
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
        LLVM::Linkage::Internal, "split_mlir_message",
        builder.getStringAttr(bytes));
    symbols.insert(global);
  }
  return LLVM::AddressOfOp::create(builder, loc, global);
}

Value LibraryCalls::getArray(OpBuilder &builder, Location loc, size_t size) {
  OpBuilder::InsertionGuard guard(builder);
  Region *function = builder.getBlock()->getParent();
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
    Value number = arith::IndexCastOp::create(builder, loc, i64, value);
    Value address = LLVM::GEPOp::create(builder, loc, pointer, i64, array,
                                        LLVM::GEPArg(int32_t(index)));
    LLVM::StoreOp::create(builder, loc, number, address);
  }
  return array;
}
