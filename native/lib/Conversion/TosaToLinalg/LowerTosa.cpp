//===- LowerTosa.cpp - From TOSA to linalg, by upstream's passes ----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Pass/PassManager.h"
#include "split-mlir/Conversion/NativePasses.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/Transforms/Passes.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITLOWERTOSAPASS
#include "split-mlir/Conversion/NativePasses.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

/// Returns the TOSA ops in `root`.
static SmallVector<Operation *> findTosaOps(Operation *root) {
  SmallVector<Operation *> ops;
  if (auto *dialect = root->getContext()->getLoadedDialect<tosa::TosaDialect>())
    root->walk([&](Operation *op) {
      if (op->getDialect() == dialect)
        ops.push_back(op);
    });
  return ops;
}

/// Reports each TOSA op that upstream's passes left, except for constants
/// without uses, which it erases.
static LogicalResult verifyLowered(Operation *root) {
  LogicalResult result = success();
  for (Operation *op : findTosaOps(root)) {
    if (isa<tosa::ConstOp, tosa::ConstShapeOp>(op) && op->use_empty())
      op->erase();
    else
      result = op->emitOpError("cannot be lowered to linalg");
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Unsigned integers
//===----------------------------------------------------------------------===//

static bool isUnsigned(Type type) {
  return getElementTypeOrSelf(type).isUnsignedInteger();
}

static bool hasUnsigned(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), isUnsigned) ||
         llvm::any_of(op->getResultTypes(), isUnsigned);
}

/// Returns whether `op` means the same for unsigned and signless integers: it
/// moves values, or has attributes that say how to read and write them.
static bool isSignAgnostic(Operation *op) {
  if (auto rescale = dyn_cast<tosa::RescaleOp>(op))
    return (rescale.getInputUnsigned() ||
            !isUnsigned(rescale.getInput().getType())) &&
           (rescale.getOutputUnsigned() ||
            !isUnsigned(rescale.getOutput().getType()));
  return isa<tosa::ConcatOp, tosa::ConstOp, tosa::EqualOp, tosa::GatherOp,
             tosa::IdentityOp, tosa::IfOp, tosa::PadOp, tosa::ReshapeOp,
             tosa::ReverseOp, tosa::ScatterOp, tosa::SelectOp, tosa::SliceOp,
             tosa::TileOp, tosa::TransposeOp, tosa::WhileOp, tosa::YieldOp>(op);
}

/// Folds splits of constants, and makes constants of unsigned integers those of
/// TOSA. The conversion to signless integers would fold the splits to ops of
/// arith, whose values it does not convert.
static void convertUnsignedConstants(Operation *root) {
  root->walk([](SplitOpInterface op) {
    OpBuilder builder(op);
    SmallVector<Value> pieces;
    if (!hasUnsigned(op) || failed(builder.tryFold(op, pieces)))
      return;
    op->replaceAllUsesWith(pieces);
    op->erase();
  });
  root->walk([](arith::ConstantOp op) {
    auto values = dyn_cast<DenseElementsAttr>(op.getValue());
    if (!values || !isUnsigned(values.getType()))
      return;
    IRRewriter(OpBuilder(op))
        .replaceOpWithNewOp<tosa::ConstOp>(op, op.getType(), values);
  });
}

/// Makes integers signless if a TOSA op has unsigned ones, as uint8 models of
/// TFLite do: upstream's patterns create invalid ops of such types.
static LogicalResult addSignlessTypes(OpPassManager &pm, Operation *root) {
  bool isNeeded = false;
  for (Operation *op : findTosaOps(root)) {
    if (!hasUnsigned(op))
      continue;
    isNeeded = true;
    if (!isSignAgnostic(op))
      return op->emitOpError("computes with unsigned integers, which only "
                             "tosa.rescale can");
  }
  if (!isNeeded)
    return success();
  convertUnsignedConstants(root);
  pm.addNestedPass<func::FuncOp>(
      tosa::createTosaConvertIntegerTypeToSignless());
  return success();
}

/// Marks what this pass changes again after upstream's passes.
static constexpr StringLiteral kMark = "split-lower-tosa";

//===----------------------------------------------------------------------===//
// Stated sizes
//===----------------------------------------------------------------------===//

/// Whether upstream's lowering of `op` creates invalid ops, or ops that compute
/// other sizes, if the type of its result states sizes that do not follow from
/// those of its operands.
static bool trustsResultType(Operation *op) {
  return isa<tosa::ArgMaxOp, tosa::ConcatOp, tosa::Conv2DOp, tosa::Conv3DOp,
             tosa::IdentityOp, tosa::TransposeConv2DOp, tosa::DepthwiseConv2DOp,
             tosa::FFT2dOp, tosa::RFFT2dOp, tosa::GatherOp, tosa::MaxPool2dOp,
             tosa::ReduceAllOp, tosa::ReduceAnyOp, tosa::ReduceMaxOp,
             tosa::ReduceMinOp, tosa::ReduceProductOp, tosa::ReduceSumOp,
             tosa::ReverseOp, tosa::ScatterOp, tosa::TransposeOp>(op);
}

/// Gives `result` the shape `known`, which follows from the operands, and casts
/// it to the stated one. A `tensor.cast` would be moved into the op that the
/// result becomes, before its sizes are checked.
static void castToStatedSizes(OpResult result, ArrayRef<int64_t> known) {
  auto stated = dyn_cast<RankedTensorType>(result.getType());
  if (!stated || stated.getRank() != static_cast<int64_t>(known.size()))
    return;
  SmallVector<int64_t> shape(stated.getShape());
  for (auto [size, knownSize] : llvm::zip_equal(shape, known))
    if (ShapedType::isDynamic(knownSize))
      size = knownSize;
  if (shape == stated.getShape())
    return;
  OpBuilder builder(result.getContext());
  builder.setInsertionPointAfter(result.getOwner());
  result.setType(stated.clone(shape));
  auto cast = UnrealizedConversionCastOp::create(builder, result.getLoc(),
                                                 stated, result);
  cast->setAttr(kMark, builder.getUnitAttr());
  result.replaceAllUsesExcept(cast.getResult(0), cast);
}

static void castResultsToStatedSizes(Operation *op) {
  auto infer = dyn_cast<InferShapedTypeOpInterface>(op);
  SmallVector<ShapedTypeComponents> inferred;
  if (!infer || failed(infer.inferReturnTypeComponents(
                    op->getContext(), op->getLoc(), op->getOperands(),
                    op->getAttrDictionary(), op->getPropertiesStorage(),
                    op->getRegions(), inferred)))
    return;
  for (auto [result, known] : llvm::zip(op->getResults(), inferred))
    if (known.hasRank())
      castToStatedSizes(result, known.getDims());
}

/// Replaces the casts that castToStatedSizes has created.
static void createTensorCasts(Operation *root) {
  root->walk([](UnrealizedConversionCastOp cast) {
    if (cast->hasAttr(kMark))
      IRRewriter(OpBuilder(cast))
          .replaceOpWithNewOp<tensor::CastOp>(cast, cast.getResult(0).getType(),
                                              cast.getOperand(0));
  });
}

//===----------------------------------------------------------------------===//
// Corrections
//===----------------------------------------------------------------------===//

/// Marks the locations of ops whose lowering by upstream computes other numbers
/// than it should, and so of the ops that they become.
static void markOpsToCorrect(Operation *root) {
  MLIRContext *context = root->getContext();
  auto mark = StringAttr::get(context, kMark);
  root->walk([&](Operation *op) {
    if (isa<tosa::ArgMaxOp, tosa::MaxPool2dOp, tosa::ReduceMaxOp,
            tosa::ReduceMinOp, tosa::ResizeOp>(op))
      op->setLoc(FusedLoc::get({op->getLoc()}, mark, context));
  });
}

/// Replaces `value` by the infinity of its sign if it is the greatest finite
/// number.
static void roundToInfinity(OpOperand &value) {
  FloatAttr number;
  if (!matchPattern(value.get(), m_Constant(&number)) ||
      !number.getValue().isLargest())
    return;
  OpBuilder builder(value.getOwner());
  auto infinity = APFloat::getInf(number.getValue().getSemantics(),
                                  number.getValue().isNegative());
  value.set(arith::ConstantOp::create(
      builder, value.getOwner()->getLoc(),
      builder.getFloatAttr(number.getType(), infinity)));
}

/// Returns whether `loc` is marked.
static bool isMarked(FusedLoc loc) {
  auto mark = dyn_cast_or_null<StringAttr>(loc.getMetadata());
  return mark && mark.getValue() == kMark;
}

/// Removes the marks, also those in locations that upstream has fused.
static void unmarkLocations(Operation *root) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](FusedLoc loc) -> std::optional<Attribute> {
    if (!isMarked(loc))
      return std::nullopt;
    return loc.getLocations().front();
  });
  replacer.recursivelyReplaceElementsIn(root, /*replaceAttrs=*/false,
                                        /*replaceLocs=*/true);
}

/// Upstream starts maxima and minima at the greatest finite number, which is
/// wrong if all elements are infinite, and rounds positions in the input of
/// `tosa.resize` toward zero instead of down, which is wrong below 0.
static void correctMarkedOps(Operation *root) {
  root->walk([](Operation *op) {
    auto loc = dyn_cast<FusedLoc>(op->getLoc());
    if (!loc || !isMarked(loc))
      return;
    llvm::TypeSwitch<Operation *>(op)
        .Case(
            [](linalg::FillOp fill) { roundToInfinity(fill->getOpOperand(0)); })
        .Case([](tensor::PadOp pad) {
          roundToInfinity(pad.getBody()->getTerminator()->getOpOperand(0));
        })
        .Case([](arith::DivSIOp division) {
          IRRewriter(OpBuilder(division))
              .replaceOpWithNewOp<arith::FloorDivSIOp>(
                  division, division.getLhs(), division.getRhs());
        });
  });
  unmarkLocations(root);
}

//===----------------------------------------------------------------------===//
// Padding
//===----------------------------------------------------------------------===//

/// Pads the input of a depthwise convolution of integers with a kernel of one
/// element before the op. Upstream decomposes the op to a product, but pads the
/// input after it has become one of i32, as one of i8.
static void padInput(tosa::DepthwiseConv2DOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getInput().getType());
  auto weights = dyn_cast<RankedTensorType>(op.getWeight().getType());
  bool hasPadding =
      llvm::any_of(op.getPad(), [](int64_t size) { return size != 0; });
  if (!hasPadding || !type || !weights || !type.getElementType().isInteger() ||
      weights.getDimSize(0) != 1 || weights.getDimSize(1) != 1)
    return;
  ImplicitLocOpBuilder b(op.getLoc(), op);
  SmallVector<int64_t> sizes(type.getShape());
  SmallVector<int64_t> pads(8);
  for (auto [i, pad] : llvm::enumerate(op.getPad())) {
    pads[i + 2] = pad;
    int64_t &size = sizes[1 + i / 2];
    if (!ShapedType::isDynamic(size))
      size += pad;
  }
  Value shape = tosa::ConstShapeOp::create(
      b, tosa::shapeType::get(b.getContext(), 8), b.getIndexTensorAttr(pads));
  Value padded = tosa::PadOp::create(b, type.clone(sizes), op.getInput(), shape,
                                     op.getInputZp());
  op.getInputMutable().assign(padded);
  op.setPad({0, 0, 0, 0});
}

//===----------------------------------------------------------------------===//
// The pipeline
//===----------------------------------------------------------------------===//

/// Infers shapes of TOSA ops, and reports those whose rank stays unknown:
/// upstream's canonicalization crashes on some, and none is lowered.
static LogicalResult
inferShapes(ModuleOp module,
            function_ref<LogicalResult(OpPassManager &)> runPipeline) {
  OpPassManager pm(ModuleOp::getOperationName());
  if (failed(addSignlessTypes(pm, module)))
    return failure();
  pm.addNestedPass<func::FuncOp>(tosa::createTosaInferShapesPass());
  if (failed(runPipeline(pm)))
    return failure();
  for (Operation *op : findTosaOps(module))
    if (llvm::any_of(op->getOperandTypes(),
                     llvm::IsaPred<UnrankedTensorType>) ||
        llvm::any_of(op->getResultTypes(), llvm::IsaPred<UnrankedTensorType>))
      return op->emitOpError("has an unranked tensor, expected a rank");
  WalkResult tiles = module.walk([](tosa::TileOp tile) -> WalkResult {
    int64_t count = cast<RankedTensorType>(tile.getType()).getNumDynamicDims();
    if (count <= 1)
      return success();
    return tile.emitOpError("has a result with ")
           << count << " dynamic dimensions, expected at most 1";
  });
  return failure(tiles.wasInterrupted());
}

/// Adds the passes of upstream's tosa-to-linalg-pipeline, with another
/// canonicalizer and except for tosa-validate, which rejects types and sizes
/// that TOSA's profiles lack but the lowering supports.
static void addTensorOps(OpPassManager &pm) {
  pm.addPass(tosa::createTosaOptionalDecompositionsPass());
  // Canonicalization changes slices of lower rank of the program.
  pm.addPass(createSplitKeepSliceRanksPass());
  pm.addPass(createSplitCanonicalizePass());
  pm.addPass(tosa::createTosaInferShapesPass());
  pm.addPass(tosa::createTosaMakeBroadcastablePass());
  pm.addPass(tosa::createTosaToLinalgNamed());
  pm.addPass(createSplitCanonicalizePass());
  // Canonicalization creates constants.
  pm.addPass(createSplitAvoidFoldsPass());
  pm.addPass(tosa::createTosaLayerwiseConstantFoldPass());
  pm.addPass(tosa::createTosaMakeBroadcastablePass());
  pm.addPass(tosa::createTosaToLinalg());
}

/// Control flow comes first, because tosa-to-linalg rejects its terminators,
/// and constants last, because other patterns match them.
static void buildPipeline(OpPassManager &pm) {
  pm.addPass(createTosaToSCFPass());
  addTensorOps(pm.nest<func::FuncOp>());
  pm.addPass(createTosaToTensorPass());
  TosaToArithPassOptions arith;
  arith.includeApplyRescale = true;
  pm.addPass(createTosaToArithPass(arith));
}

namespace {
struct SplitLowerTosaPass
    : split::native::impl::SplitLowerTosaPassBase<SplitLowerTosaPass> {
  void runOnOperation() override {
    if (findTosaOps(getOperation()).empty())
      return markAllAnalysesPreserved();
    auto run = [&](OpPassManager &pm) {
      return runPipeline(pm, getOperation());
    };
    OpPassManager pm(ModuleOp::getOperationName());
    buildPipeline(pm);
    for (Operation *op : findTosaOps(getOperation())) {
      if (auto convolution = dyn_cast<tosa::DepthwiseConv2DOp>(op))
        padInput(convolution);
      if (trustsResultType(op))
        castResultsToStatedSizes(op);
    }
    markOpsToCorrect(getOperation());
    if (failed(inferShapes(getOperation(), run)) || failed(run(pm)) ||
        failed(verifyLowered(getOperation())))
      return signalPassFailure();
    createTensorCasts(getOperation());
    correctMarkedOps(getOperation());
  }
};
} // namespace
