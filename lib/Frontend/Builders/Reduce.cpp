//===- Reduce.cpp - dimensions summed up ----------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduce.h"

#include "Expand.h"
#include "Sizes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::split;

Value mlir::split::createReduce(OpBuilder &b, Location loc, Value data,
                                const llvm::SmallBitVector &reduced,
                                TypedAttr start, ScalarBuilder combine) {
  Type element = getRankedType(data).getElementType();
  int64_t rank = reduced.size();
  SmallVector<OpFoldResult> sizes;
  SmallVector<utils::IteratorType> iterators;
  for (auto [dim, size] : llvm::enumerate(getSizes(b, loc, data))) {
    if (!reduced.test(dim))
      sizes.push_back(size);
    iterators.push_back(reduced.test(dim) ? utils::IteratorType::reduction
                                          : utils::IteratorType::parallel);
  }
  AffineMap all = b.getMultiDimIdentityMap(rank);
  Value init = createFill(b, loc, sizes, element, start);
  auto body = [&](OpBuilder &b, Location loc, ValueRange args) {
    SmallVector<Value> signless = llvm::map_to_vector(args, [&](Value arg) {
      return castSign(b, loc, arg, getSignless(element));
    });
    Value result = combine(b, loc, element, signless);
    linalg::YieldOp::create(b, loc, castSign(b, loc, result, element));
  };
  return linalg::GenericOp::create(b, loc, init.getType(), data, init,
                                   {all, all.dropResults(reduced)}, iterators,
                                   body)
      .getResult(0);
}
