//===- Concat.h - Concatenation ---------------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_CONCAT_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_CONCAT_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split::frontends {

/// Concatenates one or more ranked tensors of one element type along `axis`,
/// which counts from the end if it is negative. Ranks and sizes that do not fit
/// are an error; sizes that may not fit are checked at run time.
FailureOr<Value> createConcat(ImplicitLocOpBuilder &builder, ValueRange values,
                              int64_t axis);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_CONCAT_H
