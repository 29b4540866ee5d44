//===- SliceRanks.cpp - Slices of the rank of their source ----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardedPattern.h"
#include "UpstreamGaps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "split-mlir/Dialect/Split/IR/Slice.h"
#include "split-mlir/Transforms/Passes.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITFOLDUNITDIMSINTOSLICESPASS
#define GEN_PASS_DEF_SPLITKEEPSLICERANKSPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

static bool extractSlice(RewriterBase &rewriter, tensor::ExtractSliceOp op) {
  llvm::SmallBitVector dropped = op.getDroppedDims();
  if (dropped.none())
    return false;
  Value whole = tensor::ExtractSliceOp::create(
      rewriter, op.getLoc(), op.getSource(), op.getMixedOffsets(),
      op.getMixedSizes(), op.getMixedStrides());
  rewriter.replaceOpWithNewOp<tensor::CollapseShapeOp>(
      op, op.getType(), whole, groupDroppedDims(dropped));
  return true;
}

/// Gives the source of `op` the dimensions of size 1 of the slice that it is
/// put into.
template <typename InsertT>
static bool insertSlice(RewriterBase &rewriter, InsertT op) {
  llvm::SmallBitVector dropped = op.getDroppedDims();
  if (dropped.none())
    return false;
  rewriter.setInsertionPoint(getPlaceOfOperands(op));
  Value source = op.getSource();
  auto type = cast<RankedTensorType>(source.getType());
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, op.getLoc(), source);
  SmallVector<int64_t> shape(type.getShape());
  for (int dim : dropped.set_bits()) {
    sizes.insert(sizes.begin() + dim, rewriter.getIndexAttr(1));
    shape.insert(shape.begin() + dim, 1);
  }
  Value whole =
      tensor::ExpandShapeOp::create(rewriter, op.getLoc(), type.clone(shape),
                                    source, groupDroppedDims(dropped), sizes);
  rewriter.modifyOpInPlace(op, [&] { op.getSourceMutable().assign(whole); });
  return true;
}

/// Returns the dimensions that a view drops. The shapes determine them: which
/// of several adjacent dimensions of size 1 it drops changes no address.
/// Upstream compares strides to find them, and treats unknown ones as equal.
static llvm::SmallBitVector getDroppedDims(MemRefType whole, MemRefType type) {
  llvm::SmallBitVector dropped(whole.getRank());
  std::optional<llvm::SmallDenseSet<unsigned>> mask =
      computeRankReductionMask(whole.getShape(), type.getShape());
  for (unsigned dim : *mask)
    dropped.set(dim);
  return dropped;
}

/// Creates a view of `type` of all elements of the slice `whole`.
static Value castView(RewriterBase &rewriter, memref::SubViewOp whole,
                      MemRefType type, const llvm::SmallBitVector &dropped) {
  Location loc = whole.getLoc();
  auto layout = memref::ExtractStridedMetadataOp::create(rewriter, loc, whole);
  auto [typeStrides, typeOffset] = type.getStridesAndOffset();
  auto get = [&](int64_t known, Value value) -> OpFoldResult {
    if (ShapedType::isDynamic(known))
      return value;
    return rewriter.getIndexAttr(known);
  };
  SmallVector<OpFoldResult> sizes, strides;
  for (auto [dim, size] : llvm::enumerate(whole.getMixedSizes())) {
    if (dropped.test(dim))
      continue;
    strides.push_back(
        get(typeStrides[strides.size()], layout.getStrides()[dim]));
    sizes.push_back(size);
  }
  return memref::ReinterpretCastOp::create(rewriter, loc, type, whole,
                                           get(typeOffset, layout.getOffset()),
                                           sizes, strides);
}

static bool takeView(RewriterBase &rewriter, memref::SubViewOp op) {
  MemRefType type = op.getType();
  if (type.getRank() == op.getSourceType().getRank())
    return false;
  auto whole = memref::SubViewOp::create(
      rewriter, op.getLoc(), op.getSource(), op.getMixedOffsets(),
      op.getMixedSizes(), op.getMixedStrides());
  llvm::SmallBitVector dropped = getDroppedDims(whole.getType(), type);
  SmallVector<ReassociationIndices> groups = groupDroppedDims(dropped);
  // Prefer a reshape: a cast hides which slice it views. But the type of a
  // reshape does not state all strides that the type of a slice does.
  if (memref::CollapseShapeOp::isGuaranteedCollapsible(whole.getType(),
                                                       groups) &&
      memref::CollapseShapeOp::computeCollapsedType(whole.getType(), groups) ==
          type)
    rewriter.replaceOpWithNewOp<memref::CollapseShapeOp>(op, whole, groups);
  else
    rewriter.replaceOp(op, castView(rewriter, whole, type, dropped));
  return true;
}

/// Returns whether a view of the shape `reduced` of a slice `op` of the shape
/// `whole` is valid, whatever the strides of the source are. The verifier of
/// memref.subview takes the first dimensions of size 1 among those of equal
/// strides for the dropped ones, and compares the strides of the others in
/// order. The fold of memref.dim compares them with the strides of the source,
/// and crashes if it finds no such dimensions.
static bool isAnyViewValid(OffsetSizeAndStrideOpInterface op,
                           ArrayRef<int64_t> whole, ArrayRef<int64_t> reduced) {
  std::optional<llvm::SmallDenseSet<unsigned>> dropped =
      computeRankReductionMask(whole, reduced);
  if (!dropped)
    return false;
  // Numbers of groups of adjacent dimensions of size 1.
  unsigned group = 0;
  llvm::SmallDenseSet<unsigned> groupsOfKept, groupsOfDropped;
  for (auto [dim, size] : llvm::enumerate(whole)) {
    if (size != 1)
      ++group;
    else
      (dropped->contains(dim) ? groupsOfDropped : groupsOfKept).insert(group);
  }
  return groupsOfKept.empty() ||
         (op.hasUnitStride() && groupsOfKept.size() == 1 &&
          groupsOfKept == groupsOfDropped);
}

/// Whether no dimension of the slice `op` of `source` has a stride of its own.
/// Equal strides are then those of adjacent dimensions.
static bool hasUnitStrides(OffsetSizeAndStrideOpInterface op, Value source) {
  if (!op.hasUnitStride())
    return false;
  auto slice = source.getDefiningOp<tensor::ExtractSliceOp>();
  return !slice || hasUnitStrides(slice, slice.getSource());
}

/// Whether a slice may drop the dimensions that a reshape drops, if `op` is the
/// root of such a fold.
static bool canFoldReshape(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([](tensor::CollapseShapeOp collapse) {
        auto slice = collapse.getSrc().getDefiningOp<tensor::ExtractSliceOp>();
        return slice && (hasUnitStrides(slice, slice.getSource()) ||
                         isAnyViewValid(slice, collapse.getSrcType().getShape(),
                                        collapse.getType().getShape()));
      })
      .Case<tensor::InsertSliceOp, tensor::ParallelInsertSliceOp>(
          [](auto insert) {
            auto expand = insert.getSource()
                              .template getDefiningOp<tensor::ExpandShapeOp>();
            return expand &&
                   (hasUnitStrides(insert, insert.getDest()) ||
                    isAnyViewValid(insert, expand.getType().getShape(),
                                   expand.getSrcType().getShape()));
          })
      .Default(true);
}

namespace {
struct SplitKeepSliceRanksPass
    : split::native::impl::SplitKeepSliceRanksPassBase<
          SplitKeepSliceRanksPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](Operation *op) {
      rewriter.setInsertionPoint(op);
      numSlices +=
          llvm::TypeSwitch<Operation *, bool>(op)
              .Case([&](tensor::ExtractSliceOp slice) {
                return extractSlice(rewriter, slice);
              })
              .Case<tensor::InsertSliceOp, tensor::ParallelInsertSliceOp>(
                  [&](auto slice) { return insertSlice(rewriter, slice); })
              .Case([&](memref::SubViewOp view) {
                return takeView(rewriter, view);
              })
              .Default(false);
    });
  }
};

struct SplitFoldUnitDimsIntoSlicesPass
    : split::native::impl::SplitFoldUnitDimsIntoSlicesPassBase<
          SplitFoldUnitDimsIntoSlicesPass> {
  void runOnOperation() override {
    RewritePatternSet upstream(&getContext()), patterns(&getContext());
    tensor::populateReassociativeReshapeFoldingPatterns(upstream);
    for (std::unique_ptr<RewritePattern> &pattern :
         upstream.getNativePatterns())
      patterns.add(GuardedPattern::create(std::move(pattern), canFoldReshape));
    // A greedy driver would also fold sizes, and create invalid empty slices.
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
