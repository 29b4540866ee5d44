//===- PieceRules.cpp - Splits and concatenations of sharded tensors ------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Partition.h"

#include "LocalTensors.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/Split/IR/Pieces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;

namespace {
/// The consecutive pieces of a dimension: piece i begins at `offsets[i]`; the
/// last value is the size of the dimension.
struct PieceRanges {
  SmallVector<int64_t> offsets;

  int64_t getSize(unsigned piece) const {
    return offsets[piece + 1] - offsets[piece];
  }
};
} // namespace

/// Returns the static ranges of pieces of `types` along `axis`, or none.
static std::optional<PieceRanges> getRanges(TypeRange types, int64_t axis) {
  PieceRanges ranges;
  BoundedSum end;
  ranges.offsets.push_back(0);
  for (Type type : types) {
    int64_t size = cast<RankedTensorType>(type).getDimSize(axis);
    if (ShapedType::isDynamic(size) || !end.add(size))
      return std::nullopt;
    ranges.offsets.push_back(end.get());
  }
  return ranges;
}

/// Returns whether each piece is a number of shards, or each shard a number of
/// pieces.
static bool isAligned(const PieceRanges &ranges, ArrayRef<int64_t> shards) {
  SmallVector<int64_t> pieces = ranges.offsets, bounds(shards);
  pieces.erase(llvm::unique(pieces), pieces.end());
  bounds.erase(llvm::unique(bounds), bounds.end());
  return llvm::includes(bounds, pieces) || llvm::includes(pieces, bounds);
}

/// Returns the parts of `piece` in each shard of the whole dimension, as
/// offsets in the piece.
static SmallVector<int64_t> clip(const PieceRanges &ranges, unsigned piece,
                                 ArrayRef<int64_t> shards) {
  return llvm::map_to_vector(shards, [&](int64_t offset) {
    return std::clamp(offset - ranges.offsets[piece], int64_t(0),
                      ranges.getSize(piece));
  });
}

/// Returns whether annotations determine where all used pieces go.
static bool areWanted(LocalTensors &tensors, Operation *op) {
  return llvm::all_of(op->getResults(), [&](OpResult piece) {
    return piece.use_empty() || tensors.getWanted(piece);
  });
}

/// Cuts from each shard of the data, which is sharded along the axis, what
/// belongs to each piece.
static void cutShards(LocalTensors &tensors, SplitOpInterface op, int64_t axis,
                      const PieceRanges &ranges) {
  Location loc = op.getLoc();
  OpBuilder &builder = tensors.getBuilder();
  RankedTensorType type = getTensorType(op.getData());
  TensorLayout layout = tensors.getLayout(op.getData());
  const DimLayout dim = layout.dims[axis];
  SmallVector<int64_t> shards =
      tensors.getGrid().getOffsets(dim, type.getDimSize(axis));
  Value data = tensors.get(op.getData(), layout);
  Slice slice;
  slice.sizes = tensor::getMixedSizes(builder, loc, data);
  slice.offsets.assign(type.getRank(), builder.getIndexAttr(0));
  for (OpResult piece : op->getResults()) {
    unsigned index = piece.getResultNumber();
    layout.dims[axis].offsets = clip(ranges, index, shards);
    SmallVector<int64_t> starts;
    for (size_t shard = 0; shard + 1 < shards.size(); ++shard)
      starts.push_back(
          std::clamp(ranges.offsets[index], shards[shard], shards[shard + 1]) -
          shards[shard]);
    slice.offsets[axis] = tensors.lookUp(loc, dim.axes, starts);
    slice.sizes[axis] =
        tensors
            .getInterval(loc, layout.dims[axis],
                         builder.getIndexAttr(ranges.getSize(index)))
            .size;
    SmallVector<OpFoldResult> sizes = tensors.getSizes(op.getData());
    sizes[axis] = builder.getIndexAttr(ranges.getSize(index));
    Value local = slice.isStaticallyEmpty(data.getType())
                      ? createEmpty(builder, loc, data, slice.sizes)
                      : slice.create(builder, loc, data);
    tensors.set(piece, local, layout, sizes);
  }
}

/// Splits data that is whole along the axis.
static void splitLocally(LocalTensors &tensors, SplitOpInterface op,
                         int64_t axis) {
  RankedTensorType type = getTensorType(op.getData());
  TensorLayout layout =
      tensors.getGrid().freeDim(tensors.getLayout(op.getData()), axis, type);
  IRMapping map;
  map.map(op.getData(), tensors.get(op.getData(), layout));
  tensors.mapWhole(op->getOperands().drop_front(), map);
  Operation *local = tensors.getBuilder().clone(*op, map);
  SmallVector<OpFoldResult> sizes = tensors.getSizes(op.getData());
  for (auto [piece, value] :
       llvm::zip_equal(op->getResults(), local->getResults())) {
    value.setType(tensors.getGrid().getLocalType(getTensorType(piece), layout));
    sizes[axis] = OpFoldResult();
    tensors.set(piece, value, layout, sizes);
  }
}

static bool partition(LocalTensors &tensors, SplitOpInterface op) {
  std::optional<int64_t> axis = op.getSpec().getNormalizedAxis();
  auto type = dyn_cast<RankedTensorType>(op.getData().getType());
  if (!axis || !type ||
      !llvm::all_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>))
    return false;
  DimLayout dim = tensors.getLayout(op.getData()).dims[*axis];
  int64_t size = type.getDimSize(*axis);
  std::optional<PieceRanges> ranges =
      getRanges(inferPieceTypes(op.getSpec()), *axis);
  if (!dim.isWhole() && op.getSpec().isStatic() && ranges &&
      ranges->offsets.back() == size &&
      (isAligned(*ranges, tensors.getGrid().getOffsets(dim, size)) ||
       areWanted(tensors, op)))
    cutShards(tensors, op, *axis, *ranges);
  else
    splitLocally(tensors, op, *axis);
  return true;
}

/// Copies pieces of data that is whole along the axis.
static bool partition(LocalTensors &tensors, CopyOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getData().getType());
  if (!type)
    return false;
  TensorLayout layout = tensors.getGrid().freeDim(
      tensors.getLayout(op.getData()), op.getNormalizedAxis(), type);
  IRMapping map;
  for (Value operand : op->getOperands())
    map.map(operand, tensors.get(operand, layout));
  Operation *local = tensors.getBuilder().clone(*op, map);
  for (auto [out, piece, value] :
       llvm::zip_equal(op.getOuts(), op.getResults(), local->getResults())) {
    value.setType(map.lookup(out).getType());
    tensors.set(piece, value, layout, tensors.getSizes(out));
  }
  return true;
}

/// Returns the layout of the concatenation of operands if the parts that each
/// rank has of them are a part of it, or none.
static std::optional<TensorLayout> joinLayouts(LocalTensors &tensors,
                                               tensor::ConcatOp op) {
  int64_t axis = op.getDim();
  std::optional<PieceRanges> ranges =
      getRanges(op.getInputs().getTypes(), axis);
  TensorLayout layout = tensors.getLayout(op.getInputs().front());
  if (!ranges || layout.dims[axis].isWhole() ||
      op.getResultType().getDimSize(axis) != ranges->offsets.back())
    return std::nullopt;
  int64_t numShards = tensors.getGrid().getNumShards(layout.dims[axis].axes);
  SmallVector<int64_t> joined(numShards + 1);
  TensorLayout others = layout;
  others.dims[axis] = {};
  for (Value input : op.getInputs()) {
    TensorLayout own = tensors.getLayout(input);
    SmallVector<int64_t> offsets = tensors.getGrid().getOffsets(
        own.dims[axis], getTensorType(input).getDimSize(axis));
    if (own.dims[axis].axes != layout.dims[axis].axes)
      return std::nullopt;
    own.dims[axis] = {};
    if (!(own == others))
      return std::nullopt;
    for (auto [sum, offset] : llvm::zip_equal(joined, offsets))
      sum += offset;
  }
  // A shard must end in one input, after all of those before it.
  for (auto [index, input] : llvm::enumerate(op.getInputs())) {
    TensorLayout own = tensors.getLayout(input);
    if (tensors.getGrid().getOffsets(own.dims[axis], ranges->getSize(index)) !=
        clip(*ranges, index, joined))
      return std::nullopt;
  }
  layout.dims[axis].offsets = std::move(joined);
  return layout;
}

/// Returns the layout that is whole along the axis and that operands and
/// annotations need the fewest elements for.
static TensorLayout chooseLayout(LocalTensors &tensors, tensor::ConcatOp op) {
  int64_t axis = op.getDim();
  RankedTensorType type = op.getResultType();
  SmallVector<TensorLayout> candidates;
  for (Value input : op.getInputs())
    candidates.push_back(tensors.getGrid().freeDim(tensors.getLayout(input),
                                                   axis, getTensorType(input)));
  std::optional<TensorLayout> wanted = tensors.getWanted(op.getResult());
  if (wanted) {
    candidates.push_back(*wanted);
    candidates.back().dims[axis] = {};
  }
  auto getCost = [&](const TensorLayout &layout) {
    double cost = 0;
    for (Value input : op.getInputs())
      cost += tensors.getCost(input, layout);
    if (wanted)
      cost += tensors.getGrid().countMissing(layout, *wanted, type);
    return cost;
  };
  return *llvm::min_element(
      candidates, [&](const TensorLayout &lhs, const TensorLayout &rhs) {
        return getCost(lhs) < getCost(rhs);
      });
}

static bool partition(LocalTensors &tensors, tensor::ConcatOp op) {
  std::optional<TensorLayout> joined = joinLayouts(tensors, op);
  TensorLayout layout = joined ? *joined : chooseLayout(tensors, op);
  OpBuilder &builder = tensors.getBuilder();
  IndexMath math(builder, op.getLoc());
  SmallVector<Value> inputs;
  SmallVector<OpFoldResult> sizes = tensors.getSizes(op.getInputs().front());
  for (auto [index, input] : llvm::enumerate(op.getInputs())) {
    if (index > 0)
      sizes[op.getDim()] =
          math.add(sizes[op.getDim()], tensors.getSize(input, op.getDim()));
    inputs.push_back(
        tensors.get(input, joined ? tensors.getLayout(input) : layout));
  }
  RankedTensorType type =
      tensors.getGrid().getLocalType(op.getResultType(), layout);
  Value local =
      tensor::ConcatOp::create(builder, op.getLoc(), type, op.getDim(), inputs);
  tensors.set(op.getResult(), local, layout, sizes);
  return true;
}

bool mlir::split::mpi::partitionPieces(LocalTensors &tensors, Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<SplitOpInterface, CopyOp, tensor::ConcatOp>(
          [&](auto known) { return partition(tensors, known); })
      .Default(false);
}
