//===- Elementwise.h - Loops over the elements of tensors -------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_ELEMENTWISE_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_ELEMENTWISE_H

#include "Scalars.h"

#include "mlir/Dialect/Utils/StructuredOpsUtils.h"

namespace mlir::split::frontends {

class Broadcast;

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

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_ELEMENTWISE_H
