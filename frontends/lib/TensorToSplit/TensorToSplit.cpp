//===- TensorToSplit.cpp - Slices of tensors to split ops -----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../ForeignToSplit/ForeignOp.h"
#include "IndexSums.h"
#include "SliceCovers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "split-mlir/Conversion/ForeignPasses.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "split-raise-slices"

namespace mlir::split::frontends {
#define GEN_PASS_DEF_SPLITRAISESLICESPASS
#include "split-mlir/Conversion/ForeignPasses.h.inc"
} // namespace mlir::split::frontends

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

namespace {
/// A split that will replace a cover.
struct PlannedSplit {
  SliceCover cover;
  /// The split is inserted before this op.
  Operation *place;
  /// The lengths of the pieces as in the op; empty if they are equal.
  SmallVector<OpFoldResult> lengths;
};

class BlockPlanner {
public:
  BlockPlanner(Block &block, IndexSums &sums) : block(block), sums(sums) {}

  void run(SmallVectorImpl<PlannedSplit> &splits) {
    for (SliceCover &cover : findSliceCovers(block, sums)) {
      PlannedSplit split{std::move(cover), nullptr, {}};
      bool isPlanned = succeeded(plan(split));
      LDBG() << split.cover.getSlice(0).op->getLoc() << ": cover of "
             << split.cover.pieces.size() << " slices "
             << (isPlanned ? "becomes a split" : "stays");
      if (isPlanned)
        splits.push_back(std::move(split));
    }
  }

private:
  LogicalResult plan(PlannedSplit &split);
  Operation *findPlace(const SliceCover &cover, Operation *lastSlice);
  bool areEqual(const SliceCover &cover);
  LogicalResult planLengths(PlannedSplit &split, ArrayRef<int64_t> constants);
  bool hasEffectsBetween(Operation *first, Operation *last);

  Block &block;
  IndexSums &sums;
  /// For each op of the block, how many earlier ops have effects on memory.
  DenseMap<Operation *, unsigned> numEffectsBefore;
};
} // namespace

bool BlockPlanner::areEqual(const SliceCover &cover) {
  return llvm::all_of(llvm::seq(cover.pieces.size()), [&](unsigned index) {
    return sums.areEqual(getSize(cover.getSlice(index), cover.axis, sums),
                         getSize(cover.getSlice(0), cover.axis, sums));
  });
}

/// Returns the latest possible place, where most operands are available: before
/// the last slice or the first use of any slice.
Operation *BlockPlanner::findPlace(const SliceCover &cover,
                                   Operation *lastSlice) {
  Operation *place = lastSlice;
  for (const EqualSlices &slices : cover.pieces)
    for (const TensorSlice &slice : slices)
      for (Operation *user : slice.op->getUsers())
        if (Operation *op = block.findAncestorOpInBlock(*user);
            op && op->isBeforeInBlock(place))
          place = op;
  return place;
}

bool BlockPlanner::hasEffectsBetween(Operation *first, Operation *last) {
  if (numEffectsBefore.empty()) {
    unsigned numEffects = 0;
    for (Operation &op : block) {
      numEffectsBefore[&op] = numEffects;
      numEffects += !isMemoryEffectFree(&op);
    }
  }
  return numEffectsBefore.at(first) != numEffectsBefore.at(last);
}

/// Plans the lengths from `constants`, which has -1 for each run-time length.
/// One -1 may remain in the split as the rest. If there are several, they
/// become values, except for one that is computed after the place of the split.
LogicalResult BlockPlanner::planLengths(PlannedSplit &split,
                                        ArrayRef<int64_t> constants) {
  Builder builder(block.getParent()->getContext());
  bool needsValues = llvm::count(constants, -1) > 1;
  bool isOneLeft = false;
  for (auto [index, constant] : llvm::enumerate(constants)) {
    OpFoldResult length = builder.getIndexAttr(constant);
    if (needsValues && constant == -1) {
      const SliceCover &cover = split.cover;
      auto size =
          dyn_cast_or_null<Value>(cover.getSlice(index).sizes[cover.axis]);
      Operation *op = size ? size.getDefiningOp() : nullptr;
      if (size &&
          (!op || op->getBlock() != &block || op->isBeforeInBlock(split.place)))
        length = size;
      else if (std::exchange(isOneLeft, true))
        return failure();
    }
    split.lengths.push_back(length);
  }
  return success();
}

LogicalResult BlockPlanner::plan(PlannedSplit &split) {
  const SliceCover &cover = split.cover;
  // Duplicates of a slice may come later.
  Operation *lastSlice = nullptr;
  for (const EqualSlices &slices : cover.pieces)
    if (!lastSlice || lastSlice->isBeforeInBlock(slices.front().op))
      lastSlice = slices.front().op;
  split.place = findPlace(cover, lastSlice);

  SmallVector<int64_t> constants, list;
  for (unsigned index : llvm::seq(cover.pieces.size())) {
    IndexSum size = getSize(cover.getSlice(index), cover.axis, sums);
    constants.push_back(size.isConstant() ? size.constant : -1);
  }
  RankedTensorType type = cover.getSlice(0).getSourceType();
  bool isStatic = !llvm::is_contained(constants, -1);
  SplitSpec spec{type, cover.axis, int64_t(constants.size()),
                 /*equalPieces=*/false, /*lengths=*/std::nullopt};
  // With an unknown tensor size, lengths state the sizes of the pieces.
  spec.equalPieces =
      isStatic != type.isDynamicDim(cover.axis) && areEqual(cover);
  if (!spec.equalPieces) {
    if (failed(planLengths(split, constants)))
      return failure();
    if (!spec.setList(split.lengths, list))
      return failure();
  }
  if (!obeysRules(spec))
    return failure();
  // A slice that is out of bounds must not fail before earlier effects.
  return success(spec.isStatic() || !hasEffectsBetween(split.place, lastSlice));
}

static Operation *createSplit(RewriterBase &rewriter,
                              const PlannedSplit &split) {
  const SliceCover &cover = split.cover;
  Location loc = rewriter.getFusedLoc(llvm::map_to_vector(
      cover.pieces, [](const EqualSlices &slices) -> Location {
        return slices.front().op->getLoc();
      }));
  Value source = cover.getSlice(0).getSource();
  if (split.lengths.empty())
    return SplitOp::create(rewriter, loc, source, cover.axis,
                           cover.pieces.size());
  return VariadicSplitOp::create(rewriter, loc, source, cover.axis,
                                 ArrayRef(split.lengths));
}

/// Converts `piece` to the type of `slice`, which may state other sizes and
/// have fewer dimensions.
static Value adaptPiece(RewriterBase &rewriter, const TensorSlice &slice,
                        Value piece, int64_t axis) {
  RankedTensorType type = slice.getType();
  Location loc = slice.op->getLoc();
  if (piece.getType() == type)
    return piece;
  if (cast<RankedTensorType>(piece.getType()).getRank() == type.getRank())
    return tensor::CastOp::create(rewriter, loc, type, piece);
  // Only slices of the tensor dialect have fewer dimensions.
  SmallVector<OpFoldResult> offsets = slice.offsets,
                            strides(slice.sizes.size(),
                                    rewriter.getIndexAttr(1));
  offsets[axis] = rewriter.getIndexAttr(0);
  return tensor::ExtractSliceOp::create(rewriter, loc, type, piece, offsets,
                                        slice.sizes, strides);
}

/// %a = tensor.extract_slice %x[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
/// %b = tensor.extract_slice %x[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
///
/// becomes
///
/// %p:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> ...
///
/// The slices stay without uses, since other planned splits may be inserted
/// before them.
static void makeSplit(RewriterBase &rewriter, const PlannedSplit &split) {
  rewriter.setInsertionPoint(split.place);
  Operation *op = createSplit(rewriter, split);
  for (auto [piece, slices] :
       llvm::zip_equal(op->getResults(), split.cover.pieces))
    for (const TensorSlice &slice : slices) {
      rewriter.setInsertionPoint(
          slice.op->isBeforeInBlock(split.place) ? split.place : slice.op);
      rewriter.replaceAllUsesWith(
          slice.op->getResult(0),
          adaptPiece(rewriter, slice, piece, split.cover.axis));
    }
}

/// Erases the slices of the planned splits, and constants that only they used.
static void eraseSlices(RewriterBase &rewriter, ArrayRef<PlannedSplit> splits) {
  for (const PlannedSplit &split : splits)
    for (const EqualSlices &slices : split.cover.pieces)
      for (const TensorSlice &slice : slices) {
        SmallVector<Value> operands(slice.op->getOperands());
        rewriter.eraseOp(slice.op);
        eraseUnusedConstants(operands);
      }
}

/// Emits a remark about slices of other dialects that are not in `splits`.
static void reportOthers(Operation *root, ArrayRef<PlannedSplit> splits) {
  DenseSet<Operation *> raised;
  for (const PlannedSplit &split : splits)
    for (const EqualSlices &slices : split.cover.pieces)
      for (const TensorSlice &slice : slices)
        raised.insert(slice.op);
  LeftOps left;
  root->walk([&](Operation *op) {
    if (!isForeignSlice(op) || raised.contains(op))
      return;
    StringRef problem = "that covers no tensor together with others";
    if (mayBeGraphRegion(*op->getParentRegion()))
      problem = "in a region that may be a graph";
    (void)readSlice(op, &problem);
    left.add(op, problem);
  });
  left.emitRemark("not raised to splits");
}

namespace {
struct SplitRaiseSlicesPass
    : split::frontends::impl::SplitRaiseSlicesPassBase<SplitRaiseSlicesPass> {
  void runOnOperation() override {
    IndexSums sums;
    SmallVector<PlannedSplit> splits;
    getOperation()->walk([&](Block *block) {
      if (!mayBeGraphRegion(*block->getParent()))
        BlockPlanner(*block, sums).run(splits);
    });
    reportOthers(getOperation(), splits);
    if (splits.empty())
      return markAllAnalysesPreserved();
    numSplits += splits.size();
    IRRewriter rewriter(&getContext());
    for (const PlannedSplit &split : splits)
      makeSplit(rewriter, split);
    eraseSlices(rewriter, splits);
  }
};
} // namespace
