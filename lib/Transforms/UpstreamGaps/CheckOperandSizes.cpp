//===- CheckOperandSizes.cpp - Sizes of operands that must agree ----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementwiseToLinalg.h"
#include "SizeOrigins.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Dominance.h"
#include "split-mlir/Dialect/Split/IR/Checks.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/Transforms/Passes.h"

namespace mlir::split {
#define GEN_PASS_DEF_SPLITCHECKOPERANDSIZESPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split

using namespace mlir;
using namespace mlir::split;

//===----------------------------------------------------------------------===//
// Pairs of sizes that checks compare
//===----------------------------------------------------------------------===//

namespace {
/// The pairs of sizes that the checks of a program compare.
class CheckedPairs {
public:
  explicit CheckedPairs(DominanceInfo &dominance) : dominance(dominance) {}

  /// Records that after `check`, the sizes are equal.
  void add(SizeOrigin lhs, SizeOrigin rhs, Operation *check) {
    checks[{lhs, rhs}] = checks[{rhs, lhs}] = check;
  }

  /// Returns whether the sizes are equal wherever `op` executes.
  bool areEqual(SizeOrigin lhs, SizeOrigin rhs, Operation *op) {
    Operation *check = checks.lookup({lhs, rhs});
    return lhs == rhs || (check && dominance.properlyDominates(check, op));
  }

private:
  DominanceInfo &dominance;
  llvm::DenseMap<std::pair<SizeOrigin, SizeOrigin>, Operation *> checks;
};
} // namespace

//===----------------------------------------------------------------------===//
// Checks of one op
//===----------------------------------------------------------------------===//

namespace {
/// A shaped operand, and how loop indices determine the element that is read or
/// written.
struct IndexedOperand {
  Value value;
  unsigned number;
  AffineMap map;
};

/// The size of a loop, which is that of an operand along a dimension.
struct LoopSize {
  SizeOrigin size;
  unsigned operand;
  int64_t dim;
};

/// A sum of loop indices with positive factors and of a constant that is not
/// negative.
struct IndexSum {
  SmallVector<std::pair<unsigned, int64_t>> terms;
  int64_t constant = 0;

  /// Adds `expr`. Returns false if it is of another form.
  bool add(AffineExpr expr, int64_t factor = 1);
};

/// Generates the checks of one op.
class OperandChecks {
public:
  OperandChecks(Operation *op, SizeOrigins &origins, CheckedPairs &checked)
      : op(op), origins(origins), checked(checked), builder(op),
        math(builder, op->getLoc()) {}

  /// Returns the number of checks.
  unsigned generate();

private:
  void findOperands();
  void checkLoop(const IndexedOperand &operand, int64_t dim, unsigned loop);
  void checkSum(const IndexedOperand &operand, int64_t dim,
                const IndexSum &sum);
  AssertOp emitCheck(Value condition, const CheckMessage &message);
  OpFoldResult create(SizeOrigin size) {
    return createSize(builder, op->getLoc(), size);
  }

  Operation *op;
  SizeOrigins &origins;
  CheckedPairs &checked;
  OpBuilder builder;
  IndexMath math;
  SmallVector<IndexedOperand> operands;
  SmallVector<std::optional<LoopSize>> loops;
  unsigned numChecks = 0;
};
} // namespace

bool IndexSum::add(AffineExpr expr, int64_t factor) {
  if (auto index = dyn_cast<AffineDimExpr>(expr)) {
    terms.push_back({index.getPosition(), factor});
    return true;
  }
  if (auto number = dyn_cast<AffineConstantExpr>(expr)) {
    int64_t value;
    return number.getValue() >= 0 &&
           !llvm::MulOverflow(number.getValue(), factor, value) &&
           !llvm::AddOverflow(constant, value, constant);
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return false;
  if (binary.getKind() == AffineExprKind::Add)
    return add(binary.getLHS(), factor) && add(binary.getRHS(), factor);
  auto scale = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return binary.getKind() == AffineExprKind::Mul && scale && factor == 1 &&
         scale.getValue() > 0 && isa<AffineDimExpr>(binary.getLHS()) &&
         add(binary.getLHS(), scale.getValue());
}

void OperandChecks::findOperands() {
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
    for (OpOperand &operand : op->getOpOperands())
      if (isa<ShapedType>(operand.get().getType()))
        operands.push_back({operand.get(), operand.getOperandNumber(),
                            linalgOp.getMatchingIndexingMap(&operand)});
    loops.resize(linalgOp.getNumLoops());
    return;
  }
  if (!isElementwiseOnTensors(op))
    return;
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type)
      continue;
    operands.push_back({operand.get(), operand.getOperandNumber(),
                        builder.getMultiDimIdentityMap(type.getRank())});
    loops.resize(type.getRank());
  }
}

AssertOp OperandChecks::emitCheck(Value condition,
                                  const CheckMessage &message) {
  ++numChecks;
  return AssertOp::create(builder, op->getLoc(), condition, message.getFormat(),
                          message.getValues());
}

/// The first operand of a loop determines its size.
void OperandChecks::checkLoop(const IndexedOperand &operand, int64_t dim,
                              unsigned loop) {
  SizeOrigin size = origins.get(operand.value, dim);
  std::optional<LoopSize> &first = loops[loop];
  if (!first) {
    first = {size, operand.number, dim};
    return;
  }
  if (checked.areEqual(size, first->size, op))
    return;
  OpFoldResult given = create(size);
  OpFoldResult expected = create(first->size);
  CheckMessage message("operand ");
  message << operand.number << " has size " << given << " along dimension "
          << dim << ", expected " << expected << ", the size of operand "
          << first->operand << " along dimension " << first->dim;
  checked.add(size, first->size,
              emitCheck(math.isEqual(given, expected), message));
}

/// Subtracts one term after the other from the size: the sum might overflow.
void OperandChecks::checkSum(const IndexedOperand &operand, int64_t dim,
                             const IndexSum &sum) {
  SizeOrigin origin = origins.get(operand.value, dim);
  bool isStatic = !origin.first && llvm::all_of(sum.terms, [&](auto term) {
    return !loops[term.first]->size.first;
  });
  // The verifier has checked static sizes.
  if (isStatic)
    return;
  OpFoldResult size = create(origin);
  OpFoldResult constant = builder.getIndexAttr(sum.constant);
  Value fits = math.isLess(constant, size);
  Value left = math.sub(math.sub(size, builder.getIndexAttr(1)), constant);
  Value index = math.get(constant);
  for (auto [loop, factor] : sum.terms) {
    OpFoldResult scale = builder.getIndexAttr(factor);
    Value last = math.sub(create(loops[loop]->size), builder.getIndexAttr(1));
    fits = math.both(fits, math.isLessOrEqual(last, math.div(left, scale)));
    Value step = math.mul(last, scale);
    left = math.sub(left, step);
    index = math.add(index, step);
  }
  for (const std::optional<LoopSize> &loop : loops)
    fits = math.either(fits, math.isEqual(create(loop->size), 0));
  CheckMessage message("operand ");
  message << operand.number << " has size " << size << " along dimension "
          << dim << ", but is accessed at index " << getAsOpFoldResult(index);
  emitCheck(fits, message);
}

unsigned OperandChecks::generate() {
  findOperands();
  for (const IndexedOperand &operand : operands)
    for (auto [dim, expr] : llvm::enumerate(operand.map.getResults()))
      if (auto index = dyn_cast<AffineDimExpr>(expr))
        checkLoop(operand, dim, index.getPosition());

  for (const IndexedOperand &operand : operands)
    for (auto [dim, expr] : llvm::enumerate(operand.map.getResults())) {
      IndexSum sum;
      if (!isa<AffineDimExpr>(expr) && sum.add(expr))
        checkSum(operand, dim, sum);
    }
  return numChecks;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Whether no value that `op` uses can depend on itself. Upstream's folds of
/// sizes do not end for such values.
static bool isInOrder(Operation *op, DominanceInfo &dominance) {
  Block *block = op->getBlock();
  return block && dominance.hasSSADominance(block) &&
         dominance.isReachableFromEntry(block);
}

/// Records a check of the program that compares two sizes.
static void addCheck(AssertOp check, SizeOrigins &origins,
                     CheckedPairs &checked) {
  auto compare = check.getCondition().getDefiningOp<arith::CmpIOp>();
  if (compare && compare.getPredicate() == arith::CmpIPredicate::eq &&
      compare.getLhs().getType().isIndex())
    checked.add(origins.get(compare.getLhs()), origins.get(compare.getRhs()),
                check);
}

namespace {
struct SplitCheckOperandSizesPass
    : split::impl::SplitCheckOperandSizesPassBase<SplitCheckOperandSizesPass> {
  void runOnOperation() override {
    SizeOrigins origins;
    auto &dominance = getAnalysis<DominanceInfo>();
    CheckedPairs checked(dominance);
    getOperation()->walk([&](Operation *op) {
      if (!isInOrder(op, dominance))
        return;
      if (auto check = dyn_cast<AssertOp>(op))
        addCheck(check, origins, checked);
      else
        numChecks += OperandChecks(op, origins, checked).generate();
    });
  }
};
} // namespace
