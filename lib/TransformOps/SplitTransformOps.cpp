//===- SplitTransformOps.cpp - Transform ops on splits --------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/TransformOps/SplitTransformOps.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Transforms/DialectConversion.h"
#include "split-mlir/Conversion/SplitToLinalg/SplitToLinalg.h"
#include "split-mlir/Dialect/Split/IR/Canonicalization.h"
#include "split-mlir/Dialect/Split/IR/Counts.h"
#include "split-mlir/Dialect/Split/IR/Slice.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

using namespace mlir;
using namespace mlir::split;

/// The patterns convert no types.
static std::unique_ptr<TypeConverter> getIdentityConverter() {
  auto converter = std::make_unique<TypeConverter>();
  converter->addConversion([](Type type) { return type; });
  return converter;
}

#define GET_OP_CLASSES
#include "split-mlir/TransformOps/SplitTransformOps.cpp.inc"

static std::optional<Materialize> parseMaterialize(StringRef name) {
  return llvm::StringSwitch<std::optional<Materialize>>(name)
      .Case("none", Materialize::None)
      .Case("results", Materialize::Results)
      .Case("destinations", Materialize::Destinations)
      .Case("all", Materialize::All)
      .Default(std::nullopt);
}

LogicalResult transform::ApplySplitToLinalgPatternsOp::verify() {
  if (parseMaterialize(getMaterialize()))
    return success();
  return emitOpError()
         << "materialize is '" << getMaterialize()
         << "', expected 'none', 'results', 'destinations' or 'all'";
}

void transform::ApplySplitToLinalgPatternsOp::populatePatterns(
    TypeConverter &, RewritePatternSet &patterns) {
  populateSplitToLinalgPatterns(patterns, *parseMaterialize(getMaterialize()));
}

void transform::ApplyCopyToLinalgPatternsOp::populatePatterns(
    TypeConverter &, RewritePatternSet &patterns) {
  populateSplitCopyToLinalgPatterns(patterns);
}

LogicalResult transform::TilePiecesOp::verify() {
  for (int64_t size : getTileSizes())
    if (size < 0)
      return emitOpError() << "has tile size " << size
                           << ", expected at least 0";
  int64_t numLoops =
      llvm::count_if(getTileSizes(), [](int64_t size) { return size != 0; });
  if (numLoops != static_cast<int64_t>(getLoops().size()))
    return emitOpError() << "has " << formatCount(getLoops().size(), "result")
                         << " for loops, expected " << numLoops
                         << ", the number of tile sizes other than 0";
  return success();
}

void transform::TilePiecesOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  consumesHandle(getTargetMutable(), effects);
  producesHandle(getOperation()->getOpResults(), effects);
  modifiesPayload(effects);
}

namespace {
/// Tiles the pieces of targets.
class PieceTiler {
public:
  PieceTiler(RewriterBase &rewriter, ArrayRef<int64_t> tileSizes)
      : rewriter(rewriter) {
    options.setTileSizes(
        getAsIndexOpFoldResult(rewriter.getContext(), tileSizes));
    loops.resize(llvm::count_if(tileSizes, [](int64_t size) { return size; }));
  }

  LogicalResult tile(Operation *target) {
    rewriter.setInsertionPoint(target);
    if (auto copy = dyn_cast<CopyOp>(target))
      return tileCopy(copy);
    return tileSplit(cast<SplitOpInterface>(target));
  }

  SmallVector<Operation *> tiled;
  /// The loops of each tiled dimension.
  SmallVector<SmallVector<Operation *>> loops;

private:
  /// Creates piece `index` of `target`, which has `sizes`, as one tile.
  FailureOr<TilingResult> createPiece(Operation *target, unsigned index,
                                      ArrayRef<OpFoldResult> sizes) {
    SmallVector<OpFoldResult> offsets(sizes.size(), rewriter.getIndexAttr(0));
    return cast<TilingInterface>(target).generateResultTileValue(
        rewriter, index, offsets, sizes);
  }

  LogicalResult tileSplit(SplitOpInterface split) {
    ReifiedRankedShapedTypeDims shapes;
    if (failed(reifyResultShapes(rewriter, split, shapes)))
      return failure();
    for (auto [index, result] : llvm::enumerate(split->getResults())) {
      if (result.use_empty())
        continue;
      FailureOr<TilingResult> piece = createPiece(split, index, shapes[index]);
      if (failed(piece))
        return failure();
      Value value = piece->tiledValues.front();
      if (!isStaticallyEmpty(shapes[index])) {
        Value empty = createEmpty(rewriter, split.getLoc(), split.getData(),
                                  shapes[index]);
        // A copy of one piece may have any axis.
        auto copy =
            CopyOp::create(rewriter, split.getLoc(), value, empty, int64_t(0));
        FailureOr<SmallVector<Value>> copied = tilePiece(copy);
        if (failed(copied))
          return failure();
        value = copied->front();
      }
      rewriter.replaceAllUsesWith(result, value);
    }
    rewriter.eraseOp(split);
    return success();
  }

  LogicalResult tileCopy(CopyOp target) {
    bool hasResults = target.hasPureTensorSemantics();
    for (auto [index, destination] : llvm::enumerate(target.getOuts())) {
      if (hasResults && target->getResult(index).use_empty())
        continue;
      FailureOr<Value> copied = tileDestination(target, index);
      if (failed(copied))
        return failure();
      if (hasResults)
        rewriter.replaceAllUsesWith(target->getResult(index), *copied);
    }
    rewriter.eraseOp(target);
    return success();
  }

  /// Returns destination `index` of `target` with the piece in it.
  FailureOr<Value> tileDestination(CopyOp target, unsigned index) {
    Value destination = target.getOuts()[index];
    if (isStaticallyEmpty(destination.getType()) ||
        isStaticallyEmpty(target.getData().getType()))
      return destination;
    FailureOr<TilingResult> piece =
        createPiece(target, index,
                    getMixedSizes(rewriter, destination.getLoc(), destination));
    if (failed(piece))
      return failure();
    FailureOr<SmallVector<Value>> copied =
        tilePiece(cast<CopyOp>(piece->tiledOps.front()));
    if (failed(copied))
      return failure();
    return copied->empty() ? destination : copied->front();
  }

  /// Returns the values that replace the results of `copy`, which has one
  /// destination.
  FailureOr<SmallVector<Value>> tilePiece(CopyOp copy) {
    OpBuilder::InsertionGuard guard(rewriter);
    FailureOr<scf::SCFTilingResult> result = scf::tileUsingSCF(
        rewriter, cast<TilingInterface>(copy.getOperation()), options);
    if (failed(result))
      return failure();
    rewriter.eraseOp(copy);
    llvm::append_range(tiled, result->tiledOps);
    for (auto [all, loop] : llvm::zip_equal(loops, result->loops))
      all.push_back(loop);
    return std::move(result->replacements);
  }

  RewriterBase &rewriter;
  scf::SCFTilingOptions options;
};
} // namespace

static bool isTileable(Operation *target) {
  auto tileable = cast<TilingInterface>(target);
  if (isa<CopyOp>(target))
    return tileable.isOpFusableWithConsumerSlice(0, {}, {});
  return llvm::all_of(llvm::seq(target->getNumResults()), [&](unsigned index) {
    return tileable.isOpFusableWithConsumerSlice(index, {}, {});
  });
}

/// Starts an error that has a note at `target`.
static DiagnosedSilenceableFailure refuse(transform::TransformOpInterface op,
                                          Operation *target,
                                          const Twine &message) {
  DiagnosedSilenceableFailure diag = op.emitSilenceableError() << message;
  diag.attachNote(target->getLoc()) << "target op";
  return diag;
}

/// Reports why `target` cannot be tiled, before anything changes.
static DiagnosedSilenceableFailure
checkTarget(transform::TransformOpInterface op, Operation *target,
            int64_t numTileSizes) {
  if (!isa<SplitOpInterface, CopyOp>(target))
    return refuse(op, target,
                  "target is '" + target->getName().getStringRef() +
                      "', expected a split op or split.copy");
  if (!isTileable(target))
    return refuse(op, target,
                  "target cannot be tiled, expected types with a rank, and "
                  "sizes that fit");
  int64_t rank = cast<ShapedType>(target->getOperand(0).getType()).getRank();
  if (numTileSizes > rank)
    return refuse(op, target,
                  "number of tile sizes is " + Twine(numTileSizes) +
                      ", expected at most " + Twine(rank) +
                      ", the rank of the target");
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
transform::TilePiecesOp::apply(TransformRewriter &rewriter,
                               TransformResults &results,
                               TransformState &state) {
  PieceTiler tiler(rewriter, getTileSizes());
  for (Operation *target : state.getPayloadOps(getTarget())) {
    DiagnosedSilenceableFailure diag =
        checkTarget(*this, target, getTileSizes().size());
    if (!diag.succeeded())
      return diag;
    if (failed(tiler.tile(target)))
      return emitDefaultDefiniteFailure(target);
  }
  results.set(cast<OpResult>(getTiled()), tiler.tiled);
  for (auto [handle, loops] : llvm::zip_equal(getLoops(), tiler.loops))
    results.set(cast<OpResult>(handle), loops);
  return DiagnosedSilenceableFailure::success();
}

namespace {
class SplitTransformDialectExtension
    : public transform::TransformDialectExtension<
          SplitTransformDialectExtension> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SplitTransformDialectExtension)

  using Base::Base;

  void init() {
    declareGeneratedDialect<affine::AffineDialect>();
    declareGeneratedDialect<arith::ArithDialect>();
    declareGeneratedDialect<linalg::LinalgDialect>();
    declareGeneratedDialect<memref::MemRefDialect>();
    declareGeneratedDialect<scf::SCFDialect>();
    declareGeneratedDialect<tensor::TensorDialect>();
    declareGeneratedDialect<SplitDialect>();
    registerTransformOps<
#define GET_OP_LIST
#include "split-mlir/TransformOps/SplitTransformOps.cpp.inc"
        >();
  }
};
} // namespace

void mlir::split::registerTransformDialectExtension(DialectRegistry &registry) {
  registry.addExtensions<SplitTransformDialectExtension>();
}
