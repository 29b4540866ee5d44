//===- NestedSplits.cpp - pieces that are split again ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "split-mlir/Dialect/Split/IR/Canonicalization.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

using namespace mlir;
using namespace mlir::split;

/// Over how many ops at a time a split that may fail is moved.
static constexpr unsigned kMaxOpsBetween = 256;

/// Whether `actual` states a size that `inferred` does not.
static bool claimsMore(Type inferred, Type actual) {
  auto result = dyn_cast<RankedTensorType>(actual);
  return result && !tensor::preservesStaticInformation(
                       result, cast<RankedTensorType>(inferred));
}

namespace {
/// A piece of the data that is split, and its length: -1 if it is what the
/// others leave.
struct Piece {
  OpResult value;
  int64_t length;
};

/// Whether ops of a block may fail where an op before them stands.
class FailurePoint {
public:
  explicit FailurePoint(Operation *op) : op(op), next(op->getNextNode()) {}

  /// Whether nothing that anybody can observe happens before `later`.
  bool isReachedBy(Operation *later) {
    if (later->getBlock() != op->getBlock())
      return false;
    while (next && !later->isBeforeInBlock(next)) {
      if (next == later)
        return true;
      if (numOps == kMaxOpsBetween || next->getNumRegions() != 0 ||
          !isMemoryEffectFree(next))
        return false;
      ++numOps;
      next = next->getNextNode();
    }
    return true;
  }

private:
  Operation *op;
  /// All ops before this one have been looked at.
  Operation *next;
  unsigned numOps = 0;
};

/// A split, and all splits along the same axis of its pieces, and of theirs.
class SplitTree {
public:
  explicit SplitTree(SplitOpInterface root)
      : root(root), spec(root.getSpec()), failures(root) {}

  /// Finds the pieces that are left when splits of pieces become part of the
  /// root; false if there are none.
  bool plan();
  void replace(PatternRewriter &rewriter);

private:
  std::optional<int64_t> getStaticLength(Type type);
  RankedTensorType getType(int64_t length);
  bool appendPieces(SplitOpInterface op, int64_t length,
                    SmallVectorImpl<Piece> &result);
  SplitOpInterface getNested(const Piece &piece, int64_t length);

  SplitOpInterface root;
  SplitSpec spec;
  int64_t axis = 0;
  FailurePoint failures;
  SmallVector<Piece> pieces;
  SmallVector<SplitOpInterface> nested;
};
} // namespace

/// What a piece's type states.
std::optional<int64_t> SplitTree::getStaticLength(Type type) {
  auto ranked = dyn_cast<RankedTensorType>(type);
  if (!ranked || ranked.isDynamicDim(axis))
    return std::nullopt;
  return ranked.getDimSize(axis);
}

/// The type of data but for its length, which may be -1.
RankedTensorType SplitTree::getType(int64_t length) {
  auto type = cast<RankedTensorType>(spec.data);
  SmallVector<int64_t> shape(type.getShape());
  shape[axis] = length == -1 ? ShapedType::kDynamic : length;
  return type.clone(shape);
}

/// Appends the pieces that `op` makes of what is `length` long, the first one
/// last; false if a length is neither known nor what is left.
bool SplitTree::appendPieces(SplitOpInterface op, int64_t length,
                             SmallVectorImpl<Piece> &result) {
  SplitSpec opSpec = op.getSpec();
  int64_t size = length == -1 ? ShapedType::kDynamic : length;
  SmallVector<int64_t> sizes = inferPieceSizes(opSpec, size);
  for (int64_t index = opSpec.numPieces - 1; index >= 0; --index) {
    OpResult value = op->getResult(index);
    bool isRest =
        opSpec.lengths ? (*opSpec.lengths)[index] == -1 : opSpec.numPieces == 1;
    if (!ShapedType::isDynamic(sizes[index]))
      result.push_back({value, sizes[index]});
    else if (isRest)
      result.push_back({value, -1});
    else if (auto stated = getStaticLength(value.getType());
             stated && opSpec.equalPieces)
      result.push_back({value, *stated});
    else
      return false;
  }
  return true;
}

/// The split of `piece`, which is `length` long, that can as well be done where
/// the root is, or null.
SplitOpInterface SplitTree::getNested(const Piece &piece, int64_t length) {
  if (!piece.value.hasOneUse())
    return {};
  auto op = dyn_cast<SplitOpInterface>(*piece.value.user_begin());
  // In a graph, or where nothing is reached, an op may use itself.
  if (!op || op == root || op.getData() != piece.value)
    return {};
  SplitSpec opSpec = op.getSpec();
  if (opSpec.getNormalizedAxis() != axis ||
      (!opSpec.equalPieces && !opSpec.lengths))
    return {};
  // What the piece's type states beyond data is checked at the root (R6).
  opSpec.data = getType(length);
  if (claimsMore(opSpec.data, piece.value.getType()))
    return {};
  // Lengths that break a rule fail where they stand.
  if (!obeysRules(opSpec, op->getResultTypes()))
    return {};
  if (!isCertain(opSpec, op->getResultTypes()) && !failures.isReachedBy(op))
    return {};
  return op;
}

bool SplitTree::plan() {
  std::optional<int64_t> normalized = spec.getNormalizedAxis();
  // A quick answer, as a split is visited again for each of its many pieces.
  if (!normalized ||
      llvm::none_of(root->getUsers(), llvm::IsaPred<SplitOp, VariadicSplitOp>))
    return false;
  axis = *normalized;
  int64_t size = spec.getAxisSize();
  SmallVector<Piece> stack;
  if (!appendPieces(root, ShapedType::isDynamic(size) ? -1 : size, stack))
    return false;
  while (!stack.empty()) {
    Piece piece = stack.pop_back_val();
    int64_t length = piece.length;
    if (length == -1)
      length = getStaticLength(piece.value.getType()).value_or(-1);
    size_t numLeft = stack.size();
    SplitOpInterface op = getNested(piece, length);
    if (op && appendPieces(op, length, stack)) {
      nested.push_back(op);
      continue;
    }
    stack.truncate(numLeft);
    pieces.push_back(piece);
  }
  if (nested.empty())
    return false;
  spec.equalPieces = false;
  spec.numPieces = pieces.size();
  auto lengths = llvm::map_to_vector(
      pieces, [](const Piece &piece) { return piece.length; });
  auto types = llvm::map_to_vector(
      pieces, [](const Piece &piece) { return piece.value.getType(); });
  spec.lengths = lengths;
  return obeysRules(spec, types);
}

void SplitTree::replace(PatternRewriter &rewriter) {
  SmallVector<Type> types;
  SmallVector<int64_t> lengths;
  for (const Piece &piece : pieces) {
    types.push_back(piece.value.getType());
    lengths.push_back(piece.length);
  }
  SmallVector<Location> locs{root.getLoc()};
  for (SplitOpInterface op : nested)
    locs.push_back(op.getLoc());
  auto merged = VariadicSplitOp::create(rewriter, rewriter.getFusedLoc(locs),
                                        types, root.getData(),
                                        /*axis=*/Value(), /*lengths=*/Value(),
                                        rewriter.getI64IntegerAttr(*spec.axis),
                                        rewriter.getDenseI64ArrayAttr(lengths));
  merged->setDiscardableAttrs(root->getDiscardableAttrDictionary());
  for (auto [piece, result] : llvm::zip_equal(pieces, merged.getResults()))
    rewriter.replaceAllUsesWith(piece.value, result);
  for (SplitOpInterface op : llvm::reverse(nested))
    rewriter.eraseOp(op);
  rewriter.eraseOp(root);
}

namespace {
/// %p:2 = split.variadic_split %x axis(0) lengths [2, 4]
/// %q:2 = split.variadic_split %p#1 axis(0) lengths [1, 3]
///
/// becomes, if nothing else uses `%p#1`,
///
/// %r:3 = split.variadic_split %x axis(0) lengths [2, 1, 3]
struct MergeNestedSplits : OpInterfaceRewritePattern<SplitOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(SplitOpInterface op,
                                PatternRewriter &rewriter) const override {
    SplitTree tree(op);
    if (!tree.plan())
      return failure();
    tree.replace(rewriter);
    return success();
  }
};
} // namespace

void mlir::split::populateNestedSplitPatterns(RewritePatternSet &patterns) {
  patterns.add<MergeNestedSplits>(patterns.getContext());
}
