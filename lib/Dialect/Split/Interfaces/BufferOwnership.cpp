//===- BufferOwnership.cpp - buffers that end in a split ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/Dialect/Split/Interfaces/Bufferizable.h"

using namespace mlir;
using namespace mlir::split;
using bufferization::AliasingOpOperand;
using bufferization::AliasingOpOperandList;
using bufferization::AnalysisState;
using bufferization::BufferizableOpInterface;

/// How many uses of values are looked at. The question is asked for each piece,
/// so it must not take time in proportion to the program.
static constexpr unsigned maxUses = 64;

namespace {
/// One question for the last owner of a buffer.
class OwnerSearch {
public:
  explicit OwnerSearch(const AnalysisState &state) : state(state) {}

  /// Whether the buffer of `value` is allocated in `next`'s block, and `next`
  /// is the last of a chain of ops that hand it on.
  bool isLastOwner(Operation *next, Value value);

private:
  /// Whether `next` alone takes over the buffer of `value`.
  bool isOnlyTaker(Operation *next, Value value);
  /// Whether what uses `value` has finished when `next` runs, and keeps no
  /// part of its buffer.
  bool isOverBefore(Value value, Operation *next);
  bool isOverBefore(OpOperand &use, Operation *next);
  SmallVector<Value> getAliases(OpOperand &use);

  const AnalysisState &state;
  unsigned numUses = 0;
};
} // namespace

/// Whether the aliases of `op`'s operands are more than it tells by itself:
/// what a region yields, or what a function returns.
static bool hasHiddenAliases(Operation *op) {
  return isa<CallOpInterface, RegionBranchOpInterface>(op);
}

/// Whether `op` has memory for a result, which any op may use at any time.
static bool exposesMemory(Operation *op) {
  return llvm::any_of(op->getResultTypes(), llvm::IsaPred<BaseMemRefType>);
}

/// The values that may share the buffer of `use` after its op. Splits of one
/// buffer would ask each other for ever whether they are its last owner.
SmallVector<Value> OwnerSearch::getAliases(OpOperand &use) {
  if (isa<SplitOpInterface>(use.getOwner()) && use.getOperandNumber() == 0)
    return llvm::to_vector_of<Value>(use.getOwner()->getResults());
  return llvm::map_to_vector(state.getAliasingValues(use),
                             [](const auto &alias) { return alias.value; });
}

bool OwnerSearch::isOverBefore(OpOperand &use, Operation *next) {
  Operation *user = use.getOwner();
  if (++numUses > maxUses || hasHiddenAliases(user) || exposesMemory(user) ||
      user->hasTrait<OpTrait::IsTerminator>() ||
      state.bufferizesToMemoryWrite(use))
    return false;
  Operation *ancestor = next->getBlock()->findAncestorOpInBlock(*user);
  bool isBefore =
      ancestor && ancestor != next && ancestor->isBeforeInBlock(next);
  // Sizes may be asked for at any time.
  SmallVector<Value> aliases = getAliases(use);
  if (!isBefore)
    return aliases.empty() && !state.bufferizesToMemoryRead(use);
  return llvm::all_of(aliases,
                      [&](Value alias) { return isOverBefore(alias, next); });
}

bool OwnerSearch::isOverBefore(Value value, Operation *next) {
  return llvm::all_of(value.getUses(),
                      [&](OpOperand &use) { return isOverBefore(use, next); });
}

bool OwnerSearch::isOnlyTaker(Operation *next, Value value) {
  unsigned numTaken = 0;
  return llvm::all_of(value.getUses(), [&](OpOperand &use) {
    if (use.getOwner() != next)
      return isOverBefore(use, next);
    // What `next` only reads is over when it has run.
    return getAliases(use).empty() || ++numTaken == 1;
  });
}

bool OwnerSearch::isLastOwner(Operation *next, Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != next->getBlock() || ++numUses > maxUses ||
      hasHiddenAliases(op) || !isOnlyTaker(next, value))
    return false;
  if (auto split = dyn_cast<SplitOpInterface>(op))
    return isLastOwner(op, split.getData());
  BufferizableOpInterface model = state.getOptions().dynCastBufferizableOp(op);
  if (!model || !model.isWritable(value, state))
    return false;
  AliasingOpOperandList owners = model.getAliasingOpOperands(value, state);
  if (owners.getNumAliases() == 0)
    return model.bufferizesToAllocation(value);
  return llvm::all_of(owners, [&](const AliasingOpOperand &owner) {
    return owner.opOperand->getOwner() == op &&
           isLastOwner(op, owner.opOperand->get());
  });
}

bool mlir::split::isLastOwner(SplitOpInterface op, const AnalysisState &state) {
  return OwnerSearch(state).isLastOwner(op, op.getData());
}
