//===- Dimensions.h - Sizes of data of unknown rank -------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_VERIFICATION_DIMENSIONS_H
#define SPLIT_MLIR_LIB_VERIFICATION_DIMENSIONS_H

#include "Terms.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::split {

/// The rank and the sizes of data of unknown rank. A variable stands for the
/// size of each dimension that is asked for, and one for the product of the
/// sizes of each range of dimensions.
class Dimensions {
public:
  Dimensions(Terms &terms, StringRef name);

  Value getRank() const { return rank; }
  /// Returns the size of dimension `dim`.
  Value getSize(Value dim);
  /// Returns the product of the sizes of the dimensions from `begin` up to, but
  /// not including, `end`. It is 1 if there are none.
  Value getProduct(Value begin, Value end);
  /// Returns whether `variable` stands for a product.
  bool isProduct(Value variable) const;
  /// Returns a true term, that one more dimension is one more factor:
  /// `getProduct(begin, end + 1)` is `getProduct(begin, end) * getSize(end)`
  /// if `begin` is at most `end`.
  Value hasFactor(Value begin, Value end);

  /// Makes data rows of `axis`: all sizes are those before it, its own and
  /// those behind it. That is right if `axis` is a dimension.
  void setAxis(Value dim) { axis = dim; }
  /// Returns the number of elements of data, but with `size` along `dim`, or
  /// none if `dim` is null.
  Value countElements(Value dim = nullptr, Value size = nullptr);

  /// Returns true facts about some of the variables: no size is negative, and
  /// equal dimensions have equal sizes.
  Value getFacts(ArrayRef<Value> variables);

private:
  struct Range {
    Value begin, end, product;
  };

  Value declare();

  Terms &terms;
  std::string name;
  unsigned numVariables = 0;
  Value rank;
  /// The rank is a number of 64 bits.
  Value isRank;
  Value axis;
  llvm::MapVector<Value, Value> sizes;
  std::vector<Range> ranges;
};

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_VERIFICATION_DIMENSIONS_H
