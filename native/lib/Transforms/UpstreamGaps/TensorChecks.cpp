//===- TensorChecks.cpp - Checks of ops of the tensor dialect -------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeChecks.h"
#include "UpstreamGaps.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Shape/IR/Shape.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

namespace {
class TensorChecks : public SizeChecks {
public:
  using SizeChecks::SizeChecks;

  void generate();

private:
  void checkDim(Value shaped, OpFoldResult index);
  void checkIndices(Value tensor, ValueRange indices);
  void check(tensor::CastOp cast);
  void checkSlice(OffsetSizeAndStrideOpInterface slice, Value base);
  template <typename InsertOpTy>
  void checkInsertion(InsertOpTy insert);
  void check(tensor::PadOp pad);
  void check(tensor::ConcatOp concat);
  void check(tensor::CollapseShapeOp collapse);
  void check(tensor::ReshapeOp reshape);
  void check(tensor::ExpandShapeOp expand);
  void checkSizes(ValueRange sizes);

  void checkResultSize(SizeOrigin size, int64_t dim);
  void checkProduct(ArrayRef<OpFoldResult> sizes, ArrayRef<SizeOrigin> from,
                    std::optional<int64_t> dim = std::nullopt);
  void checkProduct(ArrayRef<OpFoldResult> sizes, OpFoldResult product,
                    std::optional<int64_t> dim = std::nullopt);
  OpFoldResult createProduct(ArrayRef<SizeOrigin> sizes);
  Value isInBounds(OpFoldResult offset, OpFoldResult size, OpFoldResult stride,
                   OpFoldResult bound);
  bool isKnownInBounds(Value index, SizeOrigin size);
  bool isLoopUpTo(Value index, SizeOrigin size);
  bool isWhole(OpFoldResult offset, OpFoldResult size, OpFoldResult stride,
               SizeOrigin bound);
  bool haveEqualProducts(ArrayRef<OpFoldResult> sizes,
                         ArrayRef<SizeOrigin> from);
  Value getIndex(Value size);
  OpFoldResult getRank(Value shaped);

  SizeMath sizeMath{builder, op->getLoc()};
};
} // namespace

//===----------------------------------------------------------------------===//
// Sizes and ranks
//===----------------------------------------------------------------------===//

/// Returns `size`, an index or a size of the shape dialect, as an index.
Value TensorChecks::getIndex(Value size) {
  return size.getType().isIndex()
             ? size
             : shape::SizeToIndexOp::create(builder, op->getLoc(), size)
                   .getResult();
}

OpFoldResult TensorChecks::getRank(Value shaped) {
  auto type = cast<ShapedType>(shaped.getType());
  if (type.hasRank())
    return builder.getIndexAttr(type.getRank());
  if (isa<TensorType>(type))
    return tensor::RankOp::create(builder, op->getLoc(), shaped).getResult();
  return memref::RankOp::create(builder, op->getLoc(), shaped).getResult();
}

/// Checks a size of the result that its type states.
void TensorChecks::checkResultSize(SizeOrigin size, int64_t dim) {
  int64_t stated = cast<ShapedType>(op->getResult(0).getType()).getDimSize(dim);
  if (ShapedType::isDynamic(stated))
    return;
  checkEqual(size, {nullptr, stated}, [&](OpFoldResult given, OpFoldResult) {
    return CheckMessage("result ")
           << int64_t(0) << " has size " << given << " along dimension " << dim
           << ", but its type states " << stated;
  });
}

/// Returns the first of the linalg ops that pass a tensor with the sizes of
/// `cast` to it, or `cast`.
static Operation *findFirstPass(tensor::CastOp cast) {
  Operation *first = cast;
  Value source = cast.getSource();
  while (auto op = source.getDefiningOp<linalg::LinalgOp>()) {
    if (op->getBlock() != cast->getBlock())
      break;
    first = op;
    source =
        op.getDpsInitOperand(mlir::cast<OpResult>(source).getResultNumber())
            ->get();
  }
  return first;
}

/// Checks a cast before the linalg ops that pass the tensor to it:
/// canonicalization moves the cast there.
void TensorChecks::check(tensor::CastOp cast) {
  builder.setInsertionPoint(findFirstPass(cast));
  auto from = mlir::cast<TensorType>(cast.getSource().getType());
  auto to = dyn_cast<RankedTensorType>(cast.getType());
  if (!to)
    return;
  if (!from.hasRank()) {
    OpFoldResult rank = getRank(cast.getSource());
    CheckMessage message("result type has rank ");
    message << to.getRank() << ", but source has rank " << rank;
    emitCheck(math.isEqual(rank, to.getRank()), message);
  }
  for (int64_t dim : llvm::seq(to.getRank())) {
    if (from.hasRank()) {
      checkResultSize(origins.get(cast.getSource(), dim), dim);
    } else if (!to.isDynamicDim(dim)) {
      Value size =
          tensor::DimOp::create(builder, op->getLoc(), cast.getSource(), dim);
      checkResultSize({size, 0}, dim);
    }
  }
}

/// Whether the operands are different pieces of one split along the same axis,
/// which are together at most as long as its data.
static bool joinsPieces(tensor::ConcatOp concat) {
  auto split = concat.getInputs().front().getDefiningOp<SplitOpInterface>();
  if (!split)
    return false;
  auto dim = static_cast<int64_t>(concat.getDim());
  std::optional<int64_t> axis = getConstantIntValue(split.getMixedAxis());
  llvm::SmallDenseSet<Value> pieces;
  return (axis == dim || axis == dim - concat.getRank()) &&
         llvm::all_of(concat.getInputs(), [&](Value operand) {
           return operand.getDefiningOp() == split.getOperation() &&
                  pieces.insert(operand).second;
         });
}

/// Checks that the operands are together as long as the result type states, and
/// that the first one has the other sizes, which those of the others are
/// compared with as for an elementwise op.
void TensorChecks::check(tensor::ConcatOp concat) {
  auto dim = static_cast<int64_t>(concat.getDim());
  for (int64_t other : llvm::seq(concat.getRank()))
    if (other != dim)
      checkResultSize(origins.get(concat.getInputs().front(), other), other);
  if (joinsPieces(concat) && concat.getResultType().isDynamicDim(dim))
    return;
  auto sizes = llvm::map_to_vector(concat.getInputs(),
                                   [&](Value operand) -> OpFoldResult {
                                     return create(origins.get(operand, dim));
                                   });
  Value fits = math.getBool(true);
  OpFoldResult sum = sizeMath.createSum(sizes, fits);
  CheckMessage message("sum of the sizes ");
  message.appendList(sizes) << " along dimension " << dim << " is too large";
  emitCheck(fits, message);
  checkResultSize(origins.get(sum), dim);
}

void TensorChecks::check(tensor::PadOp pad) {
  auto checkWidth = [&](int64_t dim, OpFoldResult width, StringRef side) {
    CheckMessage message(side);
    message << " padding of dimension " << dim << " is " << width
            << ", expected at least 0";
    emitCheck(math.isLessOrEqual(builder.getIndexAttr(0), width), message);
  };
  for (auto [i, low, high] :
       llvm::enumerate(pad.getMixedLowPad(), pad.getMixedHighPad())) {
    auto dim = static_cast<int64_t>(i);
    checkWidth(dim, low, "low");
    checkWidth(dim, high, "high");
    SizeOrigin origin = origins.get(pad.getSource(), dim);
    if (isConstantIntValue(low, 0) && isConstantIntValue(high, 0)) {
      checkResultSize(origin, dim);
      continue;
    }
    OpFoldResult size = create(origin);
    Value fits = math.getBool(true);
    OpFoldResult sum = sizeMath.createSum({size, low, high}, fits);
    CheckMessage message("sum of the size ");
    message << size << " of dimension " << dim << " and its padding " << low
            << " and " << high << " is too large";
    emitCheck(fits, message);
    checkResultSize(origins.get(sum), dim);
  }
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

void TensorChecks::checkDim(Value shaped, OpFoldResult index) {
  std::optional<int64_t> constant = getConstantIntValue(index);
  if (constant)
    index = builder.getIndexAttr(*constant);
  auto type = cast<ShapedType>(shaped.getType());
  if (constant && type.hasRank() && *constant >= 0 &&
      *constant < type.getRank())
    return;
  OpFoldResult rank = getRank(shaped);
  CheckMessage message("index ");
  message << index << " is out of range for source of rank " << rank;
  emitCheck(math.compare(arith::CmpIPredicate::ult, index, rank), message);
}

/// Returns whether `index` counts the elements of an op on tensors up to
/// `size`.
bool TensorChecks::isLoopUpTo(Value index, SizeOrigin size) {
  auto isUpTo = [&](SizeOrigin bound) {
    return bound == size ||
           (!bound.first && !size.first && bound.second <= size.second);
  };
  if (auto argument = dyn_cast<BlockArgument>(index)) {
    auto generate =
        dyn_cast<tensor::GenerateOp>(argument.getOwner()->getParentOp());
    return generate &&
           isUpTo(origins.get(generate.getResult(), argument.getArgNumber()));
  }
  auto loop = index.getDefiningOp<linalg::IndexOp>();
  auto parent = loop ? dyn_cast<linalg::LinalgOp>(loop->getParentOp())
                     : linalg::LinalgOp();
  if (!parent)
    return false;
  AffineExpr counter = builder.getAffineDimExpr(loop.getDim());
  return llvm::any_of(parent->getOpOperands(), [&](OpOperand &operand) {
    return llvm::any_of(
        llvm::enumerate(parent.getMatchingIndexingMap(&operand).getResults()),
        [&](auto expr) {
          return expr.value() == counter &&
                 isUpTo(origins.get(operand.get(), expr.index()));
        });
  });
}

/// Returns whether `index` is in [0, `size`): it is a constant, or the counter
/// of a loop from a constant up to `size`.
bool TensorChecks::isKnownInBounds(Value index, SizeOrigin size) {
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return *constant >= 0 && !size.first && *constant < size.second;
  if (isLoopUpTo(index, size))
    return true;
  auto argument = dyn_cast<BlockArgument>(index);
  auto loop =
      argument
          ? dyn_cast<LoopLikeOpInterface>(argument.getOwner()->getParentOp())
          : LoopLikeOpInterface();
  if (!loop || !loop.getLoopInductionVars() || !loop.getLoopLowerBounds() ||
      !loop.getLoopUpperBounds())
    return false;
  for (auto [counter, lower, upper] :
       llvm::zip_equal(*loop.getLoopInductionVars(), *loop.getLoopLowerBounds(),
                       *loop.getLoopUpperBounds())) {
    std::optional<int64_t> first = getConstantIntValue(lower);
    if (counter == index)
      return first && *first >= 0 && origins.get(upper) == size;
  }
  return false;
}

void TensorChecks::checkIndices(Value tensor, ValueRange indices) {
  for (auto [i, index] : llvm::enumerate(indices)) {
    auto dim = static_cast<int64_t>(i);
    SizeOrigin origin = origins.get(tensor, dim);
    if (isKnownInBounds(index, origin))
      continue;
    OpFoldResult size = create(origin);
    CheckMessage message("index ");
    message << getAsOpFoldResult(index) << " is out of range for dimension "
            << dim << " of size " << size;
    emitCheck(math.compare(arith::CmpIPredicate::ult, index, size), message);
  }
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

bool TensorChecks::isWhole(OpFoldResult offset, OpFoldResult size,
                           OpFoldResult stride, SizeOrigin bound) {
  return isConstantIntValue(offset, 0) && isConstantIntValue(stride, 1) &&
         checked.areEqual(origins.get(size), bound, op);
}

/// Returns whether a slice that is not empty is in bounds. Creates no product,
/// which might overflow.
Value TensorChecks::isInBounds(OpFoldResult offset, OpFoldResult size,
                               OpFoldResult stride, OpFoldResult bound) {
  OpFoldResult zero = builder.getIndexAttr(0);
  OpFoldResult one = builder.getIndexAttr(1);
  Value begins = math.isLessOrEqual(zero, offset);
  Value left = math.sub(bound, offset);
  if (isConstantIntValue(stride, 1))
    return math.both(begins, math.isLessOrEqual(size, left));
  Value isBackward = math.isLess(stride, 0);
  Value room = math.select(isBackward, offset, math.sub(left, one));
  Value step =
      math.select(isBackward, math.sub(zero, stride), math.max(stride, one));
  Value ends = math.either(
      math.isEqual(stride, 0),
      math.isLessOrEqual(math.sub(size, one), math.div(room, step)));
  return math.both(math.both(begins, math.isLess(offset, bound)), ends);
}

/// An empty slice may lie anywhere: upstream's tiling creates such slices for
/// threads without work.
void TensorChecks::checkSlice(OffsetSizeAndStrideOpInterface slice,
                              Value base) {
  SmallVector<OpFoldResult> sizes = slice.getMixedSizes();
  Value isEmpty = math.getBool(false);
  for (OpFoldResult size : sizes)
    isEmpty = math.either(isEmpty, math.isEqual(size, 0));
  for (auto [i, offset, size, stride] : llvm::enumerate(
           slice.getMixedOffsets(), sizes, slice.getMixedStrides())) {
    auto dim = static_cast<int64_t>(i);
    SizeOrigin origin = origins.get(base, dim);
    if (isWhole(offset, size, stride, origin))
      continue;
    OpFoldResult bound = create(origin);
    CheckMessage message("slice of size ");
    message << size << " at offset " << offset << " with stride " << stride
            << " is out of bounds of dimension " << dim << " of size " << bound;
    Value isNatural = math.isLessOrEqual(builder.getIndexAttr(0), size);
    Value fits = isInBounds(offset, size, stride, bound);
    emitCheck(math.both(isNatural, math.either(isEmpty, fits)), message);
  }
}

/// Checks that the slice is in bounds, and that the source has its sizes.
template <typename InsertOpTy>
void TensorChecks::checkInsertion(InsertOpTy insert) {
  builder.setInsertionPoint(getPlaceOfOperands(op));
  checkSlice(insert, insert.getDest());
  llvm::SmallBitVector dropped = insert.getDroppedDims();
  int64_t dim = 0;
  for (auto [i, size] : llvm::enumerate(insert.getMixedSizes())) {
    if (dropped.test(i))
      continue;
    checkEqual(origins.get(insert.getSource(), dim), origins.get(size),
               [&](OpFoldResult given, OpFoldResult expected) {
                 return CheckMessage("source has size ")
                        << given << " along dimension " << dim << ", expected "
                        << expected << ", the size of the slice";
               });
    ++dim;
  }
}

//===----------------------------------------------------------------------===//
// Numbers of elements
//===----------------------------------------------------------------------===//

/// Returns whether both products are equal because the dynamic sizes are the
/// same, and the static sizes have the same product.
bool TensorChecks::haveEqualProducts(ArrayRef<OpFoldResult> sizes,
                                     ArrayRef<SizeOrigin> from) {
  llvm::SmallDenseMap<SizeOrigin, int64_t> counts;
  int64_t product = 1, expected = 1;
  auto add = [&](SizeOrigin size, int64_t count, int64_t &constant) {
    if (size.first)
      counts[size] += count;
    return size.first || !llvm::MulOverflow(constant, size.second, constant);
  };
  return llvm::all_of(sizes,
                      [&](OpFoldResult size) {
                        return add(origins.get(size), 1, product);
                      }) &&
         llvm::all_of(
             from, [&](SizeOrigin size) { return add(size, -1, expected); }) &&
         product == expected &&
         llvm::all_of(counts, [](auto entry) { return entry.second == 0; });
}

OpFoldResult TensorChecks::createProduct(ArrayRef<SizeOrigin> sizes) {
  OpFoldResult product = builder.getIndexAttr(1);
  for (SizeOrigin size : sizes)
    product = getAsOpFoldResult(math.mul(product, create(size)));
  return product;
}

/// Checks that the product of `sizes` is that of `from`, sizes of the source:
/// all of them, or that along `dim`.
void TensorChecks::checkProduct(ArrayRef<OpFoldResult> sizes,
                                ArrayRef<SizeOrigin> from,
                                std::optional<int64_t> dim) {
  if (!haveEqualProducts(sizes, from))
    checkProduct(sizes, createProduct(from), dim);
}

void TensorChecks::checkProduct(ArrayRef<OpFoldResult> sizes,
                                OpFoldResult product,
                                std::optional<int64_t> dim) {
  CheckMessage message("shape ");
  message.appendList(sizes)
      << " does not have " << product << " elements, as source has";
  if (dim)
    message << " along dimension " << *dim;
  emitCheck(sizeMath.hasProduct(sizes, product), message);
}

/// Checks that the products of sizes do not wrap around. They can be too large
/// if the tensor has no elements, or none of its elements is ever stored.
void TensorChecks::check(tensor::CollapseShapeOp collapse) {
  bool toScalar = collapse.getResultType().getRank() == 0;
  for (int64_t i : llvm::seq(toScalar ? collapse.getSrcType().getRank() : 0))
    checkEqual(origins.get(collapse.getSrc(), i), {nullptr, 1},
               [&](OpFoldResult given, OpFoldResult) {
                 return CheckMessage("source has size ")
                        << given << " along dimension " << i
                        << ", expected 1 for a result of rank 0";
               });
  for (auto [i, group] : llvm::enumerate(collapse.getReassociationIndices())) {
    auto sizes = llvm::map_to_vector(group, [&](int64_t j) -> OpFoldResult {
      return create(origins.get(collapse.getSrc(), j));
    });
    llvm::erase_if(
        sizes, [](OpFoldResult size) { return isConstantIntValue(size, 1); });
    if (sizes.size() < 2)
      continue;
    Value fits = math.getBool(true);
    sizeMath.createProduct(sizes, fits);
    CheckMessage message("product of the sizes ");
    message.appendList(sizes)
        << " for dimension " << static_cast<int64_t>(i) << " is too large";
    emitCheck(fits, message);
  }
}

void TensorChecks::check(tensor::ReshapeOp reshape) {
  Value shape = reshape.getShape();
  Value source = reshape.getSource();
  auto sourceType = dyn_cast<RankedTensorType>(source.getType());
  SmallVector<SizeOrigin> from;
  if (sourceType)
    for (int64_t i : llvm::seq(sourceType.getRank()))
      from.push_back(origins.get(source, i));
  Location loc = op->getLoc();
  int64_t rank = cast<RankedTensorType>(shape.getType()).getDimSize(0);
  if (ShapedType::isDynamic(rank)) {
    OpFoldResult product =
        sourceType
            ? createProduct(from)
            : OpFoldResult(sizeMath.countElements(source, getRank(source)));
    CheckMessage message("shape of ");
    message << OpFoldResult(
                   builder.createOrFold<tensor::DimOp>(loc, shape, math.get(0)))
            << " sizes does not have " << product << " elements, as source has";
    emitCheck(sizeMath.hasProduct(shape, product), message);
    return;
  }
  SmallVector<OpFoldResult> sizes;
  for (int64_t i : llvm::seq(rank)) {
    Value size =
        builder.createOrFold<tensor::ExtractOp>(loc, shape, math.get(i));
    sizes.push_back(getAsOpFoldResult(getValueOrCreateCastToIndexLike(
        builder, loc, builder.getIndexType(), size)));
  }
  if (sourceType)
    checkProduct(sizes, from);
  else
    checkProduct(sizes,
                 OpFoldResult(sizeMath.countElements(source, getRank(source))));
  if (cast<TensorType>(op->getResult(0).getType()).hasRank())
    for (int64_t i : llvm::seq(rank))
      checkResultSize(origins.get(sizes[i]), i);
}

void TensorChecks::check(tensor::ExpandShapeOp expand) {
  SmallVector<OpFoldResult> shape = expand.getMixedOutputShape();
  if (expand.getSrcType().getRank() == 0)
    checkProduct(shape, builder.getIndexAttr(1));
  for (auto [i, group] : llvm::enumerate(expand.getReassociationIndices())) {
    auto dim = static_cast<int64_t>(i);
    auto sizes =
        llvm::map_to_vector(group, [&](int64_t j) { return shape[j]; });
    checkProduct(sizes, origins.get(expand.getSrc(), dim), dim);
  }
}

/// Checks the dynamic sizes of a new tensor that are not sizes of other ones.
void TensorChecks::checkSizes(ValueRange sizes) {
  if (sizes.empty())
    return;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<int64_t> dims;
  for (int64_t dim : llvm::seq(type.getRank()))
    if (type.isDynamicDim(dim))
      dims.push_back(dim);
  for (auto [dim, size] : llvm::zip_equal(dims, sizes)) {
    SizeOrigin origin = origins.get(size);
    bool isDim = origin.first && isa<ShapedType>(origin.first.getType());
    if (isDim || (!origin.first && origin.second >= 0))
      continue;
    CheckMessage message("size of dimension ");
    message << dim << " is " << getAsOpFoldResult(size)
            << ", expected at least 0";
    emitCheck(
        math.isLessOrEqual(builder.getIndexAttr(0), getAsOpFoldResult(size)),
        message);
  }
}

//===----------------------------------------------------------------------===//
// All ops
//===----------------------------------------------------------------------===//

void TensorChecks::generate() {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](ShapedDimOpInterface dim) {
        checkDim(dim.getShapedValue(), dim.getDimension());
      })
      .Case([&](shape::DimOp dim) {
        checkDim(dim.getValue(), getIndex(dim.getIndex()));
      })
      .Case([&](shape::GetExtentOp extent) {
        if (isa<TensorType>(extent.getShape().getType()))
          checkIndices(extent.getShape(), getIndex(extent.getDim()));
      })
      .Case([&](tensor::ExtractOp extract) {
        checkIndices(extract.getTensor(), extract.getIndices());
      })
      .Case([&](tensor::InsertOp insert) {
        checkIndices(insert.getDest(), insert.getIndices());
      })
      .Case<tensor::CastOp, tensor::CollapseShapeOp, tensor::ConcatOp,
            tensor::ExpandShapeOp, tensor::PadOp, tensor::ReshapeOp>(
          [&](auto known) { check(known); })
      .Case<bufferization::AllocTensorOp, tensor::EmptyOp, tensor::SplatOp>(
          [&](auto known) { checkSizes(known.getDynamicSizes()); })
      .Case([&](tensor::GenerateOp generate) {
        checkSizes(generate.getDynamicExtents());
      })
      .Case([&](tensor::ExtractSliceOp slice) {
        checkSlice(slice, slice.getSource());
      })
      .Case<tensor::InsertSliceOp, tensor::ParallelInsertSliceOp>(
          [&](auto insert) { checkInsertion(insert); });
}

unsigned mlir::split::native::generateTensorChecks(Operation *op,
                                                   SizeOrigins &origins,
                                                   CheckedPairs &checked) {
  if (op->hasAttr(kInBoundsAttrName))
    return 0;
  TensorChecks checks(op, origins, checked);
  checks.generate();
  return checks.getNumChecks();
}
