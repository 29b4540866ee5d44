//===- TopK.h - Largest and smallest elements -------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_TOPK_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_TOPK_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::split::frontends {

/// Which elements come first. NaN comes before all numbers.
enum class Order { Greatest, Least };

struct TopK {
  /// The elements, and their positions along the axis as i64.
  Value values, positions;
};

/// Builds the first `count` elements along `axis` of a ranked tensor of
/// numbers, in order. Of equal elements, the one with the lower position comes
/// first. An axis out of range is an error, and so is a count below 0 or above
/// the size, at run time where it is not known. Each element is inserted in a
/// sorted list, which takes up to `count` steps, but few for most elements if
/// they are in random order.
FailureOr<TopK> createTopK(ImplicitLocOpBuilder &builder, Value data,
                           OpFoldResult count, int64_t axis, Order order);

/// Builds the position along `axis`, from 0 on, of the first element in order,
/// as an i64 tensor without that dimension. Of equal elements, it is the first
/// one or the last one. The position along a dimension of size 0 is 0.
Value createArgFirst(ImplicitLocOpBuilder &builder, Value data, int64_t axis,
                     Order order, bool isLastOfEqual);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_TOPK_H
