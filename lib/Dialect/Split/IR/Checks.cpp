//===- Checks.cpp - The rules checked at run time -------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/IR/Checks.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/Split/IR/Pieces.h"
#include "split-mlir/Dialect/Split/IR/SizeBounds.h"

using namespace mlir;
using namespace mlir::split;

//===----------------------------------------------------------------------===//
// Messages and arithmetic
//===----------------------------------------------------------------------===//

CheckMessage &CheckMessage::append(OpFoldResult size, StringRef placeholder) {
  if (auto attr = dyn_cast<Attribute>(size))
    return *this << cast<IntegerAttr>(attr).getInt();
  values.push_back(cast<Value>(size));
  return *this << placeholder;
}

CheckMessage &CheckMessage::appendList(ArrayRef<OpFoldResult> sizes,
                                       StringRef placeholder) {
  constexpr size_t kMaxShown = 32;
  *this << "[";
  for (auto [index, size] : llvm::enumerate(sizes.take_front(kMaxShown))) {
    if (index > 0)
      *this << ", ";
    append(size, placeholder);
  }
  return *this << (sizes.size() > kMaxShown ? ", ...]" : "]");
}

namespace {
/// The parts of a generator of checks that do not depend on the op.
class CheckGenerator {
protected:
  CheckGenerator(OpBuilder &builder, Location loc, EmitCheckFn emitCheck)
      : builder(builder), loc(loc), math(builder, loc), emitCheck(emitCheck) {}

  OpFoldResult getSize(int64_t size) { return builder.getIndexAttr(size); }

  OpBuilder &builder;
  Location loc;
  IndexMath math;
  EmitCheckFn emitCheck;
};

/// Checks a sum of run-time sizes by subtracting one after the other from the
/// expected sum: the sum itself might overflow.
struct RuntimeSum {
  RuntimeSum(IndexMath &math, OpFoldResult expected)
      : math(math), left(math.get(expected)) {}

  void add(OpFoldResult size) {
    Value taken = math.get(size);
    fits = math.both(fits, math.isLessOrEqual(taken, left));
    left = math.sub(left, taken);
  }

  IndexMath &math;
  /// The sum so far is not more than expected.
  Value fits;
  /// The expected sum minus the sum so far.
  Value left;
};
} // namespace

//===----------------------------------------------------------------------===//
// split.split and split.variadic_split
//===----------------------------------------------------------------------===//

namespace {
/// Generates the checks of one split. Each may rely on those before it.
class PiecesCheckGenerator : CheckGenerator {
public:
  PiecesCheckGenerator(OpBuilder &builder, SplitOpInterface op,
                       EmitCheckFn emitCheck)
      : CheckGenerator(builder, op.getLoc(), emitCheck), op(op),
        spec(op.getSpec()), resultRank(getResultRank(op)),
        shapes(builder, op, op->getOperands(), resultRank) {}

  void run(SmallVectorImpl<OpFoldResult> *list) {
    checkRank();
    checkAxis();
    checkQuantization();
    if (spec.equalPieces)
      checkDivides();
    else if (spec.hasIndexLengths)
      checkMixedLengths();
    else if (spec.lengths)
      checkStaticLengths();
    else
      checkRunTimeLengths(list);
    checkClaims();
  }

private:
  /// Returns the rank of data if a type states it.
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
  int64_t addStaticLengths();
  void checkStaticLengths();
  void checkMixedLengths();
  void checkRunTimeLengths(SmallVectorImpl<OpFoldResult> *list);
  SmallVector<OpFoldResult> resolveLengths(ArrayRef<Value> areRests,
                                           OpFoldResult left);
  void checkSum(RuntimeSum &sum, Value hasRest);
  void checkClaims();
  bool isShared(int64_t dim);
  void checkClaim(unsigned index, int64_t dim, int64_t claimed);

  /// Returns the axis as written, not counted from the front.
  OpFoldResult getGivenAxis();
  bool isUnsignedAxis();
  CheckMessage &appendGivenAxis(CheckMessage &message);
  /// Starts a message with the list of lengths.
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
    emitCheck(math.isEqual(rank, *resultRank), message << *resultRank
                                                       << ", but data has rank "
                                                       << OpFoldResult(rank));
    return;
  }
  emitCheck(
      math.compare(arith::CmpIPredicate::ne, rank, getSize(0)),
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
  // 0 and -1 are in range unless the rank is 0.
  if (spec.axis && (rank || *spec.axis == 0 || *spec.axis == -1))
    return;

  Value rankValue =
      rank ? math.get(*rank)
           : tensor::RankOp::create(builder, loc, op.getData()).getResult();
  OpFoldResult dataRank = rankValue;
  if (rank)
    dataRank = getSize(*rank);
  Value axis = math.get(getGivenAxis());
  Value inRange;
  if (isUnsignedAxis()) {
    inRange = math.compare(arith::CmpIPredicate::ult, axis, rankValue);
  } else {
    Value lowest = math.sub(getSize(0), rankValue);
    Value notBelow = math.compare(arith::CmpIPredicate::sge, axis, lowest);
    inRange = math.both(notBelow, math.isLess(axis, rankValue));
  }
  CheckMessage message("axis ");
  emitCheck(inRange, appendGivenAxis(message)
                         << " is out of range for data of rank " << dataRank);
}

/// R1: a run-time axis must not be a quantized dimension (C5).
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
    emitCheck(
        math.compare(arith::CmpIPredicate::ne, shapes.getAxis(), getSize(dim)),
        message);
  }
}

CheckMessage &PiecesCheckGenerator::appendAxisSize(CheckMessage &message) {
  return message << shapes.getAxisSize() << ", the size of dimension "
                 << shapes.getAxis();
}

/// Returns whether `obeys` holds for the size along the axis, for every
/// dimension that the axis may be.
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

/// R2. The verifier checks a static size along a static axis.
void PiecesCheckGenerator::checkDivides() {
  auto divides = [&](int64_t size) { return size % spec.numPieces == 0; };
  if (spec.numPieces == 1 || isCertain(divides))
    return;
  Value rest = math.rem(shapes.getAxisSize(), getSize(spec.numPieces));
  CheckMessage message("dimension ");
  message << shapes.getAxis() << " of size " << shapes.getAxisSize()
          << " is not divisible by num_splits " << spec.numPieces;
  emitCheck(math.isEqual(rest, 0), message);
}

/// The verifier guarantees that the sum does not overflow.
int64_t PiecesCheckGenerator::addStaticLengths() {
  int64_t sum = 0;
  for (int64_t length : *spec.lengths)
    sum += std::max<int64_t>(length, 0);
  return sum;
}

/// R4.
void PiecesCheckGenerator::checkStaticLengths() {
  bool hasRest = llvm::is_contained(*spec.lengths, -1);
  int64_t sum = addStaticLengths();
  auto obeys = [&](int64_t size) {
    return hasRest ? sum <= size : sum == size;
  };
  if ((hasRest && sum == 0) || isCertain(obeys))
    return;
  OpFoldResult size = shapes.getAxisSize();
  Value fits = hasRest ? math.isLessOrEqual(getSize(sum), size)
                       : math.isEqual(getSize(sum), size);
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

/// Returns the lengths that have been checked, as a list (V7). Unless a length
/// is certainly the rest, one that is -1 is replaced by what is `left`.
SmallVector<OpFoldResult>
PiecesCheckGenerator::resolveLengths(ArrayRef<Value> areRests,
                                     OpFoldResult left) {
  if (auto constants = getConstantInts(op.getLengthsOperand()))
    return getAsIndexOpFoldResult(builder.getContext(), *constants);
  SmallVector<OpFoldResult> list(shapes.getLengths());
  bool hasCertainRest = false;
  for (auto [index, length] : llvm::enumerate(list)) {
    auto known = dyn_cast_if_present<Attribute>(
        getRunTimeLength(op.getLengthsOperand(), index));
    if (!known || getConstantIntValue(known) < -1)
      continue;
    hasCertainRest |= getConstantIntValue(known) == -1;
    length = known;
  }
  if (hasCertainRest)
    return list;
  for (auto [length, isRest] : llvm::zip(list, areRests))
    if (isa<Value>(length))
      length = math.select(isRest, left, length);
  return list;
}

/// R3 and R4. Unsigned lengths are never -1. Sets `list`, unless it is null, to
/// the lengths that have been checked.
void PiecesCheckGenerator::checkRunTimeLengths(
    SmallVectorImpl<OpFoldResult> *list) {
  bool isUnsigned =
      getElementTypeOrSelf(op.getLengthsOperand()).isUnsignedInteger();
  Value zero = math.get(0);
  Value minusOne = isUnsigned ? Value() : math.get(-1);
  Value areSizes, hasRest, hasTwoRests;
  SmallVector<Value> areRests;
  RuntimeSum sum(math, shapes.getAxisSize());
  for (OpFoldResult length : shapes.getLengths()) {
    Value isSize = math.compare(arith::CmpIPredicate::sge, length,
                                isUnsigned ? zero : minusOne);
    areSizes = math.both(areSizes, isSize);
    Value taken = cast<Value>(length);
    if (!isUnsigned) {
      Value isRest = math.isEqual(length, minusOne);
      areRests.push_back(isRest);
      if (hasRest)
        hasTwoRests = math.either(hasTwoRests, math.both(hasRest, isRest));
      hasRest = math.either(hasRest, isRest);
      taken = math.select(isRest, zero, length);
    }
    sum.add(taken);
  }

  CheckMessage notSizes = formatLengths();
  if (isUnsigned)
    notSizes << " hold one above " << std::numeric_limits<int64_t>::max()
             << ", the largest size";
  else
    notSizes << " hold a negative length other than -1";
  emitCheck(areSizes, notSizes);
  if (hasTwoRests)
    emitCheck(math.negate(hasTwoRests), formatLengths()
                                            << " hold -1 more than once");
  checkSum(sum, hasRest);
  if (list)
    *list = resolveLengths(areRests, sum.left);
}

/// R4. A null `hasRest` is false.
void PiecesCheckGenerator::checkSum(RuntimeSum &sum, Value hasRest) {
  CheckMessage tooMuch = formatLengths();
  tooMuch << " sum to more than ";
  emitCheck(sum.fits, appendAxisSize(tooMuch));
  if (spec.lengths && llvm::is_contained(*spec.lengths, -1))
    return;
  Value isExact = math.isEqual(sum.left, 0);
  CheckMessage tooLittle = formatLengths();
  tooLittle << " sum to "
            << OpFoldResult(math.sub(shapes.getAxisSize(), sum.left))
            << ", expected ";
  emitCheck(math.either(hasRest, isExact), appendAxisSize(tooLittle));
}

/// R3 and R4 for a list with index values, which are never -1 (V7).
void PiecesCheckGenerator::checkMixedLengths() {
  Value areSizes;
  RuntimeSum sum(math, shapes.getAxisSize());
  // Several static lengths are one.
  if (int64_t known = addStaticLengths())
    sum.add(getSize(known));
  for (OpFoldResult length : shapes.getLengths()) {
    if (isa<Attribute>(length))
      continue;
    if (!isNonNegative(cast<Value>(length)))
      areSizes = math.both(areSizes, math.compare(arith::CmpIPredicate::sge,
                                                  length, getSize(0)));
    sum.add(length);
  }
  if (areSizes)
    emitCheck(areSizes, formatLengths() << " hold a negative index value");
  checkSum(sum, /*hasRest=*/{});
}

/// R6 for dimensions. Sizes on which the results agree by C5 are checked once.
void PiecesCheckGenerator::checkClaims() {
  if (!resultRank)
    return;
  // An earlier check guarantees that data has that rank (R6).
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

/// Returns whether the verifier guarantees that results agree on dimension
/// `dim`.
bool PiecesCheckGenerator::isShared(int64_t dim) {
  if (!spec.axis)
    return false;
  std::optional<int64_t> axis = shapes.getStaticAxis();
  return axis && (spec.equalPieces || *axis != dim);
}

void PiecesCheckGenerator::checkClaim(unsigned index, int64_t dim,
                                      int64_t claimed) {
  OpFoldResult size = shapes.getDim(index, dim);
  CheckMessage message("result ");
  message << index << " has size " << size << " along dimension " << dim
          << ", but its type states " << claimed;
  emitCheck(math.isEqual(size, claimed), message);
}

void mlir::split::generateRuntimeChecks(
    OpBuilder &builder, SplitOpInterface op, EmitCheckFn emitCheck,
    SmallVectorImpl<OpFoldResult> *lengths) {
  PiecesCheckGenerator(builder, op, emitCheck).run(lengths);
}

//===----------------------------------------------------------------------===//
// split.copy
//===----------------------------------------------------------------------===//

namespace {
/// Generates the checks of one split.copy (R7).
class CopyCheckGenerator : CheckGenerator {
public:
  CopyCheckGenerator(OpBuilder &builder, CopyOp op, EmitCheckFn emitCheck)
      : CheckGenerator(builder, op.getLoc(), emitCheck), op(op),
        axis(op.getNormalizedAxis()) {}

  void run() {
    auto data = cast<ShapedType>(op.getData().getType());
    for (unsigned index = 0; index < op.getOuts().size(); ++index)
      for (int64_t dim = 0; dim < data.getRank(); ++dim)
        if (dim != axis)
          checkSameSize(index, dim);
    if (!isSumCertain())
      checkSum();
  }

private:
  OpFoldResult getDim(Value value, int64_t dim) {
    return getMixedSize(builder, loc, value, dim);
  }

  /// Checks the size along a dimension that is not the axis.
  void checkSameSize(unsigned index, int64_t dim) {
    auto data = cast<ShapedType>(op.getData().getType());
    auto destination = cast<ShapedType>(op.getOuts()[index].getType());
    if (!data.isDynamicDim(dim) &&
        data.getDimSize(dim) == destination.getDimSize(dim))
      return;
    OpFoldResult got = getDim(op.getOuts()[index], dim);
    OpFoldResult expected = getDim(op.getData(), dim);
    CheckMessage message("destination ");
    message << index << " has size " << got << " along dimension " << dim
            << ", expected " << expected << " as data has";
    emitCheck(math.isEqual(got, expected), message);
  }

  bool isSumCertain() {
    auto hasStaticSize = [&](Value value) {
      return !cast<ShapedType>(value.getType()).isDynamicDim(axis);
    };
    return llvm::all_of(op->getOperands(), hasStaticSize) && obeysRules(op);
  }

  CheckMessage formatSizes(ArrayRef<OpFoldResult> sizes) {
    CheckMessage message("destinations have sizes ");
    message.appendList(sizes);
    return message << " along dimension " << axis << ", which sum to ";
  }

  void checkSum() {
    OpFoldResult size = getDim(op.getData(), axis);
    SmallVector<OpFoldResult> sizes;
    for (Value destination : op.getOuts())
      sizes.push_back(getDim(destination, axis));
    RuntimeSum sum(math, size);
    for (OpFoldResult taken : sizes)
      sum.add(taken);
    CheckMessage tooMuch = formatSizes(sizes);
    emitCheck(sum.fits,
              tooMuch << "more than " << size << ", the size of data");

    CheckMessage tooLittle = formatSizes(sizes);
    tooLittle << OpFoldResult(math.sub(size, sum.left)) << ", expected " << size
              << ", the size of data";
    emitCheck(math.isEqual(sum.left, 0), tooLittle);
  }

  CopyOp op;
  int64_t axis;
};
} // namespace

void mlir::split::generateRuntimeChecks(OpBuilder &builder, CopyOp op,
                                        EmitCheckFn emitCheck) {
  CopyCheckGenerator(builder, op, emitCheck).run();
}
