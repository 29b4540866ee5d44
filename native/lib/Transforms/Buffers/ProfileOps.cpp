//===- ProfileOps.cpp - Calls that measure ops ----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "split-mlir/Conversion/SplitAssert/LibraryCalls.h"
#include "split-mlir/Dialect/Split/IR/AssertMessages.h"
#include "split-mlir/Dialect/Split/IR/ElementBytes.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/HostAbi/HostAbi.h"
#include "split-mlir/Transforms/Passes.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITPROFILEOPSPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

/// Returns the description of the ops of the model that were fused to one at
/// `loc`; empty for none.
static std::string describeOps(Location loc) {
  SmallVector<std::string> parts;
  loc->walk([&](Location part) {
    if (isa<FusedLoc>(part))
      return WalkResult::advance();
    if (std::string text = describeLocation(part);
        !isa<UnknownLoc>(part) && !llvm::is_contained(parts, text))
      parts.push_back(std::move(text));
    return WalkResult::skip();
  });
  return llvm::join(parts, kProfileSeparator);
}

/// Whether `op` only computes addresses and sizes, or frees memory.
static bool isAddressing(Operation *op) {
  return isa<ViewLikeOpInterface, memref::AllocOp, memref::DeallocOp,
             memref::DimOp, memref::ExtractStridedMetadataOp,
             memref::PrefetchOp>(op);
}

/// Returns the value from outside of `op` of which `value` is a view, or null.
static Value getOutside(Value value, Operation *op) {
  while (op->isAncestor(value.getParentRegion()->getParentOp())) {
    auto view = value.getDefiningOp<ViewLikeOpInterface>();
    if (!view)
      return {};
    value = view.getViewSource();
  }
  return value;
}

/// Adds the memrefs that `op`, at the top level of `function`, accesses. Those
/// that passes have created for the whole function do not count.
static void addMemRefs(Operation *op, func::FuncOp function,
                       SetVector<Value> &memrefs) {
  op->walk([&](Operation *inner) {
    if (isAddressing(inner))
      return;
    for (Value operand : inner->getOperands()) {
      if (!isa<MemRefType>(operand.getType()))
        continue;
      Value memref = getOutside(operand, op);
      if (memref && isa<MemRefType>(memref.getType()) &&
          (isa<BlockArgument>(memref) || memref.getLoc() != function.getLoc()))
        memrefs.insert(memref);
    }
  });
}

/// Returns the number of bytes of all elements of `memrefs`, an i64.
static Value getBytes(OpBuilder &builder, Location loc,
                      ArrayRef<Value> memrefs) {
  IndexMath math(builder, loc);
  OpFoldResult sum = builder.getIndexAttr(0);
  for (Value memref : memrefs) {
    auto type = cast<MemRefType>(memref.getType());
    OpFoldResult bytes = builder.getIndexAttr(
        getElementBytes(type.getElementType()).value_or(0));
    for (OpFoldResult size : memref::getMixedSizes(builder, loc, memref))
      bytes = math.mul(bytes, size);
    sum = math.add(sum, bytes);
  }
  return arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                    math.get(sum));
}

/// Whether passes have created `function`, which is a part of ops.
static bool isKernel(func::FuncOp function) {
  return function->hasAttr("passthrough") ||
         function->hasAttr(kLinkageAttrName);
}

namespace {
struct SplitProfileOpsPass
    : split::native::impl::SplitProfileOpsPassBase<SplitProfileOpsPass> {
  void runOnOperation() override {
    calls.emplace(getOperation());
    MLIRContext *context = &getContext();
    measured = {
        kProfileFunctionName,
        {LLVM::LLVMPointerType::get(context), IntegerType::get(context, 64)},
        /*result=*/Type()};
    if (failed(calls->verify(measured)))
      return signalPassFailure();
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal() || isKernel(function))
        continue;
      for (Block &block : function.getBody())
        measure(block, function);
      auto builder = OpBuilder::atBlockBegin(&function.front());
      Location loc = function.getLoc();
      Value none = LLVM::ZeroOp::create(builder, loc, measured.arguments[0]);
      calls->call(builder, loc, measured,
                  {none, calls->createConstant(builder, loc, 0)});
    }
  }

private:
  /// Adds a call after each sequence of ops with one description.
  void measure(Block &block, func::FuncOp function) {
    std::string current;
    Operation *last = nullptr;
    // Those of the current sequence, and of pure ops since its last op.
    SetVector<Value> memrefs, next;
    for (Operation &op :
         llvm::make_early_inc_range(block.without_terminator())) {
      addMemRefs(&op, function, next);
      if (isMemoryEffectFree(&op))
        continue;
      std::string description = describeOps(op.getLoc());
      bool isNew = !isa<memref::DeallocOp>(op) && !description.empty() &&
                   description != current;
      if (isNew && last) {
        addCall(last, current, memrefs.getArrayRef());
        memrefs.clear();
        last = nullptr;
      }
      if (isNew)
        current = std::move(description);
      memrefs.insert_range(next);
      next.clear();
      if (!current.empty())
        last = &op;
    }
    if (last)
      addCall(last, current, memrefs.getArrayRef());
  }

  void addCall(Operation *last, StringRef description,
               ArrayRef<Value> memrefs) {
    OpBuilder builder(last->getContext());
    builder.setInsertionPointAfter(last);
    Location loc = last->getLoc();
    Value text = calls->getString(builder, loc, description);
    calls->call(builder, loc, measured,
                {text, getBytes(builder, loc, memrefs)});
    ++numCalls;
  }

  std::optional<LibraryCalls> calls;
  LibraryFunction measured;
};
} // namespace
