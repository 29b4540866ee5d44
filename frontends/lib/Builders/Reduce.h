//===- Reduce.h - Reductions and products -----------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_REDUCE_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_REDUCE_H

#include "Elementwise.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::split::frontends {

/// Combines the elements of a ranked tensor along the dimensions in `reduced`,
/// in order and beginning with `start`, to a tensor without these dimensions.
/// `combine` gets two elements.
Value createReduce(ImplicitLocOpBuilder &builder, Value data,
                   llvm::SmallBitVector reduced, TypedAttr start,
                   ScalarBuilder combine);

/// Returns the type in which floats of type `element` are combined: f32 for
/// narrower ones. Integers are combined in their own type, or in f64.
Type getWideType(ImplicitLocOpBuilder &builder, Type element,
                 bool needsFloats = false);

/// Returns the set of `count` dimensions of a ranked tensor from `first` on, or
/// of all from there on.
llvm::SmallBitVector getDimRange(Value data, int64_t first,
                                 std::optional<int64_t> count = std::nullopt);

/// How the elements of a tensor become one.
struct Reduction {
  /// Applied to each element, if not null.
  ScalarFunction *map = nullptr;
  ScalarFunction *combine;
  /// Applied to the combined element, if not null.
  ScalarFunction *finish = nullptr;
  /// The result of combining no elements.
  enum Start { Zero, One, Least, Greatest } start = Zero;
  /// Whether the sum is divided by the number of elements.
  bool isMean = false;
  /// Whether integers are computed in f64.
  bool needsFloats = false;
};

/// The sum of squares.
inline constexpr Reduction kReduceSumSquare = {buildSquare, buildAdd};
inline constexpr Reduction kReduceSum = {nullptr, buildAdd};
inline constexpr Reduction kReduceMean = {nullptr, buildAdd, nullptr,
                                          Reduction::Zero, /*isMean=*/true};
inline constexpr Reduction kReduceProd = {nullptr, buildMul, nullptr,
                                          Reduction::One};
inline constexpr Reduction kReduceMax = {nullptr, buildMax, nullptr,
                                         Reduction::Least};
inline constexpr Reduction kReduceMin = {nullptr, buildMin, nullptr,
                                         Reduction::Greatest};
inline constexpr Reduction kReduceAnd = {nullptr, buildAnd, nullptr,
                                         Reduction::One};
inline constexpr Reduction kReduceOr = {nullptr, buildOr};
inline constexpr Reduction kReduceL1 = {buildAbs, buildAdd};
inline constexpr Reduction kReduceL2 = {buildSquare,      buildAdd,
                                        buildSqrt,        Reduction::Zero,
                                        /*isMean=*/false, /*needsFloats=*/true};
inline constexpr Reduction kReduceLogSum = {
    nullptr,          buildAdd,
    buildLog,         Reduction::Zero,
    /*isMean=*/false, /*needsFloats=*/true};

/// Returns the result of combining no elements, of the signless type.
TypedAttr getStart(ImplicitLocOpBuilder &builder, Type element,
                   Reduction::Start start);

/// Combines the elements of a ranked tensor of integers or floats along the
/// dimensions in `reduced`, and keeps these with size 1 if `keepsDims`. Floats
/// narrower than 32 bits are combined in f32.
Value createReduction(ImplicitLocOpBuilder &builder, Value data,
                      const llvm::SmallBitVector &reduced,
                      const Reduction &reduction, bool keepsDims);

/// Computes log(sum(exp(x))) in the same way, without overflow.
Value createLogSumExp(ImplicitLocOpBuilder &builder, Value data,
                      const llvm::SmallBitVector &reduced, bool keepsDims);

/// Adds dimensions of size 1 at those in `dims`.
Value createKeptDims(ImplicitLocOpBuilder &builder, Value reduced,
                     const llvm::SmallBitVector &dims);

/// Computes exp(x - max) / sum(exp(x - max)) of a ranked tensor of floats, with
/// maximum and sum over `numDims` dimensions from `firstDim` on. Floats
/// narrower than 32 bits are computed in f32.
Value createSoftmax(ImplicitLocOpBuilder &builder, Value data, int64_t firstDim,
                    int64_t numDims);

/// Computes x - max - log(sum(exp(x - max))) in the same way.
Value createLogSoftmax(ImplicitLocOpBuilder &builder, Value data,
                       int64_t firstDim, int64_t numDims);

/// Which operands of a product have their last two dimensions exchanged.
struct MatMulTransposes {
  bool lhs = false, rhs = false;
};

/// Builds NumPy's `matmul` of ranked tensors of one element type. It multiplies
/// the last two dimensions and broadcasts the others. A vector is a row on the
/// left and a column on the right, and the result lacks its dimension. Floats
/// narrower than 32 bits are summed in f32; integers wrap around. Vectors are
/// not transposed. Shapes that do not fit are an error, at run time where they
/// are not known.
FailureOr<Value> createMatMul(ImplicitLocOpBuilder &builder, Value lhs,
                              Value rhs, MatMulTransposes transposes = {});

/// Builds NumPy's `einsum` of ranked tensors of one type of numbers, except
/// that only dimensions that `...` stands for broadcast. Two operands are
/// transposed and multiplied by `createMatMul`, more of them from left to
/// right. An equation that does not fit the ranks is an error, and so are sizes
/// that do not fit, at run time where they are not known.
FailureOr<Value> createEinsum(ImplicitLocOpBuilder &builder,
                              ValueRange operands, StringRef equation);

struct CumSumOptions {
  /// Whether an element is not part of the sum at its own position.
  bool isExclusive = false;
  /// Whether sums begin at the last element.
  bool isReverse = false;
};

/// Builds NumPy's `cumsum` of a ranked tensor of numbers along `axis`, which is
/// checked, at run time where it is not known.
FailureOr<Value> createCumSum(ImplicitLocOpBuilder &builder, Value data,
                              OpFoldResult axis, CumSumOptions options);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_REDUCE_H
