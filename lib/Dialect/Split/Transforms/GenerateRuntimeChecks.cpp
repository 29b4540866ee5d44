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

  Value materialize(OpFoldResult size) {
    return getValueOrCreateConstantIndexOp(builder, loc, size);
  }
  Value materialize(int64_t size) {
    return arith::ConstantIndexOp::create(builder, loc, size);
  }
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
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
    check(compare(arith::CmpIPredicate::eq, rank, materialize(*resultRank)),
          message << *resultRank << ", but data has rank "
                  << OpFoldResult(rank));
    return;
  }
  check(compare(arith::CmpIPredicate::ne, rank, materialize(0)),
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
      rank ? materialize(*rank)
           : tensor::RankOp::create(builder, loc, op.getData()).getResult();
  Value axis = spec.axis ? materialize(*spec.axis)
                         : readAxis(builder, loc, op.getAxisOperand());
  bool isUnsigned =
      !spec.axis &&
      getElementTypeOrSelf(op.getAxisOperand()).isUnsignedInteger();
  Value inRange;
  if (isUnsigned) {
    inRange = compare(arith::CmpIPredicate::ult, axis, rankValue);
  } else {
    Value lowest =
        arith::SubIOp::create(builder, loc, materialize(0), rankValue);
    inRange = conjoin(compare(arith::CmpIPredicate::sge, axis, lowest),
                      compare(arith::CmpIPredicate::slt, axis, rankValue));
  }
  Message message("axis ");
  message.append(spec.axis ? OpFoldResult(builder.getIndexAttr(*spec.axis))
                           : OpFoldResult(axis),
                 isUnsigned ? "{u}" : "{}");
  OpFoldResult shownRank = rankValue;
  if (rank)
    shownRank = builder.getIndexAttr(*rank);
  check(inRange, message << " is out of range for data of rank " << shownRank);
}

Message &CheckGenerator::appendAxisSize(Message &message) {
  return message << shapes.getAxisSize() << ", the size of dimension "
                 << shapes.getAxis();
}

/// R2.
void CheckGenerator::checkDivides() {
  if (spec.numPieces == 1 || isa<Attribute>(shapes.getAxisSize()))
    return;
  Value rest =
      arith::RemUIOp::create(builder, loc, materialize(shapes.getAxisSize()),
                             materialize(spec.numPieces));
  Message message("dimension ");
  message << shapes.getAxis() << " of size " << shapes.getAxisSize()
          << " is not divisible by num_splits " << spec.numPieces;
  check(compare(arith::CmpIPredicate::eq, rest, materialize(0)), message);
}

/// R4. The verifier has seen to it that the sum does not overflow.
void CheckGenerator::checkStaticLengths() {
  bool hasRest = llvm::is_contained(*spec.lengths, -1);
  if ((spec.numPieces == 1 && hasRest) || isa<Attribute>(shapes.getAxisSize()))
    return;
  int64_t sum = hasRest ? 1 : 0;
  for (int64_t length : *spec.lengths)
    sum += length;
  auto predicate =
      hasRest ? arith::CmpIPredicate::sle : arith::CmpIPredicate::eq;
  Message message = formatLengths();
  message << (hasRest ? " but for -1 sum to " : " sum to ") << sum
          << (hasRest ? ", expected at most " : ", expected ");
  check(compare(predicate, materialize(sum), materialize(shapes.getAxisSize())),
        appendAxisSize(message));
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
  Value zero = materialize(0), minusOne = materialize(-1);
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
      auto axis = dyn_cast<Attribute>(shapes.getAxis());
      bool isShared =
          axis && (spec.equalPieces || cast<IntegerAttr>(axis).getInt() != dim);
      if (isShared && !checkedDims.insert(dim).second)
        continue;
      checkClaim(index, dim, claimed.getDimSize(dim));
    }
  }
}

void CheckGenerator::checkClaim(unsigned index, int64_t dim, int64_t claimed) {
  OpFoldResult size = shapes.getDim(index, dim);
  Message message("result ");
  message << index << " has size " << size << " along dimension " << dim
          << ", but its type states " << claimed;
  check(compare(arith::CmpIPredicate::eq, materialize(size),
                materialize(claimed)),
        message);
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
