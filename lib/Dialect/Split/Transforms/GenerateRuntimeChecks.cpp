//===- GenerateRuntimeChecks.cpp - rules checked at run time --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

namespace mlir {
namespace split {
#define GEN_PASS_DEF_SPLITGENERATERUNTIMECHECKSPASS
#include "split-mlir/Dialect/Split/Transforms/Passes.h.inc"
} // namespace split
} // namespace mlir

using namespace mlir;
using namespace mlir::split;

namespace {
/// A message in the making: text with the values that fill its placeholders.
/// Sizes known at compile time become text.
class Message {
public:
  explicit Message(StringRef text = "") : format(text) {}

  Message &operator<<(StringRef text) {
    format += text;
    return *this;
  }
  Message &operator<<(int64_t number) {
    format += std::to_string(number);
    return *this;
  }
  Message &operator<<(OpFoldResult size) { return append(size, "{}"); }

  Message &append(OpFoldResult size, StringRef placeholder) {
    if (auto attr = dyn_cast<Attribute>(size))
      return *this << cast<IntegerAttr>(attr).getInt();
    values.push_back(cast<Value>(size));
    return *this << placeholder;
  }

  std::string format;
  SmallVector<Value> values;
};

/// Generates the checks of one op, in the order in which each may rely on those
/// before it.
class CheckGenerator {
public:
  CheckGenerator(OpBuilder &builder, SplitOpInterface op)
      : builder(builder), op(op), loc(op.getLoc()), spec(op.getSpec()),
        resultRank(getResultRank(op)),
        shapes(builder, op, op->getOperands(), resultRank) {}

  /// Returns the number of checks generated.
  unsigned run() {
    checkRank();
    checkAxis();
    if (spec.equalPieces)
      checkDivides();
    else if (spec.lengths)
      checkStaticLengths();
    else
      checkRunTimeLengths();
    checkClaims();
    return numChecks;
  }

private:
  static std::optional<int64_t> getResultRank(SplitOpInterface op) {
    for (Type type : op->getResultTypes())
      if (auto ranked = dyn_cast<RankedTensorType>(type))
        return ranked.getRank();
    return std::nullopt;
  }

  OpFoldResult getSize(int64_t size) { return builder.getIndexAttr(size); }
  Value materialize(OpFoldResult size) {
    return getValueOrCreateConstantIndexOp(builder, loc, size);
  }
  /// Inserts its operands in order, which the arguments of a call need not be.
  Value compare(arith::CmpIPredicate predicate, OpFoldResult lhs,
                OpFoldResult rhs) {
    Value left = materialize(lhs);
    Value right = materialize(rhs);
    return arith::CmpIOp::create(builder, loc, predicate, left, right);
  }
  Value conjoin(Value lhs, Value rhs) {
    return lhs ? arith::AndIOp::create(builder, loc, lhs, rhs).getResult()
               : rhs;
  }
  Value disjoin(Value lhs, Value rhs) {
    return lhs ? arith::OrIOp::create(builder, loc, lhs, rhs).getResult() : rhs;
  }
  void check(Value condition, const Message &message) {
    AssertOp::create(builder, loc, condition, message.format, message.values);
    ++numChecks;
  }

  void checkRank();
  void checkAxis();
  void checkDivides();
  void checkStaticLengths();
  void checkRunTimeLengths();
  void checkClaims();
  bool isShared(int64_t dim);
  void checkClaim(unsigned index, int64_t dim, int64_t claimed);

  /// The list of lengths in a message; long lists are cut short.
  Message formatLengths();
  Message &appendAxisSize(Message &message);

  OpBuilder &builder;
  SplitOpInterface op;
  Location loc;
  SplitSpec spec;
  std::optional<int64_t> resultRank;
  PieceShapes shapes;
  unsigned numChecks = 0;
};
} // namespace

/// R1 and R6 for data of unknown rank.
void CheckGenerator::checkRank() {
  if (spec.data.hasRank())
    return;
  Value rank = tensor::RankOp::create(builder, loc, op.getData());
  if (resultRank) {
    Message message("result type has rank ");
    check(compare(arith::CmpIPredicate::eq, rank, getSize(*resultRank)),
          message << *resultRank << ", but data has rank "
                  << OpFoldResult(rank));
    return;
  }
  check(compare(arith::CmpIPredicate::ne, rank, getSize(0)),
        Message("data has rank 0, so there is no axis to split along"));
}

/// R1. An unsigned axis is never negative, however large.
void CheckGenerator::checkAxis() {
  std::optional<int64_t> rank = resultRank;
  if (spec.data.hasRank())
    rank = spec.data.getRank();
  if (spec.axis && rank)
    return;

  Value rankValue =
      rank ? materialize(getSize(*rank))
           : tensor::RankOp::create(builder, loc, op.getData()).getResult();
  Value axis = spec.axis ? materialize(getSize(*spec.axis))
                         : readAxis(builder, loc, op.getAxisOperand());
  bool isUnsigned =
      !spec.axis &&
      getElementTypeOrSelf(op.getAxisOperand()).isUnsignedInteger();
  Value inRange;
  if (isUnsigned) {
    inRange = compare(arith::CmpIPredicate::ult, axis, rankValue);
  } else {
    Value zero = materialize(getSize(0));
    Value lowest = arith::SubIOp::create(builder, loc, zero, rankValue);
    Value notBelow = compare(arith::CmpIPredicate::sge, axis, lowest);
    Value below = compare(arith::CmpIPredicate::slt, axis, rankValue);
    inRange = conjoin(notBelow, below);
  }
  Message message("axis ");
  message.append(spec.axis ? getSize(*spec.axis) : OpFoldResult(axis),
                 isUnsigned ? "{u}" : "{}");
  OpFoldResult shownRank = rankValue;
  if (rank)
    shownRank = getSize(*rank);
  check(inRange, message << " is out of range for data of rank " << shownRank);
}

Message &CheckGenerator::appendAxisSize(Message &message) {
  return message << shapes.getAxisSize() << ", the size of dimension "
                 << shapes.getAxis();
}

/// R2. A static size along a static axis is the verifier's.
void CheckGenerator::checkDivides() {
  if (spec.numPieces == 1 || !ShapedType::isDynamic(spec.getAxisSize()))
    return;
  Value size = materialize(shapes.getAxisSize());
  Value divisor = materialize(getSize(spec.numPieces));
  Value rest = arith::RemUIOp::create(builder, loc, size, divisor);
  Message message("dimension ");
  message << shapes.getAxis() << " of size " << shapes.getAxisSize()
          << " is not divisible by num_splits " << spec.numPieces;
  check(compare(arith::CmpIPredicate::eq, rest, getSize(0)), message);
}

/// R4. The verifier has seen to it that the sum does not overflow.
void CheckGenerator::checkStaticLengths() {
  bool hasRest = llvm::is_contained(*spec.lengths, -1);
  if ((spec.numPieces == 1 && hasRest) ||
      !ShapedType::isDynamic(spec.getAxisSize()))
    return;
  int64_t sum = hasRest ? 1 : 0;
  for (int64_t length : *spec.lengths)
    sum += length;
  OpFoldResult size = shapes.getAxisSize();
  Value fits =
      compare(hasRest ? arith::CmpIPredicate::sle : arith::CmpIPredicate::eq,
              getSize(sum), size);
  Message message = formatLengths();
  message << (hasRest ? " but for -1 sum to " : " sum to ") << sum
          << (hasRest ? ", expected at most " : ", expected ");
  check(fits, appendAxisSize(message));
}

Message CheckGenerator::formatLengths() {
  constexpr size_t maxShown = 32;
  bool isUnsigned =
      op.getLengthsOperand() &&
      getElementTypeOrSelf(op.getLengthsOperand()).isUnsignedInteger();
  Message message("lengths [");
  ArrayRef<OpFoldResult> lengths = shapes.getLengths();
  for (auto [index, length] : llvm::enumerate(lengths.take_front(maxShown))) {
    if (index > 0)
      message << ", ";
    message.append(length, isUnsigned ? "{u}" : "{}");
  }
  if (lengths.size() > maxShown)
    message << ", ...";
  return message << "]";
}

/// R3, and R4 by subtracting one length after the other from what is left: a
/// sum might overflow. Unsigned lengths are never -1.
void CheckGenerator::checkRunTimeLengths() {
  bool isUnsigned =
      getElementTypeOrSelf(op.getLengthsOperand()).isUnsignedInteger();
  Value zero = materialize(getSize(0));
  Value minusOne = materialize(getSize(-1));
  Value areSizes, fits, hasRest, hasTwoRests;
  Value left = materialize(shapes.getAxisSize());
  for (OpFoldResult size : shapes.getLengths()) {
    Value length = cast<Value>(size);
    areSizes = conjoin(areSizes, compare(arith::CmpIPredicate::sge, length,
                                         isUnsigned ? zero : minusOne));
    Value taken = length;
    if (!isUnsigned) {
      Value isRest = compare(arith::CmpIPredicate::eq, length, minusOne);
      if (hasRest)
        hasTwoRests = disjoin(hasTwoRests, conjoin(hasRest, isRest));
      hasRest = disjoin(hasRest, isRest);
      taken = arith::SelectOp::create(builder, loc, isRest, zero, length);
    }
    fits = conjoin(fits, compare(arith::CmpIPredicate::sle, taken, left));
    left = arith::SubIOp::create(builder, loc, left, taken);
  }

  Message notSizes = formatLengths();
  if (isUnsigned)
    notSizes << " hold one above " << std::numeric_limits<int64_t>::max()
             << ", the largest size";
  else
    notSizes << " hold a negative length other than -1";
  check(areSizes, notSizes);
  if (hasTwoRests) {
    Value isTrue = arith::ConstantIntOp::create(builder, loc, 1, 1);
    check(arith::XOrIOp::create(builder, loc, hasTwoRests, isTrue),
          formatLengths() << " hold -1 more than once");
  }
  Message tooMuch = formatLengths();
  tooMuch << " sum to more than ";
  check(fits, appendAxisSize(tooMuch));
  Value isExact = compare(arith::CmpIPredicate::eq, left, zero);
  Value sum = arith::SubIOp::create(builder, loc,
                                    materialize(shapes.getAxisSize()), left);
  Message tooLittle = formatLengths();
  tooLittle << " sum to " << OpFoldResult(sum) << ", expected ";
  check(disjoin(hasRest, isExact), appendAxisSize(tooLittle));
}

/// R6 for dimensions. What results agree on by C5 is checked once.
void CheckGenerator::checkClaims() {
  SmallVector<Type> inferred = inferPieceTypes(spec);
  llvm::SmallDenseSet<int64_t> checkedDims;
  for (auto [index, type] : llvm::enumerate(op->getResultTypes())) {
    auto claimed = dyn_cast<RankedTensorType>(type);
    if (!claimed)
      continue;
    auto known = dyn_cast<RankedTensorType>(inferred[index]);
    for (int64_t dim = 0, rank = claimed.getRank(); dim < rank; ++dim) {
      if (claimed.isDynamicDim(dim) || (known && !known.isDynamicDim(dim)))
        continue;
      if (isShared(dim) && !checkedDims.insert(dim).second)
        continue;
      checkClaim(index, dim, claimed.getDimSize(dim));
    }
  }
}

/// Whether the verifier saw to it that results agree on dimension `dim`.
bool CheckGenerator::isShared(int64_t dim) {
  if (!spec.axis)
    return false;
  auto axis = dyn_cast<Attribute>(shapes.getAxis());
  return axis && (spec.equalPieces || cast<IntegerAttr>(axis).getInt() != dim);
}

void CheckGenerator::checkClaim(unsigned index, int64_t dim, int64_t claimed) {
  OpFoldResult size = shapes.getDim(index, dim);
  Message message("result ");
  message << index << " has size " << size << " along dimension " << dim
          << ", but its type states " << claimed;
  check(compare(arith::CmpIPredicate::eq, size, getSize(claimed)), message);
}

namespace {
struct SplitGenerateRuntimeChecksPass
    : split::impl::SplitGenerateRuntimeChecksPassBase<
          SplitGenerateRuntimeChecksPass> {
  void runOnOperation() override {
    getOperation()->walk([&](SplitOpInterface op) {
      OpBuilder builder(op);
      numChecks += CheckGenerator(builder, op).run();
    });
  }
};
} // namespace
