//===- SplitOfConcat.cpp - Splits of tensor.concat ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Folds.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "split-mlir/Dialect/Split/IR/Canonicalization.h"
#include "split-mlir/Dialect/Split/IR/Pieces.h"
#include "split-mlir/Dialect/Split/IR/SizeBounds.h"
#include <numeric>

using namespace mlir;
using namespace mlir::split;

/// Limits how many run-time sizes are compared for one split.
static constexpr unsigned kMaxComparisons = 16;

//===----------------------------------------------------------------------===//
// Matching inputs and pieces by size
//===----------------------------------------------------------------------===//

namespace {
/// The size of an input or a piece along the axis: a constant, an index value
/// or dimension of a tensor, the rest that other pieces leave, or unknown.
struct Size {
  std::optional<int64_t> constant;
  Value value;
  std::optional<int64_t> dim;
  bool isRest = false;

  bool isKnown() const { return constant || value; }
};

/// A section: consecutive inputs and consecutive pieces that start and end at
/// the same positions.
struct Section {
  size_t numInputs = 0, numPieces = 0;
  /// Whether that holds even if the split breaks a rule.
  bool isCertain = true;
};
} // namespace

/// Returns whether the sizes are certainly equal.
static bool areEqual(const Size &input, const Size &piece) {
  using Variable = ValueBoundsConstraintSet::Variable;
  OpFoldResult value = piece.value;
  if (!value)
    value = IntegerAttr::get(IndexType::get(input.value.getContext()),
                             *piece.constant);
  Variable lhs(input.value, input.dim), rhs(value, piece.dim);
  if (lhs.getMap() == rhs.getMap() && lhs.getOperands() == rhs.getOperands())
    return true;
  return isCertain(lhs, ValueBoundsConstraintSet::EQ, rhs);
}

namespace {
/// Finds the shortest sections, starting from the front.
class Aligner {
public:
  Aligner(ArrayRef<Size> inputs, ArrayRef<Size> pieces, unsigned &budget)
      : inputs(inputs), pieces(pieces), budget(budget) {}

  SmallVector<Section> run() {
    while (step())
      if (lead == 0) {
        sections.push_back(current);
        inputs = inputs.drop_front(current.numInputs);
        pieces = pieces.drop_front(current.numPieces);
        current = {};
      }
    return sections;
  }

private:
  /// Adds the next input, the next piece or both to the current section.
  /// Returns false if their end is unknown.
  bool step() {
    const Size *input = current.numInputs < inputs.size()
                            ? &inputs[current.numInputs]
                            : nullptr;
    const Size *piece = current.numPieces < pieces.size()
                            ? &pieces[current.numPieces]
                            : nullptr;
    // An input or piece without elements is a section of its own.
    if (lead < 0 || (lead == 0 && piece && piece->constant == 0))
      return add(piece, current.numPieces, 1);
    if (lead > 0 || (input && input->constant == 0))
      return add(input, current.numInputs, -1);
    if (!input || !piece)
      return false;
    if (input->constant && piece->constant)
      return add(input, current.numInputs, -1);
    if (!piece->isKnown() || budget == 0)
      return false;
    --budget;
    if (!areEqual(*input, *piece))
      return false;
    ++current.numInputs;
    ++current.numPieces;
    return true;
  }

  bool add(const Size *size, size_t &count, int64_t sign) {
    if (!size || !size->constant)
      return false;
    lead += sign * *size->constant;
    ++count;
    return true;
  }

  ArrayRef<Size> inputs, pieces;
  unsigned &budget;
  SmallVector<Section> sections;
  Section current;
  /// The size of the section's pieces minus that of its inputs.
  int64_t lead = 0;
};
} // namespace

/// Finds sections from both ends; everything in between is one section.
static SmallVector<Section> align(ArrayRef<Size> inputs,
                                  ArrayRef<Size> pieces) {
  unsigned budget = kMaxComparisons;
  SmallVector<Section> sections = Aligner(inputs, pieces, budget).run();
  for (Section section : sections) {
    inputs = inputs.drop_front(section.numInputs);
    pieces = pieces.drop_front(section.numPieces);
  }
  auto reversedInputs = llvm::to_vector(llvm::reverse(inputs));
  auto reversedPieces = llvm::to_vector(llvm::reverse(pieces));
  SmallVector<Section> fromEnd =
      Aligner(reversedInputs, reversedPieces, budget).run();
  Section middle{inputs.size(), pieces.size(), /*isCertain=*/false};
  for (Section section : fromEnd) {
    middle.numInputs -= section.numInputs;
    middle.numPieces -= section.numPieces;
  }
  if (middle.numInputs != 0 || middle.numPieces != 0)
    sections.push_back(middle);
  sections.append(fromEnd.rbegin(), fromEnd.rend());
  return sections;
}

/// Finds the sections of equal pieces of unknown size if inputs are equal too.
static SmallVector<Section> alignEqual(ArrayRef<Size> inputs,
                                       size_t numPieces) {
  if (inputs.size() > kMaxComparisons)
    return {};
  for (const Size &input : inputs.drop_front())
    if (!areEqual(inputs.front(), input))
      return {};
  size_t numSections = std::gcd(inputs.size(), numPieces);
  return SmallVector<Section>(
      numSections, {inputs.size() / numSections, numPieces / numSections});
}

//===----------------------------------------------------------------------===//
// Sizes of inputs and pieces
//===----------------------------------------------------------------------===//

static Size getSize(Value input, int64_t dim) {
  Size size;
  auto type = cast<RankedTensorType>(input.getType());
  if (!type.isDynamicDim(dim))
    size.constant = type.getDimSize(dim);
  size.value = input;
  size.dim = dim;
  return size;
}

static Size getSize(int64_t length) {
  Size size;
  size.isRest = length == -1;
  if (length >= 0)
    size.constant = length;
  return size;
}

static Size getSize(OpFoldResult length) {
  Size size;
  if (!length)
    return size;
  if (std::optional<int64_t> constant = getConstantIntValue(length))
    return getSize(*constant);
  size.value = cast<Value>(length);
  return size;
}

/// An index value in a list is never the rest, even if it is -1 (V7).
static Size getListedSize(OpFoldResult length) {
  Size size;
  if (isa<Attribute>(length))
    return getSize(length);
  size.value = cast<Value>(length);
  return size;
}

/// Returns the size along the axis, which the inputs may state if data does
/// not.
static int64_t getAxisSize(const SplitSpec &spec, ArrayRef<Size> inputs) {
  if (!ShapedType::isDynamic(spec.getAxisSize()))
    return spec.getAxisSize();
  BoundedSum sum;
  for (const Size &input : inputs)
    if (!input.constant || !sum.add(*input.constant))
      return ShapedType::kDynamic;
  return sum.get();
}

static SmallVector<Size> getPieceSizes(SplitOpInterface op, int64_t axisSize) {
  SplitSpec spec = op.getSpec();
  SmallVector<OpFoldResult> listed = op.getMixedLengths();
  SmallVector<Size> sizes;
  for (auto [index, size] : llvm::enumerate(inferPieceSizes(spec, axisSize)))
    if (!ShapedType::isDynamic(size))
      sizes.push_back(getSize(size));
    else if (spec.lengths)
      sizes.push_back(getListedSize(listed[index]));
    else
      sizes.push_back(getSize(getRunTimeLength(op.getLengthsOperand(), index)));
  return sizes;
}

//===----------------------------------------------------------------------===//
// The pattern
//===----------------------------------------------------------------------===//

/// Returns the concatenation along `dim` that `data` comes from, perhaps
/// through a cast, or null.
static tensor::ConcatOp getConcat(Value data, int64_t dim) {
  if (auto cast = data.getDefiningOp<tensor::CastOp>())
    data = cast.getSource();
  auto concat = data.getDefiningOp<tensor::ConcatOp>();
  return concat && int64_t(concat.getDim()) == dim ? concat
                                                   : tensor::ConcatOp();
}

/// Returns whether only `op` uses the concatenation, and runs as often.
static bool isOnlyUse(SplitOpInterface op, tensor::ConcatOp concat) {
  return op.getData().hasOneUse() && concat->hasOneUse() &&
         op->getBlock() == concat->getBlock();
}

/// Returns whether an input is a piece of `op`, as it can be in a graph region
/// or an unreachable block.
static bool isJoinedAgain(SplitOpInterface op, tensor::ConcatOp concat) {
  return llvm::any_of(concat.getInputs(),
                      [&](Value input) { return input.getDefiningOp() == op; });
}

static bool haveEncoding(ValueRange values, Attribute encoding) {
  return llvm::all_of(values.getTypes(), [&](Type type) {
    return cast<RankedTensorType>(type).getEncoding() == encoding;
  });
}

namespace {
/// Replaces the pieces of one section: by a concatenation of several inputs, by
/// a single input or a split of it, or by an empty tensor if there is no input.
class Part {
public:
  Part(SplitOpInterface op, tensor::ConcatOp concat, ValueRange inputs,
       ResultRange pieces)
      : op(op), concat(concat), spec(op.getSpec()), inputs(inputs),
        pieces(pieces) {}

  /// Returns whether this is possible. `sizes` are the sizes of the pieces.
  bool plan(const Section &section, ArrayRef<Size> sizes);
  void replace(PatternRewriter &rewriter);

private:
  bool claimsMore(const Size &size);
  bool startsLoop();
  RankedTensorType getType();
  Value createPiece(PatternRewriter &rewriter);
  ResultRange createSplit(PatternRewriter &rewriter);

  SplitOpInterface op;
  tensor::ConcatOp concat;
  SplitSpec spec;
  ValueRange inputs;
  ResultRange pieces;
  /// The lengths of several unequal pieces.
  SmallVector<int64_t> lengths;
};
} // namespace

/// Returns the type of the value that replaces the piece.
RankedTensorType Part::getType() {
  if (inputs.size() == 1)
    return cast<RankedTensorType>(inputs.front().getType());
  RankedTensorType type;
  if (inputs.empty()) {
    type = cast<RankedTensorType>(concat.getInputs().front().getType());
    SmallVector<int64_t> shape(type.getShape());
    shape[concat.getDim()] = 0;
    return type.clone(shape);
  }
  type = tensor::ConcatOp::inferResultType(concat.getDim(), inputs.getTypes());
  return RankedTensorType::get(type.getShape(), type.getElementType(),
                               cast<RankedTensorType>(spec.data).getEncoding());
}

/// Returns whether the type of the piece, which has size `size`, states more
/// than is known: the split must check that (R6).
bool Part::claimsMore(const Size &size) {
  auto data = cast<RankedTensorType>(spec.data);
  auto piece = dyn_cast<RankedTensorType>(pieces.front().getType());
  SmallVector<int64_t> known(data.getShape());
  known[concat.getDim()] = size.constant.value_or(ShapedType::kDynamic);
  return piece && !tensor::preservesStaticInformation(piece, data.clone(known));
}

/// Returns whether a loop would start from a cast that replaces the piece.
bool Part::startsLoop() {
  Value piece = pieces.front();
  if (inputs.size() == 1)
    return startsLoopFromCast(piece, inputs.front());
  return getType() != piece.getType() && isCarriedByLoop(piece);
}

/// Returns whether the sum of the static sizes along `dim` does not overflow.
static bool hasSum(ValueRange inputs, int64_t dim) {
  BoundedSum sum;
  return llvm::all_of(inputs.getTypes(), [&](Type type) {
    int64_t size = cast<RankedTensorType>(type).getDimSize(dim);
    return ShapedType::isDynamic(size) || sum.add(size);
  });
}

bool Part::plan(const Section &section, ArrayRef<Size> sizes) {
  if (!hasSum(inputs, concat.getDim()))
    return false;
  if (pieces.size() == 1) {
    // Without certainty, the piece must be the rest and have inputs.
    if (!section.isCertain && (inputs.empty() || !sizes.front().isRest))
      return false;
    return !claimsMore(sizes.front()) && !startsLoop() &&
           tensor::CastOp::areCastCompatible(getType(),
                                             pieces.front().getType());
  }
  // Inputs without pieces must be empty.
  if (pieces.empty())
    return section.isCertain;
  if (inputs.size() != 1)
    return false;
  SplitSpec part = spec;
  part.data = getType();
  part.numPieces = pieces.size();
  if (!spec.equalPieces) {
    for (const Size &size : sizes)
      if (size.constant || size.isRest)
        lengths.push_back(size.constant.value_or(-1));
    if (lengths.size() != sizes.size())
      return false;
    part.lengths = lengths;
  }
  return obeysRules(part, pieces.getTypes());
}

Value Part::createPiece(PatternRewriter &rewriter) {
  if (inputs.size() == 1)
    return inputs.front();
  if (!inputs.empty())
    return tensor::ConcatOp::create(rewriter, concat.getLoc(), getType(),
                                    concat.getDim(), inputs);
  Value first = concat.getInputs().front();
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, op.getLoc(), first);
  sizes[concat.getDim()] = rewriter.getIndexAttr(0);
  return createEmpty(rewriter, op.getLoc(), first, sizes);
}

ResultRange Part::createSplit(PatternRewriter &rewriter) {
  if (spec.equalPieces)
    return SplitOp::create(rewriter, op.getLoc(), pieces.getTypes(),
                           inputs.front(), op.getMixedAxis(), pieces.size())
        .getResults();
  return VariadicSplitOp::create(rewriter, op.getLoc(), pieces.getTypes(),
                                 inputs.front(), op.getMixedAxis(),
                                 rewriter.getDenseI64ArrayAttr(lengths))
      .getResults();
}

void Part::replace(PatternRewriter &rewriter) {
  if (llvm::all_of(pieces, [](Value piece) { return piece.use_empty(); }))
    return;
  if (pieces.size() > 1)
    return rewriter.replaceAllUsesWith(pieces, createSplit(rewriter));
  Value piece = createPiece(rewriter);
  Type type = pieces.front().getType();
  if (piece.getType() != type)
    piece = tensor::CastOp::create(rewriter, op.getLoc(), type, piece);
  rewriter.replaceAllUsesWith(pieces.front(), piece);
}

/// Divides inputs and pieces into parts, one for each section. Returns an empty
/// list if replacing them is impossible or changes nothing.
static SmallVector<Part> planParts(SplitOpInterface op,
                                   tensor::ConcatOp concat) {
  auto inputs = llvm::map_to_vector(concat.getInputs(), [&](Value input) {
    return getSize(input, concat.getDim());
  });
  int64_t axisSize = getAxisSize(op.getSpec(), inputs);
  SmallVector<Size> pieces = getPieceSizes(op, axisSize);
  bool areUnknown = op.getSpec().equalPieces && ShapedType::isDynamic(axisSize);
  SmallVector<Section> sections =
      areUnknown ? alignEqual(inputs, pieces.size()) : align(inputs, pieces);
  // A single section would change nothing.
  if (sections.size() == 1)
    return {};
  bool isJoined = llvm::any_of(
      sections, [](Section section) { return section.numInputs > 1; });
  if (isJoined && !isOnlyUse(op, concat))
    return {};

  SmallVector<Part> parts;
  size_t firstInput = 0, firstPiece = 0;
  for (const Section &section : sections) {
    parts.emplace_back(op, concat,
                       concat.getInputs().slice(firstInput, section.numInputs),
                       op->getResults().slice(firstPiece, section.numPieces));
    if (!parts.back().plan(
            section, ArrayRef(pieces).slice(firstPiece, section.numPieces)))
      return {};
    firstInput += section.numInputs;
    firstPiece += section.numPieces;
  }
  return parts;
}

namespace {
/// %c = tensor.concat dim(0) %a, %b
/// %p:2 = split.variadic_split %c axis(0) lengths [2, -1]
///
/// becomes `%a` and `%b` if they have those lengths. Several inputs may form
/// one piece, unless the concatenation has other uses, and one input several
/// pieces.
struct TakeJoined : OpInterfaceRewritePattern<SplitOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(SplitOpInterface op,
                                PatternRewriter &rewriter) const override {
    std::optional<int64_t> axis = op.getSpec().getNormalizedAxis();
    tensor::ConcatOp concat =
        axis ? getConcat(op.getData(), *axis) : tensor::ConcatOp();
    if (!concat || isJoinedAgain(op, concat) ||
        !haveEncoding(
            concat.getInputs(),
            cast<RankedTensorType>(op.getData().getType()).getEncoding()))
      return rewriter.notifyMatchFailure(op, "data is no concatenation");
    SmallVector<Part> parts = planParts(op, concat);
    if (parts.empty())
      return rewriter.notifyMatchFailure(op, "pieces do not match inputs");
    for (Part &part : parts)
      part.replace(rewriter);
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void mlir::split::populateSplitOfConcatPatterns(RewritePatternSet &patterns) {
  patterns.add<TakeJoined>(patterns.getContext());
}
