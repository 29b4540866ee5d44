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
#include "split-mlir/HostAbi/Runtime.h"

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
  return {"split_mlir_begin_call", {getPointer(context)}, {}};
}

LibraryFunction mlir::split::getEndCall(MLIRContext *context) {
  return {"split_mlir_end_call",
          {getPointer(context), getInteger(context, 64)},
          {}};
}

LibraryFunction mlir::split::getPack(MLIRContext *context) {
  Type pointer = getPointer(context), i64 = getInteger(context, 64);
  return {"split_mlir_pack", {i64, pointer, i64, pointer}, pointer};
}

LibraryFunction mlir::split::getFreePacked(MLIRContext *context) {
  return {"split_mlir_free_packed", {getPointer(context)}, {}};
}

LibraryFunction mlir::split::getInspectUnranked(MLIRContext *context) {
  return {"split_mlir_inspect_unranked",
          {getPointer(context)},
          getInteger(context, 64)};
}

LibraryFunction mlir::split::getPackUnranked(MLIRContext *context) {
  Type pointer = getPointer(context);
  return {"split_mlir_pack_unranked",
          {pointer, getInteger(context, 64), pointer},
          pointer};
}

LibraryFunction mlir::split::getCountBytes(MLIRContext *context) {
  Type i64 = getInteger(context, 64);
  return {"split_mlir_count_bytes", {i64, getPointer(context), i64}, i64};
}

LibraryFunction mlir::split::getFindOverlap(MLIRContext *context) {
  Type i64 = getInteger(context, 64);
  return {"split_mlir_find_overlap", {getPointer(context), i64, i64}, i64};
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

LibraryFunction mlir::split::getAlloc(MLIRContext *context) {
  return {"_mlir_memref_to_llvm_alloc",
          {getInteger(context, 64)},
          getPointer(context)};
}

LibraryFunction mlir::split::getAlignedAlloc(MLIRContext *context) {
  Type i64 = getInteger(context, 64);
  return {
      "_mlir_memref_to_llvm_aligned_alloc", {i64, i64}, getPointer(context)};
}

LibraryFunction mlir::split::getFree(MLIRContext *context) {
  return {"_mlir_memref_to_llvm_free", {getPointer(context)}, {}};
}

LibraryFunction mlir::split::getMemrefCopy(MLIRContext *context) {
  Type pointer = getPointer(context);
  return {"memrefCopy", {getInteger(context, 64), pointer, pointer}, {}};
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

/// The one symbol of a runtime library that names its ABI version.
static std::string getAbiName() {
  return "split_mlir_abi_" + std::to_string(SPLIT_MLIR_ABI_VERSION);
}

/// A global of the module whose value is the address of `target`; as an array
/// of one if `type` is one.
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

/// A pointer to the library's symbol that nothing reads, and that neither LLVM
/// nor the linker removes.
LogicalResult LibraryCalls::requireAbi() {
  MLIRContext *context = module.getContext();
  Location loc = module.getLoc();
  std::string name = getAbiName();
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
