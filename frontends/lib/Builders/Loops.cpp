//===- Loops.cpp - Sequential loops over tensors --------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

SmallVector<Value>
mlir::split::frontends::createLoops(ImplicitLocOpBuilder &builder,
                                    ArrayRef<OpFoldResult> sizes,
                                    ValueRange inits, LoopBody body) {
  Location loc = builder.getLoc();
  SmallVector<Value> ends =
      getValueOrCreateConstantIndexOp(builder, loc, sizes);
  SmallVector<Value> zeros(sizes.size(),
                           arith::ConstantIndexOp::create(builder, 0));
  SmallVector<Value> ones(sizes.size(),
                          arith::ConstantIndexOp::create(builder, 1));
  scf::LoopNest nest =
      scf::buildLoopNest(builder, loc, zeros, ends, ones, inits,
                         [&](OpBuilder &inner, Location loc, ValueRange loops,
                             ValueRange carried) -> scf::ValueVector {
                           ImplicitLocOpBuilder builder(loc, inner);
                           SmallVector<Value> next =
                               body(builder, loops, carried);
                           return scf::ValueVector(next.begin(), next.end());
                         });
  return llvm::to_vector_of<Value>(nest.results);
}
