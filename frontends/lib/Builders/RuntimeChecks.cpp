//===- RuntimeChecks.cpp - Run-time checks of importers -------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shapes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

LogicalResult mlir::split::frontends::createCheck(ImplicitLocOpBuilder &builder,
                                                  Value condition,
                                                  const CheckMessage &message) {
  if (matchPattern(condition, m_One()))
    return success();
  if (matchPattern(condition, m_Zero())) {
    SmallVector<StringRef> parts;
    message.getFormat().split(parts, "{}");
    return builder.emitError() << llvm::join(parts, "?");
  }
  AssertOp::create(builder, condition, message.getFormat(),
                   message.getValues());
  return success();
}

LogicalResult mlir::split::frontends::createSizeCheck(
    ImplicitLocOpBuilder &builder, OpFoldResult size, OpFoldResult expected,
    const CheckMessage &message) {
  if (isSameSize(size, expected))
    return success();
  IndexMath math(builder, builder.getLoc());
  return createCheck(builder, math.isEqual(size, expected), message);
}

Value mlir::split::frontends::createCheckedCast(ImplicitLocOpBuilder &builder,
                                                Value tensor, TensorType type,
                                                StringRef of,
                                                StringRef claimant) {
  auto known = cast<TensorType>(tensor.getType());
  if (known == type)
    return tensor;
  IndexMath math(builder, builder.getLoc());
  auto check = [&](Value actual, int64_t expected, const Twine &what) {
    AssertOp::create(
        builder, math.isEqual(actual, expected),
        (what + of + " is {}, expected " + Twine(expected) + " as " + claimant)
            .str(),
        actual);
  };
  if (type.hasRank()) {
    if (!known.hasRank())
      check(tensor::RankOp::create(builder, tensor), type.getRank(), "rank");
    for (auto [i, dim] : llvm::enumerate(type.getShape()))
      if (ShapedType::isStatic(dim) &&
          (!known.hasRank() || known.isDynamicDim(i)))
        check(math.get(getSize(builder, tensor, i)), dim,
              "dimension " + Twine(i));
  }
  return tensor::CastOp::create(builder, type, tensor);
}
