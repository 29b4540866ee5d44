//===- BufferOwnership.cpp - Last owners of buffers -----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/Interfaces/BufferOwnership.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "split-buffer-ownership"

using namespace mlir;
using namespace mlir::split;
using bufferization::AliasingOpOperand;
using bufferization::AliasingOpOperandList;
using bufferization::AnalysisState;
using bufferization::BufferizableOpInterface;

/// Limits how many uses of values a search visits. There is a search for each
/// piece, so its time must not depend on the size of the program.
static constexpr unsigned kMaxUses = 64;

namespace {
/// Searches the owners of a buffer.
class OwnerSearch {
public:
  explicit OwnerSearch(const AnalysisState &state) : state(state) {}

  /// Returns whether the buffer of `value` is allocated in `next`'s block, and
  /// `next` is the last in a chain of ops that pass it on.
  bool isLastOwner(Operation *next, Value value);

private:
  /// Returns whether only `next` takes over the buffer of `value`.
  bool isOnlyTaker(Operation *next, Value value);
  /// Returns whether all uses of `value` are over when `next` runs, and keep no
  /// part of its buffer.
  bool isOverBefore(Value value, Operation *next);
  bool isOverBefore(OpOperand &use, Operation *next);
  SmallVector<Value> getAliases(OpOperand &use);

  const AnalysisState &state;
  unsigned numUses = 0;
};
} // namespace

/// Returns whether operands of `op` may have aliases that its own model does
/// not report: values that a region yields or a function returns.
static bool hasHiddenAliases(Operation *op) {
  return isa<CallOpInterface, RegionBranchOpInterface>(op);
}

/// Returns whether `op` has a memref result, which later ops may use unnoticed.
static bool exposesMemory(Operation *op) {
  return llvm::any_of(op->getResultTypes(), llvm::IsaPred<BaseMemRefType>);
}

/// Returns the values that may share the buffer of `use` after its op. Does not
/// use the model of splits: two splits of one buffer would search each other
/// forever.
SmallVector<Value> OwnerSearch::getAliases(OpOperand &use) {
  if (isa<SplitOpInterface>(use.getOwner()) && use.getOperandNumber() == 0)
    return llvm::to_vector_of<Value>(use.getOwner()->getResults());
  return llvm::map_to_vector(state.getAliasingValues(use),
                             [](const auto &alias) { return alias.value; });
}

bool OwnerSearch::isOverBefore(OpOperand &use, Operation *next) {
  Operation *user = use.getOwner();
  if (++numUses > kMaxUses || hasHiddenAliases(user) || exposesMemory(user) ||
      user->hasTrait<OpTrait::IsTerminator>() ||
      state.bufferizesToMemoryWrite(use))
    return false;
  Operation *ancestor = next->getBlock()->findAncestorOpInBlock(*user);
  bool isBefore =
      ancestor && ancestor != next && ancestor->isBeforeInBlock(next);
  // A later op may read sizes.
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
    // A use that `next` only reads is over after `next`.
    return getAliases(use).empty() || ++numTaken == 1;
  });
}

bool OwnerSearch::isLastOwner(Operation *next, Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != next->getBlock() || ++numUses > kMaxUses ||
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
  bool isLast = OwnerSearch(state).isLastOwner(op, op.getData());
  LDBG() << op.getLoc() << ": "
         << (isLast ? "last owner" : "not certainly the last owner")
         << " of the buffer of its data";
  return isLast;
}

bool mlir::split::hasDisjointViews(SplitOpInterface op) {
  bufferization::BufferizationOptions options;
  options.bufferizeFunctionBoundaries = true;
  return isa<RankedTensorType>(op.getData().getType()) &&
         llvm::all_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>) &&
         isLastOwner(op, AnalysisState(options));
}
