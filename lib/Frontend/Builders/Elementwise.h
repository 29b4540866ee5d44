//===- Elementwise.h - elementwise computations -----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_BUILDERS_ELEMENTWISE_H
#define SPLIT_MLIR_LIB_FRONTEND_BUILDERS_ELEMENTWISE_H

#include "mlir/IR/Builders.h"

namespace mlir::split {

/// Builds the computation on one element of each operand. The arguments are
/// signless, and the result may be; `elementType` is that of the first operand,
/// with its signedness.
using ScalarBuilder = llvm::function_ref<Value(
    OpBuilder &b, Location loc, Type elementType, ValueRange args)>;

/// Computes on ranked tensors element by element, as a `linalg.generic` with a
/// result of element type `resultElement`, or as scalars where operands and
/// result are small tensors of integers (ShapeValues.h). Operands are broadcast
/// against each other as NumPy does. Shapes that cannot fit are an error at
/// `loc`; sizes that only may fit are checked at run time.
FailureOr<Value> createElementwise(OpBuilder &b, Location loc,
                                   ValueRange operands, Type resultElement,
                                   ScalarBuilder scalar);

/// Builds an element of a result of a `linalg.generic` from those of its
/// inputs.
using BodyBuilder =
    llvm::function_ref<Value(OpBuilder &b, Location loc, ValueRange args)>;

/// Builds a tensor of these sizes by a `linalg.generic` whose loops are all
/// parallel, one for each dimension of the result.
Value createParallel(OpBuilder &b, Location loc, ArrayRef<OpFoldResult> sizes,
                     Type elementType, ValueRange inputs,
                     ArrayRef<AffineMap> inputMaps, BodyBuilder body);

/// The indices of the loops of a `linalg.generic`, in its body.
SmallVector<Value> createLoopIndices(OpBuilder &b, Location loc, int64_t count);

/// Casts a scalar between ui8 and i8 and the like: `arith` is signless.
Value castSign(OpBuilder &b, Location loc, Value scalar, Type type);

/// The type of the same width that `arith` computes on.
Type getSignless(Type type);

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_FRONTEND_BUILDERS_ELEMENTWISE_H
