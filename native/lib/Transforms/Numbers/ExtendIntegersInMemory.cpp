//===- ExtendIntegersInMemory.cpp - Whole bytes for integers --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "split-mlir/Dialect/Split/IR/ElementBytes.h"
#include "split-mlir/Transforms/Passes.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITEXTENDINTEGERSINMEMORYPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;

/// Returns the type by which to load and store a value of type `type`: an
/// integer with all bits of the bytes that it takes, or `type` itself if its
/// bits fill them. In structs, does so for each field.
static Type getTypeInMemory(Type type) {
  Builder builder(type.getContext());
  if (isa<IntegerType>(type))
    return builder.getIntegerType(8 * *split::getElementBytes(type));
  if (auto vector = dyn_cast<VectorType>(type)) {
    auto element = dyn_cast<IntegerType>(vector.getElementType());
    if (!element || vector.isScalable())
      return type;
    uint64_t width = vector.getNumElements() * element.getWidth();
    return width % 8 == 0 ? type
                          : builder.getIntegerType(llvm::alignTo(width, 8));
  }
  auto record = dyn_cast<LLVM::LLVMStructType>(type);
  if (!record || record.isIdentified() || record.isPacked())
    return type;
  return LLVM::LLVMStructType::getLiteral(
      type.getContext(),
      llvm::map_to_vector(record.getBody(), getTypeInMemory));
}

/// Returns the integer with the bits of `type`, an integer or a vector.
static Type getBits(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? IntegerType::get(type.getContext(),
                                   vector.getNumElements() *
                                       vector.getElementTypeBitWidth())
                : type;
}

/// Converts `value` field by field to a struct of type `type`.
static Value convertFields(ImplicitLocOpBuilder &builder, Value value,
                           Type type,
                           llvm::function_ref<Value(Value, Type)> convert) {
  Value result = LLVM::UndefOp::create(builder, type);
  for (auto [index, field] :
       llvm::enumerate(cast<LLVM::LLVMStructType>(type).getBody())) {
    int64_t position = index;
    Value part = LLVM::ExtractValueOp::create(builder, value, position);
    result = LLVM::InsertValueOp::create(builder, result, convert(part, field),
                                         position);
  }
  return result;
}

/// Converts what was loaded to `type`.
static Value narrow(ImplicitLocOpBuilder &builder, Value loaded, Type type) {
  if (loaded.getType() == type)
    return loaded;
  if (isa<LLVM::LLVMStructType>(type))
    return convertFields(builder, loaded, type, [&](Value part, Type field) {
      return narrow(builder, part, field);
    });
  Value bits = LLVM::TruncOp::create(builder, getBits(type), loaded);
  return bits.getType() == type
             ? bits
             : LLVM::BitcastOp::create(builder, type, bits).getResult();
}

/// Converts `value` to `type`, the type in memory.
static Value widen(ImplicitLocOpBuilder &builder, Value value, Type type) {
  if (value.getType() == type)
    return value;
  if (isa<LLVM::LLVMStructType>(type))
    return convertFields(builder, value, type, [&](Value part, Type field) {
      return widen(builder, part, field);
    });
  Type bits = getBits(value.getType());
  if (bits != value.getType())
    value = LLVM::BitcastOp::create(builder, bits, value);
  return LLVM::ZExtOp::create(builder, type, value);
}

namespace {
struct SplitExtendIntegersInMemoryPass
    : split::native::impl::SplitExtendIntegersInMemoryPassBase<
          SplitExtendIntegersInMemoryPass> {
  void runOnOperation() override {
    getOperation()->walk([&](Operation *op) {
      auto load = dyn_cast<LLVM::LoadOp>(op);
      auto store = dyn_cast<LLVM::StoreOp>(op);
      if (!load && !store)
        return;
      Type type = load ? load.getType() : store.getValue().getType();
      Type wide = getTypeInMemory(type);
      if (wide == type)
        return;
      ++numAccesses;
      ImplicitLocOpBuilder builder(op->getLoc(), op);
      if (store)
        return store.getValueMutable().assign(
            widen(builder, store.getValue(), wide));
      auto whole = cast<LLVM::LoadOp>(builder.clone(*op));
      whole.getResult().setType(wide);
      load.replaceAllUsesWith(narrow(builder, whole, type));
      load.erase();
    });
  }
};
} // namespace
