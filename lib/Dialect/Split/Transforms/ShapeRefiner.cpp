//===- ShapeRefiner.cpp - refinement of types within a body ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShapeRefiner.h"

#include "TypePrecision.h"
#include "mlir/IR/RegionKindInterface.h"

using namespace mlir;
using namespace mlir::split;

//===----------------------------------------------------------------------===//
// TypeChanger
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

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

/// Each form is more precise than the one before, so this ends.
ShapeRefiner::Form *ShapeRefiner::getForm(Value value) {
  Form *form = table.lookup(value);
  if (!form)
    return createForm({value, cast<TensorType>(value.getType())});
  // More may have been learnt of the value since.
  while (Form *next = form->value ? table.lookup(form->value) : nullptr)
    form = next;
  return form;
}

/// The cast is made where everything that may ask for it comes later.
Value ShapeRefiner::getValue(Form *form) {
  if (form->value)
    return form->value;
  Value source = getValue(form->source);
  form->value = changer.castBefore(form->before, source, form->type);
  if (form->user)
    changer.setOperand(*form->user, form->value);
  return form->value;
}

/// For uses that any type suits.
void ShapeRefiner::acceptForm(OpOperand &operand) {
  Form *form = getForm(operand.get());
  if (form->type != operand.get().getType())
    changer.setOperand(operand, getValue(form));
}

//===----------------------------------------------------------------------===//
// Order: an op comes after those that dominate it
//===----------------------------------------------------------------------===//

/// A block on the path from the region's entry down the dominator tree; what is
/// known at its end holds in the blocks below it.
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
  // An order of ops says nothing there of what has run.
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

/// Visits casts that come to stand right after an op, too.
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

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// Whether the source is at least as precise as the result.
static bool isWidening(tensor::CastOp op) {
  TensorType source = op.getSource().getType();
  return joinTypes(source, op.getType()) == source;
}

/// Uses of the cast that take a more precise type get it; the cast itself is
/// for those that do not. It vanishes if there is a value of its type.
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

/// Data and results take the most precise types that the rules allow. Where
/// they would break one, the program fails at run time, and the op stays.
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
      // A cast is worth it if the results gain by it; otherwise if a later use
      // does.
      if (*precise != *types)
        getValue(known);
      types = precise;
    }
  }

  // From the last, so that casts stand in order.
  for (auto [result, type] :
       llvm::reverse(llvm::zip_equal(op->getResults(), llvm::ArrayRef(*types))))
    if (result.getType() != type)
      changer.refineType(result, cast<TensorType>(type));
  learn(accepted, known);
  if (given != accepted)
    learn(given, known);
}

/// Where the op being visited has run, `data` is what `known` is, and so is
/// every value that it is a cast of.
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
