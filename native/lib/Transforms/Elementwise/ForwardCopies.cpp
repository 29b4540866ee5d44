//===- ForwardCopies.cpp - Results written to their target ----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForwardCopies.h"

#include "MemoryBases.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
using linalg::LinalgOp;

/// Returns the source and the target if `op` is a copy, else null.
static std::pair<Value, Value> getCopy(Operation *op) {
  if (auto copy = dyn_cast<memref::CopyOp>(op))
    return {copy.getSource(), copy.getTarget()};
  if (auto copy = dyn_cast<linalg::CopyOp>(op)) {
    Value source = copy.getInputs()[0], target = copy.getOutputs()[0];
    // Between element types, it converts.
    if (copy.hasPureBufferSemantics() &&
        getElementTypeOrSelf(source) == getElementTypeOrSelf(target))
      return {source, target};
  }
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (generic && generic.hasPureBufferSemantics() &&
      generic.getNumDpsInputs() == 1 && generic.getNumDpsInits() == 1 &&
      llvm::all_of(generic.getIndexingMapsArray(),
                   [](AffineMap map) { return map.isIdentity(); }) &&
      generic.getBody()->getTerminator()->getOperand(0) ==
          generic.getBody()->getArgument(0))
    return {generic.getInputs()[0], generic.getOutputs()[0]};
  return {};
}

/// Returns the init by which an op writes all of `alloc`, if `copy` is the only
/// op that reads it.
static OpOperand *getOnlyWrite(memref::AllocOp alloc, Operation *copy) {
  OpOperand *write = nullptr;
  for (OpOperand &use : alloc->getUses()) {
    if (use.getOwner() == copy || isa<memref::DeallocOp>(use.getOwner()))
      continue;
    auto op = dyn_cast<LinalgOp>(use.getOwner());
    if (write || !op || op->getBlock() != copy->getBlock() ||
        !op->isBeforeInBlock(copy) || !op.isDpsInit(&use) ||
        !op.getMatchingIndexingMap(&use).isIdentity() ||
        !op.getMatchingBlockArgument(&use).use_empty())
      return nullptr;
    write = &use;
  }
  return write;
}

/// Returns the slice whose elements `memref` has, or null.
static memref::SubViewOp getSlice(Value memref) {
  while (auto collapse = memref.getDefiningOp<memref::CollapseShapeOp>())
    memref = collapse.getSrc();
  return memref.getDefiningOp<memref::SubViewOp>();
}

/// Whether the two memrefs certainly share no memory.
static bool areDisjoint(Value memref, Value other) {
  Value base = getMemoryBase(memref), otherBase = getMemoryBase(other);
  if (base != otherBase)
    return isDistinctMemoryBase(base) && isDistinctMemoryBase(otherBase);
  memref::SubViewOp view = getSlice(memref), otherView = getSlice(other);
  if (!view || !otherView || view.getSource() != otherView.getSource())
    return false;
  FailureOr<bool> overlap = ValueBoundsConstraintSet::areOverlappingSlices(
      memref.getContext(), HyperrectangularSlice(view),
      HyperrectangularSlice(otherView));
  return succeeded(overlap) && !*overlap;
}

/// Whether `op` accesses no memory that may be in `memref`.
static bool isIndependent(Operation &op, Value memref) {
  if (isMemoryEffectFree(&op) || isa<memref::AllocOp, memref::DeallocOp>(op))
    return true;
  if (!isa<LinalgOp, memref::CopyOp>(op))
    return false;
  return llvm::all_of(op.getOperands(), [&](Value operand) {
    return !isa<MemRefType>(operand.getType()) || areDisjoint(operand, memref);
  });
}

/// Appends to `ops` the ops of the block of `op` after `op` that define `value`
/// and its operands, in order. Fails if they cannot be moved before `op`.
static LogicalResult collectDefinitions(Value value, Operation *op,
                                        SetVector<Operation *> &ops) {
  Operation *definition = value.getDefiningOp();
  if (!definition || definition->getBlock() != op->getBlock() ||
      definition->isBeforeInBlock(op) || ops.contains(definition))
    return success();
  if (definition->getNumRegions() != 0 ||
      (!isPure(definition) && !isa<memref::AllocOp>(definition)))
    return failure();
  for (Value operand : definition->getOperands())
    if (failed(collectDefinitions(operand, op, ops)))
      return failure();
  ops.insert(definition);
  return success();
}

static LogicalResult forwardCopy(RewriterBase &rewriter, Operation *copy) {
  auto [source, target] = getCopy(copy);
  auto alloc = source ? source.getDefiningOp<memref::AllocOp>() : nullptr;
  OpOperand *write = alloc ? getOnlyWrite(alloc, copy) : nullptr;
  auto type = target ? cast<MemRefType>(target.getType()) : nullptr;
  if (!write || !type.isLastDimUnitStride() ||
      type.getShape() != alloc.getType().getShape())
    return failure();
  Operation *op = write->getOwner();
  for (Operation *between = op->getNextNode(); between != copy;
       between = between->getNextNode())
    if (!isIndependent(*between, target))
      return failure();
  // No other operand of the op may share memory with the target.
  for (OpOperand &operand : op->getOpOperands())
    if (&operand != write && isa<MemRefType>(operand.get().getType()) &&
        !areDisjoint(operand.get(), target))
      return failure();
  SetVector<Operation *> definitions;
  if (failed(collectDefinitions(target, op, definitions)))
    return failure();
  for (Operation *definition : definitions)
    rewriter.moveOpBefore(definition, op);
  rewriter.startOpModification(op);
  write->set(target);
  rewriter.finalizeOpModification(op);
  rewriter.eraseOp(copy);
  for (Operation *user : llvm::make_early_inc_range(alloc->getUsers()))
    rewriter.eraseOp(user);
  rewriter.eraseOp(alloc);
  return success();
}

void mlir::split::native::forwardCopies(RewriterBase &rewriter,
                                        Operation *root) {
  SmallVector<Operation *> copies;
  root->walk([&](Operation *op) {
    if (getCopy(op).first)
      copies.push_back(op);
  });
  for (Operation *copy : copies)
    (void)forwardCopy(rewriter, copy);
}
