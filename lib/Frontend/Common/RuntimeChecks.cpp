//===- RuntimeChecks.cpp - what a file claims, checked at run time --------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeChecks.h"

#include "Sizes.h"

#include "split-mlir/Dialect/Split/IR/Split.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::split;

Value mlir::split::createDim(OpBuilder &b, Location loc, Value tensor,
                             int64_t dim) {
  return getValueOrCreateConstantIndexOp(b, loc, getSize(b, loc, tensor, dim));
}

Value mlir::split::createIsEqual(OpBuilder &b, Location loc, Value lhs,
                                 Value rhs) {
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, lhs, rhs);
}

Value mlir::split::createCheckedCast(OpBuilder &b, Location loc, Value tensor,
                                     TensorType type, StringRef of,
                                     StringRef claimant) {
  auto known = cast<TensorType>(tensor.getType());
  if (known == type)
    return tensor;
  auto check = [&](Value actual, int64_t expected, const Twine &what) {
    Value expectedValue = arith::ConstantIndexOp::create(b, loc, expected);
    AssertOp::create(b, loc, createIsEqual(b, loc, actual, expectedValue),
                     (what + of + " is {}, expected {} as " + claimant).str(),
                     ValueRange{actual, expectedValue});
  };
  if (type.hasRank()) {
    if (!known.hasRank())
      check(tensor::RankOp::create(b, loc, tensor), type.getRank(), "rank");
    for (auto [i, dim] : llvm::enumerate(type.getShape()))
      if (ShapedType::isStatic(dim) &&
          (!known.hasRank() || known.isDynamicDim(i)))
        check(createDim(b, loc, tensor, i), dim, "dimension " + Twine(i));
  }
  return tensor::CastOp::create(b, loc, type, tensor);
}
