//===- ShapeResolver.h - Target shapes of reshapes --------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_SHAPERESOLVER_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_SHAPERESOLVER_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split::frontends {

/// Returns the sizes that data of sizes `data` gets by a reshape to `shape`.
/// One size may be -1: it is what the others leave. With `copyZeros` a 0 copies
/// the size of data at its position, unless it is the size of a tensor that
/// happens to be empty. Sizes that do not fit are an error, at run time where
/// they are not known.
FailureOr<SmallVector<OpFoldResult>> resolveShape(ImplicitLocOpBuilder &builder,
                                                  ArrayRef<OpFoldResult> data,
                                                  ArrayRef<OpFoldResult> shape,
                                                  bool copyZeros);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_SHAPERESOLVER_H
