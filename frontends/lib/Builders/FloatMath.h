//===- FloatMath.h - Arithmetic on floats -----------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_FLOATMATH_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_FLOATMATH_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split::frontends {

/// Builds arithmetic on floats of one type, which folds.
class FloatMath {
public:
  FloatMath(ImplicitLocOpBuilder &builder, FloatType type)
      : builder(builder), type(type) {}

  Value get(double value) {
    return arith::ConstantOp::create(builder,
                                     builder.getFloatAttr(type, value));
  }
  /// Converts an index.
  Value get(OpFoldResult index) {
    Value integer = builder.createOrFold<arith::IndexCastOp>(
        builder.getI64Type(),
        getValueOrCreateConstantIndexOp(builder, builder.getLoc(), index));
    return builder.createOrFold<arith::SIToFPOp>(type, integer);
  }
  /// Rounds a number towards 0 to an index. The number is in range.
  Value toIndex(Value x) {
    Value integer =
        builder.createOrFold<arith::FPToSIOp>(builder.getI64Type(), x);
    return builder.createOrFold<arith::IndexCastOp>(builder.getIndexType(),
                                                    integer);
  }
  Value add(Value x, Value y) { return fold<arith::AddFOp>(x, y); }
  Value sub(Value x, Value y) { return fold<arith::SubFOp>(x, y); }
  Value mul(Value x, Value y) { return fold<arith::MulFOp>(x, y); }
  Value div(Value x, Value y) { return fold<arith::DivFOp>(x, y); }
  /// NaN becomes the bound.
  Value min(Value x, Value bound) { return fold<arith::MinNumFOp>(x, bound); }
  Value max(Value x, Value bound) { return fold<arith::MaxNumFOp>(x, bound); }
  Value floor(Value x) { return builder.createOrFold<math::FloorOp>(x); }
  Value ceil(Value x) { return builder.createOrFold<math::CeilOp>(x); }
  Value isLess(Value x, Value y) {
    return builder.createOrFold<arith::CmpFOp>(arith::CmpFPredicate::OLT, x, y);
  }
  Value isBetween(Value x, Value least, Value greatest) {
    auto compare = [&](Value x, Value y) {
      return builder.createOrFold<arith::CmpFOp>(arith::CmpFPredicate::OLE, x,
                                                 y);
    };
    return builder.createOrFold<arith::AndIOp>(compare(least, x),
                                               compare(x, greatest));
  }
  Value select(Value condition, Value x, Value y) {
    return builder.createOrFold<arith::SelectOp>(condition, x, y);
  }

private:
  template <typename OpTy>
  Value fold(Value x, Value y) {
    return builder.createOrFold<OpTy>(x, y);
  }

  ImplicitLocOpBuilder &builder;
  FloatType type;
};

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_FLOATMATH_H
