//===- RowGroups.cpp - Ops that compute row by row ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorizeElementwise.h"

#include "ElementwiseOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SetOperations.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
using linalg::LinalgOp;

/// Returns the memref that `memref` is a view of.
static Value getMemoryBase(Value memref) {
  while (auto view = memref.getDefiningOp<ViewLikeOpInterface>())
    memref = view.getViewSource();
  return memref;
}

/// Whether `base`, which is no view, shares no memory with other such values.
static bool isDistinct(Value base) {
  if (auto argument = dyn_cast<BlockArgument>(base)) {
    auto function =
        dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
    return function && function.isPublic() &&
           argument.getOwner()->isEntryBlock();
  }
  // Two ops may read the same global, but nothing writes to a constant.
  if (auto get = base.getDefiningOp<memref::GetGlobalOp>()) {
    auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
        get, get.getNameAttr());
    return global && global.getConstant();
  }
  return isa<memref::AllocOp>(base.getDefiningOp());
}

bool mlir::split::native::haveDistinctBases(Value memref, Value other) {
  Value base = getMemoryBase(memref), otherBase = getMemoryBase(other);
  return base != otherBase && isDistinct(base) && isDistinct(otherBase);
}

static bool isMemRef(OpOperand &operand) {
  return isa<MemRefType>(operand.get().getType());
}

/// Returns the dimension of the memref that each of the first `numLoops` loops
/// runs over, or nothing if one of them has none.
static std::optional<SmallVector<unsigned>> getRowDims(AffineMap map,
                                                       unsigned numLoops) {
  SmallVector<unsigned> dims;
  for (auto [position, result] : llvm::enumerate(map.getResults())) {
    auto dim = dyn_cast<AffineDimExpr>(result);
    if (dim && dim.getPosition() < numLoops)
      dims.push_back(position);
  }
  if (dims.size() != numLoops)
    return std::nullopt;
  return dims;
}

/// A size: a constant, a value, or a dimension of a memref.
using Size = std::pair<Value, int64_t>;

static Size getSize(Value memref, int64_t dim) {
  constexpr int64_t kWholeValue = -1;
  auto type = cast<MemRefType>(memref.getType());
  if (!type.isDynamicDim(dim))
    return {nullptr, type.getDimSize(dim)};
  if (auto alloc = memref.getDefiningOp<memref::AllocOp>())
    if (Value size = alloc.getDynamicSizes()[type.getDynamicDimIndex(dim)]) {
      auto dimOp = size.getDefiningOp<memref::DimOp>();
      if (dimOp && dimOp.getConstantIndex() &&
          isa<MemRefType>(dimOp.getSource().getType()))
        return getSize(dimOp.getSource(), *dimOp.getConstantIndex());
      return {size, kWholeValue};
    }
  auto subview = memref.getDefiningOp<memref::SubViewOp>();
  if (subview && subview.getSourceType().getRank() == type.getRank())
    if (auto size = dyn_cast<Value>(subview.getMixedSizes()[dim]))
      return {size, kWholeValue};
  return {memref, dim};
}

/// Whether row loop `loop` has the same size in both ops.
static bool haveSameSize(LinalgOp op, LinalgOp other, unsigned loop) {
  auto getSizes = [&](LinalgOp op) {
    llvm::SmallDenseSet<Size> sizes;
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isMemRef(operand))
        continue;
      AffineMap map = op.getMatchingIndexingMap(&operand);
      for (auto [dim, result] : llvm::enumerate(map.getResults()))
        if (result == getAffineDimExpr(loop, map.getContext())) {
          sizes.insert(getSize(operand.get(), dim));
          sizes.insert({operand.get(), dim});
        }
    }
    return sizes;
  };
  return llvm::set_intersects(getSizes(op), getSizes(other));
}

/// Whether executing both ops row by row preserves the order of their accesses
/// to the two operands: either both ops only read, or no row of one operand
/// shares memory with a different row of the other.
static bool areRowsIndependent(LinalgOp op, OpOperand &operand, LinalgOp other,
                               OpOperand &otherOperand, unsigned numLoops) {
  if (!op.isDpsInit(&operand) && !other.isDpsInit(&otherOperand))
    return true;
  Value memref = operand.get(), otherMemref = otherOperand.get();
  if (memref == otherMemref) {
    auto dims = getRowDims(op.getMatchingIndexingMap(&operand), numLoops);
    return dims &&
           dims == getRowDims(other.getMatchingIndexingMap(&otherOperand),
                              numLoops);
  }
  return haveDistinctBases(memref, otherMemref);
}

static bool areRowsIndependent(LinalgOp op, LinalgOp other, unsigned numLoops) {
  for (OpOperand &operand : op->getOpOperands())
    for (OpOperand &otherOperand : other->getOpOperands())
      if (isMemRef(operand) && isMemRef(otherOperand) &&
          !areRowsIndependent(op, operand, other, otherOperand, numLoops))
        return false;
  return true;
}

static bool isReduction(LinalgOp op) { return op.getNumReductionLoops() != 0; }

/// Whether `op` may be between the ops of a group.
static bool isTransparent(Operation &op) {
  return isMemoryEffectFree(&op) || isa<memref::AllocOp, memref::DeallocOp>(op);
}

/// Whether `op` can be in a group with `numLoops` loops over rows.
static bool fits(LinalgOp op, unsigned numLoops) {
  return op.getNumLoops() == numLoops + 1 ||
         (op.getNumLoops() == numLoops && !isReduction(op));
}

/// Whether `op` can be in one group with all of `ops`.
static bool fits(LinalgOp op, ArrayRef<LinalgOp> ops, unsigned numLoops) {
  if (!fits(op, numLoops))
    return false;
  for (LinalgOp other : ops)
    if (!areRowsIndependent(op, other, numLoops))
      return false;
  for (unsigned loop = 0; loop < numLoops; ++loop)
    if (llvm::none_of(
            ops, [&](LinalgOp other) { return haveSameSize(op, other, loop); }))
      return false;
  return true;
}

/// Appends the groups among `ops`, which have only allocations, deallocations
/// and pure ops between them.
static void findGroups(ArrayRef<LinalgOp> ops, SmallVector<RowGroup> &groups) {
  while (true) {
    const LinalgOp *reduction = llvm::find_if(ops, isReduction);
    if (reduction == ops.end())
      return;
    LinalgOp seed = *reduction;
    RowGroup group = {{seed}, seed.getNumLoops() - 1};
    const LinalgOp *begin = reduction;
    while (begin != ops.begin() &&
           fits(begin[-1], group.ops, group.numRowLoops)) {
      --begin;
      group.ops.insert(group.ops.begin(), *begin);
    }
    const LinalgOp *end = reduction + 1;
    while (end != ops.end() && fits(*end, group.ops, group.numRowLoops))
      group.ops.push_back(*end++);
    groups.push_back(std::move(group));
    ops = ArrayRef(end, ops.end());
  }
}

/// Whether `op` adds or multiplies floats of a row.
static bool hasRoundedReduction(LinalgOp op) {
  auto generic = dyn_cast<linalg::GenericOp>(*op);
  if (!generic || !isReduction(op))
    return false;
  for (auto [number, init] : llvm::enumerate(generic.getDpsInits())) {
    auto kind = getReductionKind(generic, number);
    if (kind && isa<FloatType>(getElementTypeOrSelf(init)) &&
        (*kind == vector::CombiningKind::ADD ||
         *kind == vector::CombiningKind::MUL))
      return true;
  }
  return false;
}

SmallVector<RowGroup> mlir::split::native::findRowGroups(Block &block,
                                                         bool isOrdered) {
  SmallVector<RowGroup> groups;
  SmallVector<LinalgOp> ops;
  for (Operation &op : block) {
    auto linalgOp = dyn_cast<LinalgOp>(op);
    if (linalgOp && VectorBody::canVectorize(linalgOp) &&
        !(isOrdered && hasRoundedReduction(linalgOp))) {
      ops.push_back(linalgOp);
    } else if (!isTransparent(op)) {
      findGroups(ops, groups);
      ops.clear();
    }
  }
  findGroups(ops, groups);
  return groups;
}

/// Whether only `group` accesses `alloc`, and the first op to do so writes all
/// of it. Each row of such a memref is needed only while the group computes
/// this row.
static bool isTemporary(memref::AllocOp alloc, const RowGroup &group) {
  if (!alloc.getType().getLayout().isIdentity())
    return false;
  for (Operation *user : alloc->getUsers())
    if (!isa<memref::DeallocOp>(user) && !llvm::is_contained(group.ops, user))
      return false;
  for (LinalgOp op : group.ops) {
    bool isAccessed = false;
    for (OpOperand &operand : op->getOpOperands()) {
      if (operand.get() != alloc)
        continue;
      isAccessed = true;
      if (!op.isDpsInit(&operand) ||
          !op.getMatchingBlockArgument(&operand).use_empty())
        return false;
    }
    if (isAccessed)
      return true;
  }
  return false;
}

/// Creates a memref with one row of `alloc` for each of `threads`.
static Value createRowBuffer(RewriterBase &rewriter, memref::AllocOp alloc,
                             int64_t threads) {
  rewriter.setInsertionPoint(alloc);
  MemRefType type = alloc.getType();
  int64_t columns = type.getShape().back();
  SmallVector<Value> sizes;
  if (ShapedType::isDynamic(columns))
    sizes.push_back(alloc.getDynamicSizes().back());
  Value buffer = memref::AllocOp::create(
      rewriter, alloc.getLoc(),
      MemRefType::get({threads, columns}, type.getElementType()), sizes,
      alloc.getAlignmentAttr());
  for (Operation *user : alloc->getUsers())
    if (isa<memref::DeallocOp>(user)) {
      rewriter.setInsertionPoint(user);
      memref::DeallocOp::create(rewriter, user->getLoc(), buffer);
    }
  return buffer;
}

SmallVector<SmallVector<Stream>>
mlir::split::native::createRowStreams(RewriterBase &rewriter,
                                      const RowGroup &group, int64_t threads) {
  unsigned numLoops = group.numRowLoops + 1;
  llvm::SmallDenseMap<Value, Value> buffers;
  SmallVector<SmallVector<Stream>> allStreams;
  for (LinalgOp op : group.ops) {
    SmallVector<Stream> &streams = allStreams.emplace_back();
    for (OpOperand &operand : op->getOpOperands()) {
      // Without a loop over columns, no operand depends on one.
      AffineMap map = op.getMatchingIndexingMap(&operand);
      map = AffineMap::get(numLoops, 0, map.getResults(), map.getContext());
      rewriter.setInsertionPoint(group.ops.back());
      Stream stream = createStream(rewriter, op, operand, map);
      auto alloc = operand.get().getDefiningOp<memref::AllocOp>();
      if (alloc && numLoops > 1 && isTemporary(alloc, group)) {
        if (alloc.getType().getRank() < numLoops) {
          stream.isPrivate = true;
        } else if (alloc.getType().getRank() == numLoops) {
          Value &buffer = buffers[alloc];
          if (!buffer)
            buffer = createRowBuffer(rewriter, alloc, threads);
          stream.value = buffer;
          stream.isRowBuffer = true;
          stream.map = map.getSliceMap(group.numRowLoops, 1);
        }
      }
      streams.push_back(stream);
    }
  }
  return allStreams;
}

void mlir::split::native::eraseRowGroup(RewriterBase &rewriter,
                                        const RowGroup &group) {
  llvm::SmallSetVector<memref::AllocOp, 4> allocs;
  for (LinalgOp op : group.ops)
    for (Value operand : op->getOperands())
      if (auto alloc = operand.getDefiningOp<memref::AllocOp>())
        allocs.insert(alloc);
  for (LinalgOp op : group.ops)
    rewriter.eraseOp(op);
  for (memref::AllocOp alloc : allocs) {
    if (!llvm::all_of(alloc->getUsers(), llvm::IsaPred<memref::DeallocOp>))
      continue;
    for (Operation *user : llvm::make_early_inc_range(alloc->getUsers()))
      rewriter.eraseOp(user);
    rewriter.eraseOp(alloc);
  }
}
