//===- NestedSplits.cpp - Splits of pieces --------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "split-mlir/Dialect/Split/IR/Canonicalization.h"
#include "split-mlir/Dialect/Split/IR/Pieces.h"

using namespace mlir;
using namespace mlir::split;

/// A split that may fail moves over at most this many ops.
static constexpr unsigned kMaxOpsBetween = 256;

/// Returns whether no length is a run-time value, whose checks the merged split
/// would lack (R3, R4).
static bool areLengthsStatic(const SplitSpec &spec) {
  return spec.equalPieces || (spec.lengths && !spec.hasIndexLengths);
}

/// Returns whether `actual` states a size that `inferred` does not.
static bool claimsMore(Type inferred, Type actual) {
  auto result = dyn_cast<RankedTensorType>(actual);
  return result && !tensor::preservesStaticInformation(
                       result, cast<RankedTensorType>(inferred));
}

namespace {
/// A piece of the data and its length, -1 if it takes the rest.
struct Piece {
  OpResult value;
  int64_t length;
};

/// Tells whether a later op of the block may as well fail at the position of
/// `op`.
class FailurePoint {
public:
  explicit FailurePoint(Operation *op) : op(op), next(op->getNextNode()) {}

  /// Returns whether there is no observable effect between `op` and `later`.
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
  /// All ops before this one have been checked.
  Operation *next;
  unsigned numOps = 0;
};

/// A split and, recursively, the splits of its pieces along the same axis.
class SplitTree {
public:
  explicit SplitTree(SplitOpInterface root)
      : root(root), spec(root.getSpec()), failures(root) {}

  /// Finds the pieces of the merged split. Returns false if there is nothing to
  /// merge.
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

/// Returns the static size of a piece's type along the axis.
std::optional<int64_t> SplitTree::getStaticLength(Type type) {
  auto ranked = dyn_cast<RankedTensorType>(type);
  if (!ranked || ranked.isDynamicDim(axis))
    return std::nullopt;
  return ranked.getDimSize(axis);
}

/// Returns the type of data with size `length`, dynamic if -1, along the axis.
RankedTensorType SplitTree::getType(int64_t length) {
  auto type = cast<RankedTensorType>(spec.data);
  SmallVector<int64_t> shape(type.getShape());
  shape[axis] = length == -1 ? ShapedType::kDynamic : length;
  return type.clone(shape);
}

/// Appends the pieces of `op`, whose data has length `length`, in reverse
/// order. Returns false if a length is neither known nor the rest.
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
    else if (auto stated = getStaticLength(value.getType()))
      result.push_back({value, *stated});
    else
      return false;
  }
  return true;
}

/// Returns the split of `piece`, which has length `length`, if the root can do
/// its work, otherwise null.
SplitOpInterface SplitTree::getNested(const Piece &piece, int64_t length) {
  if (!piece.value.hasOneUse())
    return {};
  auto op = dyn_cast<SplitOpInterface>(*piece.value.user_begin());
  // In a graph region or an unreachable block, an op may use itself.
  if (!op || op == root || op.getData() != piece.value)
    return {};
  SplitSpec opSpec = op.getSpec();
  if (opSpec.getNormalizedAxis() != axis || !areLengthsStatic(opSpec))
    return {};
  // The root checks what the piece's type states beyond data (R6).
  opSpec.data = getType(length);
  if (claimsMore(opSpec.data, piece.value.getType()))
    return {};
  // A split that breaks a rule fails at its own position.
  if (!obeysRules(opSpec, op->getResultTypes()))
    return {};
  if (!isCertain(opSpec, op->getResultTypes()) && !failures.isReachedBy(op))
    return {};
  return op;
}

bool SplitTree::plan() {
  std::optional<int64_t> normalized = spec.getNormalizedAxis();
  // Decides quickly, as a split is visited again for each of its many pieces.
  if (!normalized || !areLengthsStatic(spec) ||
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
  auto merged = VariadicSplitOp::create(
      rewriter, rewriter.getFusedLoc(locs), types, root.getData(),
      root.getMixedAxis(), rewriter.getDenseI64ArrayAttr(lengths));
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
      return rewriter.notifyMatchFailure(op, "no split of a piece to merge");
    tree.replace(rewriter);
    return success();
  }
};
} // namespace

void mlir::split::populateNestedSplitPatterns(RewritePatternSet &patterns) {
  patterns.add<MergeNestedSplits>(patterns.getContext());
}
