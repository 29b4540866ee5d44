//===- Numbers.h - Constants and divisions of numbers -----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_NUMBERS_NUMBERS_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_NUMBERS_NUMBERS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::split::native {

/// Returns the number of bits of a constant integer of type `type`.
inline unsigned getConstantWidth(Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.isIndex() ? IndexType::kInternalStorageBitWidth
                           : element.getIntOrFloatBitWidth();
}

/// Creates a constant of a number, or of a vector or static tensor whose
/// elements all are this number.
inline Value createNumber(ImplicitLocOpBuilder &builder, Type type,
                          TypedAttr element) {
  if (auto shaped = dyn_cast<ShapedType>(type))
    element = DenseElementsAttr::get(shaped, Attribute(element));
  return arith::ConstantOp::create(builder, element);
}

inline Value createInteger(ImplicitLocOpBuilder &builder, Type type,
                           const APInt &value) {
  return createNumber(
      builder, type, builder.getIntegerAttr(getElementTypeOrSelf(type), value));
}

/// Drops the bits of `value` that do not fit.
inline Value createInteger(ImplicitLocOpBuilder &builder, Type type,
                           int64_t value) {
  APInt bits(getConstantWidth(type), value, /*isSigned=*/true,
             /*implicitTrunc=*/true);
  return createInteger(builder, type, bits);
}

inline Value createFloat(ImplicitLocOpBuilder &builder, Type type,
                         double value) {
  return createNumber(builder, type,
                      FloatAttr::get(getElementTypeOrSelf(type), value));
}

inline bool isSignedDivision(Operation *op) {
  return isa<arith::DivSIOp, arith::CeilDivSIOp, arith::FloorDivSIOp,
             arith::RemSIOp>(op);
}

/// Whether `op` divides its first operand by its second one, which must not be
/// 0.
inline bool isDivision(Operation *op) {
  return isSignedDivision(op) ||
         isa<arith::DivUIOp, arith::CeilDivUIOp, arith::RemUIOp>(op);
}

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_NUMBERS_NUMBERS_H
