//===- Transpose.cpp - Transposes -----------------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataMovement.h"

#include "Shapes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

/// Transposes a table element by element.
static Value createTransposedTable(ImplicitLocOpBuilder &builder, Value data,
                                   ArrayRef<int64_t> permutation) {
  RankedTensorType type = getRankedType(data);
  RankedTensorType result =
      type.clone(applyPermutation(type.getShape(), permutation));
  SmallVector<int64_t> from =
      applyPermutation(computeStrides(type.getShape()), permutation);
  SmallVector<int64_t> to = computeStrides(result.getShape());
  SmallVector<Value> all = createElements(builder, data), elements;
  for (int64_t i = 0; i < result.getNumElements(); ++i)
    elements.push_back(all[linearize(delinearize(i, to), from)]);
  return createFromElements(builder, result, elements);
}

FailureOr<Value> mlir::split::frontends::createTranspose(
    ImplicitLocOpBuilder &builder, Value data, ArrayRef<int64_t> permutation) {
  auto type = getRankedType(data);
  int64_t rank = type.getRank();
  if (static_cast<int64_t>(permutation.size()) != rank ||
      !isPermutationVector(permutation))
    return builder.emitError()
           << "[" << permutation << "] is no permutation of the " << rank
           << " dimensions of " << type;
  if (isIdentityPermutation(permutation))
    return data;
  SmallVector<OpFoldResult> sizes = applyPermutation(
      ArrayRef<OpFoldResult>(getSizes(builder, data)), permutation);
  if (isShapeTable(data))
    return createTransposedTable(builder, data, permutation);
  Value init = tensor::EmptyOp::create(builder, sizes, type.getElementType());
  return linalg::TransposeOp::create(builder, data, init, permutation)
      ->getResult(0);
}
