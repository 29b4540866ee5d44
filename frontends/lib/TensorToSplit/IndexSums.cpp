//===- IndexSums.cpp - Equality of sums of index values -------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexSums.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "split-mlir/Dialect/Split/IR/SizeBounds.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/xxhash.h"
#include <map>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

/// Limits how many variables are expanded for each sum that is requested.
static constexpr int64_t kStepsPerSum = 64;

/// The number of a variable whose definition is in progress.
static constexpr unsigned kPending = ~0u;

void IndexSum::add(const IndexSum &other, uint64_t factor) {
  constant += factor * other.constant;
  for (auto [number, otherFactor] : other.terms)
    terms.emplace_back(number, factor * otherFactor);
  hash += factor * other.hash;
}

std::optional<IndexSums::Expansion> IndexSums::expand(Variable variable) {
  auto [value, dim] = variable;
  if (!value)
    return std::nullopt;
  return dim == kValue ? expandValue(value) : expandDim(value, dim);
}

/// Returns whether values of `type` can be treated as index values. A cast of
/// i64 to a narrower index loses the same bits before or after a sum.
static bool isLikeIndex(Type type) {
  return type.isIndex() || type.isInteger(64);
}

std::optional<IndexSums::Expansion> IndexSums::expandValue(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return Expansion{uint64_t(*constant), {}};
  auto sumOperands = [&](uint64_t lhs, uint64_t rhs) -> Expansion {
    return {0,
            {{{op->getOperand(0), kValue}, lhs},
             {{op->getOperand(1), kValue}, rhs}}};
  };
  using Result = std::optional<Expansion>;
  return TypeSwitch<Operation *, Result>(op)
      .Case([&](arith::AddIOp) { return sumOperands(1, 1); })
      .Case([&](arith::SubIOp) { return sumOperands(1, -1); })
      .Case([&](arith::MulIOp mul) -> Result {
        for (auto [factor, other] : {std::pair(mul.getLhs(), mul.getRhs()),
                                     std::pair(mul.getRhs(), mul.getLhs())})
          if (std::optional<int64_t> constant = getConstantIntValue(factor))
            return Expansion{0, {{{other, kValue}, uint64_t(*constant)}}};
        return std::nullopt;
      })
      .Case<arith::IndexCastOp, arith::IndexCastUIOp>([&](auto cast) -> Result {
        if (!isLikeIndex(cast.getIn().getType()))
          return std::nullopt;
        return Expansion{0, {{{cast.getIn(), kValue}, 1}}};
      })
      .Case([&](affine::AffineApplyOp apply) -> Result {
        Expansion sum;
        auto operands =
            llvm::map_to_vector(apply.getMapOperands(), [](Value operand) {
              return Variable(operand, kValue);
            });
        addExpr(sum, apply.getAffineMap().getResult(0),
                apply.getAffineMap().getNumDims(), operands);
        return sum;
      })
      .Case([&](tensor::DimOp dim) -> Result {
        std::optional<int64_t> index = dim.getConstantIndex();
        auto type = dyn_cast<RankedTensorType>(dim.getSource().getType());
        if (!index || !type || *index < 0 || *index >= type.getRank())
          return std::nullopt;
        return Expansion{0, {{{dim.getSource(), *index}, 1}}};
      })
      .Default(std::nullopt);
}

/// Uses upstream's bounds only for equations between sizes and the operands of
/// one op. `expandValue` handles arithmetic, because upstream ignores overflow.
std::optional<IndexSums::Expansion> IndexSums::expandDim(Value tensor,
                                                         int64_t dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dim))
    return Expansion{uint64_t(type.getDimSize(dim)), {}};
  Operation *op = tensor.getDefiningOp();
  if (!op || !hasSizeBounds(op))
    return std::nullopt;
  // Upstream has no bounds for concatenations.
  if (auto concat = tensor.getDefiningOp<tensor::ConcatOp>();
      concat && int64_t(concat.getDim()) == dim) {
    Expansion sum;
    for (Value input : concat.getInputs())
      sum.terms.emplace_back(Variable(input, dim), 1);
    return sum;
  }
  AffineMap map;
  ValueDimList bounds;
  auto isOther = [&](Value value, std::optional<int64_t> other,
                     ValueBoundsConstraintSet &) {
    return value != tensor || other != dim;
  };
  if (failed(ValueBoundsConstraintSet::computeBound(
          map, bounds, presburger::BoundType::EQ,
          ValueBoundsConstraintSet::Variable(tensor, dim), isOther)))
    return std::nullopt;
  auto operands = llvm::map_to_vector(bounds, [](auto bound) {
    return Variable(bound.first, bound.second.value_or(kValue));
  });
  Expansion sum;
  addExpr(sum, map.getResult(0), map.getNumDims(), operands);
  return sum;
}

void IndexSums::addExpr(Expansion &sum, AffineExpr expr, unsigned numDims,
                        ArrayRef<Variable> operands, uint64_t factor) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    sum.constant += factor * constant.getValue();
    return;
  }
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    sum.terms.emplace_back(operands[dim.getPosition()], factor);
    return;
  }
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
    sum.terms.emplace_back(operands[numDims + symbol.getPosition()], factor);
    return;
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  auto scale = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (expr.getKind() == AffineExprKind::Add) {
    addExpr(sum, binary.getLHS(), numDims, operands, factor);
    addExpr(sum, binary.getRHS(), numDims, operands, factor);
  } else if (expr.getKind() == AffineExprKind::Mul && scale) {
    addExpr(sum, binary.getLHS(), numDims, operands, factor * scale.getValue());
  } else {
    sum.terms.emplace_back(getNonlinear(expr, numDims, operands), factor);
  }
}

/// Identical terms become one variable.
IndexSums::Variable IndexSums::getNonlinear(AffineExpr expr, unsigned numDims,
                                            ArrayRef<Variable> operands) {
  SmallVector<Variable> used;
  SmallVector<AffineExpr> dims(numDims), symbols(operands.size() - numDims);
  expr.walk([&](AffineExpr part) {
    std::optional<unsigned> position;
    if (auto dim = dyn_cast<AffineDimExpr>(part))
      position = dim.getPosition();
    else if (auto symbol = dyn_cast<AffineSymbolExpr>(part))
      position = numDims + symbol.getPosition();
    if (!position)
      return;
    size_t place = llvm::find(used, operands[*position]) - used.begin();
    if (place == used.size())
      used.push_back(operands[*position]);
    (*position < numDims ? dims[*position] : symbols[*position - numDims]) =
        getAffineSymbolExpr(place, expr.getContext());
  });
  AffineExpr canonical = expr.replaceDimsAndSymbols(dims, symbols);
  std::pair<AffineExpr, ArrayRef<Variable>> key(canonical, used);
  auto it = nonlinear.find(key);
  if (it == nonlinear.end()) {
    key.second = key.second.copy(allocator);
    it = nonlinear.try_emplace(key, nonlinear.size()).first;
  }
  return {Value(), it->second};
}

/// Numbers operands before the values computed from them. Not recursive, since
/// chains of sums may be as long as the number of slices.
unsigned IndexSums::getNumber(Variable root) {
  struct Frame {
    Variable variable;
    std::optional<Expansion> expansion;
    size_t next = 0;
  };
  SmallVector<Frame> stack;
  auto visit = [&](Variable variable) {
    if (numbers.try_emplace(variable, kPending).second)
      stack.push_back({variable, expand(variable)});
  };
  visit(root);
  while (!stack.empty()) {
    Frame &frame = stack.back();
    if (frame.expansion && frame.next < frame.expansion->terms.size()) {
      visit(frame.expansion->terms[frame.next++].first);
      continue;
    }
    define(frame.variable, frame.expansion);
    stack.pop_back();
  }
  return numbers.at(root);
}

void IndexSums::define(Variable variable,
                       const std::optional<Expansion> &expansion) {
  unsigned number = definitions.size();
  // Unreachable code may compute a value from itself.
  bool isKnown =
      expansion && llvm::none_of(expansion->terms, [&](const auto &term) {
        return numbers.at(term.first) == kPending;
      });
  IndexSum definition;
  if (isKnown) {
    definition = IndexSum(expansion->constant);
    for (const auto &[operand, factor] : expansion->terms)
      definition.add(getVariable(numbers.at(operand)), factor);
  } else {
    definition.terms.emplace_back(number, 1);
    definition.hash = llvm::xxh3_64bits(
        ArrayRef(reinterpret_cast<const uint8_t *>(&number), sizeof(number)));
  }
  numbers[variable] = number;
  definitions.push_back(std::move(definition));
}

bool IndexSums::isDefined(unsigned number) const {
  ArrayRef<std::pair<unsigned, uint64_t>> terms = definitions[number].terms;
  return terms.empty() || terms.front().first != number;
}

IndexSum IndexSums::getVariable(unsigned number) const {
  const IndexSum &definition = definitions[number];
  if (definition.isConstant())
    return definition;
  IndexSum sum;
  sum.terms.emplace_back(number, 1);
  sum.hash = definition.hash;
  return sum;
}

IndexSum IndexSums::get(Variable variable) {
  stepsLeft += kStepsPerSum;
  return getVariable(getNumber(variable));
}

IndexSum IndexSums::get(OpFoldResult value) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return IndexSum(*constant);
  return get(Variable(cast<Value>(value), kValue));
}

IndexSum IndexSums::getDim(Value tensor, int64_t dim) {
  return get(Variable(tensor, dim));
}

/// Replaces the variables of the difference by their definitions, from the last
/// to the first, so that each is replaced once and most cancel out earlier. If
/// all cancel out, the constant that remains is the difference of the hashes,
/// 0.
bool IndexSums::areEqual(const IndexSum &lhs, const IndexSum &rhs) {
  if (lhs.hash != rhs.hash)
    return false;
  std::map<unsigned, uint64_t, std::greater<>> factors;
  auto add = [&](const IndexSum &sum, uint64_t factor) {
    for (auto [number, termFactor] : sum.terms)
      factors[number] += factor * termFactor;
  };
  add(lhs, 1);
  add(rhs, -1);
  while (!factors.empty()) {
    auto [number, factor] = *factors.begin();
    factors.erase(factors.begin());
    if (factor == 0)
      continue;
    if (!isDefined(number) || stepsLeft == 0)
      return false;
    --stepsLeft;
    add(definitions[number], factor);
  }
  return true;
}
