//===- CheckOperandSizes.cpp - Sizes of operands that must agree ----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeChecks.h"
#include "UpstreamGaps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/Transforms/Passes.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITCHECKOPERANDSIZESPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

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

/// Beyond all indices of a tensor in memory.
constexpr int64_t kFarIndex = int64_t(1) << 60;

/// The least and the greatest value of an expression of loop indices.
struct IndexRange {
  OpFoldResult least, greatest;
};

/// Generates the checks of one op.
class OperandChecks : public SizeChecks {
public:
  using SizeChecks::SizeChecks;

  void generate();

private:
  void findOperands();
  void findConcatOperands(tensor::ConcatOp concat);
  void checkLoop(const IndexedOperand &operand, int64_t dim, unsigned loop);
  void checkSum(const IndexedOperand &operand, int64_t dim,
                const IndexSum &sum);
  OpFoldResult clamp(OpFoldResult index, int64_t bound);
  IndexRange createProducts(IndexRange range, int64_t factor);
  IndexRange createRange(AffineExpr expr);
  IndexRange createRemainders(IndexRange range, OpFoldResult divisor);
  void checkRange(const IndexedOperand &operand, int64_t dim, AffineExpr expr);
  Value isAnyLoopEmpty();
  void checkStep(Value step, bool isUnsigned);
  void checkSteps();

  SmallVector<IndexedOperand> operands;
  SmallVector<std::optional<LoopSize>> loops;
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

/// Along the dimension of the concatenation, each operand has its own loop.
void OperandChecks::findConcatOperands(tensor::ConcatOp concat) {
  int64_t rank = concat.getRank();
  loops.resize(rank + concat.getNumOperands());
  for (OpOperand &operand : concat->getOpOperands()) {
    unsigned number = operand.getOperandNumber();
    SmallVector<AffineExpr> exprs(
        builder.getMultiDimIdentityMap(rank).getResults());
    exprs[concat.getDim()] = builder.getAffineDimExpr(rank + number);
    operands.push_back({operand.get(), number,
                        AffineMap::get(loops.size(), /*symbolCount=*/0, exprs,
                                       builder.getContext())});
  }
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
  if (auto concat = dyn_cast<tensor::ConcatOp>(op))
    return findConcatOperands(concat);
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

/// The first operand of a loop determines its size.
void OperandChecks::checkLoop(const IndexedOperand &operand, int64_t dim,
                              unsigned loop) {
  SizeOrigin size = origins.get(operand.value, dim);
  std::optional<LoopSize> &first = loops[loop];
  if (!first) {
    first = {size, operand.number, dim};
    return;
  }
  checkEqual(size, first->size, [&](OpFoldResult given, OpFoldResult expected) {
    return CheckMessage("operand ")
           << operand.number << " has size " << given << " along dimension "
           << dim << ", expected " << expected << ", the size of operand "
           << first->operand << " along dimension " << first->dim;
  });
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
  CheckMessage message("operand ");
  message << operand.number << " has size " << size << " along dimension "
          << dim << ", but is accessed at index " << getAsOpFoldResult(index);
  emitCheck(math.either(fits, isAnyLoopEmpty()), message);
}

Value OperandChecks::isAnyLoopEmpty() {
  Value isEmpty = math.getBool(false);
  for (const std::optional<LoopSize> &loop : loops)
    isEmpty = math.either(isEmpty, math.isEqual(create(loop->size), 0));
  return isEmpty;
}

/// Returns the number in [-`bound`, `bound`] that is nearest to `index`.
OpFoldResult OperandChecks::clamp(OpFoldResult index, int64_t bound) {
  Value high = math.min(index, builder.getIndexAttr(bound));
  return getAsOpFoldResult(math.max(high, builder.getIndexAttr(-bound)));
}

/// Returns the products of `range` and `factor`, clamped.
IndexRange OperandChecks::createProducts(IndexRange range, int64_t factor) {
  int64_t least = std::numeric_limits<int64_t>::min() + 1;
  factor = std::max(factor, least);
  int64_t bound = std::max<int64_t>(kFarIndex / std::abs(factor), 1);
  auto multiply = [&](OpFoldResult index) {
    Value product = math.mul(clamp(index, bound), builder.getIndexAttr(factor));
    return clamp(getAsOpFoldResult(product), kFarIndex);
  };
  IndexRange products = {multiply(range.least), multiply(range.greatest)};
  if (factor < 0)
    std::swap(products.least, products.greatest);
  return products;
}

/// Returns the range of `expr`, a quotient or remainder included. It is exact
/// if each index occurs once, and what is divided takes all values in between.
/// Numbers are clamped to `kFarIndex`, which no index reaches, so that none
/// wraps around.
IndexRange OperandChecks::createRange(AffineExpr expr) {
  if (auto number = dyn_cast<AffineConstantExpr>(expr)) {
    OpFoldResult value =
        clamp(builder.getIndexAttr(number.getValue()), kFarIndex);
    return {value, value};
  }
  if (auto index = dyn_cast<AffineDimExpr>(expr)) {
    Value last = math.sub(create(loops[index.getPosition()]->size),
                          builder.getIndexAttr(1));
    return {builder.getIndexAttr(0), clamp(getAsOpFoldResult(last), kFarIndex)};
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  IndexRange lhs = createRange(binary.getLHS());
  if (binary.getKind() == AffineExprKind::Add) {
    IndexRange rhs = createRange(binary.getRHS());
    Value least = math.add(lhs.least, rhs.least);
    Value greatest = math.add(lhs.greatest, rhs.greatest);
    return {clamp(getAsOpFoldResult(least), kFarIndex),
            clamp(getAsOpFoldResult(greatest), kFarIndex)};
  }
  int64_t number = cast<AffineConstantExpr>(binary.getRHS()).getValue();
  if (binary.getKind() == AffineExprKind::Mul)
    return createProducts(lhs, number);
  OpFoldResult divisor = builder.getIndexAttr(number);
  if (binary.getKind() == AffineExprKind::Mod)
    return createRemainders(lhs, divisor);
  auto divide = [&](OpFoldResult index) {
    if (binary.getKind() == AffineExprKind::CeilDiv)
      index =
          getAsOpFoldResult(math.add(index, builder.getIndexAttr(number - 1)));
    return getAsOpFoldResult(math.floorDiv(index, divisor));
  };
  return {divide(lhs.least), divide(lhs.greatest)};
}

/// Returns the range of the remainders of the numbers of `range`.
IndexRange OperandChecks::createRemainders(IndexRange range,
                                           OpFoldResult divisor) {
  Value quotient = math.floorDiv(range.least, divisor);
  Value isOne = math.isEqual(quotient, math.floorDiv(range.greatest, divisor));
  Value multiple = math.mul(quotient, divisor);
  Value last = math.sub(divisor, builder.getIndexAttr(1));
  return {getAsOpFoldResult(math.select(isOne, math.sub(range.least, multiple),
                                        builder.getIndexAttr(0))),
          getAsOpFoldResult(
              math.select(isOne, math.sub(range.greatest, multiple), last))};
}

/// Checks an expression other than a sum with positive factors. The verifier
/// has checked it for the first and the last iteration only.
void OperandChecks::checkRange(const IndexedOperand &operand, int64_t dim,
                               AffineExpr expr) {
  IndexRange range = createRange(expr);
  OpFoldResult size = create(origins.get(operand.value, dim));
  Value begins = math.isLessOrEqual(builder.getIndexAttr(0), range.least);
  Value ends = math.isLess(range.greatest, size);
  Value index = math.select(begins, range.greatest, range.least);
  CheckMessage message("operand ");
  message << operand.number << " has size " << size << " along dimension "
          << dim << ", but is accessed at index " << getAsOpFoldResult(index);
  emitCheck(math.either(math.both(begins, ends), isAnyLoopEmpty()), message);
}

/// Checks a step of `scf.for`, which has any type of integers. The check is in
/// this type; the message states the step as an index.
void OperandChecks::checkStep(Value step, bool isUnsigned) {
  Location loc = op->getLoc();
  Type type = step.getType();
  Type index = builder.getIndexType();
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  auto predicate =
      isUnsigned ? arith::CmpIPredicate::ugt : arith::CmpIPredicate::sgt;
  Value isPositive =
      builder.createOrFold<arith::CmpIOp>(loc, predicate, step, zero);
  if (!type.isIndex())
    step = isUnsigned
               ? builder.createOrFold<arith::IndexCastUIOp>(loc, index, step)
               : builder.createOrFold<arith::IndexCastOp>(loc, index, step);
  CheckMessage message("step of the loop is ");
  message << getAsOpFoldResult(step) << ", expected at least 1";
  emitCheck(isPositive, message);
}

/// Checks that the steps of a loop are positive: otherwise, it might not end.
void OperandChecks::checkSteps() {
  auto loop = dyn_cast<LoopLikeOpInterface>(op);
  std::optional<SmallVector<OpFoldResult>> steps =
      loop ? loop.getLoopSteps() : std::nullopt;
  if (!steps)
    return;
  auto forOp = dyn_cast<scf::ForOp>(op);
  bool isUnsigned = forOp && forOp.getUnsignedCmp();
  for (OpFoldResult step : *steps)
    if (getConstantIntValue(step).value_or(0) <= 0)
      checkStep(getValueOrCreateConstantIndexOp(builder, op->getLoc(), step),
                isUnsigned);
}

void OperandChecks::generate() {
  checkSteps();
  findOperands();
  for (const IndexedOperand &operand : operands)
    for (auto [dim, expr] : llvm::enumerate(operand.map.getResults()))
      if (auto index = dyn_cast<AffineDimExpr>(expr))
        checkLoop(operand, dim, index.getPosition());

  for (const IndexedOperand &operand : operands)
    for (auto [dim, expr] : llvm::enumerate(operand.map.getResults())) {
      IndexSum sum;
      if (isa<AffineDimExpr>(expr))
        continue;
      if (sum.add(expr))
        checkSum(operand, dim, sum);
      else
        checkRange(operand, dim, expr);
    }
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Whether no value that `op` uses can depend on itself. Upstream's folds of
/// sizes do not end for such values.
static bool isInOrder(Operation *op, DominanceInfo &dominance) {
  // Values have no order in the graph region of scf.forall.in_parallel, but the
  // ops there have no results.
  Block *block = getPlaceOfOperands(op)->getBlock();
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
    : split::native::impl::SplitCheckOperandSizesPassBase<
          SplitCheckOperandSizesPass> {
  void runOnOperation() override {
    SizeOrigins origins;
    auto &dominance = getAnalysis<DominanceInfo>();
    CheckedPairs checked(dominance);
    getOperation()->walk([&](Operation *op) {
      if (!isInOrder(op, dominance))
        return;
      if (auto check = dyn_cast<AssertOp>(op))
        return addCheck(check, origins, checked);
      OperandChecks checks(op, origins, checked);
      checks.generate();
      numChecks +=
          checks.getNumChecks() + generateTensorChecks(op, origins, checked);
    });
  }
};
} // namespace
