//===- IsolateBoundaries.cpp - Value semantics at boundaries --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IsolateBoundaries.h"
#include "UpstreamGaps.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "split-mlir/Dialect/Split/IR/Slice.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/Transforms/Passes.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITISOLATEBOUNDARIESPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
using bufferization::AnalysisState;
using bufferization::BufferizationDialect;

static void protectArguments(func::FuncOp function) {
  StringRef name = BufferizationDialect::kWritableAttrName;
  Builder builder(function.getContext());
  SmallVector<DictionaryAttr> attributes;
  for (BlockArgument argument : function.getArguments()) {
    NamedAttrList list(function.getArgAttrDict(argument.getArgNumber()));
    if (isa<TensorType>(argument.getType()) && !list.get(name))
      list.set(name, builder.getBoolAttr(false));
    attributes.push_back(list.getDictionary(function.getContext()));
  }
  function.setAllArgAttrs(attributes);
}

/// Returns the value from which ops of `OpTypes` compute `value`.
template <typename... OpTypes>
static Value strip(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<OpTypes...>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

bool mlir::split::native::isAllocation(Value value) {
  while (auto op = value.getDefiningOp<DestinationStyleOpInterface>()) {
    OpOperand *init = op.getTiedOpOperand(cast<OpResult>(value));
    if (!init || !llvm::all_equal(init->get().getUsers()) ||
        init->get().getParentBlock() != op->getBlock())
      return false;
    value = init->get();
  }
  if (isa_and_nonnull<tensor::ConcatOp, tensor::EmptyOp>(value.getDefiningOp()))
    return true;
  auto op = value.getDefiningOp<bufferization::ToTensorOp>();
  if (!op || !op.getWritable() || !op.getBuffer().getDefiningOp())
    return false;
  // Loops and private functions pass unranked buffers without other users.
  return isa<bufferization::CloneOp>(op.getBuffer().getDefiningOp()) ||
         (isa<UnrankedTensorType>(value.getType()) && value.hasOneUse() &&
          isa<LoopLikeOpInterface, CallOpInterface>(
              op.getBuffer().getDefiningOp()));
}

/// Whether deallocation clones `value` where a function returns it.
static bool isCloned(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return isa<func::FuncOp>(argument.getOwner()->getParentOp());
  return value.getDefiningOp()->hasTrait<OpTrait::ConstantLike>();
}

SmallVector<Value> mlir::split::native::getAliases(Value value,
                                                   const AnalysisState &state) {
  // Splits hide from bufferization that disjoint pieces share a buffer, which
  // matters here, because it must be freed once.
  if (auto split = value.getDefiningOp<SplitOpInterface>())
    return {split.getData()};
  // Results of a call may alias any operand: the callee is not analyzed.
  if (auto call = value.getDefiningOp<CallOpInterface>())
    return llvm::filter_to_vector(call.getArgOperands(), [](Value operand) {
      return isa<TensorType>(operand.getType());
    });
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

/// Returns `value` and the values before it with which it may share a buffer.
/// Each value that a loop carries has its own buffer.
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

/// Whether `op` forwards the values that a loop carries.
static bool isLoopTerminator(Operation *op) {
  return op->hasTrait<OpTrait::IsTerminator>() &&
         isa<LoopLikeOpInterface>(op->getParentOp());
}

/// Creates a copy of `value` in another buffer.
static Value copy(OpBuilder &builder, Location loc, Value value) {
  if (isa<RankedTensorType>(value.getType())) {
    Value empty = createEmpty(builder, loc, value,
                              tensor::getMixedSizes(builder, loc, value));
    return linalg::CopyOp::create(builder, loc, value, empty).getResult(0);
  }
  // No op creates an empty unranked tensor.
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

void mlir::split::native::separate(OpOperand &operand) {
  Operation *op = operand.getOwner();
  OpBuilder builder(getPlaceOfOperands(op));
  Value result =
      copy(builder, op->getLoc(), strip<tensor::CastOp>(operand.get()));
  if (result.getType() != operand.get().getType())
    result = tensor::CastOp::create(builder, op->getLoc(),
                                    operand.get().getType(), result);
  operand.set(result);
}

/// The number of reads of a tensor up to which the time of upstream's analysis,
/// which is quadratic in this number, does not matter.
static constexpr size_t kFewReads = 16;

/// Returns the uses of `argument` by ops that read pieces of it. The split ops
/// are named because no interface distinguishes such ops from calls, returns
/// and loops.
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

/// Returns the type of the memref to which bufferization converts `argument`.
static MemRefType getBufferType(BlockArgument argument) {
  auto function = cast<func::FuncOp>(argument.getOwner()->getParentOp());
  auto type = cast<RankedTensorType>(argument.getType());
  auto layout = function.getArgAttrOfType<MemRefLayoutAttrInterface>(
      argument.getArgNumber(), BufferizationDialect::kBufferLayoutAttrName);
  return MemRefType::get(type.getShape(), type.getElementType(), layout);
}

/// Whether `argument` is a ranked tensor that is not writable.
static bool isReadOnly(BlockArgument argument) {
  auto type = dyn_cast<RankedTensorType>(argument.getType());
  auto function = cast<func::FuncOp>(argument.getOwner()->getParentOp());
  auto writable = function.getArgAttrOfType<BoolAttr>(
      argument.getArgNumber(), BufferizationDialect::kWritableAttrName);
  return type && !type.getEncoding() && writable && !writable.getValue();
}

/// Replaces each of many reads of `argument` by a tensor of the same buffer.
/// Neither the argument nor these tensors are writable, so the analysis would
/// allow the same as `restrict`.
static void shareArgument(BlockArgument argument) {
  SmallVector<OpOperand *> reads = getReads(argument);
  if (reads.size() <= kFewReads)
    return;
  OpBuilder builder = OpBuilder::atBlockBegin(argument.getOwner());
  auto buffer = bufferization::ToBufferOp::create(
      builder, argument.getLoc(), getBufferType(argument), argument,
      /*read_only=*/true);
  for (OpOperand *read : reads) {
    Operation *op = read->getOwner();
    builder.setInsertionPoint(op);
    read->set(bufferization::ToTensorOp::create(
        builder, op->getLoc(), argument.getType(), buffer, /*restrict=*/true));
  }
}

/// The number of pairs of a tensor argument and a result from which the time of
/// upstream's analysis matters. The analysis compares each pair.
static constexpr size_t kManyPairs = 4096;

/// Replaces tensor arguments that are not writable by memrefs, as bufferization
/// would do later. Upstream's analysis then does not compare them with the
/// results. Does so only if there are many pairs and nothing calls `function`.
static void bufferizeArguments(func::FuncOp function) {
  if (size_t(function.getNumArguments()) * function.getNumResults() <
          kManyPairs ||
      !function.symbolKnownUseEmpty(function->getParentOp()))
    return;
  OpBuilder builder = OpBuilder::atBlockBegin(&function.front());
  SmallVector<DictionaryAttr> attributes;
  function.getAllArgAttrs(attributes);
  for (BlockArgument argument : function.getArguments()) {
    if (!isReadOnly(argument))
      continue;
    Type type = argument.getType();
    unsigned number = argument.getArgNumber();
    NamedAttrList kept(attributes[number]);
    kept.erase(BufferizationDialect::kWritableAttrName);
    kept.erase(BufferizationDialect::kBufferLayoutAttrName);
    attributes[number] = kept.getDictionary(function.getContext());
    argument.setType(getBufferType(argument));
    auto tensor = bufferization::ToTensorOp::create(
        builder, argument.getLoc(), type, argument, /*restrict=*/true);
    argument.replaceAllUsesExcept(tensor, tensor);
  }
  function.setType(builder.getFunctionType(function.front().getArgumentTypes(),
                                           function.getResultTypes()));
  function.setAllArgAttrs(attributes);
}

/// Lets the body of `op` read each output that the op may leave partly
/// unwritten. Upstream assumes that an output that the body does not read is
/// overwritten, and gives the op an uninitialized buffer.
static void readPartialOutputs(linalg::LinalgOp op) {
  for (OpOperand &init : op.getDpsInitsMutable()) {
    if (!isa<TensorType>(init.get().getType()) ||
        op.getMatchingIndexingMap(&init).isPermutation())
      continue;
    BlockArgument argument = op.getMatchingBlockArgument(&init);
    if (!argument.use_empty())
      continue;
    // Canonicalization of buffers removes this use.
    OpBuilder builder = OpBuilder::atBlockBegin(op.getBlock());
    UnrealizedConversionCastOp::create(builder, op.getLoc(), argument.getType(),
                                       argument);
  }
}

namespace {
struct SplitIsolateBoundariesPass
    : split::native::impl::SplitIsolateBoundariesPassBase<
          SplitIsolateBoundariesPass> {
  void runOnOperation() override {
    bufferization::BufferizationOptions options;
    options.bufferizeFunctionBoundaries = true;
    AnalysisState state(options);
    numCopies += passUnrankedAsBuffers(getOperation());
    getOperation()->walk(readPartialOutputs);
    getOperation()->walk(
        [&](scf::ForallOp loop) { numCopies += isolateOutputs(loop, state); });
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
      if (function.isPublic()) {
        for (BlockArgument argument : function.getArguments())
          if (isReadOnly(argument))
            shareArgument(argument);
        bufferizeArguments(function);
      }
      numCopies += cutAliasChains(function, state);
    });
  }

private:
  void separateResults(func::ReturnOp op) {
    llvm::SmallDenseSet<Value> allocations;
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<TensorType>(operand.get().getType()))
        continue;
      // The value with this buffer after bufferization.
      Value root = strip<tensor::CastOp, tensor::ReshapeOp>(operand.get());
      bool isFirst = allocations.insert(root).second;
      // Casts and reshapes of strided elements become allocations later.
      bool isNew = isCloned(root) && root == operand.get();
      // A clone of unknown rank would need a runtime library.
      bool isClonedAlone =
          isCloned(root) && (isa<RankedTensorType>(operand.get().getType()) ||
                             isa<UnrankedTensorType>(root.getType()));
      bool isOnly = (isClonedAlone || isAllocation(root)) && isFirst;
      if (!isNew && !isOnly)
        copyOperand(operand);
    }
  }

  /// Copies operands that may share a buffer with an earlier operand and, in
  /// loops, those that may share one with a value from before the loop.
  void separateShared(Operation *op, const AnalysisState &state) {
    Operation *parent = op->getParentOp();
    bool isReturn = isa<func::FuncOp>(parent);
    llvm::SmallDenseSet<Value> taken;
    auto isTaken = [&](Value source) {
      // Callers know which results share a buffer with arguments.
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
        copyOperand(operand);
      else
        taken.insert_range(sources);
    }
  }

  void copyOperand(OpOperand &operand) {
    separate(operand);
    ++numCopies;
  }
};
} // namespace
