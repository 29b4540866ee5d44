//===- LoopCasts.cpp - casts that loops start from ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopCasts.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;

bool mlir::split::isCarriedByLoop(Value value) {
  return llvm::any_of(value.getUsers(), [](Operation *user) {
    return isa<LoopLikeOpInterface>(user);
  });
}

bool mlir::split::startsLoopFromCast(Value value, Value replacement) {
  bool isCast = value.getType() != replacement.getType() ||
                replacement.getDefiningOp<tensor::CastOp>();
  return isCast && isCarriedByLoop(value);
}
