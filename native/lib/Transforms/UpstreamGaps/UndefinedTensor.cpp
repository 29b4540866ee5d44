//===- UndefinedTensor.cpp - Tensors of undefined elements ----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UndefinedTensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

Value mlir::split::native::createUndefinedTensor(OpBuilder &builder,
                                                 Location loc,
                                                 TensorType type) {
  auto ranked = dyn_cast<RankedTensorType>(type);
  if (!ranked)
    ranked = RankedTensorType::get({0}, type.getElementType());
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  SmallVector<Value> sizes(ranked.getNumDynamicDims(), zero);
  Value empty = tensor::EmptyOp::create(builder, loc, ranked, sizes);
  if (ranked == type)
    return empty;
  return tensor::CastOp::create(builder, loc, type, empty);
}
