//===- BufferOwnership.cpp - buffers that end in a split ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferOwnership.h"

#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace mlir::split;
using bufferization::AliasingOpOperand;
using bufferization::AliasingOpOperandList;
using bufferization::AnalysisState;
using bufferization::BufferizableOpInterface;

/// How many ops a buffer is followed through. The question is asked for each
/// piece, so it must not take time in proportion to the program.
static constexpr unsigned maxOwners = 32;

/// Whether `use` neither keeps the buffer of its value nor touches it once
/// `next` runs.
static bool isOverBefore(OpOperand &use, Operation *next,
                         const AnalysisState &state) {
  if (state.getAliasingValues(use).getNumAliases() != 0 ||
      state.bufferizesToMemoryWrite(use))
    return false;
  if (!state.bufferizesToMemoryRead(use))
    return true;
  Operation *reader = next->getBlock()->findAncestorOpInBlock(*use.getOwner());
  return reader && reader != next && reader->isBeforeInBlock(next);
}

/// Whether `next` alone takes over the buffer of `value`.
static bool isOnlyTaker(Operation *next, Value value,
                        const AnalysisState &state) {
  unsigned numTaken = 0;
  for (OpOperand &use : value.getUses()) {
    bool isTaken = use.getOwner() == next;
    if (isTaken ? ++numTaken > 1 : !isOverBefore(use, next, state))
      return false;
  }
  return true;
}

/// Whether the buffer of `value` is allocated in `next`'s block, and `next` is
/// the last of a chain of ops that hand it on.
static bool isLastOwner(Operation *next, Value value,
                        const AnalysisState &state, unsigned numOwners) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != next->getBlock() || numOwners == maxOwners ||
      !isOnlyTaker(next, value, state))
    return false;
  if (auto split = dyn_cast<SplitOpInterface>(op))
    return isLastOwner(split, split.getData(), state, numOwners + 1);
  // Other operands than those that alias may come out of a region, or of a
  // function.
  if (isa<CallOpInterface, RegionBranchOpInterface>(op))
    return false;
  BufferizableOpInterface model = state.getOptions().dynCastBufferizableOp(op);
  if (!model || !model.isWritable(value, state))
    return false;
  AliasingOpOperandList owners = model.getAliasingOpOperands(value, state);
  if (owners.getNumAliases() == 0)
    return model.bufferizesToAllocation(value);
  return llvm::all_of(owners, [&](const AliasingOpOperand &owner) {
    return owner.opOperand->getOwner() == op &&
           isLastOwner(op, owner.opOperand->get(), state, numOwners + 1);
  });
}

bool mlir::split::isLastOwner(SplitOpInterface op, const AnalysisState &state) {
  return ::isLastOwner(op, op.getData(), state, /*numOwners=*/0);
}
