//===- SplitToLinalg.cpp - split ops to tensor and linalg -----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Conversion/SplitToLinalg/SplitToLinalg.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/DialectConversion.h"
#include "split-mlir/Conversion/Passes.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

namespace mlir {
namespace split {
#define GEN_PASS_DEF_CONVERTSPLITTOLINALGPASS
#include "split-mlir/Conversion/Passes.h.inc"
} // namespace split
} // namespace mlir

using namespace mlir;
using namespace mlir::split;

/// Why `op` cannot be lowered, or null.
static const char *getReasonUnsupported(SplitOpInterface op) {
  if (op.getAxisOperand())
    return "axis is known only at run time";
  if (!op.getData().getType().hasRank())
    return "data has unknown rank";
  return nullptr;
}

/// Whether `value` leaves the function, perhaps through casts; layouts are the
/// identity there.
static bool escapes(Value value) {
  return llvm::any_of(value.getUsers(), [](Operation *user) {
    if (auto cast = dyn_cast<tensor::CastOp>(user))
      return escapes(cast.getResult());
    return isa<CallOpInterface>(user) ||
           (user->hasTrait<OpTrait::ReturnLike>() &&
            isa<FunctionOpInterface>(user->getParentOp()));
  });
}

namespace {
/// %p:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> ...
///
/// becomes
///
/// %p0 = tensor.extract_slice %x[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
/// %p1 = tensor.extract_slice %x[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
struct LowerSplit : OpInterfaceConversionPattern<SplitOpInterface> {
  LowerSplit(MLIRContext *context, Materialize materialize)
      : OpInterfaceConversionPattern(context), materialize(materialize) {}

  LogicalResult
  matchAndRewrite(SplitOpInterface op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (const char *reason = getReasonUnsupported(op))
      return rewriter.notifyMatchFailure(op, reason);

    PieceShapes shapes(rewriter, op, operands);
    OpFoldResult dim = shapes.getAxisSize();
    ArrayRef<OpFoldResult> lengths = shapes.getLengths();
    SmallVector<SplitPiece> pieces =
        computePieces(rewriter, op.getLoc(), dim, op->getNumResults(), lengths);
    SmallVector<Value> replacements;
    for (auto [index, piece] : llvm::enumerate(pieces))
      replacements.push_back(
          lowerPiece(rewriter, op, operands.front(), shapes, index, piece));
    rewriter.replaceOp(op, replacements);
    return success();
  }

private:
  Value lowerPiece(OpBuilder &builder, SplitOpInterface op, Value data,
                   PieceShapes &shapes, unsigned index,
                   const SplitPiece &piece) const {
    Location loc = op.getLoc();
    auto dataType = cast<RankedTensorType>(data.getType());
    int64_t axis = *op.getSpec().getNormalizedAxis();
    SmallVector<OpFoldResult> offsets(dataType.getRank(),
                                      builder.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(dataType.getRank(),
                                      builder.getIndexAttr(1));
    SmallVector<OpFoldResult> sizes;
    for (int64_t dim = 0; dim < dataType.getRank(); ++dim)
      sizes.push_back(dim == axis ? piece.size : shapes.getDataDim(dim));
    offsets[axis] = piece.offset;

    RankedTensorType type =
        tensor::ExtractSliceOp::inferResultType(dataType, sizes);
    Value result;
    // C7. Upstream's verifier refuses a slice of an empty dimension and one
    // that starts at the end of a dimension, even if it has no elements.
    // Offsets that are static come with sizes that are.
    if (llvm::is_contained(type.getShape(), 0)) {
      result = createEmpty(builder, loc, type, sizes);
    } else {
      result = tensor::ExtractSliceOp::create(builder, loc, type, data, offsets,
                                              sizes, strides);
      if (materialize == Materialize::All ||
          (materialize == Materialize::Results &&
           escapes(op->getResult(index))))
        result = linalg::CopyOp::create(builder, loc, result,
                                        createEmpty(builder, loc, type, sizes))
                     .getResult(0);
    }
    Type resultType = op->getResult(index).getType();
    if (type != resultType)
      result = tensor::CastOp::create(builder, loc, resultType, result);
    return result;
  }

  static Value createEmpty(OpBuilder &builder, Location loc,
                           RankedTensorType type,
                           ArrayRef<OpFoldResult> sizes) {
    return tensor::EmptyOp::create(builder, loc, sizes, type.getElementType(),
                                   type.getEncoding());
  }

  Materialize materialize;
};

struct ConvertSplitToLinalgPass
    : split::impl::ConvertSplitToLinalgPassBase<ConvertSplitToLinalgPass> {
  using ConvertSplitToLinalgPassBase::ConvertSplitToLinalgPassBase;

  void runOnOperation() override {
    MLIRContext *context = &getContext();
    WalkResult supported = getOperation()->walk([&](SplitOpInterface op) {
      ++numSplits;
      (void)verifyConstantOperands(
          [&] {
            return op->emitWarning()
                   << "'" << op->getName() << "' op fails at run time: ";
          },
          op);
      if (const char *reason = getReasonUnsupported(op)) {
        op->emitOpError() << "cannot be lowered: " << reason;
        return WalkResult::interrupt();
      }
      return WalkResult::advance();
    });
    if (supported.wasInterrupted())
      return signalPassFailure();

    ConversionTarget target(*context);
    target.markUnknownOpDynamicallyLegal(
        [](Operation *op) { return !isa<SplitOpInterface>(op); });
    RewritePatternSet patterns(context);
    populateSplitToLinalgPatterns(patterns, materialize);
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace

void mlir::split::populateSplitToLinalgPatterns(RewritePatternSet &patterns,
                                                Materialize materialize) {
  patterns.add<LowerSplit>(patterns.getContext(), materialize);
}
