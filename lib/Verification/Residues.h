//===- Residues.h - Terms modulo a number -----------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_VERIFICATION_RESIDUES_H
#define SPLIT_MLIR_LIB_VERIFICATION_RESIDUES_H

#include "Terms.h"
#include "llvm/ADT/MapVector.h"
#include <map>
#include <memory>
#include <vector>

namespace mlir::split {

/// Simplifies integers of which only the residue modulo a number matters, such
/// as addresses that must be aligned. Solvers take long for residues of large
/// terms.
class Residues {
public:
  /// `definitions` has terms that some variables are equal to.
  Residues(Terms &terms, const llvm::MapVector<Value, Value> &definitions,
           uint64_t modulus)
      : terms(terms), definitions(definitions), modulus(modulus) {}

  /// Returns the residue of `value`, from 0 on.
  Value getRemainder(Value value) {
    return getRemainder(getPolynomial(value), /*numCases=*/0);
  }

private:
  /// Coefficients below the modulus, by the numbers of the factors in order.
  using Polynomial = std::map<std::vector<unsigned>, uint64_t>;

  Polynomial getPolynomial(Value value);
  Polynomial computePolynomial(Value value);
  std::optional<Polynomial> divide(Value value, uint64_t divisor);
  void removeRemainders(Polynomial &polynomial);
  Polynomial choose(const Polynomial &polynomial, Value condition, bool holds);
  Value getRemainder(const Polynomial &polynomial, unsigned numCases);
  Polynomial getFactor(Value value);
  Polynomial multiply(const Polynomial &lhs, const Polynomial &rhs);
  void addTo(Polynomial &sum, const Polynomial &summand, uint64_t factor);
  Value getTerm(const Polynomial &polynomial);

  Terms &terms;
  const llvm::MapVector<Value, Value> &definitions;
  uint64_t modulus;
  /// The number of terms around the current one.
  unsigned depth = 0;
  llvm::DenseMap<Value, Polynomial> known;
  llvm::DenseMap<Value, unsigned> numbers;
  std::vector<Value> factors;
  /// Terms modulo multiples of the modulus.
  std::map<uint64_t, std::unique_ptr<Residues>> multiples;
};

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_VERIFICATION_RESIDUES_H
