//===- Blocks.cpp - Functions of several blocks as terms ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block runs if one of the branches to it is taken. The operands of that
// branch are its arguments. The returns are branches to one more block.
//
//===----------------------------------------------------------------------===//

#include "Encoder.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "llvm/ADT/PostOrderIterator.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::verification;

/// Returns the first branch that does not lead to later blocks only, or that is
/// not known, or null.
static Operation *findUnknownEnd(ArrayRef<Block *> blocks) {
  llvm::DenseSet<Block *> started;
  for (Block *block : blocks) {
    started.insert(block);
    Operation *end = block->getTerminator();
    if (!isa<cf::BranchOp, cf::CondBranchOp, func::ReturnOp>(end) ||
        llvm::any_of(end->getSuccessors(),
                     [&](Block *next) { return started.contains(next); }))
      return end;
  }
  return nullptr;
}

/// Sets the path and the arguments of a block.
void Encoder::encodeEdges(Block &block, ArrayRef<Edge> edges) {
  path = terms.getBool(false);
  for (const Edge &edge : edges)
    path = terms.either(path, edge.condition);
  copySymbols(edges.back().operands, block.getArguments());
  for (const Edge &edge : llvm::drop_begin(llvm::reverse(edges)))
    for (BlockArgument arg : block.getArguments())
      encodeMerge(arg, makeSymbol(edge.condition),
                  edge.operands[arg.getArgNumber()], arg, edge.op);
}

Operation *Encoder::encodeBlocks(Region &body) {
  llvm::ReversePostOrderTraversal<Region *> order(&body);
  SmallVector<Block *> blocks(order.begin(), order.end());
  if (Operation *end = findUnknownEnd(blocks))
    return end;
  llvm::DenseMap<Block *, SmallVector<Edge>> edges;
  SmallVector<Edge> returns;
  exit = std::make_unique<Block>();
  for (Block *block : blocks) {
    if (block != entry)
      encodeEdges(*block, edges[block]);
    Operation *end = block->getTerminator();
    encodeBlock(*block);
    if (isa<func::ReturnOp>(end))
      returns.push_back({path, end->getOperands(), end});
    if (auto branch = dyn_cast<cf::BranchOp>(end))
      edges[branch.getDest()].push_back({path, branch.getDestOperands(), end});
    auto branch = dyn_cast<cf::CondBranchOp>(end);
    if (!branch)
      continue;
    Symbol condition = getScalar(branch.getCondition());
    require(end, terms.negate(condition.poison));
    edges[branch.getTrueDest()].push_back(
        {terms.both(path, condition.term), branch.getTrueDestOperands(), end});
    edges[branch.getFalseDest()].push_back(
        {terms.both(path, terms.negate(condition.term)),
         branch.getFalseDestOperands(), end});
  }
  for (Value operand : returns.front().operands)
    exit->addArgument(operand.getType(), operand.getLoc());
  encodeEdges(*exit, returns);
  encodeReturn(exit->getArguments());
  return nullptr;
}
