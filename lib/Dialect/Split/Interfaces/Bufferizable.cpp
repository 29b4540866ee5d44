//===- Bufferizable.cpp - Split ops on buffers ----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "split-mlir/Dialect/Split/IR/Pieces.h"
#include "split-mlir/Dialect/Split/Interfaces/BufferOwnership.h"
#include "split-mlir/Dialect/Split/Interfaces/ExternalModels.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::split;

/// Emits an error if `op` cannot be bufferized.
static LogicalResult verifyIsRanked(SplitOpInterface op) {
  SmallVector<Type> types{op.getData().getType()};
  llvm::append_range(types, op->getResultTypes());
  if (llvm::all_of(types, llvm::IsaPred<RankedTensorType>))
    return success();
  return op->emitOpError("cannot be bufferized: data or a result is of unknown "
                         "rank; expected convert-split-to-linalg to have run");
}

/// Returns where a piece that starts at `offset` along the axis starts in each
/// dimension.
static SmallVector<int64_t> getOffsets(const SplitSpec &spec, int64_t offset) {
  int64_t rank = cast<RankedTensorType>(spec.data).getRank();
  std::optional<int64_t> axis = spec.getNormalizedAxis();
  // Any dimension may be the axis.
  if (!axis)
    return SmallVector<int64_t>(rank, offset == 0 ? 0 : ShapedType::kDynamic);
  SmallVector<int64_t> offsets(rank, 0);
  offsets[*axis] = offset;
  return offsets;
}

/// Returns the buffer type of a piece of type `type` that starts at `offset`
/// along the axis of data in `buffer`. An empty piece has the identity layout.
static MemRefType getPieceType(const SplitSpec &spec, MemRefType buffer,
                               RankedTensorType type, int64_t offset) {
  MemRefLayoutAttrInterface layout;
  if (!isStaticallyEmpty(type) && !isStaticallyEmpty(spec.data))
    layout = memref::SubViewOp::inferResultType(
                 buffer, getOffsets(spec, offset), type.getShape(),
                 SmallVector<int64_t>(type.getRank(), 1))
                 .getLayout();
  return MemRefType::get(type.getShape(), type.getElementType(), layout,
                         buffer.getMemorySpace());
}

/// Creates a view of type `type` of piece `slice` of `buffer`.
static Value createView(OpBuilder &builder, Location loc, Value buffer,
                        const Slice &slice, MemRefType type) {
  if (slice.isStaticallyEmpty(buffer.getType())) {
    auto [typeStrides, typeOffset] = type.getStridesAndOffset();
    auto getAttr = [&](int64_t value) -> OpFoldResult {
      return builder.getIndexAttr(ShapedType::isDynamic(value) ? 0 : value);
    };
    SmallVector<OpFoldResult> given = llvm::map_to_vector(typeStrides, getAttr);
    return memref::ReinterpretCastOp::create(
        builder, loc, type, buffer, getAttr(typeOffset), slice.sizes, given);
  }
  Value view = slice.create(builder, loc, buffer);
  if (view.getType() != type)
    view = memref::CastOp::create(builder, loc, type, view);
  return view;
}

static bool isWrittenInPlace(OpOperand &use, const AnalysisState &state) {
  return state.isInPlace(use) && state.bufferizesToMemoryWrite(use);
}

/// Returns whether an earlier op may have moved uses of `value` to a copy to
/// resolve a conflict. The analysis does not know such copies.
static bool hasLostUses(Value value, const AnalysisState &state) {
  return isa<OpResult>(value) &&
         llvm::any_of(state.getAliasingOpOperands(value),
                      [&](const AliasingOpOperand &alias) {
                        return !state.isInPlace(*alias.opOperand) &&
                               !state.bufferizesToMemoryWrite(*alias.opOperand);
                      });
}

/// Returns whether the buffer of `op`'s data may be written between `op` and
/// the end of its block.
static bool isDataWrittenAfter(SplitOpInterface op,
                               const OneShotAnalysisState &state) {
  bool isKnown = false, isWritten = false;
  state.applyOnAliases(op.getData(), [&](Value alias) {
    isKnown = true;
    isWritten |= hasLostUses(alias, state);
    for (OpOperand &use : alias.getUses()) {
      Operation *writer =
          op->getBlock()->findAncestorOpInBlock(*use.getOwner());
      isWritten |= writer && !writer->isBeforeInBlock(op) &&
                   isWrittenInPlace(use, state);
    }
  });
  return isWritten || !isKnown;
}

/// Returns whether all uses of `piece` are in its block and only read it.
static bool isOnlyRead(Value piece, const OneShotAnalysisState &state) {
  bool isRead = true;
  Block *block = piece.getParentBlock();
  state.applyOnAliases(piece, [&](Value alias) {
    for (OpOperand &use : alias.getUses()) {
      Operation *user = use.getOwner();
      isRead &= !user->hasTrait<OpTrait::IsTerminator>() &&
                block->findAncestorOpInBlock(*user) &&
                state.getOptions().dynCastBufferizableOp(user) &&
                !isWrittenInPlace(use, state);
    }
  });
  return isRead;
}

/// Returns the pieces of `op`, whose data must not be shared, that need buffers
/// of their own. The others can be views nevertheless.
static SmallVector<Value> getSeparatePieces(SplitOpInterface op,
                                            const AnalysisState &state) {
  auto *analysis = dyn_cast<OneShotAnalysisState>(&state);
  bool areViewsSafe = analysis && !isDataWrittenAfter(op, *analysis);
  SmallVector<Value> pieces;
  for (Value piece : op->getResults())
    if (!piece.use_empty() && !(areViewsSafe && isOnlyRead(piece, *analysis)))
      pieces.push_back(piece);
  return pieces;
}

/// Makes all uses of the elements of `piece` use a copy, or a new buffer if
/// they do not read its elements.
static LogicalResult separate(RewriterBase &rewriter, Value piece,
                              bool isUndefined, const AnalysisState &state,
                              const BufferizationState &buffers) {
  rewriter.setInsertionPointAfterValue(piece);
  bool isCopied = !isUndefined && state.isValueRead(piece);
  FailureOr<Value> copy = allocateTensorForShapedValue(
      rewriter, piece.getLoc(), piece, state.getOptions(), buffers, isCopied);
  if (failed(copy))
    return failure();
  rewriter.replaceUsesWithIf(piece, *copy, [&](OpOperand &use) {
    // The copy and uses of sizes keep the piece.
    return use.getOwner() != copy->getDefiningOp() &&
           !isa<tensor::DimOp>(use.getOwner());
  });
  return success();
}

namespace {
struct CopyOpModel
    : DstBufferizableOpInterfaceExternalModel<CopyOpModel, CopyOp> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    return !cast<CopyOp>(op).isDpsInit(&operand);
  }

  /// The default implementation takes time that is quadratic in the number of
  /// results.
  AliasingOpOperandList getAliasingOpOperands(Operation *op, Value value,
                                              const AnalysisState &) const {
    auto result = cast<OpResult>(value);
    return {{cast<CopyOp>(op).getTiedOpOperand(result),
             BufferRelation::Equivalent}};
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto copy = cast<CopyOp>(op);
    if (!copy.hasPureTensorSemantics())
      return success();
    FailureOr<Value> data = getBuffer(rewriter, copy.getData(), options, state);
    if (failed(data))
      return failure();
    SmallVector<Value> outs;
    for (Value destination : copy.getOuts()) {
      FailureOr<Value> buffer =
          getBuffer(rewriter, destination, options, state);
      if (failed(buffer))
        return failure();
      outs.push_back(*buffer);
    }
    auto onBuffers =
        CopyOp::create(rewriter, copy.getLoc(), *data, outs, copy.getAxis());
    onBuffers->setDiscardableAttrs(copy->getDiscardableAttrDictionary());
    replaceOpWithBufferizedValues(rewriter, op, outs);
    return success();
  }
};

/// The pieces are views of their data.
template <typename OpTy>
struct PiecesOpModel
    : BufferizableOpInterface::ExternalModel<PiecesOpModel<OpTy>, OpTy> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &state) const {
    auto split = cast<SplitOpInterface>(op);
    return !isData(operand) || isLastOwner(split, state);
  }

  bool bufferizesToMemoryWrite(Operation *, OpOperand &,
                               const AnalysisState &) const {
    return false;
  }

  AliasingValueList getAliasingValues(Operation *op, OpOperand &operand,
                                      const AnalysisState &state) const {
    if (!isData(operand) || isLastOwner(cast<SplitOpInterface>(op), state))
      return {};
    AliasingValueList pieces;
    for (Value piece : op->getResults())
      pieces.addAlias({piece, BufferRelation::Unknown});
    return pieces;
  }

  AliasingOpOperandList
  getAliasingOpOperands(Operation *op, Value,
                        const AnalysisState &state) const {
    if (isLastOwner(cast<SplitOpInterface>(op), state))
      return {};
    return {{&op->getOpOperand(0), BufferRelation::Unknown}};
  }

  FailureOr<BufferLikeType>
  getBufferType(Operation *op, Value value, const BufferizationOptions &options,
                const BufferizationState &state,
                SmallVector<Value> &invocationStack) const {
    auto split = cast<SplitOpInterface>(op);
    if (failed(verifyIsRanked(split)))
      return failure();
    FailureOr<BufferLikeType> buffer = bufferization::getBufferType(
        split.getData(), options, state, invocationStack);
    if (failed(buffer))
      return failure();
    SplitSpec spec = split.getSpec();
    unsigned index = cast<OpResult>(value).getResultNumber();
    return cast<BufferLikeType>(
        getPieceType(spec, cast<MemRefType>(*buffer),
                     cast<RankedTensorType>(value.getType()),
                     inferPieceOffset(spec, index)));
  }

  /// Copies single pieces instead of all data if data must not be shared.
  LogicalResult resolveConflicts(Operation *op, RewriterBase &rewriter,
                                 const AnalysisState &state,
                                 const BufferizationState &buffers) const {
    OpOperand &data = op->getOpOperand(0);
    if (state.isInPlace(data))
      return success();
    OpBuilder::InsertionGuard guard(rewriter);
    bool isUndefined = state.hasUndefinedContents(&data);
    for (Value piece : getSeparatePieces(cast<SplitOpInterface>(op), state))
      if (failed(separate(rewriter, piece, isUndefined, state, buffers)))
        return failure();
    return success();
  }

  LogicalResult verifyAnalysis(Operation *op, const AnalysisState &) const {
    return verifyIsRanked(cast<SplitOpInterface>(op));
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto split = cast<SplitOpInterface>(op);
    if (failed(verifyIsRanked(split)))
      return failure();
    FailureOr<Value> buffer =
        getBuffer(rewriter, split.getData(), options, state);
    if (failed(buffer))
      return failure();
    auto bufferType = cast<MemRefType>(buffer->getType());
    SplitSpec spec = split.getSpec();
    SmallVector<int64_t> offsets = inferPieceOffsets(spec);
    PieceShapes shapes(rewriter, split, op->getOperands());
    for (auto [index, piece] : llvm::enumerate(op->getResults())) {
      if (piece.use_empty())
        continue;
      auto type = cast<RankedTensorType>(piece.getType());
      Value view = createView(
          rewriter, op->getLoc(), *buffer, shapes.getSlice(index, type),
          getPieceType(spec, bufferType, type, offsets[index]));
      rewriter.replaceAllUsesWith(
          piece, ToTensorOp::create(rewriter, op->getLoc(), type, view));
    }
    rewriter.eraseOp(op);
    return success();
  }

private:
  static bool isData(OpOperand &operand) {
    return operand.getOperandNumber() == 0;
  }
};
} // namespace

void mlir::split::registerBufferizableExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, SplitDialect *) {
    CopyOp::attachInterface<CopyOpModel>(*context);
    SplitOp::attachInterface<PiecesOpModel<SplitOp>>(*context);
    VariadicSplitOp::attachInterface<PiecesOpModel<VariadicSplitOp>>(*context);
  });
}
