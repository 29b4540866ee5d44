//===- SplitToLinalg.cpp - Split ops to tensor and linalg -----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Conversion/SplitToLinalg/SplitToLinalg.h"

#include "PieceCopies.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/DialectConversion.h"
#include "split-mlir/Conversion/Passes.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/Split/IR/Pieces.h"
#include "split-mlir/Dialect/Split/Interfaces/BufferOwnership.h"

namespace mlir::split {
#define GEN_PASS_DEF_CONVERTSPLITTOLINALGPASS
#include "split-mlir/Conversion/Passes.h.inc"
} // namespace mlir::split

using namespace mlir;
using namespace mlir::split;

//===----------------------------------------------------------------------===//
// Splits as splits of matrices
//===----------------------------------------------------------------------===//

namespace {
/// Rewrites a split of row-major data as a split of a matrix
/// `[outer, d * inner]` along its rows, where `outer` and `inner` are the
/// products of the sizes before and after the axis. One kernel thus serves
/// every axis and every rank.
class FlatForm {
public:
  /// `data` is the op's data, or its replacement in a conversion.
  FlatForm(OpBuilder &builder, Location loc, Value data, PieceShapes &shapes);

  /// Returns the matrix and its pieces, in the order of the op's pieces.
  PieceLayout flatten();
  /// Reshapes `piece`, piece `index` of the matrix, to the shape of the op's
  /// piece. The result is unranked if the op's data is.
  Value restorePiece(Value piece, unsigned index);

private:
  void computeProducts();
  void computeUnrankedProducts();
  Value createMatrix(ArrayRef<OpFoldResult> dims);
  Value createUnrankedShape(OpFoldResult size);
  Value createPieceShape(unsigned index);

  OpBuilder &builder;
  Location loc;
  IndexMath math;
  Value data;
  PieceShapes &shapes;
  Value axis, outer, inner;
  /// The offsets and sizes of the matrix's pieces along its rows.
  SmallVector<OpFoldResult> offsets, sizes;
  /// The shapes of pieces, by their size along the axis.
  llvm::SmallDenseMap<PointerUnion<Attribute, Value>, Value> pieceShapes;
};
} // namespace

FlatForm::FlatForm(OpBuilder &builder, Location loc, Value data,
                   PieceShapes &shapes)
    : builder(builder), loc(loc), math(builder, loc), data(data),
      shapes(shapes), axis(math.get(shapes.getAxis())) {
  if (isa<RankedTensorType>(data.getType()))
    computeProducts();
  else
    computeUnrankedProducts();
}

/// Returns `product * size` if `predicate` holds for `dim` and the axis, and
/// otherwise `product`.
static Value multiplyIf(IndexMath math, arith::CmpIPredicate predicate,
                        OpFoldResult dim, Value axis, OpFoldResult size,
                        Value product) {
  Value counts = math.compare(predicate, dim, axis);
  return math.mul(product, math.select(counts, size, math.get(1)));
}

void FlatForm::computeProducts() {
  outer = inner = math.get(1);
  int64_t rank = cast<RankedTensorType>(data.getType()).getRank();
  for (int64_t i = 0; i < rank; ++i) {
    OpFoldResult dim = builder.getIndexAttr(i), size = shapes.getDataDim(i);
    // The first dimension is never after the axis, the last never before it.
    if (i + 1 < rank)
      outer =
          multiplyIf(math, arith::CmpIPredicate::slt, dim, axis, size, outer);
    if (i > 0)
      inner =
          multiplyIf(math, arith::CmpIPredicate::sgt, dim, axis, size, inner);
  }
}

void FlatForm::computeUnrankedProducts() {
  Value rank = tensor::RankOp::create(builder, loc, data);
  Value zero = math.get(0);
  Value one = math.get(1);
  auto multiply = [&](OpBuilder &body, Location bodyLoc, Value dim,
                      ValueRange products) {
    IndexMath bodyMath(body, bodyLoc);
    Value size = tensor::DimOp::create(body, bodyLoc, data, dim);
    Value before = multiplyIf(bodyMath, arith::CmpIPredicate::slt, dim, axis,
                              size, products[0]);
    Value after = multiplyIf(bodyMath, arith::CmpIPredicate::sgt, dim, axis,
                             size, products[1]);
    scf::YieldOp::create(body, bodyLoc, ValueRange{before, after});
  };
  auto loop = scf::ForOp::create(builder, loc, zero, rank, one,
                                 ValueRange{one, one}, multiply);
  outer = loop.getResult(0);
  inner = loop.getResult(1);
}

/// Creates a 1-D tensor of `sizes`.
static Value createShape(OpBuilder &builder, Location loc,
                         ArrayRef<OpFoldResult> sizes) {
  SmallVector<Value> values =
      getValueOrCreateConstantIndexOp(builder, loc, sizes);
  return tensor::FromElementsOp::create(builder, loc, values);
}

/// Reshapes data to a matrix.
Value FlatForm::createMatrix(ArrayRef<OpFoldResult> dims) {
  auto type = cast<TensorType>(data.getType());
  auto ranked = dyn_cast<RankedTensorType>(type);
  auto matrix = RankedTensorType::get(
      SmallVector<int64_t>(dims.size(), ShapedType::kDynamic),
      type.getElementType(), ranked ? ranked.getEncoding() : Attribute());
  Value shape = createShape(builder, loc, dims);
  return tensor::ReshapeOp::create(builder, loc, matrix, data, shape);
}

PieceLayout FlatForm::flatten() {
  auto scale = [&](OpFoldResult size) -> OpFoldResult {
    if (isConstantIntValue(size, 0))
      return size;
    return math.mul(size, inner);
  };
  OpFoldResult row = scale(shapes.getAxisSize());
  llvm::SmallDenseMap<PointerUnion<Attribute, Value>, OpFoldResult> scaled;
  for (OpFoldResult size : shapes.getSizes()) {
    OpFoldResult &known = scaled[size];
    if (!known)
      known = scale(size);
    sizes.push_back(known);
  }
  for (OpFoldResult offset : shapes.getOffsets())
    offsets.push_back(scale(offset));

  PieceLayout layout;
  layout.dims = {outer, row};
  layout.data = createMatrix(layout.dims);
  layout.axis = 1;
  layout.offsets = offsets;
  layout.sizes = sizes;
  return layout;
}

/// Creates a 1-D tensor of the sizes of data, except for `size` along the axis.
/// A loop, unlike tensor.generate, never becomes a kernel of a device.
Value FlatForm::createUnrankedShape(OpFoldResult size) {
  Value pieceSize = math.get(size);
  Value rank = tensor::RankOp::create(builder, loc, data);
  Value empty = tensor::EmptyOp::create(builder, loc, OpFoldResult(rank),
                                        builder.getIndexType());
  auto insertSize = [&](OpBuilder &body, Location bodyLoc, ValueRange position,
                        ValueRange shape) -> scf::ValueVector {
    IndexMath bodyMath(body, bodyLoc);
    Value isAxis = bodyMath.isEqual(position.front(), axis);
    Value dim = tensor::DimOp::create(body, bodyLoc, data, position.front());
    Value dimSize = bodyMath.select(isAxis, pieceSize, dim);
    return {tensor::InsertOp::create(body, bodyLoc, dimSize, shape.front(),
                                     position)};
  };
  return scf::buildLoopNest(builder, loc, math.get(0), rank, math.get(1), empty,
                            insertSize)
      .results.front();
}

Value FlatForm::createPieceShape(unsigned index) {
  auto ranked = dyn_cast<RankedTensorType>(data.getType());
  if (!ranked)
    return createUnrankedShape(shapes.getSizes()[index]);
  SmallVector<OpFoldResult> sizes;
  for (int64_t dim = 0; dim < ranked.getRank(); ++dim)
    sizes.push_back(shapes.getDim(index, dim));
  return createShape(builder, loc, sizes);
}

Value FlatForm::restorePiece(Value piece, unsigned index) {
  // Equal pieces share a shape.
  Value &shape = pieceShapes[shapes.getSizes()[index]];
  if (!shape)
    shape = createPieceShape(index);
  auto flat = cast<RankedTensorType>(piece.getType());
  Type type = UnrankedTensorType::get(flat.getElementType());
  if (auto ranked = dyn_cast<RankedTensorType>(data.getType()))
    type = RankedTensorType::get(
        SmallVector<int64_t>(ranked.getRank(), ShapedType::kDynamic),
        flat.getElementType(), flat.getEncoding());
  return tensor::ReshapeOp::create(builder, loc, type, piece, shape);
}

//===----------------------------------------------------------------------===//
// Split ops to tensor and linalg
//===----------------------------------------------------------------------===//

/// Returns whether `value`, or a cast of it, leaves the function or becomes
/// unranked, so that its layout must be the identity.
static bool escapes(Value value) {
  if (isa<UnrankedTensorType>(value.getType()))
    return true;
  return llvm::any_of(value.getUsers(), [](Operation *user) {
    if (auto cast = dyn_cast<tensor::CastOp>(user))
      return escapes(cast.getResult());
    return isa<CallOpInterface>(user) ||
           (user->hasTrait<OpTrait::ReturnLike>() &&
            isa<FunctionOpInterface>(user->getParentOp()));
  });
}

/// Returns whether `value`, or a cast of it, is copied to a destination.
static bool hasDestination(Value value) {
  return llvm::any_of(value.getUsers(), [](Operation *user) {
    if (auto cast = dyn_cast<tensor::CastOp>(user))
      return hasDestination(cast.getResult());
    return isa<bufferization::MaterializeInDestinationOp>(user);
  });
}

static bool isWanted(OpResult piece, Materialize materialize) {
  switch (materialize) {
  case Materialize::None:
    return false;
  case Materialize::Results:
    return escapes(piece);
  case Materialize::Destinations:
    return escapes(piece) || hasDestination(piece);
  case Materialize::All:
    return true;
  }
  llvm_unreachable("expected a kind of materialization");
}

/// Moves the pieces that get storage of their own from `op` to a new split
/// before it. Returns false and changes nothing if bufferization would not make
/// disjoint views of the others.
static bool keepViews(SplitOpInterface op, Materialize materialize) {
  SmallVector<OpResult> wanted;
  bool hasViews = false;
  for (OpResult piece : op->getResults())
    if (isWanted(piece, materialize))
      wanted.push_back(piece);
    else
      hasViews |= !piece.use_empty();
  if (!hasViews || !hasDisjointViews(op))
    return false;
  if (wanted.empty())
    return true;
  Operation *copied = OpBuilder(op).clone(*op);
  for (OpResult piece : wanted)
    piece.replaceAllUsesWith(copied->getResult(piece.getResultNumber()));
  return true;
}

/// Returns whether the lowering of `op` may need the flat form, in which the
/// quantized dimensions of the element type have no meaning.
static bool isFlatFormRefused(SplitOpInterface op, Materialize materialize) {
  SplitSpec spec = op.getSpec();
  if (getQuantizedDims(spec.data.getElementType()).empty())
    return false;
  return !spec.data.hasRank() ||
         (!spec.axis && materialize != Materialize::None);
}

/// Returns the rank of data, or the rank that results state (R6). Returns none
/// if data is cast from another rank: upstream would fold both casts into one
/// invalid cast.
static std::optional<int64_t> getKnownRank(SplitOpInterface op) {
  SmallVector<Type> types{op.getData().getType()};
  llvm::append_range(types, op->getResultTypes());
  auto *ranked = llvm::find_if(types, llvm::IsaPred<RankedTensorType>);
  if (ranked == types.end())
    return std::nullopt;
  int64_t rank = cast<RankedTensorType>(*ranked).getRank();
  if (auto cast = op.getData().getDefiningOp<tensor::CastOp>())
    if (auto source = dyn_cast<RankedTensorType>(cast.getSource().getType());
        source && source.getRank() != rank)
      return std::nullopt;
  return rank;
}

namespace {
/// Lowers one op.
class PieceLowering {
public:
  PieceLowering(OpBuilder &builder, SplitOpInterface op,
                ArrayRef<Value> operands, Materialize materialize)
      : builder(builder), op(op), loc(op.getLoc()), rank(getKnownRank(op)),
        operands(withKnownRank(operands)),
        shapes(builder, op, this->operands, rank), materialize(materialize) {}

  SmallVector<Value> run() {
    SmallVector<Value> pieces = rank ? copyWanted() : copyUnranked();
    for (auto [index, result] : llvm::enumerate(op->getResults())) {
      Value &piece = pieces[index];
      if (!piece)
        piece = rank ? createView(index) : getData();
      if (piece.getType() != result.getType())
        piece = tensor::CastOp::create(builder, loc, result.getType(), piece);
    }
    return pieces;
  }

private:
  Value getData() const { return operands.front(); }

  /// Casts unranked data whose rank is known to that rank.
  SmallVector<Value> withKnownRank(ArrayRef<Value> given) {
    SmallVector<Value> values(given);
    if (rank && isa<UnrankedTensorType>(values.front().getType()))
      values.front() = tensor::CastOp::create(
          builder, loc, op.getSpec().withRank(*rank).data, values.front());
    return values;
  }

  /// Copies the pieces that get storage of their own; the others are null.
  SmallVector<Value> copyWanted() {
    llvm::BitVector wanted;
    for (OpResult piece : op->getResults())
      wanted.push_back(isWanted(piece, materialize));
    if (wanted.none())
      return SmallVector<Value>(wanted.size());
    std::optional<int64_t> axis = shapes.getStaticAxis();
    if (!axis)
      return copyFlat(wanted);
    PieceLayout layout;
    layout.data = getData();
    layout.axis = *axis;
    layout.offsets = shapes.getOffsets();
    layout.sizes = shapes.getSizes();
    layout.types = op->getResultTypes();
    for (int64_t dim = 0; dim < *rank; ++dim)
      layout.dims.push_back(shapes.getDataDim(dim));
    return copyPieces(builder, loc, layout, wanted);
  }

  /// Copies all pieces that are used: an unranked value has no views. The
  /// others are null.
  SmallVector<Value> copyUnranked() {
    llvm::BitVector wanted;
    for (OpResult piece : op->getResults())
      wanted.push_back(!piece.use_empty());
    if (wanted.none())
      return SmallVector<Value>(wanted.size());
    return copyFlat(wanted);
  }

  SmallVector<Value> copyFlat(const llvm::BitVector &wanted) {
    FlatForm form(builder, loc, getData(), shapes);
    SmallVector<Value> copies =
        copyPieces(builder, loc, form.flatten(), wanted);
    for (auto [index, copy] : llvm::enumerate(copies))
      if (copy)
        copy = form.restorePiece(copy, index);
    return copies;
  }

  /// Creates piece `index` as a view, or as an empty tensor.
  Value createView(unsigned index) {
    return shapes.getSlice(index, op->getResultTypes()[index])
        .createOrEmpty(builder, loc, getData());
  }

  OpBuilder &builder;
  SplitOpInterface op;
  Location loc;
  std::optional<int64_t> rank;
  SmallVector<Value> operands;
  PieceShapes shapes;
  Materialize materialize;
};

/// %p:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> ...
///
/// becomes
///
/// %p0 = tensor.extract_slice %x[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
/// %p1 = tensor.extract_slice %x[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
///
/// or, where pieces get storage of their own,
///
/// %e0 = tensor.empty() : tensor<2xf32>
/// %e1 = tensor.empty() : tensor<2xf32>
/// %p:2 = split.copy ins(%x : tensor<4xf32>)
///     outs(%e0, %e1 : tensor<2xf32>, tensor<2xf32>) axis(0) -> ...
struct LowerSplit : OpInterfaceConversionPattern<SplitOpInterface> {
  LowerSplit(MLIRContext *context, Materialize materialize)
      : OpInterfaceConversionPattern(context), materialize(materialize) {}

  LogicalResult
  matchAndRewrite(SplitOpInterface op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (isFlatFormRefused(op, materialize))
      return rewriter.notifyMatchFailure(
          op, "data is quantized by dimension, and axis or rank are known only "
              "at run time");
    PieceLowering lowering(rewriter, op, operands, materialize);
    rewriter.replaceOp(op, lowering.run());
    return success();
  }

private:
  Materialize materialize;
};

struct ConvertSplitToLinalgPass
    : split::impl::ConvertSplitToLinalgPassBase<ConvertSplitToLinalgPass> {
  using ConvertSplitToLinalgPassBase::ConvertSplitToLinalgPassBase;

  void runOnOperation() override {
    MLIRContext *context = &getContext();
    llvm::SmallPtrSet<Operation *, 8> kept;
    WalkResult supported = getOperation()->walk([&](SplitOpInterface op) {
      (void)verifyConstantOperands(
          [&] {
            return op->emitWarning()
                   << "'" << op->getName() << "' op fails at run time: ";
          },
          op);
      if (!isFlatFormRefused(op, materialize)) {
        if (keepsDisjoint && keepViews(op, materialize))
          kept.insert(op);
        else
          ++numSplits;
        return WalkResult::advance();
      }
      op->emitOpError("cannot be lowered: data is quantized by dimension, and "
                      "axis or rank are known only at run time; expected data "
                      "of the storage type");
      return WalkResult::interrupt();
    });
    if (supported.wasInterrupted())
      return signalPassFailure();

    ConversionTarget target(*context);
    target.markUnknownOpDynamicallyLegal([&](Operation *op) {
      return !isa<SplitOpInterface>(op) || kept.contains(op);
    });
    RewritePatternSet patterns(context);
    populateSplitToLinalgPatterns(patterns, materialize);
    // A fold would replace a piece that needs its own storage by data.
    ConversionConfig config;
    config.foldingMode = DialectConversionFoldingMode::Never;
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns), config)))
      signalPassFailure();
  }
};
} // namespace

void mlir::split::populateSplitToLinalgPatterns(RewritePatternSet &patterns,
                                                Materialize materialize) {
  patterns.add<LowerSplit>(patterns.getContext(), materialize);
}
