//===- ExpandFloats.cpp - Small floats computed in wider types ------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Numbers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "split-mlir/Transforms/Passes.h"
#include <limits>

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITEXPANDFLOATSPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
using arith::CmpFPredicate;
using arith::CmpIPredicate;

static bool isBF16(Type type) { return getElementTypeOrSelf(type).isBF16(); }

/// Whether `type` is bf16 or f16.
static bool isSmall(Type type) {
  return isBF16(type) || getElementTypeOrSelf(type).isF16();
}

static unsigned getWidth(Type type) {
  return getElementTypeOrSelf(type).getIntOrFloatBitWidth();
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

namespace {
/// Creates conversions of scalars or vectors.
class Conversions {
public:
  explicit Conversions(Operation *op) : builder(op->getLoc(), op) {}

  Value toF32(Value x);
  Value toF64(Value x);
  Value round(Value x, Type type);
  Value fromInteger(Value x, Type type, bool isSigned);
  Value fromHugeInteger(Value x, Type type, bool isSigned);
  Value multiplyAdd(Value x, Value y, Value z);
  Value extremum(Value x, Value y, bool isMaximum);
  Value copySign(Value x, Value y);

  template <typename OpTy>
  Value convertTo(Value x, Type element) {
    return OpTy::create(builder, getType(x, element), x);
  }

  ImplicitLocOpBuilder builder;

private:
  Value roundToBF16(Value x);
  Value makeOdd(Value x, Value isInexact, Value isAway);
  Value roundToOdd(Value x, Type element);
  Value roundToOddF32(Value x);
  Value fromLongInteger(Value x, bool isSigned);
  Value fromInt128(Value x, bool isSigned);

  /// The type of values like `x` with other elements.
  static Type getType(Value x, Type element) {
    auto shaped = dyn_cast<ShapedType>(x.getType());
    return shaped ? shaped.clone(element) : element;
  }
  Value integer(Value like, const APInt &value) {
    return createInteger(builder, like.getType(), value);
  }
  Value integer(Value like, uint64_t value) {
    return integer(like, APInt(getWidth(like.getType()), value));
  }
  Value toBits(Value x) {
    Type bits = builder.getIntegerType(getWidth(x.getType()));
    return arith::BitcastOp::create(builder, getType(x, bits), x);
  }
  Value compare(CmpFPredicate predicate, Value x, Value y) {
    return arith::CmpFOp::create(builder, predicate, x, y);
  }
  Value select(Value condition, Value x, Value y) {
    return arith::SelectOp::create(builder, condition, x, y);
  }
  template <typename OpTy>
  Value combine(Value x, uint64_t y) {
    return OpTy::create(builder, x, integer(x, y));
  }
};
} // namespace

/// The bits of bf16 are the upper half of those of f32.
Value Conversions::toF32(Value x) {
  if (!isBF16(x.getType()))
    return convertTo<arith::ExtFOp>(x, builder.getF32Type());
  Value bits = convertTo<arith::ExtUIOp>(toBits(x), builder.getI32Type());
  return convertTo<arith::BitcastOp>(combine<arith::ShLIOp>(bits, 16),
                                     builder.getF32Type());
}

Value Conversions::toF64(Value x) {
  if (isBF16(x.getType()))
    x = toF32(x);
  return convertTo<arith::ExtFOp>(x, builder.getF64Type());
}

/// Rounds f32 to the nearest bf16, ties to even. NaN becomes a quiet NaN.
Value Conversions::roundToBF16(Value x) {
  Value bits = toBits(x);
  Value high = combine<arith::ShRUIOp>(bits, 16);
  Value bias = combine<arith::AddIOp>(combine<arith::AndIOp>(high, 1), 0x7fff);
  Value sum = arith::AddIOp::create(builder, bits, bias);
  Value rounded = combine<arith::ShRUIOp>(sum, 16);
  Value isNaN = compare(CmpFPredicate::UNO, x, x);
  rounded = select(isNaN, combine<arith::OrIOp>(high, 0x40), rounded);
  return convertTo<arith::BitcastOp>(
      convertTo<arith::TruncIOp>(rounded, builder.getI16Type()),
      builder.getBF16Type());
}

/// Changes the rounding of `x` from nearest to odd. Where `isInexact`, `x` is
/// the nearest number to the exact one, which is closer to zero if `isAway`,
/// and the result is the neighbour of the exact one whose last bit is 1. A
/// second rounding, to a narrower type, is then as if it were the only one.
Value Conversions::makeOdd(Value x, Value isInexact, Value isAway) {
  Value bits = toBits(x);
  Value below = select(isAway, combine<arith::SubIOp>(bits, 1), bits);
  Value odd = combine<arith::OrIOp>(below, 1);
  return arith::BitcastOp::create(builder, x.getType(),
                                  select(isInexact, odd, bits));
}

Value Conversions::roundToOdd(Value x, Type element) {
  Value nearest = convertTo<arith::TruncFOp>(x, element);
  Value back = arith::ExtFOp::create(builder, x.getType(), nearest);
  Value isAway =
      compare(CmpFPredicate::OGT, math::AbsFOp::create(builder, back),
              math::AbsFOp::create(builder, x));
  return makeOdd(nearest, compare(CmpFPredicate::ONE, back, x), isAway);
}

Value Conversions::roundToOddF32(Value x) {
  if (getWidth(x.getType()) > 64)
    x = roundToOdd(x, builder.getF64Type());
  return roundToOdd(x, builder.getF32Type());
}

/// Rounds a wider float to the nearest number of `type`, f16 or bf16.
Value Conversions::round(Value x, Type type) {
  if (getWidth(x.getType()) > 32)
    x = roundToOddF32(x);
  return isBF16(type) ? roundToBF16(x)
                      : arith::TruncFOp::create(builder, type, x).getResult();
}

/// Converts an integer of 25 to 64 bits to f32, rounded to odd.
Value Conversions::fromLongInteger(Value x, bool isSigned) {
  constexpr unsigned kMantissa = 53, kDropped = 64 - kMantissa;
  if (getWidth(x.getType()) > kMantissa) {
    // Large integers keep as many bits as f64 has; the last one is 1 if one of
    // those below is.
    if (getWidth(x.getType()) < 64)
      x = isSigned ? convertTo<arith::ExtSIOp>(x, builder.getI64Type())
                   : convertTo<arith::ExtUIOp>(x, builder.getI64Type());
    constexpr uint64_t kLow = (uint64_t(1) << kDropped) - 1;
    Value low = combine<arith::AndIOp>(x, kLow);
    Value odd =
        arith::OrIOp::create(builder, x, combine<arith::AddIOp>(low, kLow));
    odd = combine<arith::AndIOp>(odd, ~kLow);
    Value magnitude =
        isSigned ? math::AbsIOp::create(builder, x).getResult() : x;
    Value isLarge =
        arith::CmpIOp::create(builder, CmpIPredicate::ugt, magnitude,
                              integer(x, uint64_t(1) << kMantissa));
    x = select(isLarge, odd, x);
  }
  Value exact = isSigned ? convertTo<arith::SIToFPOp>(x, builder.getF64Type())
                         : convertTo<arith::UIToFPOp>(x, builder.getF64Type());
  return roundToOddF32(exact);
}

/// Converts an integer of more than 64 bits to f32, rounded to odd: scales its
/// first 62 bits, the last of which is 1 if one of the others is.
Value Conversions::fromInt128(Value x, bool isSigned) {
  unsigned width = getWidth(x.getType());
  Value magnitude = isSigned ? math::AbsIOp::create(builder, x).getResult() : x;
  Value zeros = math::CountLeadingZerosOp::create(builder, magnitude);
  Value length = arith::SubIOp::create(builder, integer(x, width), zeros);
  Value shift = arith::MaxSIOp::create(
      builder, combine<arith::SubIOp>(length, 62), integer(x, 0));
  Value high = arith::ShRUIOp::create(builder, magnitude, shift);
  Value back = arith::ShLIOp::create(builder, high, shift);
  Value isInexact =
      arith::CmpIOp::create(builder, CmpIPredicate::ne, back, magnitude);
  high = select(isInexact, combine<arith::OrIOp>(high, 1), high);
  Value scaled =
      fromLongInteger(convertTo<arith::TruncIOp>(high, builder.getI64Type()),
                      /*isSigned=*/false);
  // 2^127 is the largest power of two in f32: with it, the product overflows.
  shift = arith::MinUIOp::create(builder, shift, integer(x, 127));
  Value exponent = convertTo<arith::TruncIOp>(shift, builder.getI32Type());
  exponent = combine<arith::ShLIOp>(combine<arith::AddIOp>(exponent, 127), 23);
  Value result = arith::MulFOp::create(
      builder, scaled,
      convertTo<arith::BitcastOp>(exponent, builder.getF32Type()));
  if (!isSigned)
    return result;
  Value isNegative =
      arith::CmpIOp::create(builder, CmpIPredicate::slt, x, integer(x, 0));
  return select(isNegative, arith::NegFOp::create(builder, result), result);
}

/// Converts an integer to the nearest number of `type`, f16 or bf16.
Value Conversions::fromInteger(Value x, Type type, bool isSigned) {
  unsigned width = getWidth(x.getType());
  constexpr unsigned kExact = 24; // f32 has all integers of as many bits
  Value wide;
  // Integers that are not exact in f32 are infinite in f16.
  if (width <= kExact || !isBF16(type))
    wide = isSigned ? convertTo<arith::SIToFPOp>(x, builder.getF32Type())
                    : convertTo<arith::UIToFPOp>(x, builder.getF32Type());
  else
    wide = width <= 64 ? fromLongInteger(x, isSigned) : fromInt128(x, isSigned);
  return round(wide, type);
}

/// Converts an integer of more than 128 bits. LLVM's expansion assumes that the
/// result is finite.
Value Conversions::fromHugeInteger(Value x, Type type, bool isSigned) {
  Type element = getElementTypeOrSelf(type);
  auto convert = [&](Value x) -> Value {
    if (isSmall(type))
      return fromInteger(x, type, isSigned);
    return isSigned ? convertTo<arith::SIToFPOp>(x, element)
                    : convertTo<arith::UIToFPOp>(x, element);
  };
  // Numbers of f16 are rounded from f32.
  const llvm::fltSemantics &semantics =
      isSmall(type) ? APFloat::IEEEsingle()
                    : cast<FloatType>(element).getFloatSemantics();
  unsigned length = APFloat::semanticsMaxExponent(semantics) + 1;
  unsigned width = getWidth(x.getType());
  if (width <= length)
    return convert(x);
  Value magnitude = isSigned ? math::AbsIOp::create(builder, x).getResult() : x;
  Value isInfinite =
      arith::CmpIOp::create(builder, CmpIPredicate::uge, magnitude,
                            integer(x, APInt::getOneBitSet(width, length)));
  Value finite = convert(select(isInfinite, integer(x, 0), x));
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Value infinity = createFloat(builder, type, kInfinity);
  if (isSigned) {
    Value isNegative =
        arith::CmpIOp::create(builder, CmpIPredicate::slt, x, integer(x, 0));
    infinity =
        select(isNegative, createFloat(builder, type, -kInfinity), infinity);
  }
  return select(isInfinite, infinity, finite);
}

/// Computes x * y + z of bf16 or f16. The product is exact in f64. The error of
/// the sum, which is exact as well, tells how to round it to odd.
Value Conversions::multiplyAdd(Value x, Value y, Value z) {
  auto sub = [&](Value x, Value y) -> Value {
    return arith::SubFOp::create(builder, x, y);
  };
  Type type = x.getType();
  z = toF64(z);
  Value product = arith::MulFOp::create(builder, toF64(x), toF64(y));
  Value sum = arith::AddFOp::create(builder, product, z);
  Value part = sub(sum, product);
  Value error = arith::AddFOp::create(builder, sub(product, sub(sum, part)),
                                      sub(z, part));
  Value zero =
      arith::ConstantOp::create(builder, builder.getZeroAttr(error.getType()));
  Value isInexact = compare(CmpFPredicate::ONE, error, zero);
  Value isAway =
      arith::XOrIOp::create(builder, compare(CmpFPredicate::OLT, error, zero),
                            compare(CmpFPredicate::OLT, sum, zero));
  return round(makeOdd(sum, isInexact, isAway), type);
}

/// Returns the larger or the smaller number, or NaN if one of them is NaN. LLVM
/// has intrinsics, but for x86 no code for those of more than 64 bits.
Value Conversions::extremum(Value x, Value y, bool isMaximum) {
  Type type = x.getType();
  if (getWidth(type) <= 64 && LLVM::isCompatibleType(type))
    return isMaximum ? LLVM::MaximumOp::create(builder, type, x, y).getResult()
                     : LLVM::MinimumOp::create(builder, type, x, y).getResult();
  Value zero = createFloat(builder, type, 0.0);
  Value one = createFloat(builder, type, 1.0);
  // Of equal numbers, one may be -0.
  Value sign = math::CopySignOp::create(builder, one, x);
  Value takesX =
      compare(isMaximum ? CmpFPredicate::OGT : CmpFPredicate::OLT, sign, zero);
  takesX = select(
      compare(CmpFPredicate::OEQ, x, y), takesX,
      compare(isMaximum ? CmpFPredicate::OGT : CmpFPredicate::OLT, x, y));
  return select(compare(CmpFPredicate::UNO, x, y),
                arith::AddFOp::create(builder, x, y), select(takesX, x, y));
}

/// Joins the magnitude of `x` and the sign of `y` by their bits.
Value Conversions::copySign(Value x, Value y) {
  Value bits = toBits(x);
  APInt sign = APInt::getSignMask(getWidth(x.getType()));
  Value magnitude = arith::AndIOp::create(builder, bits, integer(bits, ~sign));
  Value negative =
      arith::AndIOp::create(builder, toBits(y), integer(bits, sign));
  return arith::BitcastOp::create(
      builder, x.getType(), arith::OrIOp::create(builder, magnitude, negative));
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// Whether `op` only moves or names bits, or has regions.
static bool keepsType(Operation *op) {
  return isa<arith::BitcastOp, arith::ConstantOp, arith::SelectOp>(op) ||
         op->getNumRegions() != 0;
}

static bool isArithmetic(Operation *op) {
  return isa_and_present<arith::ArithDialect, math::MathDialect>(
             op->getDialect()) ||
         isa<vector::ContractionOp, vector::FMAOp, vector::MultiDimReductionOp,
             vector::OuterProductOp, vector::ReductionOp, vector::ScanOp>(op);
}

/// Replaces `op` on bf16 by the same op on f32.
static void computeInF32(RewriterBase &rewriter, Operation *op) {
  Conversions conversions(op);
  auto widen = [&](Type type) -> Type {
    auto shaped = dyn_cast<ShapedType>(type);
    Type f32 = rewriter.getF32Type();
    return !isBF16(type) ? type : shaped ? shaped.clone(f32) : f32;
  };
  SmallVector<Value> operands(op->getOperands());
  for (Value &operand : operands)
    if (isBF16(operand.getType()))
      operand = conversions.toF32(operand);
  Operation *wide = conversions.builder.clone(*op);
  wide->setOperands(operands);
  SmallVector<Value> results;
  for (OpResult result : wide->getResults()) {
    Type type = result.getType();
    result.setType(widen(type));
    results.push_back(isBF16(type) ? conversions.round(result, type)
                                   : Value(result));
  }
  rewriter.replaceOp(op, results);
}

/// Returns the replacement of an op with an expansion of its own, or null.
static Value convert(Operation *op) {
  if (op->getNumOperands() == 0 || op->getNumResults() != 1)
    return nullptr;
  Value x = op->getOperand(0);
  Type from = x.getType(), to = op->getResult(0).getType();
  if (isa<arith::TruncFOp>(op) && isSmall(to) &&
      (isBF16(to) || getWidth(from) > 32))
    return Conversions(op).round(x, to);
  if (isa<arith::ExtFOp>(op) && isBF16(from)) {
    Conversions conversions(op);
    Value wide = conversions.toF32(x);
    return wide.getType() == to
               ? wide
               : arith::ExtFOp::create(conversions.builder, to, wide);
  }
  if (isa<arith::SIToFPOp, arith::UIToFPOp>(op) && getWidth(from) > 128)
    return Conversions(op).fromHugeInteger(x, to, isa<arith::SIToFPOp>(op));
  if (isa<arith::SIToFPOp, arith::UIToFPOp>(op) &&
      (isBF16(to) || (isSmall(to) && getWidth(from) > 64)))
    return Conversions(op).fromInteger(x, to, isa<arith::SIToFPOp>(op));
  if (isa<math::FmaOp, vector::FMAOp>(op) && isSmall(to))
    return Conversions(op).multiplyAdd(x, op->getOperand(1), op->getOperand(2));
  if (isa<math::CopySignOp>(op) && getWidth(to) <= 64)
    return Conversions(op).copySign(x, op->getOperand(1));
  if (isa<arith::MaximumFOp, arith::MinimumFOp>(op)) {
    Conversions conversions(op);
    Value y = op->getOperand(1);
    bool isMaximum = isa<arith::MaximumFOp>(op);
    if (!isBF16(to))
      return conversions.extremum(x, y, isMaximum);
    return conversions.round(conversions.extremum(conversions.toF32(x),
                                                  conversions.toF32(y),
                                                  isMaximum),
                             to);
  }
  return nullptr;
}

/// Rejects rounding modes other than the default: LLVM assumes that the
/// processor is already in such a mode, and does not set it.
static LogicalResult verifyRounding(Operation *op) {
  auto truncate = dyn_cast<arith::TruncFOp>(op);
  std::optional<arith::RoundingMode> mode =
      truncate ? truncate.getRoundingmode() : std::nullopt;
  if (!mode)
    return success();
  if (*mode != arith::RoundingMode::to_nearest_even)
    return op->emitOpError("rounding mode '")
           << stringifyRoundingMode(*mode)
           << "' has no lowering; expected 'to_nearest_even'";
  truncate.removeRoundingmodeAttr();
  return success();
}

/// Whether `op` converts f16 to an integer of more than 64 bits.
static bool convertsToInt128(Operation *op) {
  return isa<arith::FPToSIOp, arith::FPToUIOp>(op) &&
         isSmall(op->getOperand(0).getType()) &&
         getWidth(op->getResult(0).getType()) > 64;
}

namespace {
struct SplitExpandFloatsPass
    : split::native::impl::SplitExpandFloatsPassBase<SplitExpandFloatsPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    WalkResult walked = getOperation()->walk([&](Operation *op) {
      if (!isArithmetic(op) || keepsType(op))
        return WalkResult::advance();
      if (failed(verifyRounding(op)))
        return WalkResult::interrupt();
      if (Value result = convert(op))
        rewriter.replaceOp(op, result);
      else if (convertsToInt128(op))
        rewriter.modifyOpInPlace(op, [&] {
          op->setOperand(0, Conversions(op).toF32(op->getOperand(0)));
        });
      else if (llvm::any_of(op->getOperandTypes(), isBF16) ||
               llvm::any_of(op->getResultTypes(), isBF16))
        computeInF32(rewriter, op);
      else
        return WalkResult::advance();
      ++numOps;
      return WalkResult::advance();
    });
    if (walked.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
