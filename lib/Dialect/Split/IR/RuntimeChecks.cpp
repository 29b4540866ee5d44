//===- RuntimeChecks.cpp - the rules checked at run time ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/IR/RuntimeChecks.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

using namespace mlir;
using namespace mlir::split;

//===----------------------------------------------------------------------===//
// What all checks share
//===----------------------------------------------------------------------===//

CheckMessage &CheckMessage::append(OpFoldResult size, StringRef placeholder) {
  if (auto attr = dyn_cast<Attribute>(size))
    return *this << cast<IntegerAttr>(attr).getInt();
  values.push_back(cast<Value>(size));
  return *this << placeholder;
}

CheckMessage &CheckMessage::appendList(ArrayRef<OpFoldResult> sizes,
                                       StringRef placeholder) {
  constexpr size_t maxShown = 32;
  *this << "[";
  for (auto [index, size] : llvm::enumerate(sizes.take_front(maxShown))) {
    if (index > 0)
      *this << ", ";
    append(size, placeholder);
  }
  return *this << (sizes.size() > maxShown ? ", ...]" : "]");
}

std::string mlir::split::getTextWithoutValues(StringRef format) {
  std::string text;
  while (!format.empty()) {
    if (format.consume_front("{}") || format.consume_front("{u}")) {
      text += '?';
      continue;
    }
    text += format.front();
    format = format.drop_front();
  }
  return text;
}

Value CheckBuilder::materialize(OpFoldResult size) {
  return getValueOrCreateConstantIndexOp(builder, loc, size);
}

/// Inserts its operands in order, which the arguments of a call need not be.
Value CheckBuilder::compare(arith::CmpIPredicate predicate, OpFoldResult lhs,
                            OpFoldResult rhs) {
  Value left = materialize(lhs);
  Value right = materialize(rhs);
  return arith::CmpIOp::create(builder, loc, predicate, left, right);
}

Value CheckBuilder::conjoin(Value lhs, Value rhs) {
  return lhs ? arith::AndIOp::create(builder, loc, lhs, rhs).getResult() : rhs;
}

Value CheckBuilder::disjoin(Value lhs, Value rhs) {
  return lhs ? arith::OrIOp::create(builder, loc, lhs, rhs).getResult() : rhs;
}

//===----------------------------------------------------------------------===//
// split.split and split.variadic_split
//===----------------------------------------------------------------------===//

namespace {
/// Generates the checks of one op, in the order in which each may rely on those
/// before it.
class PiecesCheckGenerator : CheckBuilder {
public:
  PiecesCheckGenerator(OpBuilder &builder, SplitOpInterface op,
                       EmitCheckFn emitCheck)
      : CheckBuilder(builder, op.getLoc(), emitCheck), op(op),
        spec(op.getSpec()), resultRank(getResultRank(op)),
        shapes(builder, op, op->getOperands(), resultRank) {}

  void run() {
    checkRank();
    checkAxis();
    checkQuantization();
    if (spec.equalPieces)
      checkDivides();
    else if (spec.lengths)
      checkStaticLengths();
    else
      checkRunTimeLengths();
    checkClaims();
  }

private:
  /// The rank of data as far as types tell.
  std::optional<int64_t> getRank() {
    return spec.data.hasRank() ? spec.data.getRank() : resultRank;
  }

  static std::optional<int64_t> getResultRank(SplitOpInterface op) {
    for (Type type : op->getResultTypes())
      if (auto ranked = dyn_cast<RankedTensorType>(type))
        return ranked.getRank();
    return std::nullopt;
  }

  void checkRank();
  void checkAxis();
  void checkQuantization();
  bool isCertain(function_ref<bool(int64_t)> obeys);
  void checkDivides();
  void checkStaticLengths();
  void checkRunTimeLengths();
  void checkClaims();
  bool isShared(int64_t dim);
  void checkClaim(unsigned index, int64_t dim, int64_t claimed);

  /// The axis as written: not counted from the front.
  OpFoldResult getGivenAxis();
  bool isUnsignedAxis();
  CheckMessage &appendGivenAxis(CheckMessage &message);
  /// The list of lengths in a message; long lists are cut short.
  CheckMessage formatLengths();
  CheckMessage &appendAxisSize(CheckMessage &message);

  SplitOpInterface op;
  SplitSpec spec;
  std::optional<int64_t> resultRank;
  PieceShapes shapes;
  OpFoldResult givenAxis;
};
} // namespace

/// R1 and R6 for data of unknown rank.
void PiecesCheckGenerator::checkRank() {
  if (spec.data.hasRank())
    return;
  Value rank = tensor::RankOp::create(builder, loc, op.getData());
  if (resultRank) {
    CheckMessage message("result type has rank ");
    emitCheck(compare(arith::CmpIPredicate::eq, rank, getSize(*resultRank)),
              message << *resultRank << ", but data has rank "
                      << OpFoldResult(rank));
    return;
  }
  emitCheck(
      compare(arith::CmpIPredicate::ne, rank, getSize(0)),
      CheckMessage("data has rank 0, so there is no axis to split along"));
}

OpFoldResult PiecesCheckGenerator::getGivenAxis() {
  if (!givenAxis && spec.axis)
    givenAxis = getSize(*spec.axis);
  if (!givenAxis)
    givenAxis = readAxis(builder, loc, op.getAxisOperand());
  return givenAxis;
}

bool PiecesCheckGenerator::isUnsignedAxis() {
  return op.getAxisOperand() &&
         getElementTypeOrSelf(op.getAxisOperand()).isUnsignedInteger();
}

CheckMessage &PiecesCheckGenerator::appendGivenAxis(CheckMessage &message) {
  return message.append(getGivenAxis(), isUnsignedAxis() ? "{u}" : "{}");
}

/// R1. An unsigned axis is never negative, however large.
void PiecesCheckGenerator::checkAxis() {
  std::optional<int64_t> rank = getRank();
  // Where there is an axis, 0 and -1 are in range.
  if (spec.axis && (rank || *spec.axis == 0 || *spec.axis == -1))
    return;

  Value rankValue =
      rank ? materialize(getSize(*rank))
           : tensor::RankOp::create(builder, loc, op.getData()).getResult();
  Value axis = materialize(getGivenAxis());
  Value inRange;
  if (isUnsignedAxis()) {
    inRange = compare(arith::CmpIPredicate::ult, axis, rankValue);
  } else {
    Value zero = materialize(getSize(0));
    Value lowest = arith::SubIOp::create(builder, loc, zero, rankValue);
    Value notBelow = compare(arith::CmpIPredicate::sge, axis, lowest);
    Value below = compare(arith::CmpIPredicate::slt, axis, rankValue);
    inRange = conjoin(notBelow, below);
  }
  CheckMessage message("axis ");
  OpFoldResult shownRank = rankValue;
  if (rank)
    shownRank = getSize(*rank);
  emitCheck(inRange, appendGivenAxis(message)
                         << " is out of range for data of rank " << shownRank);
}

/// R1: which dimension the axis is, or whether there is such a dimension, may
/// be known only now.
void PiecesCheckGenerator::checkQuantization() {
  std::optional<int64_t> rank = getRank();
  if (spec.axis && (rank || *spec.axis >= 0))
    return;
  for (int64_t dim : getQuantizedDims(spec.data.getElementType())) {
    if (rank && dim >= *rank)
      continue;
    CheckMessage message("axis ");
    appendGivenAxis(message)
        << " is dimension " << dim << " of data, which its type quantizes by";
    emitCheck(compare(arith::CmpIPredicate::ne, shapes.getAxis(), getSize(dim)),
              message);
  }
}

CheckMessage &PiecesCheckGenerator::appendAxisSize(CheckMessage &message) {
  return message << shapes.getAxisSize() << ", the size of dimension "
                 << shapes.getAxis();
}

/// Whether `obeys` holds of the size along the axis, whatever dimension of data
/// the axis may be.
bool PiecesCheckGenerator::isCertain(function_ref<bool(int64_t)> obeys) {
  if (!spec.data.hasRank())
    return false;
  ArrayRef<int64_t> sizes = spec.data.getShape();
  if (std::optional<int64_t> axis = spec.getNormalizedAxis())
    sizes = sizes.slice(*axis, 1);
  return llvm::all_of(sizes, [&](int64_t size) {
    return !ShapedType::isDynamic(size) && obeys(size);
  });
}

/// R2. A static size along a static axis is the verifier's.
void PiecesCheckGenerator::checkDivides() {
  auto divides = [&](int64_t size) { return size % spec.numPieces == 0; };
  if (spec.numPieces == 1 || isCertain(divides))
    return;
  Value size = materialize(shapes.getAxisSize());
  Value divisor = materialize(getSize(spec.numPieces));
  Value rest = arith::RemUIOp::create(builder, loc, size, divisor);
  CheckMessage message("dimension ");
  message << shapes.getAxis() << " of size " << shapes.getAxisSize()
          << " is not divisible by num_splits " << spec.numPieces;
  emitCheck(compare(arith::CmpIPredicate::eq, rest, getSize(0)), message);
}

/// R4. The verifier has seen to it that the sum does not overflow.
void PiecesCheckGenerator::checkStaticLengths() {
  bool hasRest = llvm::is_contained(*spec.lengths, -1);
  int64_t sum = 0;
  for (int64_t length : *spec.lengths)
    sum += length == -1 ? 0 : length;
  auto obeys = [&](int64_t size) {
    return hasRest ? sum <= size : sum == size;
  };
  if ((hasRest && sum == 0) || isCertain(obeys))
    return;
  OpFoldResult size = shapes.getAxisSize();
  Value fits =
      compare(hasRest ? arith::CmpIPredicate::sle : arith::CmpIPredicate::eq,
              getSize(sum), size);
  CheckMessage message = formatLengths();
  message << (hasRest ? " but for -1 sum to " : " sum to ") << sum
          << (hasRest ? ", expected at most " : ", expected ");
  emitCheck(fits, appendAxisSize(message));
}

CheckMessage PiecesCheckGenerator::formatLengths() {
  bool isUnsigned =
      op.getLengthsOperand() &&
      getElementTypeOrSelf(op.getLengthsOperand()).isUnsignedInteger();
  CheckMessage message("lengths ");
  return message.appendList(shapes.getLengths(), isUnsigned ? "{u}" : "{}");
}

/// R3, and R4 by subtracting one length after the other from what is left: a
/// sum might overflow. Unsigned lengths are never -1.
void PiecesCheckGenerator::checkRunTimeLengths() {
  bool isUnsigned =
      getElementTypeOrSelf(op.getLengthsOperand()).isUnsignedInteger();
  Value zero = materialize(getSize(0));
  Value minusOne = isUnsigned ? Value() : materialize(getSize(-1));
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

  CheckMessage notSizes = formatLengths();
  if (isUnsigned)
    notSizes << " hold one above " << std::numeric_limits<int64_t>::max()
             << ", the largest size";
  else
    notSizes << " hold a negative length other than -1";
  emitCheck(areSizes, notSizes);
  if (hasTwoRests) {
    Value isTrue = arith::ConstantIntOp::create(builder, loc, 1, 1);
    emitCheck(arith::XOrIOp::create(builder, loc, hasTwoRests, isTrue),
              formatLengths() << " hold -1 more than once");
  }
  CheckMessage tooMuch = formatLengths();
  tooMuch << " sum to more than ";
  emitCheck(fits, appendAxisSize(tooMuch));
  Value isExact = compare(arith::CmpIPredicate::eq, left, zero);
  Value sum = arith::SubIOp::create(builder, loc,
                                    materialize(shapes.getAxisSize()), left);
  CheckMessage tooLittle = formatLengths();
  tooLittle << " sum to " << OpFoldResult(sum) << ", expected ";
  emitCheck(disjoin(hasRest, isExact), appendAxisSize(tooLittle));
}

/// R6 for dimensions. What results agree on by C5 is checked once.
void PiecesCheckGenerator::checkClaims() {
  if (!resultRank)
    return;
  // Data has that rank (R6), whatever its type states.
  SmallVector<Type> inferred = inferPieceTypes(spec.withRank(*resultRank));
  llvm::SmallDenseSet<int64_t> checkedDims;
  for (auto [index, type] : llvm::enumerate(op->getResultTypes())) {
    auto claimed = dyn_cast<RankedTensorType>(type);
    if (!claimed)
      continue;
    auto known = cast<RankedTensorType>(inferred[index]);
    for (int64_t dim = 0, rank = claimed.getRank(); dim < rank; ++dim) {
      if (claimed.isDynamicDim(dim) || !known.isDynamicDim(dim))
        continue;
      if (isShared(dim) && !checkedDims.insert(dim).second)
        continue;
      checkClaim(index, dim, claimed.getDimSize(dim));
    }
  }
}

/// Whether the verifier saw to it that results agree on dimension `dim`.
bool PiecesCheckGenerator::isShared(int64_t dim) {
  if (!spec.axis)
    return false;
  auto axis = dyn_cast<Attribute>(shapes.getAxis());
  return axis && (spec.equalPieces || cast<IntegerAttr>(axis).getInt() != dim);
}

void PiecesCheckGenerator::checkClaim(unsigned index, int64_t dim,
                                      int64_t claimed) {
  OpFoldResult size = shapes.getDim(index, dim);
  CheckMessage message("result ");
  message << index << " has size " << size << " along dimension " << dim
          << ", but its type states " << claimed;
  emitCheck(compare(arith::CmpIPredicate::eq, size, getSize(claimed)), message);
}

void mlir::split::generateRuntimeChecks(OpBuilder &builder, SplitOpInterface op,
                                        EmitCheckFn emitCheck) {
  PiecesCheckGenerator(builder, op, emitCheck).run();
}
