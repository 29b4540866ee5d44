//===- DecomposeOps.cpp - Ops that bufferization does not lower -----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UpstreamGaps.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Shape/IR/Shape.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "split-mlir/Transforms/Passes.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITDECOMPOSEOPSPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;

Value mlir::split::native::createUndefinedTensor(OpBuilder &builder,
                                                 Location loc,
                                                 TensorType type) {
  auto ranked = dyn_cast<RankedTensorType>(type);
  if (!ranked)
    ranked = RankedTensorType::get({0}, type.getElementType());
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  SmallVector<Value> sizes(ranked.getNumDynamicDims(), zero);
  Value empty = tensor::EmptyOp::create(builder, loc, ranked, sizes);
  if (ranked == type)
    return empty;
  return tensor::CastOp::create(builder, loc, type, empty);
}

/// Returns the function that `op` calls, if it is an indirect call of one that
/// a `func.constant` names, or null.
static FlatSymbolRefAttr getKnownCallee(Operation *op) {
  auto call = dyn_cast<func::CallIndirectOp>(op);
  auto constant =
      call ? call.getCallee().getDefiningOp<func::ConstantOp>() : nullptr;
  return constant ? constant.getValueAttr() : nullptr;
}

static bool isUndefinedTensor(Operation *op) {
  return isa<ub::PoisonOp>(op) && isa<TensorType>(op->getResult(0).getType());
}

/// Whether `op` is an affine loop or conditional that returns a tensor.
static bool isAffineOfTensors(Operation *op) {
  return isa<affine::AffineForOp, affine::AffineIfOp>(op) &&
         llvm::any_of(op->getResultTypes(), llvm::IsaPred<TensorType>);
}

/// Whether this pass replaces `op` or rejects it.
static bool isComposed(Operation *op) {
  return getKnownCallee(op) || isUndefinedTensor(op) || isAffineOfTensors(op) ||
         isa<linalg::PackOp, linalg::SoftmaxOp, linalg::UnPackOp,
             linalg::WinogradFilterTransformOp,
             linalg::WinogradInputTransformOp,
             linalg::WinogradOutputTransformOp, shape::AssumingOp,
             tensor::BitcastOp>(op);
}

/// Casts a signed or unsigned integer to a signless one. Keeps other values.
static Value getSignless(OpBuilder &builder, Location loc, Value value) {
  auto integer = dyn_cast<IntegerType>(value.getType());
  if (!integer || integer.isSignless())
    return value;
  auto type = builder.getIntegerType(integer.getWidth());
  return UnrealizedConversionCastOp::create(builder, loc, type, value)
      .getResult(0);
}

/// Lowers all affine ops of the functions in `root` that have affine loops or
/// conditionals of tensors: an affine op in a loop of `scf` would be invalid.
static void lowerAffineOfTensors(Operation *root) {
  llvm::SmallSetVector<Operation *, 1> scopes;
  root->walk([&](Operation *op) {
    if (isAffineOfTensors(op))
      scopes.insert(affine::getAffineScope(op)->getParentOp());
  });
  ConversionTarget target(*root->getContext());
  target.addIllegalDialect<affine::AffineDialect>();
  // These do not need affine operands, and become arithmetic later.
  target.addLegalOp<affine::AffineDelinearizeIndexOp,
                    affine::AffineLinearizeIndexOp>();
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  RewritePatternSet patterns(root->getContext());
  populateAffineToStdConversionPatterns(patterns);
  FrozenRewritePatternSet frozen(std::move(patterns));
  for (Operation *scope : scopes)
    (void)applyPartialConversion(scope, target, frozen);
}

/// `linalg.softmax` becomes ops for the maximum, the exponential functions,
/// their sum and the quotients.
static LogicalResult decomposeSoftmax(linalg::SoftmaxOp op,
                                      PatternRewriter &rewriter) {
  if (!op.hasPureTensorSemantics() ||
      !isa<FloatType>(op.getInputOperandType().getElementType()))
    return rewriter.notifyMatchFailure(op, "expected tensors of floats");
  FailureOr<SmallVector<Value>> results = op.decomposeOperation(rewriter);
  if (failed(results))
    return rewriter.notifyMatchFailure(op, "no decomposition");
  rewriter.replaceOp(op, *results);
  return success();
}

/// `linalg.pack` of a source of static sizes to a destination of dynamic ones
/// becomes one of a dynamic source. For the padding, upstream infers the sizes
/// of the source, and expects those of the destination.
static LogicalResult castPackSource(linalg::PackOp op,
                                    PatternRewriter &rewriter) {
  auto source = dyn_cast<RankedTensorType>(op.getSource().getType());
  if (!source)
    return rewriter.notifyMatchFailure(op, "expected tensors");
  SmallVector<int64_t> sizes(source.getShape());
  ArrayRef<int64_t> order = op.getOuterDimsPerm();
  for (int64_t i : llvm::seq(source.getRank()))
    if (op.getDestType().isDynamicDim(i))
      sizes[order.empty() ? i : order[i]] = ShapedType::kDynamic;
  RankedTensorType type = source.clone(sizes);
  if (type == source)
    return rewriter.notifyMatchFailure(op, "no size to hide");
  auto cast =
      tensor::CastOp::create(rewriter, op.getLoc(), type, op.getSource());
  rewriter.modifyOpInPlace(
      op, [&] { op.getSourceMutable().assign(cast.getResult()); });
  return success();
}

/// `linalg.pack` becomes `tensor.pad`, `tensor.expand_shape` and
/// `linalg.transpose`.
static LogicalResult decomposePack(linalg::PackOp op,
                                   PatternRewriter &rewriter) {
  Type element = getElementTypeOrSelf(op.getSource());
  // Upstream creates a constant for the padding.
  if (!op.hasPureTensorSemantics() || !element.isSignlessIntOrIndexOrFloat())
    return rewriter.notifyMatchFailure(op, "expected tensors of numbers");
  return linalg::lowerPack(rewriter, op,
                           /*lowerPadLikeWithInsertSlice=*/false);
}

/// `linalg.unpack` becomes `linalg.transpose`, `tensor.collapse_shape` and
/// `tensor.extract_slice`.
static LogicalResult decomposeUnPack(linalg::UnPackOp op,
                                     PatternRewriter &rewriter) {
  if (!op.hasPureTensorSemantics())
    return rewriter.notifyMatchFailure(op, "expected tensors");
  return linalg::lowerUnPack(rewriter, op,
                             /*lowerUnpadLikeWithExtractSlice=*/false);
}

/// `tensor.bitcast` becomes a `linalg.generic` of `arith.bitcast`.
static LogicalResult decomposeBitcast(tensor::BitcastOp op,
                                      PatternRewriter &rewriter) {
  Location loc = op.getLoc();
  auto type = dyn_cast<RankedTensorType>(op.getType());
  auto source = dyn_cast<RankedTensorType>(op.getSource().getType());
  if (!type || !source || !type.getElementType().isIntOrFloat() ||
      !source.getElementType().isIntOrFloat())
    return rewriter.notifyMatchFailure(op, "expected ranks and numbers");
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, loc, op.getSource());
  Value empty =
      tensor::EmptyOp::create(rewriter, loc, sizes, type.getElementType());
  unsigned rank = type.getRank();
  SmallVector<AffineMap> maps(2, rewriter.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      rewriter, loc, empty.getType(), op.getSource(), empty, maps, loops,
      [](OpBuilder &builder, Location loc, ValueRange elements) {
        Value value = getSignless(builder, loc, elements[0]);
        Type result = elements[1].getType();
        if (auto integer = dyn_cast<IntegerType>(result))
          result = builder.getIntegerType(integer.getWidth());
        value = arith::BitcastOp::create(builder, loc, result, value);
        if (result != elements[1].getType())
          value = UnrealizedConversionCastOp::create(
                      builder, loc, elements[1].getType(), value)
                      .getResult(0);
        linalg::YieldOp::create(builder, loc, value);
      });
  rewriter.replaceOpWithNewOp<tensor::CastOp>(op, type, generic.getResult(0));
  return success();
}

/// `func.call_indirect` of a `func.constant` becomes `func.call`.
static LogicalResult callDirectly(func::CallIndirectOp op,
                                  PatternRewriter &rewriter) {
  FlatSymbolRefAttr callee = getKnownCallee(op);
  if (!callee)
    return rewriter.notifyMatchFailure(op, "unknown callee");
  rewriter.replaceOpWithNewOp<func::CallOp>(op, callee, op.getResultTypes(),
                                            op.getCalleeOperands());
  return success();
}

/// `ub.poison` of a tensor becomes `tensor.empty`.
static LogicalResult decomposePoison(ub::PoisonOp op,
                                     PatternRewriter &rewriter) {
  auto type = dyn_cast<TensorType>(op.getType());
  if (!type)
    return rewriter.notifyMatchFailure(op, "expected a tensor");
  rewriter.replaceOp(
      op, split::native::createUndefinedTensor(rewriter, op.getLoc(), type));
  return success();
}

/// shape.assuming  ->  the ops in its region
///
/// Its witnesses are constants: ops that compute one have no lowering.
static LogicalResult inlineAssuming(shape::AssumingOp op,
                                    PatternRewriter &rewriter) {
  split::native::replaceByBody(rewriter, op, op.getDoRegion().front());
  return success();
}

namespace {
struct SplitDecomposeOpsPass
    : split::native::impl::SplitDecomposeOpsPassBase<SplitDecomposeOpsPass> {
  void runOnOperation() override {
    Operation *root = getOperation();
    SmallVector<Operation *> ops;
    auto findOps = [&] {
      ops.clear();
      root->walk([&](Operation *op) {
        if (isComposed(op))
          ops.push_back(op);
      });
    };
    findOps();
    if (ops.empty())
      return markAllAnalysesPreserved();
    numOps += ops.size();
    lowerAffineOfTensors(root);
    RewritePatternSet patterns(root->getContext());
    patterns.add(castPackSource, /*benefit=*/2)
        .add(callDirectly)
        .add(decomposeBitcast)
        .add(decomposePack)
        .add(decomposePoison)
        .add(decomposeSoftmax)
        .add(decomposeUnPack)
        .add(inlineAssuming);
    linalg::populateDecomposeWinogradOpsPatterns(patterns);
    GreedyRewriteConfig config;
    config.enableFolding(false)
        .enableConstantCSE(false)
        .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled)
        .setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
    findOps();
    if (!ops.empty())
      (void)applyOpPatternsGreedily(ops, std::move(patterns), config);
    findOps();
    for (Operation *op : ops) {
      op->emitOpError("has no decomposition for these types; expected tensors, "
                      "constant sizes of tiles and elements that have the "
                      "arithmetic that the op needs");
      signalPassFailure();
    }
  }
};
} // namespace
