//===- Range.h - Ranges of numbers ------------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_RANGE_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_RANGE_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split::frontends {

/// Builds NumPy's `arange` of scalars of the signless type for `elementType`,
/// which are signed if they are integers: `start + i * step` for all i from 0
/// on where this is before `end`. The length is computed in f64 for floats. A
/// step of 0, and a length that is no size, are errors, at run time where they
/// are not known.
FailureOr<Value> createRange(ImplicitLocOpBuilder &builder, Value start,
                             Value end, Value step);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_RANGE_H
