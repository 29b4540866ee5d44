//===- RuntimeCalls.cpp - Calls of the runtime library --------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/HostAbi/RuntimeCalls.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/HostAbi/Runtime.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

LibraryFunction
mlir::split::native::getLibraryFunction(RuntimeFunction function,
                                        MLIRContext *context) {
  switch (function) {
#define RUNTIME_FUNCTION(name, symbol)                                         \
  case RuntimeFunction::name:                                                  \
    return getCFunction<decltype(symbol)>(#symbol, context);
#include "split-mlir/HostAbi/RuntimeFunctions.def"
  }
  llvm_unreachable("all functions are handled");
}

LogicalResult RuntimeCalls::verify(RuntimeFunction function) {
  return verify(getLibraryFunction(function, module.getContext()));
}

LogicalResult RuntimeCalls::verifyRuntimeFunctions() {
  constexpr RuntimeFunction functions[] = {
#define RUNTIME_FUNCTION(name, symbol) RuntimeFunction::name,
#include "split-mlir/HostAbi/RuntimeFunctions.def"
  };
  return failure(llvm::any_of(functions, [&](RuntimeFunction function) {
    return failed(verify(function));
  }));
}

Value RuntimeCalls::call(OpBuilder &builder, Location loc,
                         RuntimeFunction function, ValueRange operands) {
  return call(builder, loc, getLibraryFunction(function, builder.getContext()),
              operands);
}

/// Creates a global that holds the address of `target`. `type` is a pointer, or
/// an array of one pointer.
static LLVM::GlobalOp createPointer(OpBuilder &builder, Location loc, Type type,
                                    LLVM::Linkage linkage, StringRef name,
                                    LLVM::GlobalOp target) {
  auto global = LLVM::GlobalOp::create(
      builder, loc, type, /*isConstant=*/linkage == LLVM::Linkage::Internal,
      linkage, name, Attribute());
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&global.getInitializer());
  Value value = LLVM::AddressOfOp::create(builder, loc, target);
  if (isa<LLVM::LLVMArrayType>(type)) {
    Value array = LLVM::UndefOp::create(builder, loc, type);
    value = LLVM::InsertValueOp::create(builder, loc, array, value,
                                        ArrayRef<int64_t>{0});
  }
  LLVM::ReturnOp::create(builder, loc, value);
  return global;
}

LogicalResult RuntimeCalls::verifyFree(StringRef name) {
  Operation *taken = getSymbols().lookup(name);
  if (!taken)
    return success();
  return taken->emitError()
         << "'" << name
         << "' is also the name of a symbol of the runtime library; expected "
            "another name";
}

/// Adds a pointer to the symbol. Nothing reads it, but neither LLVM nor the
/// linker removes it.
LogicalResult RuntimeCalls::requireAbi() {
  MLIRContext *context = module.getContext();
  Location loc = module.getLoc();
  StringRef name = kAbiSymbolName;
  if (failed(verifyFree(name)))
    return failure();
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  auto abi = LLVM::GlobalOp::create(builder, loc, builder.getI32Type(),
                                    /*isConstant=*/true,
                                    LLVM::Linkage::External, name, Attribute());
  getSymbols().insert(abi);
  auto pointer = LLVM::LLVMPointerType::get(context);
  LLVM::GlobalOp reference =
      createPointer(builder, loc, pointer, LLVM::Linkage::Internal,
                    "split_mlir_required_abi", abi);
  getSymbols().insert(reference);
  // The program may keep symbols of its own in either list.
  for (StringRef list : {"llvm.used", "llvm.compiler.used"}) {
    if (getSymbols().lookup(list))
      continue;
    LLVM::GlobalOp used =
        createPointer(builder, loc, LLVM::LLVMArrayType::get(pointer, 1),
                      LLVM::Linkage::Appending, list, reference);
    used.setSection("llvm.metadata");
    getSymbols().insert(used);
    return success();
  }
  return module.emitError("has both 'llvm.compiler.used' and 'llvm.used', "
                          "expected at most one");
}

Value RuntimeCalls::getWords(OpBuilder &builder, Location loc,
                             ArrayRef<int64_t> words) {
  DenseIntElementsAttr value = builder.getI64TensorAttr(words);
  LLVM::GlobalOp &global = wordArrays[value];
  if (!global) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    auto type = LLVM::LLVMArrayType::get(builder.getI64Type(), words.size());
    global =
        LLVM::GlobalOp::create(builder, module.getLoc(), type,
                               /*isConstant=*/true, LLVM::Linkage::Internal,
                               "split_mlir_words", value);
    getSymbols().insert(global);
  }
  return LLVM::AddressOfOp::create(builder, loc, global);
}

Value RuntimeCalls::getAddress(OpBuilder &builder, Location loc, Value memref,
                               int64_t elementBytes) {
  IndexMath math(builder, loc);
  auto layout = memref::ExtractStridedMetadataOp::create(builder, loc, memref);
  Value start =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, memref);
  return math.add(start, math.mul(layout.getConstifiedMixedOffset(),
                                  builder.getIndexAttr(elementBytes)));
}
