//===- SplitCopyToLinalg.cpp - split.copy to copies of slices -------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Conversion/SplitToLinalg/SplitToLinalg.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/DialectConversion.h"
#include "split-mlir/Conversion/Passes.h"
#include "split-mlir/Dialect/Split/IR/Pieces.h"

namespace mlir::split {
#define GEN_PASS_DEF_CONVERTSPLITCOPYTOLINALGPASS
#include "split-mlir/Conversion/Passes.h.inc"
} // namespace mlir::split

using namespace mlir;
using namespace mlir::split;

namespace {
/// split.copy ins(%m : memref<?x8xf32>)
///     outs(%m0, %m1 : memref<?x3xf32>, memref<?x5xf32>) axis(1)
///
/// becomes
///
/// %0 = memref.subview %m[0, 0] [%d, 3] [1, 1] : ...
/// linalg.copy ins(%0 : ...) outs(%m0 : ...)
/// %1 = memref.subview %m[0, 3] [%d, 5] [1, 1] : ...
/// linalg.copy ins(%1 : ...) outs(%m1 : ...)
///
/// and the same on tensors with tensor.extract_slice.
struct LowerCopy : OpConversionPattern<CopyOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(CopyOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    // A copy that certainly fails at run time is erased: upstream's verifiers
    // reject slices that are out of bounds.
    if (!obeysRules(op))
      return replace(rewriter, op, adaptor.getOuts());

    Location loc = op.getLoc();
    Value data = adaptor.getData();
    int64_t axis = op.getNormalizedAxis();
    SmallVector<SmallVector<OpFoldResult>> dims;
    SmallVector<OpFoldResult> lengths;
    for (Value destination : adaptor.getOuts()) {
      dims.push_back(getMixedSizes(rewriter, loc, destination));
      lengths.push_back(dims.back()[axis]);
    }
    SmallVector<OpFoldResult> starts =
        computePieceOffsets(rewriter, loc, lengths, /*equalPieces=*/false);

    SmallVector<Value> results;
    for (auto [destination, start, sizes] :
         llvm::zip_equal(adaptor.getOuts(), starts, dims)) {
      SmallVector<OpFoldResult> offsets(sizes.size(), rewriter.getIndexAttr(0));
      offsets[axis] = start;
      Slice slice{offsets, sizes};
      results.push_back(copySlice(rewriter, loc, data, slice, destination));
    }
    return replace(rewriter, op, results);
  }

private:
  static LogicalResult replace(ConversionPatternRewriter &rewriter, CopyOp op,
                               ValueRange results) {
    if (op->getNumResults() == 0)
      rewriter.eraseOp(op);
    else
      rewriter.replaceOp(op, results);
    return success();
  }

  /// Returns the destination that contains the slice.
  static Value copySlice(OpBuilder &builder, Location loc, Value data,
                         const Slice &slice, Value destination) {
    if (slice.isStaticallyEmpty(data.getType())) // C7
      return destination;
    Value source = slice.create(builder, loc, data);
    auto copy = linalg::CopyOp::create(builder, loc, source, destination);
    return copy->getNumResults() == 0 ? destination : copy.getResult(0);
  }
};

struct ConvertSplitCopyToLinalgPass
    : split::impl::ConvertSplitCopyToLinalgPassBase<
          ConvertSplitCopyToLinalgPass> {
  void runOnOperation() override {
    getOperation()->walk([&](CopyOp op) {
      ++numCopies;
      (void)verifyCopySizes(op, [&] {
        return op.emitWarning() << "'split.copy' op fails at run time: ";
      });
    });
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal(
        [](Operation *op) { return !isa<CopyOp>(op); });
    RewritePatternSet patterns(&getContext());
    populateSplitCopyToLinalgPatterns(patterns);
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace

void mlir::split::populateSplitCopyToLinalgPatterns(
    RewritePatternSet &patterns) {
  patterns.add<LowerCopy>(patterns.getContext());
}
