//===- Transpose.cpp - Dimensions in another order ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transpose.h"

#include "ShapeValues.h"
#include "Sizes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::split;

/// Exchanges the elements of a small matrix.
static Value createFolded(ImplicitLocOpBuilder &builder, Value data) {
  RankedTensorType type = getRankedType(data);
  int64_t rows = type.getDimSize(0), columns = type.getDimSize(1);
  SmallVector<Value> all = createElements(builder, data), elements;
  for (int64_t column = 0; column < columns; ++column)
    for (int64_t row = 0; row < rows; ++row)
      elements.push_back(all[row * columns + column]);
  return createFromElements(builder, type.clone({columns, rows}), elements);
}

FailureOr<Value> mlir::split::createTranspose(ImplicitLocOpBuilder &builder,
                                              Value data,
                                              ArrayRef<int64_t> permutation) {
  auto type = getRankedType(data);
  int64_t rank = type.getRank();
  if (static_cast<int64_t>(permutation.size()) != rank ||
      !isPermutationVector(permutation))
    return builder.emitError()
           << "[" << permutation << "] is no permutation of the " << rank
           << " dimensions of " << type;
  if (isIdentityPermutation(permutation))
    return data;
  if (hasShapeElements(data))
    return createFolded(builder, data);
  SmallVector<OpFoldResult> sizes = applyPermutation(
      ArrayRef<OpFoldResult>(getSizes(builder, data)), permutation);
  Value init = tensor::EmptyOp::create(builder, sizes, type.getElementType());
  return linalg::TransposeOp::create(builder, data, init, permutation)
      ->getResult(0);
}
