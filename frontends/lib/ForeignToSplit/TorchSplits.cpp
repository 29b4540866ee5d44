//===- TorchSplits.cpp - Splits of torch-mlir to split ops ----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignSplits.h"

#include "../Builders/Shapes.h"
#include "ForeignOp.h"
#include "TorchValues.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Operation.h"
#include "split-mlir/Dialect/Split/IR/Counts.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/Split/IR/Rules.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/Dialect/Split/IR/TensorTypes.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

//===----------------------------------------------------------------------===//
// Values that a list of torch-mlir holds
//===----------------------------------------------------------------------===//

namespace {
/// The values that ops of torch-mlir take out of the list of tensors that a
/// split returns.
class TorchPieces {
public:
  /// `list` is the op that returns the list.
  explicit TorchPieces(Operation *list) : list(list) {}

  /// Reads the uses of the list. Returns why the values are not all known, or
  /// an empty text.
  StringRef read();

  /// Returns the number of values that the list is unpacked into, or kDynamic
  /// if only single values are taken out.
  int64_t getUnpackedCount() const;

  /// Checks the uses of a list of `numPieces` values. Emits op errors.
  LogicalResult verify(int64_t numPieces);

  /// Replaces each value by its piece, a builtin tensor. Emits an op error if
  /// their types do not fit.
  LogicalResult replace(ImplicitLocOpBuilder &builder, ValueRange pieces);

  /// Erases the list, the ops that take values out of it, and constants that
  /// only they used.
  void eraseList();

private:
  /// A value that is a piece.
  struct PieceUse {
    Value value;
    /// As in __getitem__: negative numbers count from the end. After `verify`,
    /// they do not.
    int64_t index;
  };

  Operation *list;
  /// The numbers of values that the list is unpacked into, each time.
  SmallVector<int64_t> unpackedCounts;
  SmallVector<PieceUse> uses;
};
} // namespace

StringRef TorchPieces::read() {
  for (Operation *user : list->getUsers()) {
    StringRef name = user->getName().getStringRef();
    if (name == "torch.prim.ListUnpack" && user->getNumOperands() == 1) {
      unpackedCounts.push_back(user->getNumResults());
      for (OpResult result : user->getResults())
        uses.push_back({result, result.getResultNumber()});
      continue;
    }
    std::optional<int64_t> index;
    if (name == "torch.aten.__getitem__.t" && user->getNumOperands() == 2 &&
        user->getNumResults() == 1)
      index = getTorchInt(user->getOperand(1));
    if (!index)
      return "whose list has other uses than unpacking";
    uses.push_back({user->getResult(0), *index});
  }
  if (uses.empty())
    return "whose list is not unpacked";
  for (const PieceUse &use : uses)
    if (!getBuiltinTensorType(use.value.getType()))
      return "with a piece of unknown type";
  return {};
}

int64_t TorchPieces::getUnpackedCount() const {
  return unpackedCounts.empty() ? ShapedType::kDynamic : unpackedCounts.front();
}

LogicalResult TorchPieces::verify(int64_t numPieces) {
  for (int64_t count : unpackedCounts)
    if (count != numPieces)
      return list->emitOpError()
             << "is unpacked into " << formatCount(count, "value")
             << ", expected " << numPieces << ", the number of pieces";
  for (PieceUse &use : uses) {
    std::optional<int64_t> index = normalizeAxis(use.index, numPieces);
    if (!index)
      return list->emitOpError()
             << "index " << use.index << " is out of range [-" << numPieces
             << ", " << numPieces - 1 << "] for " << numPieces << " pieces";
    use.index = *index;
  }
  return success();
}

LogicalResult TorchPieces::replace(ImplicitLocOpBuilder &builder,
                                   ValueRange pieces) {
  for (const PieceUse &use : uses) {
    Value piece = pieces[use.index];
    TensorType stated = getBuiltinTensorType(use.value.getType());
    if (!joinTypes(stated, cast<TensorType>(piece.getType())))
      return list->emitOpError()
             << "piece " << use.index << " is of type " << use.value.getType()
             << ", expected " << piece.getType();
    if (use.value.use_empty())
      continue;
    std::string of = (" of piece " + Twine(use.index)).str();
    replaceTorchValue(
        builder, use.value,
        createCheckedCast(builder, piece, stated, of, "its type states"));
  }
  return success();
}

void TorchPieces::eraseList() {
  SmallVector<Value> operands(list->getOperands());
  for (Operation *user : llvm::make_early_inc_range(list->getUsers())) {
    llvm::append_range(operands, user->getOperands().drop_front());
    user->erase();
  }
  list->erase();
  eraseUnusedTorchOps(operands);
}

//===----------------------------------------------------------------------===//
// Splits of torch-mlir to split ops
//===----------------------------------------------------------------------===//

namespace {
/// The meaning of the second operand.
enum class TorchKind {
  /// The length of all pieces but the last, which may be shorter.
  Size,
  /// The length of each piece.
  Lengths,
  /// The largest number of pieces; they are as for Size.
  Chunks,
  /// The number of pieces; the first ones are longer by 1 if they are uneven.
  Sections,
  /// Where pieces other than the first begin, as in slices of Python.
  Indices,
  /// There is none: each piece has length 1 and loses the dimension.
  Unbind
};

struct TorchDefinition {
  StringLiteral name;
  TorchKind kind;
};
} // namespace

static constexpr TorchDefinition kTorchDefinitions[] = {
    {"torch.aten.split.Tensor", TorchKind::Size},
    {"torch.aten.split_copy.Tensor", TorchKind::Size},
    {"torch.aten.split.sizes", TorchKind::Lengths},
    {"torch.aten.split_with_sizes", TorchKind::Lengths},
    {"torch.aten.split_with_sizes_copy", TorchKind::Lengths},
    {"torch.aten.chunk", TorchKind::Chunks},
    {"torch.aten.tensor_split.indices", TorchKind::Indices},
    {"torch.aten.tensor_split.sections", TorchKind::Sections},
    {"torch.aten.unbind.int", TorchKind::Unbind},
    {"torch.aten.unbind_copy.int", TorchKind::Unbind},
};

/// Limits the time of the pass. No real program has more pieces.
static constexpr int64_t kMaxPieces = 1 << 16;

static const TorchDefinition *findDefinition(Operation *op) {
  const auto *found =
      llvm::find_if(kTorchDefinitions, [&](const TorchDefinition &definition) {
        return definition.name == getTorchName(op);
      });
  return found == std::end(kTorchDefinitions) ? nullptr : found;
}

bool mlir::split::frontends::isTorchSplit(Operation *op) {
  return findDefinition(op) != nullptr;
}

namespace {
/// A split of torch-mlir that returns a list.
class TorchSplit {
public:
  TorchSplit(Operation *op, TorchKind kind)
      : op(op), kind(kind), builder(op->getLoc(), op), pieces(op) {}

  /// Reads operands and uses. Returns why the op has no split op, or an empty
  /// text.
  StringRef read();
  /// Replaces the op. Returns false and sets `reason` if it has no split op.
  FailureOr<bool> convert(StringRef &reason);

private:
  InFlightDiagnostic emitError() const { return op->emitOpError(); }
  /// Replaces indices by the lengths of the pieces. Returns why it cannot, or
  /// an empty text.
  StringRef resolveIndices();
  /// Returns the number of pieces, or kDynamic.
  FailureOr<int64_t> countPieces();
  SmallVector<OpFoldResult> getStaticLengths();
  FailureOr<SmallVector<OpFoldResult>> createListedLengths();
  /// These two return the lengths for a dimension of unknown size.
  SmallVector<OpFoldResult> createSections();
  FailureOr<SmallVector<OpFoldResult>> createChunks();
  FailureOr<SmallVector<OpFoldResult>> createLengths();
  FailureOr<ResultRange> createSplit();

  Operation *op;
  TorchKind kind;
  ImplicitLocOpBuilder builder;
  /// The builtin tensor.
  Value data;
  RankedTensorType type;
  int64_t dim = 0, axis = 0, axisSize = 0, numPieces = 0;
  /// The second operand, a number or a list of integer attributes and
  /// !torch.int.
  int64_t number = 0;
  SmallVector<OpFoldResult> list;
  TorchPieces pieces;
};
} // namespace

StringRef TorchSplit::read() {
  unsigned numOperands = kind == TorchKind::Unbind ? 2 : 3;
  if (op->getNumOperands() != numOperands || op->getNumResults() != 1 ||
      op->getNumRegions() != 0 || op->getNumSuccessors() != 0)
    return "of an unknown form";
  type = dyn_cast_or_null<RankedTensorType>(
      getBuiltinTensorType(op->getOperand(0).getType()));
  if (!type)
    return "of a tensor of unknown rank or type";
  std::optional<int64_t> dimOperand =
      getTorchInt(op->getOperand(numOperands - 1));
  if (!dimOperand)
    return "with a dimension that is not constant";
  dim = *dimOperand;
  if (kind == TorchKind::Lengths || kind == TorchKind::Indices) {
    std::optional<SmallVector<OpFoldResult>> given =
        getTorchInts(op->getOperand(1));
    if (!given)
      return "with a list of unknown integers";
    list = *given;
  } else if (kind != TorchKind::Unbind) {
    std::optional<int64_t> operand = getTorchInt(op->getOperand(1));
    if (!operand)
      return "with a number that is not constant";
    number = *operand;
  }
  return pieces.read();
}

StringRef TorchSplit::resolveIndices() {
  if (ShapedType::isDynamic(axisSize))
    return "with indices into a dimension of unknown size";
  int64_t start = 0;
  for (OpFoldResult &element : list) {
    std::optional<int64_t> index = getConstantIntValue(element);
    if (!index)
      return "with indices that are not constant";
    int64_t end = *index < 0 ? std::max<int64_t>(*index + axisSize, 0)
                             : std::min(*index, axisSize);
    if (end < start)
      return "with indices that decrease";
    element = builder.getIndexAttr(end - start);
    start = end;
  }
  list.push_back(builder.getIndexAttr(axisSize - start));
  kind = TorchKind::Lengths;
  return {};
}

FailureOr<int64_t> TorchSplit::countPieces() {
  bool isStatic = ShapedType::isStatic(axisSize);
  int64_t unpacked = pieces.getUnpackedCount();
  auto requireNumber = [&](int64_t least) -> LogicalResult {
    if (number >= least)
      return success();
    return emitError() << "operand 1 is " << number << ", expected at least "
                       << least;
  };
  switch (kind) {
  case TorchKind::Indices: // resolved
  case TorchKind::Lengths:
    return list.size();
  case TorchKind::Unbind:
    return isStatic ? axisSize : unpacked;
  case TorchKind::Sections:
    if (failed(requireNumber(1)))
      return failure();
    return number;
  case TorchKind::Size:
    if (failed(requireNumber(axisSize == 0 ? 0 : 1)))
      return failure();
    if (!isStatic)
      return unpacked;
    return axisSize == 0 ? 1 : llvm::divideCeil(axisSize, number);
  case TorchKind::Chunks:
    if (failed(requireNumber(1)))
      return failure();
    if (!isStatic)
      return unpacked == number ? number : ShapedType::kDynamic;
    if (axisSize == 0)
      return number;
    return llvm::divideCeil(axisSize, llvm::divideCeil(axisSize, number));
  }
  llvm_unreachable("all kinds return");
}

SmallVector<OpFoldResult> TorchSplit::getStaticLengths() {
  SmallVector<OpFoldResult> lengths;
  int64_t size = kind == TorchKind::Chunks ? llvm::divideCeil(axisSize, number)
                 : kind == TorchKind::Size ? number
                                           : axisSize / numPieces;
  int64_t left = axisSize;
  for (int64_t i : llvm::seq(numPieces)) {
    bool isLonger = kind == TorchKind::Sections && i < axisSize % numPieces;
    int64_t length = std::min(size + isLonger, left);
    lengths.push_back(builder.getIndexAttr(length));
    left -= length;
  }
  return lengths;
}

/// The split checks that run-time lengths are not negative (V7).
FailureOr<SmallVector<OpFoldResult>> TorchSplit::createListedLengths() {
  for (auto [i, length] : llvm::enumerate(list)) {
    if (auto value = dyn_cast<Value>(length))
      length = createBuiltinIndex(builder, value);
    else if (int64_t number = *getConstantIntValue(length); number < 0)
      return emitError() << "length #" << i << " is " << number
                         << ", expected at least 0";
  }
  return list;
}

SmallVector<OpFoldResult> TorchSplit::createSections() {
  IndexMath math(builder, builder.getLoc());
  Value size = math.get(getSize(builder, data, axis));
  SmallVector<OpFoldResult> lengths;
  for (int64_t i : llvm::seq(numPieces))
    lengths.push_back(math.div(math.add(size, math.get(numPieces - 1 - i)),
                               math.get(numPieces)));
  return lengths;
}

/// The split checks that the lengths sum to at most the size (V3). The check
/// here ensures that torch returns as many pieces.
FailureOr<SmallVector<OpFoldResult>> TorchSplit::createChunks() {
  IndexMath math(builder, builder.getLoc());
  OpFoldResult size = getSize(builder, data, axis);
  OpFoldResult length = builder.getIndexAttr(number);
  if (kind == TorchKind::Chunks)
    length = math.ceilDiv(size, math.get(numPieces));
  Value before = math.mul(length, math.get(numPieces - 1));
  Value isRight = math.isLess(before, size);
  if (kind == TorchKind::Chunks || numPieces == 1)
    isRight = math.either(isRight, math.isEqual(size, 0));
  if (kind == TorchKind::Size)
    isRight =
        math.both(isRight, math.isLessOrEqual(math.sub(size, before), length));
  CheckMessage message;
  message << "dimension " << axis << " of size " << size
          << " is not split into " << numPieces << " pieces of length "
          << length;
  if (failed(createCheck(builder, isRight, message)))
    return failure();
  SmallVector<OpFoldResult> lengths(numPieces, length);
  lengths.back() = builder.getIndexAttr(-1);
  return lengths;
}

FailureOr<SmallVector<OpFoldResult>> TorchSplit::createLengths() {
  if (kind == TorchKind::Lengths)
    return createListedLengths();
  if (ShapedType::isStatic(axisSize))
    return getStaticLengths();
  if (kind == TorchKind::Unbind)
    return SmallVector<OpFoldResult>(numPieces, builder.getIndexAttr(1));
  if (kind == TorchKind::Sections)
    return createSections();
  return createChunks();
}

FailureOr<ResultRange> TorchSplit::createSplit() {
  auto lengths = createLengths();
  if (failed(lengths) || failed(verifyVariadicSplit([&] { return emitError(); },
                                                    type, axis, *lengths)))
    return failure();
  if (ShapedType::isStatic(axisSize) && isa<Attribute>(lengths->front()) &&
      llvm::all_equal(*lengths))
    return SplitOp::create(builder, data, axis, numPieces).getResults();
  return VariadicSplitOp::create(builder, data, axis, ArrayRef(*lengths))
      .getResults();
}

FailureOr<bool> TorchSplit::convert(StringRef &reason) {
  if (failed(verifySplit([&] { return emitError(); }, type, dim,
                         /*numSplits=*/1)))
    return failure();
  axis = *normalizeAxis(dim, type.getRank());
  axisSize = type.getDimSize(axis);
  if (kind == TorchKind::Indices) {
    reason = resolveIndices();
    if (!reason.empty())
      return false;
  }
  FailureOr<int64_t> count = countPieces();
  if (failed(count))
    return failure();
  if (ShapedType::isDynamic(*count) || *count == 0 || *count > kMaxPieces) {
    reason = *count == 0           ? "without pieces"
             : *count > kMaxPieces ? "with too many pieces"
                                   : "whose number of pieces is unknown";
    return false;
  }
  numPieces = *count;
  if (failed(pieces.verify(numPieces)))
    return failure();
  data = createBuiltinTensor(builder, op->getOperand(0));
  FailureOr<ResultRange> results = createSplit();
  if (failed(results))
    return failure();
  SmallVector<Value> values(*results);
  if (kind == TorchKind::Unbind) {
    llvm::SmallBitVector dropped(type.getRank());
    dropped.set(axis);
    for (Value &value : values)
      value =
          tensor::dropGivenUnitDims(builder, builder.getLoc(), value, dropped);
  }
  if (failed(pieces.replace(builder, values)))
    return failure();
  pieces.eraseList();
  return true;
}

FailureOr<bool> mlir::split::frontends::convertTorchSplit(Operation *op,
                                                          LeftOps &left) {
  TorchSplit split(op, findDefinition(op)->kind);
  StringRef reason = split.read();
  FailureOr<bool> isConverted = false;
  if (reason.empty())
    isConverted = split.convert(reason);
  if (!reason.empty())
    left.add(op, reason);
  return isConverted;
}
