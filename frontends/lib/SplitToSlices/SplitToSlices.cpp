//===- SplitToSlices.cpp - Split ops to slices of other dialects ----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Conversion/ForeignPasses.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Tosa/Utils/ConversionUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "split-mlir/Dialect/Split/IR/Pieces.h"
#include "split-mlir/Dialect/Split/IR/Rules.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

namespace mlir::split::frontends {
#define GEN_PASS_DEF_CONVERTSPLITTOSTABLEHLOPASS
#define GEN_PASS_DEF_CONVERTSPLITTOTOSAPASS
#include "split-mlir/Conversion/ForeignPasses.h.inc"
} // namespace mlir::split::frontends

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

namespace {
/// A piece of a tensor of static shape.
struct StaticPiece {
  /// Each has one element for each dimension.
  SmallVector<int64_t> offsets, sizes;
  /// The type of the piece, whose shape is `sizes`.
  RankedTensorType type;
};
} // namespace

/// Returns why a dialect has no slices of a type, or an empty string.
using FindProblemFn = function_ref<std::string(RankedTensorType)>;

/// Creates the slice of `data` that is `piece`.
using CreateSliceFn = function_ref<Value(OpBuilder &builder, Location loc,
                                         Value data, const StaticPiece &piece)>;

/// Returns the pieces of a split that obeys the rules.
static SmallVector<StaticPiece> getPieces(const SplitSpec &spec) {
  auto data = cast<RankedTensorType>(spec.data);
  int64_t axis = *spec.getNormalizedAxis();
  SmallVector<StaticPiece> pieces;
  for (auto [offset, size] :
       llvm::zip_equal(inferPieceOffsets(spec), inferPieceSizes(spec))) {
    StaticPiece piece;
    piece.offsets.assign(data.getRank(), 0);
    piece.sizes = llvm::to_vector(data.getShape());
    piece.offsets[axis] = offset;
    piece.sizes[axis] = size;
    piece.type = data.clone(piece.sizes);
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

/// Replaces `op` by slices of `dialect`. Reports an error if the range of a
/// piece is not static, or if `findProblem` returns a text.
static LogicalResult replaceByStaticSlices(SplitOpInterface op,
                                           StringRef dialect,
                                           FindProblemFn findProblem,
                                           CreateSliceFn createSlice) {
  auto refuse = [&] {
    return op.emitOpError() << "cannot become slices of " << dialect << ": ";
  };
  SplitSpec spec = op.getSpec();
  if (!spec.isStatic() || !spec.data.hasStaticShape())
    return refuse() << "its axis, its lengths and the shape of its data are "
                       "not all known at compile time";
  SmallVector<StaticPiece> pieces = getPieces(spec);
  for (const StaticPiece &piece : pieces)
    if (std::string problem = findProblem(piece.type); !problem.empty())
      return refuse() << problem;
  IRRewriter rewriter(op);
  SmallVector<Value> values;
  for (auto [piece, result] : llvm::zip_equal(pieces, op->getResultTypes())) {
    Value value = createSlice(rewriter, op.getLoc(), op.getData(), piece);
    if (value.getType() != result)
      value = tensor::CastOp::create(rewriter, op.getLoc(), result, value);
    values.push_back(value);
  }
  rewriter.replaceOp(op, values);
  return success();
}

/// Replaces all splits in `root`, and counts them.
static LogicalResult replaceSplits(Operation *root, StringRef dialect,
                                   FindProblemFn findProblem,
                                   CreateSliceFn createSlice,
                                   Pass::Statistic &numSplits) {
  bool isReplaced = true;
  root->walk([&](SplitOpInterface op) {
    if (succeeded(replaceByStaticSlices(op, dialect, findProblem, createSlice)))
      ++numSplits;
    else
      isReplaced = false;
  });
  return success(isReplaced);
}

static constexpr StringLiteral kSlice = "stablehlo.slice";

/// Creates the op in generic form, since its dialect is not linked.
static Value createStableHloSlice(OpBuilder &builder, Location loc, Value data,
                                  const StaticPiece &piece) {
  SmallVector<int64_t> limits, strides(piece.sizes.size(), 1);
  for (auto [offset, size] : llvm::zip_equal(piece.offsets, piece.sizes))
    limits.push_back(offset + size);
  OperationState state(loc, kSlice, data, piece.type);
  state.addAttribute("start_indices",
                     builder.getDenseI64ArrayAttr(piece.offsets));
  state.addAttribute("limit_indices", builder.getDenseI64ArrayAttr(limits));
  state.addAttribute("strides", builder.getDenseI64ArrayAttr(strides));
  return builder.create(state)->getResult(0);
}

namespace {
struct ConvertSplitToStableHLOPass
    : split::frontends::impl::ConvertSplitToStableHLOPassBase<
          ConvertSplitToStableHLOPass> {
  void runOnOperation() override {
    MLIRContext *context = &getContext();
    bool isAllowed = context->allowsUnregisteredDialects() ||
                     OperationName(kSlice, context).isRegistered();
    auto findProblem = [&](RankedTensorType) -> std::string {
      if (isAllowed)
        return {};
      return "the dialect is not registered, expected "
             "--allow-unregistered-dialect";
    };
    if (failed(replaceSplits(getOperation(), "StableHLO", findProblem,
                             createStableHloSlice, numSplits)))
      signalPassFailure();
  }
};
} // namespace

/// Returns whether the dialect has tensors of such elements. It has no
/// predicate to ask.
static bool isTosaElementType(Type type) {
  if (auto quantized = dyn_cast<quant::QuantizedType>(type))
    return llvm::is_contained({4, 8, 16, 32},
                              quantized.getStorageTypeIntegralWidth());
  return isa<FloatType, tosa::mxint8Type>(type) ||
         (isa<IntegerType>(type) && !type.isSignedInteger());
}

static std::string findTosaProblem(RankedTensorType piece) {
  if (piece.getNumElements() == 0)
    return "TOSA has no tensors without elements";
  if (isTosaElementType(piece.getElementType()))
    return {};
  std::string problem;
  llvm::raw_string_ostream(problem)
      << "TOSA has no elements of type " << piece.getElementType();
  return problem;
}

static Value createTosaSlice(OpBuilder &builder, Location loc, Value data,
                             const StaticPiece &piece) {
  ImplicitLocOpBuilder implicit(loc, builder);
  Value start = tosa::getTosaConstShape(implicit, piece.offsets);
  Value size = tosa::getTosaConstShape(implicit, piece.sizes);
  return tosa::SliceOp::create(builder, loc, piece.type, data, start, size);
}

namespace {
struct ConvertSplitToTosaPass
    : split::frontends::impl::ConvertSplitToTosaPassBase<
          ConvertSplitToTosaPass> {
  void runOnOperation() override {
    if (failed(replaceSplits(getOperation(), "TOSA", findTosaProblem,
                             createTosaSlice, numSplits)))
      signalPassFailure();
  }
};
} // namespace
