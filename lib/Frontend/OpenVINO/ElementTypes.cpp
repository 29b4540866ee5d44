//===- ElementTypes.cpp - OpenVINO's element types ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementTypes.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::openvino;

Type mlir::split::openvino::getElementType(StringRef name,
                                           MLIRContext *context) {
  Builder b(context);
  auto unsignedType = [&](unsigned width) -> Type {
    return b.getIntegerType(width, /*isSigned=*/false);
  };
  return llvm::StringSwitch<Type>(name.lower())
      .Cases({"f64", "fp64"}, b.getF64Type())
      .Cases({"f32", "fp32"}, b.getF32Type())
      .Cases({"f16", "fp16"}, b.getF16Type())
      .Case("bf16", b.getBF16Type())
      .Case("f8e4m3", b.getType<Float8E4M3FNType>())
      .Case("f8e5m2", b.getType<Float8E5M2Type>())
      .Case("i64", b.getI64Type())
      .Case("i32", b.getI32Type())
      .Case("i16", b.getI16Type())
      .Case("i8", b.getI8Type())
      .Case("i4", b.getIntegerType(4))
      .Case("u64", unsignedType(64))
      .Case("u32", unsignedType(32))
      .Case("u16", unsignedType(16))
      .Case("u8", unsignedType(8))
      .Case("u4", unsignedType(4))
      .Cases({"u1", "bin"}, unsignedType(1))
      .Cases({"boolean", "bool"}, b.getI1Type())
      .Default(Type());
}

bool mlir::split::openvino::isUnspecified(StringRef precision) {
  return llvm::StringSwitch<bool>(precision.lower())
      .Cases({"unspecified", "dynamic", "undefined"}, true)
      .Default(false);
}
