//===- ShapeRefiner.cpp - Refinement of types within a body ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShapeRefiner.h"

#include "mlir/IR/RegionKindInterface.h"
#include "split-mlir/Dialect/Split/IR/TensorTypes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::split;

//===----------------------------------------------------------------------===//
// The types of one split
//===----------------------------------------------------------------------===//

// A tensor type is more precise than another if it has static sizes where the
// other has `?`, or is ranked and the other is not. Element types and encodings
// do not affect precision.

/// Returns the axis of a split of `data` if it is certain, as it is in rank 1.
static std::optional<int64_t> getCertainAxis(const SplitSpec &spec,
                                             RankedTensorType data) {
  SplitSpec ranked = spec;
  ranked.data = data;
  std::optional<int64_t> axis = ranked.getNormalizedAxis();
  if (!axis && data.getRank() == 1)
    return 0;
  return axis;
}

/// V3, V6: with run-time lengths, a single piece of unknown size is the rest
/// that the others leave.
static void inferLastPiece(const SplitSpec &spec, MutableArrayRef<Type> types) {
  auto data = dyn_cast<RankedTensorType>(spec.data);
  if (!data || spec.equalPieces)
    return;
  std::optional<int64_t> axis = getCertainAxis(spec, data);
  if (!axis || data.isDynamicDim(*axis))
    return;
  BoundedSum sum(data.getDimSize(*axis));
  Type *last = nullptr;
  for (Type &type : types) {
    int64_t size = cast<RankedTensorType>(type).getDimSize(*axis);
    if (ShapedType::isDynamic(size)) {
      if (std::exchange(last, &type))
        return;
      continue;
    }
    if (!sum.add(size))
      return;
  }
  if (!last)
    return;
  auto piece = cast<RankedTensorType>(*last);
  SmallVector<int64_t> shape(piece.getShape());
  shape[*axis] = sum.getLeft();
  *last = piece.clone(shape);
}

/// Returns the types that `results` and inference together state for the
/// pieces, or none if they break a rule.
static std::optional<SmallVector<Type>> refinePieceTypes(const SplitSpec &spec,
                                                         TypeRange results) {
  if (!obeysRules(spec, results))
    return std::nullopt;
  SmallVector<Type> types;
  for (auto [inferred, stated] :
       llvm::zip_equal(inferPieceTypes(spec), results)) {
    TensorType joined =
        joinTypes(cast<TensorType>(inferred), cast<TensorType>(stated));
    assert(joined && "the rules hold");
    types.push_back(joined);
  }
  inferLastPiece(spec, types);
  return types;
}

/// Returns the size of the data of `pieces` along `axis`, or kDynamic.
static int64_t inferAxisSize(const SplitSpec &spec,
                             ArrayRef<RankedTensorType> pieces, int64_t axis) {
  if (spec.equalPieces) {
    // S2: all pieces have the size of one.
    int64_t size;
    for (RankedTensorType piece : pieces)
      if (piece && !piece.isDynamicDim(axis))
        return llvm::MulOverflow(piece.getDimSize(axis), spec.numPieces, size)
                   ? ShapedType::kDynamic
                   : size;
    return ShapedType::kDynamic;
  }
  // V3, V4: the types of ranked pieces have the constant lengths.
  BoundedSum sum;
  for (auto [index, piece] : llvm::enumerate(pieces)) {
    int64_t size = piece ? piece.getDimSize(axis) : ShapedType::kDynamic;
    if (ShapedType::isDynamic(size) && spec.lengths &&
        (*spec.lengths)[index] >= 0)
      size = (*spec.lengths)[index];
    if (ShapedType::isDynamic(size) || !sum.add(size))
      return ShapedType::kDynamic;
  }
  return sum.get();
}

/// Returns the type that data has after a split of `spec` into `results` has
/// run: inference in the other direction (V4, C5). It is at least as precise as
/// data's type, and not checked against the rules.
static TensorType inferDataType(const SplitSpec &spec, TypeRange results) {
  auto data = dyn_cast<RankedTensorType>(spec.data);
  SmallVector<RankedTensorType> pieces;
  for (Type type : results) {
    pieces.push_back(dyn_cast<RankedTensorType>(type));
    // C5: pieces have data's rank, and no encoding if data is unranked.
    if (!data && pieces.back())
      data =
          cast<RankedTensorType>(spec.withRank(pieces.back().getRank()).data);
  }
  if (!data)
    return spec.data;

  std::optional<int64_t> axis = getCertainAxis(spec, data);
  // A single piece is all of data, whatever the axis.
  if (!axis && spec.numPieces > 1)
    return data;

  SmallVector<int64_t> shape(data.getShape());
  for (auto [dim, size] : llvm::enumerate(shape)) {
    if (!ShapedType::isDynamic(size))
      continue;
    if (axis == int64_t(dim)) {
      size = inferAxisSize(spec, pieces, dim);
      continue;
    }
    for (RankedTensorType piece : pieces)
      if (piece && ShapedType::isDynamic(size))
        size = piece.getDimSize(dim);
  }
  return data.clone(shape);
}

//===----------------------------------------------------------------------===//
// The types of values
//===----------------------------------------------------------------------===//

/// %p = split.split ... -> tensor<?xf32>
/// use(%p)
///
/// becomes
///
/// %p = split.split ... -> tensor<2xf32>
/// %0 = tensor.cast %p : tensor<2xf32> to tensor<?xf32>
/// use(%0)
void TypeChanger::refineType(Value value, TensorType type) {
  Type old = value.getType();
  value.setType(type);
  refinedValues.insert(value);
  if (value.use_empty())
    return;
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  auto cast = tensor::CastOp::create(builder, value.getLoc(), old, value);
  value.replaceAllUsesExcept(cast, cast);
  insertedCasts.insert(cast);
}

Value TypeChanger::castBefore(Operation *op, Value source, Type type) {
  OpBuilder builder(op);
  auto cast = tensor::CastOp::create(builder, op->getLoc(), type, source);
  insertedCasts.insert(cast);
  return cast;
}

void TypeChanger::setOperand(OpOperand &operand, Value value) {
  Value old = operand.get();
  operand.set(value);
  noteLostUse(old);
}

void TypeChanger::replaceAllUses(tensor::CastOp op, Value value) {
  op.getResult().replaceAllUsesWith(value);
  noteLostUse(op);
}

void TypeChanger::noteLostUse(Value value) {
  if (auto cast = value.getDefiningOp<tensor::CastOp>())
    maybeDead.insert(cast);
}

void TypeChanger::eraseDeadCasts() {
  while (!maybeDead.empty()) {
    tensor::CastOp cast = maybeDead.pop_back_val();
    if (!cast->use_empty())
      continue;
    Value source = cast.getSource();
    insertedCasts.erase(cast);
    cast.erase();
    noteLostUse(source);
  }
}

/// Terminates because each form is more precise than the previous one.
ShapeRefiner::Form *ShapeRefiner::getForm(Value value) {
  Form *form = table.lookup(value);
  if (!form)
    return createForm({value, cast<TensorType>(value.getType())});
  // A later op may have refined the form.
  while (Form *next = form->value ? table.lookup(form->value) : nullptr)
    form = next;
  return form;
}

/// Creates the cast before all ops that may need it.
Value ShapeRefiner::getValue(Form *form) {
  if (form->value)
    return form->value;
  Value source = getValue(form->source);
  form->value = changer.castBefore(form->before, source, form->type);
  if (form->user)
    changer.setOperand(*form->user, form->value);
  return form->value;
}

/// Makes an operand that may have any type use the most precise form.
void ShapeRefiner::acceptForm(OpOperand &operand) {
  Form *form = getForm(operand.get());
  if (form->type != operand.get().getType())
    changer.setOperand(operand, getValue(form));
}

/// A block on the path from the region's entry down the dominator tree. Forms
/// at its end are valid in the blocks that it dominates.
struct ShapeRefiner::DominatorTreeNode {
  DominatorTreeNode(FormTable &table, DominanceInfoNode *node)
      : scope(table), node(node), next(node->begin()) {}

  FormTable::ScopeTy scope;
  DominanceInfoNode *node;
  DominanceInfoNode::const_iterator next;
};

void ShapeRefiner::visitRegions(Operation *op) {
  for (Region &region : op->getRegions())
    if (!region.empty())
      visitRegion(region);
}

void ShapeRefiner::visitRegion(Region &region) {
  // The order of ops does not determine what has run.
  if (mayBeGraphRegion(region)) {
    for (Operation &op : region.getOps())
      visitRegions(&op);
    return;
  }
  if (region.hasOneBlock()) {
    FormTable::ScopeTy scope(table);
    visitBlock(region.front());
    return;
  }
  // Not by recursion: there may be many blocks. Those that nothing reaches are
  // left as they are.
  std::deque<DominatorTreeNode> path;
  path.emplace_back(table, dominance.getRootNode(&region));
  visitBlock(region.front());
  while (!path.empty()) {
    DominatorTreeNode &last = path.back();
    if (last.next == last.node->end()) {
      path.pop_back();
      continue;
    }
    DominanceInfoNode *child = *last.next++;
    path.emplace_back(table, child);
    visitBlock(*child->getBlock());
  }
}

/// Also visits casts that are inserted after an op.
void ShapeRefiner::visitBlock(Block &block) {
  if (block.empty())
    return;
  for (Operation *op = &block.front(); op; op = op->getNextNode()) {
    visitOp(op);
    visitRegions(op);
  }
}

void ShapeRefiner::visitOp(Operation *op) {
  if (auto cast = dyn_cast<tensor::CastOp>(op))
    return visitCast(cast);
  if (auto split = dyn_cast<SplitOpInterface>(op))
    return visitSplit(split);
  if (isa<tensor::DimOp, tensor::RankOp>(op)) {
    for (OpOperand &operand : op->getOpOperands())
      if (isa<TensorType>(operand.get().getType()))
        acceptForm(operand);
    return;
  }
  auto it = boundary.find(op);
  if (it == boundary.end())
    return;
  it->second = llvm::map_to_vector(op->getOperands(), [&](Value value) -> Type {
    return isa<TensorType>(value.getType()) ? getForm(value)->type
                                            : value.getType();
  });
}

/// Returns whether the source is at least as precise as the result.
static bool isWidening(tensor::CastOp op) {
  TensorType source = op.getSource().getType();
  return joinTypes(source, op.getType()) == source;
}

/// Uses that accept a more precise type get it; the cast remains for other
/// uses, unless there is a value of its type.
void ShapeRefiner::visitCast(tensor::CastOp op) {
  // %1 = tensor.cast %0 : tensor<4xf32> to tensor<?xf32>
  // %2 = tensor.cast %1 : tensor<?xf32> to tensor<*xf32>
  //
  // becomes
  //
  // %2 = tensor.cast %0 : tensor<4xf32> to tensor<*xf32>
  auto source = op.getSource().getDefiningOp<tensor::CastOp>();
  while (source && isWidening(source) &&
         tensor::CastOp::areCastCompatible(source.getSource().getType(),
                                           op.getType())) {
    changer.setOperand(op.getSourceMutable(), source.getSource());
    source = source.getSource().getDefiningOp<tensor::CastOp>();
  }

  if (op->use_empty())
    return;
  Form *form = getForm(op.getSource());
  TensorType joined = joinTypes(form->type, op.getType());
  if (form->type == op.getType())
    changer.replaceAllUses(op, getValue(form));
  else if (joined && joined == form->type)
    table.insert(op, form);
  else if (joined && joined != op.getType())
    table.insert(op, createForm({Value(), joined, form, op}));
}

/// Gives data and results the most precise types. If those break a rule, the
/// program fails at run time and the op does not change.
///
/// %0 = use(%x) : tensor<?xf32>
/// %1:2 = split.variadic_split %x axis(0) lengths [2, -1]
///     : tensor<?xf32> -> tensor<?xf32>, tensor<5xf32>
/// %2 = tensor.dim %x, %c0
///
/// becomes
///
/// %0 = use(%x) : tensor<?xf32>
/// %x1 = tensor.cast %x : tensor<?xf32> to tensor<7xf32>
/// %1:2 = split.variadic_split %x1 axis(0) lengths [2, -1]
///     : tensor<7xf32> -> tensor<2xf32>, tensor<5xf32>
/// %2 = tensor.dim %x1, %c0
void ShapeRefiner::visitSplit(SplitOpInterface op) {
  OpOperand &data = op->getOpOperand(0);
  Value given = data.get();
  SplitSpec spec = op.getSpec();
  Form *known = getForm(given);
  if (known->type != spec.data) {
    spec.data = known->type;
    if (!obeysRules(spec, op->getResultTypes()))
      return;
    changer.setOperand(data, getValue(known));
  }
  Value accepted = data.get();

  std::optional<SmallVector<Type>> types =
      refinePieceTypes(spec, op->getResultTypes());
  if (!types)
    return;
  SplitSpec backward = spec;
  backward.data = inferDataType(spec, *types);
  if (backward.data != spec.data) {
    if (auto precise = refinePieceTypes(backward, *types)) {
      known = createForm({Value(), backward.data, known, op, &data});
      // Create the cast now if results become more precise, otherwise when a
      // later use needs it.
      if (*precise != *types)
        getValue(known);
      types = precise;
    }
  }

  // In reverse, so that casts are in order.
  for (auto [result, type] :
       llvm::reverse(llvm::zip_equal(op->getResults(), llvm::ArrayRef(*types))))
    if (result.getType() != type)
      changer.refineType(result, cast<TensorType>(type));
  learn(accepted, known);
  if (given != accepted)
    learn(given, known);
}

/// Records that after the visited op, `data` and the values that it is a cast
/// of have the form `known`.
void ShapeRefiner::learn(Value data, Form *known) {
  for (Value value = data; value;) {
    TensorType type = getForm(value)->type;
    if (joinTypes(type, known->type) != known->type)
      return;
    if (type != known->type)
      table.insert(value, known);
    auto cast = value.getDefiningOp<tensor::CastOp>();
    value = cast ? cast.getSource() : Value();
  }
}
