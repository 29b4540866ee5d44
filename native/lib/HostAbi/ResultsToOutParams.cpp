//===- ResultsToOutParams.cpp - Results to buffers of the caller ----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/SymbolTable.h"
#include "split-mlir/HostAbi/HostAbi.h"
#include "split-mlir/HostAbi/Passes.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITRESULTSTOOUTPARAMSPASS
#include "split-mlir/HostAbi/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

static bool isStatic(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  return memref && memref.hasStaticShape() && memref.getLayout().isIdentity();
}

static BitVector findStaticResults(func::FuncOp function) {
  BitVector found(function.getNumResults());
  for (auto [index, type] : llvm::enumerate(function.getResultTypes()))
    if (isStatic(type))
      found.set(index);
  return found;
}

/// Returns whether another buffer can replace the allocation of `value`: the
/// block allocates and returns it. Such a block is in no loop, so it allocates
/// the value only once, and no other block returns it.
static bool canReplaceAllocation(Value value, func::ReturnOp returnOp) {
  auto alloc = value.getDefiningOp<memref::AllocOp>();
  return alloc && alloc->getBlock() == returnOp->getBlock();
}

/// Writes the results in `out` to `targets`, and returns the others:
///
///   %0 = memref.alloc() : memref<2xf32>
///   linalg.fill ins(%c) outs(%0)            linalg.fill ins(%c) outs(%target)
///   return %0, %1                     =>    memref.copy %1, %target1
///                                           return
static void writeResults(func::ReturnOp op, const BitVector &out,
                         ArrayRef<BlockArgument> targets) {
  IRRewriter rewriter(op.getContext());
  for (auto [index, target] : llvm::zip_equal(out.set_bits(), targets)) {
    // The value may be returned twice, so it may have been replaced.
    Value value = op.getOperand(index);
    if (canReplaceAllocation(value, op)) {
      rewriter.replaceOp(value.getDefiningOp(), target);
    } else {
      rewriter.setInsertionPoint(op);
      memref::CopyOp::create(rewriter, op.getLoc(), value, target);
    }
  }
  rewriter.modifyOpInPlace(op, [&] { op->eraseOperands(out); });
}

/// Allocates the buffers that the callee writes to:
///
///   %0 = call @f(%x)      =>      %0 = memref.alloc() : memref<2xf32>
///                                 call @f(%x, %0)
static void passTargets(func::CallOp op, const BitVector &out) {
  IRRewriter rewriter(op);
  SmallVector<Value> operands(op.getOperands());
  SmallVector<Value> replacements(op.getNumResults());
  SmallVector<Type> kept;
  for (auto [index, type] : llvm::enumerate(op.getResultTypes())) {
    if (!out.test(index)) {
      kept.push_back(type);
      continue;
    }
    replacements[index] =
        memref::AllocOp::create(rewriter, op.getLoc(), cast<MemRefType>(type));
    operands.push_back(replacements[index]);
  }
  auto call = func::CallOp::create(rewriter, op.getLoc(), op.getCalleeAttr(),
                                   kept, operands);
  auto next = call.result_begin();
  for (Value &replacement : replacements)
    if (!replacement)
      replacement = *next++;
  rewriter.replaceOp(op, replacements);
}

namespace {
struct SplitResultsToOutParamsPass
    : split::native::impl::SplitResultsToOutParamsPassBase<
          SplitResultsToOutParamsPass> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!function.isPublic())
        continue;
      BitVector out = findStaticResults(function);
      if (out.none())
        continue;
      if (failed(updateCallers(function, out)))
        return signalPassFailure();
      updateFunction(function, out);
    }
  }

private:
  LogicalResult updateCallers(func::FuncOp function, const BitVector &out) {
    std::optional<SymbolTable::UseRange> uses =
        function.getSymbolUses(getOperation());
    if (!uses)
      return getOperation().emitError("holds an op of an unknown dialect with "
                                      "a region, so uses of symbols are "
                                      "unknown");
    SmallVector<func::CallOp> calls;
    for (SymbolTable::SymbolUse use : *uses) {
      auto call = dyn_cast<func::CallOp>(use.getUser());
      if (!call)
        return use.getUser()->emitOpError("refers to '@")
               << function.getSymName()
               << "', whose results go to buffers of its caller; expected it "
                  "to be called directly";
      calls.push_back(call);
    }
    for (func::CallOp call : calls)
      passTargets(call, out);
    return success();
  }

  void updateFunction(func::FuncOp function, const BitVector &out) {
    Builder builder(function.getContext());
    unsigned numArguments = function.getNumArguments();
    SmallVector<unsigned> positions(out.count(), numArguments);
    SmallVector<Location> locations(out.count(), function.getLoc());
    SmallVector<Type> types;
    SmallVector<DictionaryAttr> attributes;
    for (unsigned index : out.set_bits()) {
      NamedAttribute mark(builder.getStringAttr(kResultAttrName),
                          builder.getIndexAttr(index));
      types.push_back(function.getResultTypes()[index]);
      attributes.push_back(builder.getDictionaryAttr(mark));
      ++numResults;
    }
    // Inserting the arguments one by one would take quadratic time.
    (void)function.insertArguments(positions, types, attributes, locations);
    SmallVector<BlockArgument> targets(
        function.getArguments().drop_front(numArguments));
    for (auto op : function.getBody().getOps<func::ReturnOp>())
      writeResults(op, out, targets);
    (void)function.eraseResults(out);
  }
};
} // namespace
