//===- IsolateBoundaries.cpp - value semantics at boundaries --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

namespace mlir {
namespace split {
#define GEN_PASS_DEF_SPLITISOLATEBOUNDARIESPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace split
} // namespace mlir

using namespace mlir;
using namespace mlir::split;
using bufferization::AnalysisState;
using bufferization::BufferizationDialect;

static void protectArguments(func::FuncOp function) {
  StringRef name = BufferizationDialect::kWritableAttrName;
  Builder builder(function.getContext());
  for (BlockArgument argument : function.getArguments())
    if (isa<TensorType>(argument.getType()) &&
        !function.getArgAttr(argument.getArgNumber(), name))
      function.setArgAttr(argument.getArgNumber(), name,
                          builder.getBoolAttr(false));
}

/// What `value` is but for the ops of some kinds that it went through.
template <typename... OpTypes>
static Value strip(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<OpTypes...>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// Whether bufferization allocates for `value` itself, so that no other value
/// has its buffer but by casts: a clone, or the result of an op into an empty
/// tensor.
static bool isAllocation(Value value) {
  if (value.getDefiningOp<tensor::EmptyOp>())
    return true;
  if (auto op = value.getDefiningOp<bufferization::ToTensorOp>())
    return op.getBuffer().getDefiningOp<bufferization::CloneOp>() != nullptr;
  auto op = value.getDefiningOp<DestinationStyleOpInterface>();
  if (!op)
    return false;
  OpOperand *init = op.getTiedOpOperand(cast<OpResult>(value));
  return init && init->get().getDefiningOp<tensor::EmptyOp>() &&
         init->get().hasOneUse();
}

/// Whether deallocation copies a returned `value`, which nobody else may free.
static bool isCloned(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return isa<func::FuncOp>(argument.getOwner()->getParentOp());
  return value.getDefiningOp()->hasTrait<OpTrait::ConstantLike>();
}

/// What `value` may share a buffer with, of what its op takes.
static SmallVector<Value> getAliases(Value value, const AnalysisState &state) {
  // Pieces that do not overlap are one buffer to who frees them.
  if (auto split = value.getDefiningOp<SplitOpInterface>())
    return {split.getData()};
  // What a call returns is known only where the callee has been analyzed.
  if (auto call = value.getDefiningOp<CallOpInterface>())
    return llvm::to_vector(
        llvm::make_filter_range(call.getArgOperands(), [](Value operand) {
          return isa<TensorType>(operand.getType());
        }));
  return llvm::map_to_vector(
      state.getAliasingOpOperands(value),
      [](const auto &alias) { return alias.opOperand->get(); });
}

static bool isGivenToFunction(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner()->isEntryBlock() &&
         isa<func::FuncOp>(argument.getOwner()->getParentOp());
}

static bool isCarriedByLoop(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument &&
         isa<LoopLikeOpInterface>(argument.getOwner()->getParentOp());
}

/// What `value` may share a buffer with: itself, and values before it. What a
/// loop carries has a buffer of its own.
static llvm::SmallDenseSet<Value> getSources(Value value,
                                             const AnalysisState &state) {
  llvm::SmallDenseSet<Value> sources;
  SmallVector<Value> work{value};
  while (!work.empty()) {
    Value next = work.pop_back_val();
    if (sources.insert(next).second && !isCarriedByLoop(next))
      llvm::append_range(work, getAliases(next, state));
  }
  return sources;
}

/// Whether `op` hands the values that a loop carries to what comes next.
static bool isLoopTerminator(Operation *op) {
  return op->hasTrait<OpTrait::IsTerminator>() &&
         isa<LoopLikeOpInterface>(op->getParentOp());
}

/// A copy of `value`, which has no buffer in common with it.
static Value copy(OpBuilder &builder, Location loc, Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (type) {
    Value empty = tensor::EmptyOp::create(
        builder, loc, tensor::getMixedSizes(builder, loc, value),
        type.getElementType(), type.getEncoding());
    return linalg::CopyOp::create(builder, loc, value, empty).getResult(0);
  }
  // Nothing makes an empty tensor of a rank that is not known.
  auto buffer = bufferization::ToBufferOp::create(
      builder, loc,
      UnrankedMemRefType::get(getElementTypeOrSelf(value),
                              /*memorySpace=*/Attribute()),
      value, /*read_only=*/true);
  Value clone = bufferization::CloneOp::create(builder, loc, buffer);
  return bufferization::ToTensorOp::create(builder, loc, value.getType(), clone,
                                           /*restrict=*/true,
                                           /*writable=*/true);
}

/// So many reads of a tensor are few to upstream's analysis, which for each of
/// them looks at the others, and at what they make views of.
static constexpr size_t kFewReads = 16;

/// What takes pieces of `argument`: no calls, returns or loops.
static SmallVector<OpOperand *> getReads(BlockArgument argument) {
  SmallVector<OpOperand *> reads;
  for (OpOperand &use : argument.getUses()) {
    bool isRead =
        isa<SplitOpInterface, CopyOp, tensor::ExtractSliceOp>(use.getOwner());
    if (isRead && use.getOperandNumber() == 0)
      reads.push_back(&use);
  }
  return reads;
}

/// Gives each of many reads of `argument` a tensor of its own of the same
/// buffer. Nothing writes there: neither the argument nor these are writable.
/// So `restrict` says no less than the analysis would find out.
static void shareArgument(BlockArgument argument) {
  auto type = dyn_cast<RankedTensorType>(argument.getType());
  if (!type || type.getEncoding())
    return;
  SmallVector<OpOperand *> reads = getReads(argument);
  if (reads.size() <= kFewReads)
    return;
  OpBuilder builder = OpBuilder::atBlockBegin(argument.getOwner());
  auto memory = MemRefType::get(type.getShape(), type.getElementType());
  auto buffer = bufferization::ToBufferOp::create(
      builder, argument.getLoc(), memory, argument, /*read_only=*/true);
  for (OpOperand *read : reads) {
    Operation *op = read->getOwner();
    builder.setInsertionPoint(op);
    read->set(bufferization::ToTensorOp::create(builder, op->getLoc(), type,
                                                buffer, /*restrict=*/true));
  }
}

static void shareArguments(func::FuncOp function) {
  StringRef name = BufferizationDialect::kWritableAttrName;
  for (BlockArgument argument : function.getArguments()) {
    auto writable =
        function.getArgAttrOfType<BoolAttr>(argument.getArgNumber(), name);
    if (writable && !writable.getValue())
      shareArgument(argument);
  }
}

namespace {
struct SplitIsolateBoundariesPass
    : split::impl::SplitIsolateBoundariesPassBase<SplitIsolateBoundariesPass> {
  void runOnOperation() override {
    bufferization::BufferizationOptions options;
    options.bufferizeFunctionBoundaries = true;
    AnalysisState state(options);
    getOperation()->walk([&](LoopLikeOpInterface loop) {
      for (OpOperand &init : loop.getInitsMutable())
        separateInit(init);
    });
    getOperation()->walk([&](Operation *op) {
      if (isLoopTerminator(op))
        separateShared(op, state);
    });
    getOperation()->walk([&](func::FuncOp function) {
      if (function.isExternal())
        return;
      if (function.isPublic())
        protectArguments(function);
      function.walk([&](func::ReturnOp op) {
        if (function.isPublic())
          separateResults(op);
        else
          separateShared(op, state);
      });
      if (function.isPublic())
        shareArguments(function);
    });
  }

private:
  void separateResults(func::ReturnOp op) {
    llvm::SmallDenseSet<Value> allocations;
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<TensorType>(operand.get().getType()))
        continue;
      // The value whose buffer this is after bufferization.
      Value root = strip<tensor::CastOp, tensor::ReshapeOp>(operand.get());
      bool isFirst = allocations.insert(root).second;
      // A cast or a reshape of strided elements is an allocation in the end.
      bool isNew = isCloned(root) && root == operand.get();
      // A clone of unknown rank would need a library.
      bool isClonedAlone =
          isCloned(root) && (isa<RankedTensorType>(operand.get().getType()) ||
                             isa<UnrankedTensorType>(root.getType()));
      bool isOnly = (isClonedAlone || isAllocation(root)) && isFirst;
      if (!isNew && !isOnly)
        separate(operand);
    }
  }

  /// Of operands that may share a buffer all but the first are copied. So is
  /// what a loop would carry on of a value from before it.
  void separateShared(Operation *op, const AnalysisState &state) {
    Operation *parent = op->getParentOp();
    bool isReturn = isa<func::FuncOp>(parent);
    llvm::SmallDenseSet<Value> taken;
    auto isTaken = [&](Value source) {
      // Callers are told which results share a buffer with arguments.
      if (isReturn)
        return taken.contains(source) && !isGivenToFunction(source);
      return taken.contains(source) ||
             !parent->isAncestor(source.getParentBlock()->getParentOp());
    };
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<TensorType>(operand.get().getType()))
        continue;
      llvm::SmallDenseSet<Value> sources = getSources(operand.get(), state);
      if (llvm::any_of(sources, isTaken))
        separate(operand);
      else
        taken.insert_range(sources);
    }
  }

  /// A loop may write to what it starts from, and bufferization copies nothing
  /// of unknown rank to keep the value that others use.
  void separateInit(OpOperand &init) {
    if (!isa<UnrankedTensorType>(init.get().getType()))
      return;
    Value root = strip<tensor::CastOp, tensor::ReshapeOp>(init.get());
    if (!isAllocation(root) || !root.hasOneUse() || !init.get().hasOneUse())
      separate(init);
  }

  void separate(OpOperand &operand) {
    Operation *op = operand.getOwner();
    OpBuilder builder(op);
    Value result =
        copy(builder, op->getLoc(), strip<tensor::CastOp>(operand.get()));
    if (result.getType() != operand.get().getType())
      result = tensor::CastOp::create(builder, op->getLoc(),
                                      operand.get().getType(), result);
    operand.set(result);
    ++numCopies;
  }
};
} // namespace
