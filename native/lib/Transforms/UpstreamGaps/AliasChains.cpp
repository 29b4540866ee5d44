//===- AliasChains.cpp - Long chains of ops on one buffer -----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each op, upstream's analysis compares all reads with all writes of the
// values that may share its buffer, and follows the chain of ops before each.
// This takes O(n^4) time for a chain of n tensor.insert_slice. If later ops use
// only one value of a buffer that the block has allocated, the analysis may
// forget what was before: the value is replaced by a tensor of its buffer.
//
// To find out whether a conditional or a loop writes to a tensor, the analysis
// asks this for each op in it, and so on, which takes O(2^n) time for n levels
// without a write. To find the type of a value that a loop carries, it asks for
// the types of the initial value and of the value that the body yields, which
// takes as long. A copy is a write, and its type is known.
//
//===----------------------------------------------------------------------===//

#include "IsolateBoundaries.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/EquivalenceClasses.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
using bufferization::AnalysisState;
using bufferization::BufferizableOpInterface;

/// The number of ops on a buffer after which the analysis may forget them.
static constexpr unsigned kFewOps = 16;

/// The number of ops on a buffer from which the time of the analysis matters.
static constexpr unsigned kManyOps = 64;

/// The number of nested conditionals and loops after which their results are
/// copied.
static constexpr unsigned kFewLevels = 16;

static auto getTensors(ValueRange values) {
  return llvm::make_filter_range(
      values, [](Value value) { return isa<TensorType>(value.getType()); });
}

/// Returns the tensors that the regions of `op` take and pass on.
static SmallVector<Value> getPassedTensors(Operation *op) {
  SmallVector<Value> passed;
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      llvm::append_range(passed, getTensors(block.getArguments()));
      if (block.mightHaveTerminator())
        llvm::append_range(passed,
                           getTensors(block.getTerminator()->getOperands()));
    }
  return passed;
}

/// Calls `visit(top, op)` for each op in `block` but its terminator, nested ops
/// included. `top` is the op of the block that is `op` or contains it.
static void forEachOp(Block &block,
                      function_ref<void(Operation *, Operation *)> visit) {
  for (Operation &top : block.without_terminator())
    top.walk([&](Operation *op) { visit(&top, op); });
}

/// Whether `op` may return a buffer that other values share, or that must not
/// be written.
static bool isUnknown(Operation *op) {
  return !isa<BufferizableOpInterface>(op) ||
         isa<CallOpInterface, bufferization::ToTensorOp>(op) ||
         op->hasTrait<OpTrait::ConstantLike>();
}

/// Returns the operand over which an op writes `result`, or null.
static OpOperand *getWritten(OpResult result) {
  Operation *op = result.getOwner();
  if (auto writer = dyn_cast<DestinationStyleOpInterface>(op))
    return writer.getTiedOpOperand(result);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return loop.getTiedLoopInit(result);
  return nullptr;
}

/// Returns an operand whose buffer, if it is contiguous, makes that of `result`
/// contiguous, or null.
static Value getContiguousSource(OpResult result) {
  Operation *op = result.getOwner();
  if (OpOperand *written = getWritten(result))
    return written->get();
  if (isa<tensor::CastOp>(op))
    return op->getOperand(0);
  if (isa<arith::SelectOp>(op))
    return op->getOperand(1);
  if (isa<scf::IfOp, scf::ExecuteRegionOp>(op))
    return op->getRegion(0).front().getTerminator()->getOperand(
        result.getResultNumber());
  return nullptr;
}

/// Whether the buffer that bufferization allocates for `value` is contiguous.
static bool isContiguous(Value value) {
  while (auto result = dyn_cast<OpResult>(value)) {
    Value source = getContiguousSource(result);
    if (!source)
      return isa<tensor::ConcatOp, tensor::EmptyOp, bufferization::ToTensorOp>(
          result.getOwner());
    value = source;
  }
  return false;
}

namespace {
/// The uses of a buffer in a block.
struct BufferUses {
  /// Whether the block allocates the buffer.
  bool isLocal = true;
  unsigned numOps = 0;
  Operation *lastOp = nullptr;
  /// The number of ops since the chain was cut.
  unsigned numSinceCut = 0;
  /// The values that later ops use.
  llvm::SmallDenseSet<Value> live;
};

/// Ops each of which writes to the result of the one before, or may select it.
struct Chain {
  /// The operands that the chain starts from, if their buffers are shared.
  SmallVector<OpOperand *, 1> starts;
  unsigned length = 0;
};

/// Cuts the chains of a block.
class BlockChains {
public:
  BlockChains(Block &block, const AnalysisState &state)
      : block(block), state(state) {}

  /// Returns the number of buffers that are copied.
  unsigned cut() {
    findBuffers();
    unsigned numCopies = copyStarts();
    if (numCopies)
      findBuffers();
    if (llvm::any_of(uses, [](const auto &entry) {
          return entry.second.isLocal && entry.second.numOps >= kManyOps;
        }))
      for (Operation &op :
           llvm::make_early_inc_range(block.without_terminator()))
        advance(&op);
    return numCopies;
  }

private:
  BufferUses &getUses(Value value) {
    return uses[buffers.getOrInsertLeaderValue(value)];
  }

  /// Finds out which tensors may share a buffer, and what ops do with it.
  void findBuffers() {
    positions.clear();
    buffers = {};
    uses.clear();
    for (auto [i, op] : llvm::enumerate(block))
      positions[&op] = i;
    forEachOp(block, [&](Operation *, Operation *op) { joinBuffers(op); });
    forEachOp(block, [&](Operation *top, Operation *op) { addOp(top, op); });
  }

  void joinBuffers(Operation *op) {
    SmallVector<Value> passed = getPassedTensors(op);
    if (!passed.empty()) {
      llvm::append_range(passed, getTensors(op->getOperands()));
      llvm::append_range(passed, getTensors(op->getResults()));
      for (Value value : passed)
        buffers.unionSets(passed.front(), value);
    }
    for (Value result : getTensors(op->getResults()))
      for (Value source : getAliases(result, state))
        buffers.unionSets(result, source);
  }

  void addOp(Operation *top, Operation *op) {
    auto add = [&](ValueRange values, function_ref<bool(Value)> mayBeShared) {
      for (Value value : getTensors(values)) {
        BufferUses &buffer = getUses(value);
        if (std::exchange(buffer.lastOp, top) != top)
          ++buffer.numOps;
        if (mayBeShared(value))
          buffer.isLocal = false;
      }
    };
    bool isBuffer = isa<bufferization::ToBufferOp>(op);
    add(op->getOperands(),
        [&](Value value) { return isBuffer || isFromBefore(value); });
    add(op->getResults(), [&](Value) { return isUnknown(op); });
  }

  /// Whether `value` is an argument of the block or from before it.
  bool isFromBefore(Value value) const {
    Operation *op = value.getDefiningOp();
    if (!op)
      op = value.getParentBlock()->getParentOp();
    return !block.findAncestorOpInBlock(*op);
  }

  /// Lets long chains of ops start from copies, unless nothing else uses the
  /// buffers. Upstream's analysis would find that it needs copies. Returns the
  /// number of copies.
  unsigned copyStarts() {
    DenseMap<Value, Chain> chains;
    llvm::SmallSetVector<OpOperand *, 4> starts;
    forEachOp(block, [&](Operation *top, Operation *op) {
      for (Value value : getTensors(op->getResults())) {
        auto result = cast<OpResult>(value);
        OpOperand *written = getWritten(result);
        Chain chain = written
                          ? extend(chains.lookup(written->get()), *written, top)
                          : join(chains, result);
        if (chain.length == kManyOps)
          starts.insert_range(chain.starts);
        chains[result] = std::move(chain);
      }
    });
    for (OpOperand *start : starts)
      separate(*start);
    return starts.size();
  }

  /// Returns `chain` extended by the op that writes to `written`.
  Chain extend(Chain chain, OpOperand &written, Operation *top) {
    Value value = written.get();
    bool isShared = chain.length == 0 && !getUses(value).isLocal;
    if (isShared || getLastUse(value) > positions.at(top))
      chain = {{&written}, 0};
    ++chain.length;
    return chain;
  }

  /// Returns the longest chain of those that end with a value with which
  /// `result` may share a buffer. If a conditional selects `result`, the chain
  /// also starts from shared buffers that it may select.
  Chain join(const DenseMap<Value, Chain> &chains, OpResult result) {
    Chain longest;
    if (isUnknown(result.getOwner()))
      return longest;
    bufferization::AliasingOpOperandList aliases =
        state.getAliasingOpOperands(result);
    for (const auto &alias : aliases) {
      Chain chain = chains.lookup(alias.opOperand->get());
      if (chain.length > longest.length)
        longest = std::move(chain);
    }
    if (longest.length == 0 || aliases.getNumAliases() < 2)
      return longest;
    for (const auto &alias : aliases) {
      Value value = alias.opOperand->get();
      if (chains.lookup(value).length == 0 && !getUses(value).isLocal)
        longest.starts.push_back(alias.opOperand);
    }
    ++longest.length;
    return longest;
  }

  unsigned getPosition(Operation *op) const {
    return positions.at(block.findAncestorOpInBlock(*op));
  }

  /// Returns the position of the last op in the block that uses `value`.
  unsigned getLastUse(Value value) const {
    unsigned last = 0;
    for (Operation *user : value.getUsers())
      if (Operation *op = block.findAncestorOpInBlock(*user))
        last = std::max(last, positions.at(op));
    return last;
  }

  /// Updates what is live after `op`, and cuts chains there.
  void advance(Operation *op) {
    unsigned position = positions.at(op);
    llvm::SmallSetVector<Value, 4> leaders;
    op->walk([&](Operation *nested) {
      for (Value operand : getTensors(nested->getOperands())) {
        leaders.insert(buffers.getLeaderValue(operand));
        auto last = lastUses.find(operand);
        if (last != lastUses.end() && last->second == position)
          getUses(operand).live.erase(operand);
      }
    });
    for (Value result : getTensors(op->getResults())) {
      leaders.insert(buffers.getLeaderValue(result));
      if (result.use_empty())
        continue;
      lastUses[result] = getLastUse(result);
      getUses(result).live.insert(result);
    }
    if (op->getNextNode() == block.getTerminator())
      return;
    for (Value leader : leaders)
      cutAfter(op, uses[leader]);
  }

  /// Cuts the chain after `op` if it is long and has a single live value.
  void cutAfter(Operation *op, BufferUses &buffer) {
    if (++buffer.numSinceCut < kFewOps || buffer.live.size() != 1 ||
        !buffer.isLocal || buffer.numOps < kManyOps)
      return;
    Value value = *buffer.live.begin();
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || !isContiguous(value))
      return;
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    auto to = bufferization::ToBufferOp::create(
        builder, value.getLoc(),
        MemRefType::get(type.getShape(), type.getElementType()), value);
    Value next = bufferization::ToTensorOp::create(builder, value.getLoc(),
                                                   type, to, /*restrict=*/true,
                                                   /*writable=*/true);
    unsigned position = positions.at(op);
    value.replaceUsesWithIf(next, [&](OpOperand &use) {
      return use.getOwner() != to && getPosition(use.getOwner()) > position;
    });
    buffers.unionSets(value, next);
    lastUses[next] = lastUses.at(value);
    buffer.live = {next};
    buffer.numSinceCut = 0;
  }

  Block &block;
  const AnalysisState &state;
  DenseMap<Operation *, unsigned> positions;
  /// Tensors that may share a buffer.
  llvm::EquivalenceClasses<Value> buffers;
  DenseMap<Value, BufferUses> uses;
  DenseMap<Value, unsigned> lastUses;
};
} // namespace

/// Copies what every `kFewLevels`-th level of nested conditionals and loops
/// returns, and what a loop there starts from. Returns the number of copies.
static unsigned cutNests(Operation *root) {
  DenseMap<Operation *, unsigned> levels;
  SmallVector<OpOperand *> copied;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->getNumRegions() == 0)
      return;
    bool isLevel = isa<LoopLikeOpInterface, scf::IfOp>(op);
    unsigned level = levels.lookup(op->getParentOp()) + isLevel;
    levels[op] = level;
    if (!isLevel || level % kFewLevels != 0)
      return;
    if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
      for (OpOperand &init : loop.getInitsMutable())
        if (isa<TensorType>(init.get().getType()))
          copied.push_back(&init);
    for (Value result : getTensors(op->getResults()))
      for (OpOperand &use : result.getUses())
        copied.push_back(&use);
  });
  for (OpOperand *use : copied)
    separate(*use);
  return copied.size();
}

unsigned mlir::split::native::cutAliasChains(Operation *root,
                                             const AnalysisState &state) {
  unsigned numCopies = cutNests(root);
  root->walk([&](Block *block) {
    if (block->getOperations().size() >= kManyOps)
      numCopies += BlockChains(*block, state).cut();
  });
  return numCopies;
}
