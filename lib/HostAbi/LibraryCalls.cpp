//===- LibraryCalls.cpp - Calls of functions outside the program ----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryCalls.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/HostAbi/Runtime.h"

using namespace mlir;
using namespace mlir::split;

//===----------------------------------------------------------------------===//
// The runtime library
//===----------------------------------------------------------------------===//

/// Returns the type that a C type has in the LLVM dialect; null for void.
template <typename T>
static Type getLLVMType(MLIRContext *context) {
  if constexpr (std::is_pointer_v<T>)
    return LLVM::LLVMPointerType::get(context);
  else if constexpr (std::is_void_v<T>)
    return {};
  else
    return IntegerType::get(context, 8 * sizeof(T));
}

namespace {
template <typename Function>
struct Signature;

template <typename Result, typename... Arguments>
struct Signature<Result(Arguments...)> {
  static LibraryFunction get(StringRef name, MLIRContext *context) {
    return {name,
            {getLLVMType<Arguments>(context)...},
            getLLVMType<Result>(context),
            /*isVariadic=*/false};
  }
};
} // namespace

LibraryFunction mlir::split::getLibraryFunction(RuntimeFunction function,
                                                MLIRContext *context) {
  switch (function) {
#define RUNTIME_FUNCTION(name, symbol)                                         \
  case RuntimeFunction::name:                                                  \
    return Signature<decltype(symbol)>::get(#symbol, context);
#include "RuntimeFunctions.def"
#define RUNTIME_FUNCTION(name, symbol)                                         \
  case RuntimeFunction::name:                                                  \
    return Signature<decltype(symbol)>::get(#symbol, context);
#include "MpiFunctions.def"
  }
  llvm_unreachable("all functions are handled");
}

//===----------------------------------------------------------------------===//
// LibraryCalls
//===----------------------------------------------------------------------===//

LibraryCalls::LibraryCalls(ModuleOp module) : module(module), symbols(module) {}

LogicalResult LibraryCalls::verify(const LibraryFunction &function) {
  Operation *symbol = symbols.lookup(function.name);
  if (!symbol)
    return success();
  if (auto declared = dyn_cast<FunctionOpInterface>(symbol)) {
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

LogicalResult LibraryCalls::verify(RuntimeFunction function) {
  return verify(getLibraryFunction(function, module.getContext()));
}

LogicalResult LibraryCalls::verifyRuntimeFunctions() {
  constexpr RuntimeFunction functions[] = {
#define RUNTIME_FUNCTION(name, symbol) RuntimeFunction::name,
#include "RuntimeFunctions.def"
  };
  return failure(llvm::any_of(functions, [&](RuntimeFunction function) {
    return failed(verify(function));
  }));
}

LogicalResult LibraryCalls::verifyMpiFunctions() {
  constexpr RuntimeFunction functions[] = {
#define RUNTIME_FUNCTION(name, symbol) RuntimeFunction::name,
#include "MpiFunctions.def"
  };
  return failure(llvm::any_of(functions, [&](RuntimeFunction function) {
    return failed(verify(function));
  }));
}

Value LibraryCalls::call(OpBuilder &builder, Location loc,
                         const LibraryFunction &function, ValueRange operands) {
  auto getResult = [](Operation *call) {
    return call->getNumResults() == 0 ? Value() : call->getResult(0);
  };
  if (auto declared = symbols.lookup<func::FuncOp>(function.name))
    return getResult(func::CallOp::create(builder, loc, declared, operands));
  auto declared = symbols.lookup<LLVM::LLVMFuncOp>(function.name);
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
    symbols.insert(declared);
  }
  return getResult(LLVM::CallOp::create(builder, loc, declared, operands));
}

Value LibraryCalls::call(OpBuilder &builder, Location loc,
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

/// Adds a pointer to the symbol. Nothing reads it, but neither LLVM nor the
/// linker removes it.
LogicalResult LibraryCalls::requireAbi() {
  MLIRContext *context = module.getContext();
  Location loc = module.getLoc();
  StringRef name = kAbiSymbolName;
  if (Operation *taken = symbols.lookup(name))
    return taken->emitError()
           << "'" << name
           << "' is also the name of a symbol of the runtime library; expected "
              "another name";
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  auto abi = LLVM::GlobalOp::create(builder, loc, builder.getI32Type(),
                                    /*isConstant=*/true,
                                    LLVM::Linkage::External, name, Attribute());
  symbols.insert(abi);
  auto pointer = LLVM::LLVMPointerType::get(context);
  LLVM::GlobalOp reference =
      createPointer(builder, loc, pointer, LLVM::Linkage::Internal,
                    "split_mlir_required_abi", abi);
  symbols.insert(reference);
  // The program may keep symbols of its own in either list.
  for (StringRef list : {"llvm.used", "llvm.compiler.used"}) {
    if (symbols.lookup(list))
      continue;
    LLVM::GlobalOp used =
        createPointer(builder, loc, LLVM::LLVMArrayType::get(pointer, 1),
                      LLVM::Linkage::Appending, list, reference);
    used.setSection("llvm.metadata");
    symbols.insert(used);
    return success();
  }
  return module.emitError("has both 'llvm.compiler.used' and 'llvm.used', "
                          "expected at most one");
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
        LLVM::Linkage::Internal, "split_mlir_string",
        builder.getStringAttr(bytes));
    symbols.insert(global);
  }
  return LLVM::AddressOfOp::create(builder, loc, global);
}

Value LibraryCalls::getWords(OpBuilder &builder, Location loc,
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
    symbols.insert(global);
  }
  return LLVM::AddressOfOp::create(builder, loc, global);
}

Value LibraryCalls::getAddress(OpBuilder &builder, Location loc, Value memref,
                               int64_t elementBytes) {
  IndexMath math(builder, loc);
  auto layout = memref::ExtractStridedMetadataOp::create(builder, loc, memref);
  Value start =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, memref);
  return math.add(start, math.mul(layout.getConstifiedMixedOffset(),
                                  builder.getIndexAttr(elementBytes)));
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
    Value number = arith::IndexCastOp::create(builder, loc, i64, value);
    Value address = LLVM::GEPOp::create(builder, loc, pointer, i64, array,
                                        LLVM::GEPArg(int32_t(index)));
    LLVM::StoreOp::create(builder, loc, number, address);
  }
  return array;
}
