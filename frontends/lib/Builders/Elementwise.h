//===- Elementwise.h - Computations element by element ----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_ELEMENTWISE_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_ELEMENTWISE_H

#include "Scalars.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split::frontends {

/// Broadcasts shapes against each other as NumPy does: dimensions are aligned
/// at the end, and a dimension of size 1 is repeated.
class Broadcast {
public:
  using Shape = SmallVector<OpFoldResult>;

  Broadcast(ImplicitLocOpBuilder &builder, ArrayRef<Shape> operands);

  /// Computes the result's shape. Sizes that cannot fit are an error; sizes
  /// that may not fit are checked at run time. Call this once, before the
  /// functions below.
  LogicalResult resolve();

  /// Returns the result's shape.
  ArrayRef<OpFoldResult> getSizes() const { return sizes; }

  /// Returns whether the operand's sizes are known to be those of the result or
  /// 1, so that it needs no view.
  bool hasMap(unsigned operand) const;

  /// Returns where an operand is read, given the result's indices.
  SmallVector<AffineExpr> getExprs(unsigned operand) const;
  /// Returns the same as a map of the result's dimensions.
  AffineMap getMap(unsigned operand) const;
  /// Returns a tensor that the map describes: the operand or, unless it has a
  /// map, a slice of it. In a dimension whose size may be 1 at run time, the
  /// slice has the size of the result, and a stride of 0 or 1.
  Value createView(unsigned operand, Value tensor) const;

private:
  /// How an operand's dimension is indexed where the result's index is i.
  struct DimAccess {
    enum Kind {
      /// By i.
      Follow,
      /// By 0: its size is 1, the result's may be larger.
      Stay,
      /// By 0 if its size is 1 at run time, else by i: a view has the stride 0
      /// or 1.
      Choose
    };
    OpFoldResult size;
    Kind kind = Follow;
  };

  LogicalResult resolveDim(int64_t k);
  /// Computes the size of dimension `k`. `dims` have run-time sizes; all others
  /// have the size 1.
  OpFoldResult resolveRunTimeSize(int64_t k, ArrayRef<DimAccess *> dims);
  /// Checks at run time that a size of dimension `k` is 1 or that of the
  /// result.
  void checkSize(int64_t k, OpFoldResult size, OpFoldResult resultSize);

  ImplicitLocOpBuilder &builder;
  /// Per operand and dimension.
  SmallVector<SmallVector<DimAccess>> accesses;
  int64_t rank = 0;
  Shape sizes;
};

/// Returns a map from the indices of a result of these sizes to those at which
/// `tensor` is read if it broadcasts to the result. Its dimensions are those of
/// the result from `firstDim` on. Its static sizes are those of the result or
/// 1; its other sizes are those of the result, which run-time checks verify.
FailureOr<AffineMap> createMapTo(ImplicitLocOpBuilder &builder,
                                 ArrayRef<OpFoldResult> sizes, Value tensor,
                                 int64_t firstDim);

using ScalarBuilder = llvm::function_ref<ScalarFunction>;

/// Computes on ranked tensors element by element, as a `linalg.generic` with a
/// result of element type `resultElement`, or on small integers as scalars.
/// Shapes broadcast as in NumPy: sizes that cannot fit are an error, sizes that
/// only may fit are checked at run time.
FailureOr<Value> createElementwise(ImplicitLocOpBuilder &builder,
                                   ValueRange operands, Type resultElement,
                                   ScalarBuilder scalar);

/// Computes the same by a scalar function of floats whose last arguments are
/// `parameters`.
FailureOr<Value> createElementwise(ImplicitLocOpBuilder &builder,
                                   ValueRange operands, Type resultElement,
                                   ScalarBuilder scalar,
                                   ArrayRef<double> parameters);

/// Builds x where x >= 0, else slope * x. With `isOfChannels`, a 1-D slope has
/// an element for each channel, dimension 1 of the data, or one for all.
FailureOr<Value> createPRelu(ImplicitLocOpBuilder &builder, Value data,
                             Value slope, bool isOfChannels);

/// Builds an element of the result of a `linalg.generic`.
using BodyBuilder =
    llvm::function_ref<Value(ImplicitLocOpBuilder &builder, ValueRange args)>;

/// Builds a `linalg.generic` with one result. `maps` are those of the inputs,
/// then that of `init`. `body` gets an element of each, in this order.
Value createGeneric(ImplicitLocOpBuilder &builder, ValueRange inputs,
                    Value init, ArrayRef<AffineMap> maps,
                    ArrayRef<utils::IteratorType> iterators, BodyBuilder body);

/// Builds a tensor of these sizes by a `linalg.generic` whose loops are all
/// parallel, one for each dimension of the result. `body` gets an element of
/// each input.
Value createParallel(ImplicitLocOpBuilder &builder,
                     ArrayRef<OpFoldResult> sizes, Type elementType,
                     ValueRange inputs, ArrayRef<AffineMap> inputMaps,
                     BodyBuilder body);

/// Builds the same for a broadcast that is resolved: `body` gets an element of
/// each operand.
Value createParallel(ImplicitLocOpBuilder &builder, const Broadcast &broadcast,
                     ValueRange operands, Type elementType, BodyBuilder body);

/// Returns the indices of the loops of a `linalg.generic`, in its body.
SmallVector<Value> createLoopIndices(ImplicitLocOpBuilder &builder,
                                     int64_t count);

/// Casts a scalar between an unsigned or signed type and the signless type of
/// the same width, on which `arith` computes.
Value castSign(ImplicitLocOpBuilder &builder, Value scalar, Type type);

/// Casts scalars to the types that `arith` computes on.
SmallVector<Value> castToSignless(ImplicitLocOpBuilder &builder,
                                  ValueRange scalars);

/// Returns the type of the same width that `arith` computes on.
Type getSignless(Type type);

/// Builds the least of `high` and what is the greatest of `low` and `value`.
/// For integers, the bounds are the nearest integers between `low` and `high`.
Value buildClamp(ImplicitLocOpBuilder &builder, Type type, Value value,
                 double low, double high);

/// Converts the elements of a ranked tensor of integers or floats. An i1 says
/// whether the element is not 0. A float is rounded towards zero to an integer;
/// numbers that the type cannot hold become the nearest that it can, and NaN
/// becomes 0. Between integers, the low bits stay.
Value createCast(ImplicitLocOpBuilder &builder, Value tensor, Type elementType);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_ELEMENTWISE_H
