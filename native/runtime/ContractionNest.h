//===- ContractionNest.h - Nested loops as one loop -------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_RUNTIME_CONTRACTIONNEST_H
#define SPLIT_MLIR_NATIVE_RUNTIME_CONTRACTIONNEST_H

#include "Contraction.h"

namespace mlir::split::native {

/// All loops of one kind, as one loop over the product of their sizes.
class ContractionNest {
public:
  enum Operand { Lhs, Rhs, Out };

  struct Loop {
    int64_t size;
    /// The distance in elements between iterations, for each operand.
    int64_t strides[3];
  };

  /// Adds a loop within the others.
  void add(const Loop &loop);
  int64_t getSize() const { return size; }
  /// Stores the offsets in elements of iterations `begin` to `begin + count`.
  void getOffsets(Operand operand, int64_t begin, int64_t count,
                  int64_t *offsets) const;
  int64_t getOffset(Operand operand, int64_t index) const;
  /// Returns the greatest offset.
  int64_t getLastOffset(Operand operand) const;

private:
  int64_t size = 1;
  int64_t numLoops = 0;
  Loop loops[kMaxContractionLoops];
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_RUNTIME_CONTRACTIONNEST_H
