//===- Scalars.cpp - computations on one element --------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scalars.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::split;

Value mlir::split::buildSigmoid(OpBuilder &b, Location loc, Type elementType,
                                ValueRange args) {
  Value x = args[0];
  bool isNarrow = elementType.getIntOrFloatBitWidth() < 32;
  if (isNarrow)
    x = arith::ExtFOp::create(b, loc, b.getF32Type(), x);
  Value one = arith::ConstantOp::create(b, loc, b.getFloatAttr(x.getType(), 1));
  Value exp = math::ExpOp::create(b, loc, arith::NegFOp::create(b, loc, x));
  Value result = arith::DivFOp::create(b, loc, one,
                                       arith::AddFOp::create(b, loc, one, exp));
  if (isNarrow)
    result = arith::TruncFOp::create(b, loc, elementType, result);
  return result;
}

Value mlir::split::buildMul(OpBuilder &b, Location loc, Type elementType,
                            ValueRange args) {
  if (isa<FloatType>(elementType))
    return arith::MulFOp::create(b, loc, args[0], args[1]);
  return arith::MulIOp::create(b, loc, args[0], args[1]);
}
