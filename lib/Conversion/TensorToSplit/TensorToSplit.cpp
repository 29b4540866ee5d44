//===- TensorToSplit.cpp - slices of tensors to split ops -----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Conversion/TensorToSplit/TensorToSplit.h"

#include "IndexSums.h"
#include "SliceCovers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "split-mlir/Conversion/Passes.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

namespace mlir {
namespace split {
#define GEN_PASS_DEF_SPLITRAISESLICESPASS
#include "split-mlir/Conversion/Passes.h.inc"
} // namespace split
} // namespace mlir

using namespace mlir;
using namespace mlir::split;

//===----------------------------------------------------------------------===//
// Which splits to make, before anything changes
//===----------------------------------------------------------------------===//

namespace {
/// A split to be made of a cover.
struct PlannedSplit {
  SliceCover cover;
  /// The op before which it goes.
  Operation *place;
  /// Of the pieces, as in the op; none if they are equal.
  SmallVector<OpFoldResult> lengths;
};

class BlockPlanner {
public:
  BlockPlanner(Block &block, IndexSums &sums) : block(block), sums(sums) {}

  void run(SmallVectorImpl<PlannedSplit> &splits) {
    for (SliceCover &cover : findSliceCovers(block, sums)) {
      PlannedSplit split{std::move(cover), nullptr, {}};
      if (succeeded(plan(split)))
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
  /// For each op of the block, how many before it have effects on memory.
  DenseMap<Operation *, unsigned> numEffectsBefore;
};
} // namespace

/// The length of piece `index`.
static OpFoldResult getLength(const SliceCover &cover, unsigned index) {
  return cover.getSlice(index).getMixedSizes()[cover.axis];
}

bool BlockPlanner::areEqual(const SliceCover &cover) {
  return llvm::all_of(llvm::seq(cover.pieces.size()), [&](unsigned index) {
    return sums.areEqual(sums.get(getLength(cover, index)),
                         sums.get(getLength(cover, 0)));
  });
}

/// As late as possible, where most operands are at hand: before the last slice,
/// or the first use of any.
Operation *BlockPlanner::findPlace(const SliceCover &cover,
                                   Operation *lastSlice) {
  Operation *place = lastSlice;
  for (const EqualSlices &slices : cover.pieces)
    for (tensor::ExtractSliceOp slice : slices)
      for (Operation *user : slice->getUsers())
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

/// `constants` are the lengths that are known, and -1. At most one -1 is left
/// to the split, as what the others leave; if there are more, the others are
/// values, and the one left is one that is computed only after the place.
LogicalResult BlockPlanner::planLengths(PlannedSplit &split,
                                        ArrayRef<int64_t> constants) {
  Builder builder(block.getParent()->getContext());
  bool needsValues = llvm::count(constants, -1) > 1;
  bool isOneLeft = false;
  for (auto [index, constant] : llvm::enumerate(constants)) {
    OpFoldResult length = builder.getIndexAttr(constant);
    if (needsValues && constant == -1) {
      auto size = cast<Value>(getLength(split.cover, index));
      Operation *op = size.getDefiningOp();
      if (!op || op->getBlock() != &block || op->isBeforeInBlock(split.place))
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
  // Duplicates need not be reached.
  Operation *lastSlice = nullptr;
  for (const EqualSlices &slices : cover.pieces)
    if (!lastSlice || lastSlice->isBeforeInBlock(slices.front()))
      lastSlice = slices.front();
  split.place = findPlace(cover, lastSlice);

  SmallVector<int64_t> constants;
  for (unsigned index : llvm::seq(cover.pieces.size())) {
    IndexSum size = sums.get(getLength(cover, index));
    constants.push_back(size.isConstant() ? size.constant : -1);
  }
  RankedTensorType type = cover.getSlice(0).getSourceType();
  bool isStatic = !llvm::is_contained(constants, -1);
  SplitSpec spec{type, cover.axis, int64_t(constants.size()),
                 /*equalPieces=*/false, /*lengths=*/std::nullopt};
  // Lengths tell the sizes of the pieces where that of the tensor does not.
  spec.equalPieces =
      isStatic != type.isDynamicDim(cover.axis) && areEqual(cover);
  if (!spec.equalPieces) {
    if (failed(planLengths(split, constants)))
      return failure();
    if (getConstantIntValues(split.lengths))
      spec.lengths = constants;
  }
  if (!obeysRules(spec))
    return failure();
  // Slices that are not what they are taken for may fail only after effects.
  return success(spec.isStatic() || !hasEffectsBetween(split.place, lastSlice));
}

//===----------------------------------------------------------------------===//
// The splits
//===----------------------------------------------------------------------===//

static Operation *createSplit(RewriterBase &rewriter,
                              const PlannedSplit &split) {
  const SliceCover &cover = split.cover;
  Location loc = rewriter.getFusedLoc(llvm::map_to_vector(
      cover.pieces, [](const EqualSlices &slices) -> Location {
        return slices.front()->getLoc();
      }));
  Value source = cover.getSlice(0).getSource();
  if (split.lengths.empty())
    return SplitOp::create(rewriter, loc, source, cover.axis,
                           cover.pieces.size());
  if (auto lengths = getConstantIntValues(split.lengths))
    return VariadicSplitOp::create(rewriter, loc, source, cover.axis, *lengths);
  Value lengths = tensor::FromElementsOp::create(
      rewriter, loc,
      getValueOrCreateConstantIndexOp(rewriter, loc, split.lengths));
  return VariadicSplitOp::create(rewriter, loc, source, cover.axis, lengths);
}

/// `piece` as what `slice` is: its type may state other sizes than are known of
/// the piece, and have fewer dimensions.
static Value adaptPiece(RewriterBase &rewriter, tensor::ExtractSliceOp slice,
                        Value piece, int64_t axis) {
  RankedTensorType type = slice.getType();
  if (piece.getType() == type)
    return piece;
  if (cast<RankedTensorType>(piece.getType()).getRank() == type.getRank())
    return tensor::CastOp::create(rewriter, slice.getLoc(), type, piece);
  SmallVector<OpFoldResult> offsets = slice.getMixedOffsets();
  offsets[axis] = rewriter.getIndexAttr(0);
  return tensor::ExtractSliceOp::create(rewriter, slice.getLoc(), type, piece,
                                        offsets, slice.getMixedSizes(),
                                        slice.getMixedStrides());
}

/// %a = tensor.extract_slice %x[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
/// %b = tensor.extract_slice %x[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
///
/// becomes
///
/// %p:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> ...
///
/// The slices stay, without uses: other splits may be planned to go before
/// them.
static void makeSplit(RewriterBase &rewriter, const PlannedSplit &split) {
  rewriter.setInsertionPoint(split.place);
  Operation *op = createSplit(rewriter, split);
  for (auto [piece, slices] :
       llvm::zip_equal(op->getResults(), split.cover.pieces))
    for (tensor::ExtractSliceOp slice : slices) {
      rewriter.setInsertionPoint(slice->isBeforeInBlock(split.place)
                                     ? split.place
                                     : slice.getOperation());
      rewriter.replaceAllUsesWith(
          slice.getResult(),
          adaptPiece(rewriter, slice, piece, split.cover.axis));
    }
}

int64_t mlir::split::raiseSlicesToSplits(RewriterBase &rewriter,
                                         Operation *root) {
  OpBuilder::InsertionGuard guard(rewriter);
  IndexSums sums;
  SmallVector<PlannedSplit> splits;
  root->walk([&](Block *block) {
    if (!mayBeGraphRegion(*block->getParent()))
      BlockPlanner(*block, sums).run(splits);
  });
  for (const PlannedSplit &split : splits)
    makeSplit(rewriter, split);
  for (const PlannedSplit &split : splits)
    for (const EqualSlices &slices : split.cover.pieces)
      for (tensor::ExtractSliceOp slice : slices)
        rewriter.eraseOp(slice);
  return splits.size();
}

namespace {
struct SplitRaiseSlicesPass
    : split::impl::SplitRaiseSlicesPassBase<SplitRaiseSlicesPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    int64_t made = raiseSlicesToSplits(rewriter, getOperation());
    numSplits += made;
    if (made == 0)
      markAllAnalysesPreserved();
  }
};
} // namespace
