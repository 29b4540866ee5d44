//===- IndexSums.h - Equality of sums of index values -----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_TENSORTOSPLIT_INDEXSUMS_H
#define SPLIT_MLIR_FRONTENDS_LIB_TENSORTOSPLIT_INDEXSUMS_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Allocator.h"

namespace mlir::split::frontends {

/// A sum of a constant and of variables times factors. Numbers wrap around, as
/// in arithmetic on index values.
struct IndexSum {
  explicit IndexSum(uint64_t constant = 0)
      : constant(constant), hash(constant) {}

  bool isConstant() const { return terms.empty(); }
  void add(const IndexSum &other, uint64_t factor = 1);

  uint64_t constant;
  /// The number of a variable and its factor. A variable may occur repeatedly.
  SmallVector<std::pair<unsigned, uint64_t>, 2> terms;
  /// The value of the sum if each variable has a fixed pseudo-random value.
  /// Equal sums have equal hashes.
  uint64_t hash;
};

/// Represents index values and sizes of tensors as sums. Becomes invalid when
/// the IR that it has visited changes.
class IndexSums {
public:
  IndexSum get(OpFoldResult value);
  /// Returns the size of the ranked `tensor` along `dim`.
  IndexSum getDim(Value tensor, int64_t dim);

  /// Returns whether two sums are equal in every execution. Returns false if
  /// that takes too long: the time of all calls together is linear in the
  /// number of sums that `get` and `getDim` returned.
  bool areEqual(const IndexSum &lhs, const IndexSum &rhs);

private:
  /// An index value, and `kValue`; a tensor and one of its dimensions; or no
  /// value and the number of a term that is not linear.
  using Variable = std::pair<Value, int64_t>;
  static constexpr int64_t kValue = -1;

  /// The definition of a variable by other variables.
  struct Expansion {
    uint64_t constant = 0;
    SmallVector<std::pair<Variable, uint64_t>, 2> terms;
  };
  /// Returns none if the definition is unknown.
  std::optional<Expansion> expand(Variable variable);
  std::optional<Expansion> expandValue(Value value);
  std::optional<Expansion> expandDim(Value tensor, int64_t dim);
  /// Adds `factor` times `expr`, of which `operands` are the dimensions and
  /// then the symbols.
  void addExpr(Expansion &sum, AffineExpr expr, unsigned numDims,
               ArrayRef<Variable> operands, uint64_t factor = 1);
  Variable getNonlinear(AffineExpr expr, unsigned numDims,
                        ArrayRef<Variable> operands);

  unsigned getNumber(Variable root);
  void define(Variable variable, const std::optional<Expansion> &expansion);
  IndexSum getVariable(unsigned number) const;
  IndexSum get(Variable variable);
  bool isDefined(unsigned number) const;

  DenseMap<Variable, unsigned> numbers;
  /// By the variable's number: a sum of variables with lower ones, or the
  /// variable itself if nothing else is known.
  std::vector<IndexSum> definitions;
  DenseMap<std::pair<AffineExpr, ArrayRef<Variable>>, int64_t> nonlinear;
  llvm::BumpPtrAllocator allocator;
  int64_t stepsLeft = 0;
};

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_TENSORTOSPLIT_INDEXSUMS_H
