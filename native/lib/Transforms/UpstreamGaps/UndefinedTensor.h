//===- UndefinedTensor.h - Tensors of undefined elements --------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_UNDEFINEDTENSOR_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_UNDEFINEDTENSOR_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::split::native {

/// Creates a tensor whose elements are undefined, with 0 for dynamic sizes, in
/// place of `ub.poison`, which has no bufferization.
Value createUndefinedTensor(OpBuilder &builder, Location loc, TensorType type);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_UNDEFINEDTENSOR_H
