//===- UnrankedBoundaries.cpp - Unranked tensors as memrefs ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One-shot bufferization cannot copy an unranked tensor. Only loops and calls
// write to unranked tensors, so if those pass memrefs, no such copy is needed:
// arguments of functions are only read, and each value that a loop carries or a
// function returns has a buffer of its own.
//
//===----------------------------------------------------------------------===//

#include "IsolateBoundaries.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
using bufferization::BufferizationDialect;
using bufferization::ToTensorOp;

static Type getPassedType(Type type) {
  auto tensor = dyn_cast<UnrankedTensorType>(type);
  return tensor ? UnrankedMemRefType::get(tensor.getElementType(),
                                          /*memorySpace=*/Attribute())
                : type;
}

static SmallVector<Type> getPassedTypes(TypeRange types) {
  return llvm::map_to_vector(types, getPassedType);
}

/// Whether `value` is defined in `block` and used once.
static bool isOnlyUsedOnce(Value value, Block *block) {
  return value.hasOneUse() && value.getParentBlock() == block;
}

/// Returns the op that makes a tensor of the memref that a loop or a call has
/// passed, if `value` is that tensor and is only passed on, in `block`.
static ToTensorOp getPassedOn(Value value, Block *block) {
  auto op = value.getDefiningOp<ToTensorOp>();
  return op && op.getWritable() && isOnlyUsedOnce(value, block) ? op : nullptr;
}

/// Whether nothing but the only use of `value`, which is in `block`, can access
/// its buffer.
static bool hasOwnBuffer(Value value, Block *block) {
  while (isOnlyUsedOnce(value, block)) {
    Operation *op = value.getDefiningOp();
    if (!isa_and_nonnull<tensor::CastOp, tensor::ReshapeOp>(op))
      return isAllocation(value);
    value = op->getOperand(0);
  }
  return false;
}

namespace {
class BufferPassing {
public:
  /// Passes unranked operands as memrefs: copies, unless their buffers have no
  /// other user.
  void giveCopies(MutableArrayRef<OpOperand> operands) {
    for (OpOperand &operand : operands) {
      Value value = operand.get();
      if (!isa<UnrankedTensorType>(value.getType()))
        continue;
      Block *block = operand.getOwner()->getBlock();
      if (ToTensorOp op = getPassedOn(value, block)) {
        operand.set(op.getBuffer());
        op.erase();
        continue;
      }
      bool isOwn = hasOwnBuffer(value, block);
      OpBuilder builder(operand.getOwner());
      Value buffer = createBuffer(builder, operand, /*isReadOnly=*/!isOwn);
      if (!isOwn) {
        buffer = bufferization::CloneOp::create(
            builder, operand.getOwner()->getLoc(), buffer);
        ++numCopies;
      }
      operand.set(buffer);
    }
  }

  /// Passes unranked operands as memrefs that are not written.
  void lend(MutableArrayRef<OpOperand> operands) {
    for (OpOperand &operand : operands) {
      OpBuilder builder(operand.getOwner());
      if (isa<UnrankedTensorType>(operand.get().getType()))
        operand.set(createBuffer(builder, operand, /*isReadOnly=*/true));
    }
  }

  /// Turns unranked `values` into memrefs, and creates tensors of those.
  void take(OpBuilder &builder, ValueRange values, bool isWritable) {
    for (Value value : values) {
      Type type = value.getType();
      if (!isa<UnrankedTensorType>(type))
        continue;
      value.setType(getPassedType(type));
      auto tensor = ToTensorOp::create(builder, value.getLoc(), type, value,
                                       /*restrict=*/true, isWritable);
      value.replaceAllUsesExcept(tensor, tensor);
    }
  }

  unsigned numCopies = 0;

private:
  static Value createBuffer(OpBuilder &builder, OpOperand &operand,
                            bool isReadOnly) {
    Type type = getPassedType(operand.get().getType());
    return bufferization::ToBufferOp::create(
        builder, operand.getOwner()->getLoc(), type, operand.get(), isReadOnly);
  }
};
} // namespace

static void passThroughLoop(LoopLikeOpInterface loop, BufferPassing &passing) {
  for (Region &region : loop->getRegions()) {
    OpBuilder builder = OpBuilder::atBlockBegin(&region.front());
    passing.take(builder, region.getArguments(), /*isWritable=*/true);
  }
  OpBuilder builder(loop->getContext());
  builder.setInsertionPointAfter(loop);
  passing.take(builder, loop->getResults(), /*isWritable=*/true);
  passing.giveCopies(loop->getOpOperands());
  for (Region &region : loop->getRegions())
    passing.giveCopies(region.front().getTerminator()->getOpOperands());
}

/// Sets the type of `function` to memrefs, and removes what bufferization is
/// told about arguments that are tensors no longer.
static void setSignature(func::FuncOp function) {
  Builder builder(function.getContext());
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    if (isa<UnrankedTensorType>(type))
      function.removeArgAttr(
          i, builder.getStringAttr(BufferizationDialect::kWritableAttrName));
  function.setType(
      builder.getFunctionType(getPassedTypes(function.getArgumentTypes()),
                              getPassedTypes(function.getResultTypes())));
}

static void passThroughFunction(func::FuncOp function,
                                ArrayRef<Operation *> calls,
                                BufferPassing &passing) {
  setSignature(function);
  OpBuilder builder(function.getContext());
  for (Operation *call : calls) {
    builder.setInsertionPointAfter(call);
    passing.take(builder, call->getResults(), /*isWritable=*/true);
    passing.lend(call->getOpOperands());
  }
  builder.setInsertionPointToStart(&function.front());
  passing.take(builder, function.getArguments(), /*isWritable=*/false);
  function.walk(
      [&](func::ReturnOp op) { passing.giveCopies(op->getOpOperands()); });
}

/// Gives each unranked operand of a call of an external function, which may
/// write to it, a tensor of its own.
static unsigned separateOperands(Operation *call) {
  unsigned numCopies = 0;
  for (OpOperand &operand : call->getOpOperands()) {
    Value value = operand.get();
    if (!isa<UnrankedTensorType>(value.getType()) ||
        hasOwnBuffer(value, call->getBlock()))
      continue;
    Value source = value;
    while (auto cast = source.getDefiningOp<tensor::CastOp>())
      source = cast.getSource();
    if (isa<UnrankedTensorType>(source.getType())) {
      separate(operand);
      ++numCopies;
      continue;
    }
    // Bufferization can copy the operand of a cast.
    OpBuilder builder(call);
    if (!value.hasOneUse())
      operand.set(tensor::CastOp::create(builder, call->getLoc(),
                                         value.getType(), source));
  }
  return numCopies;
}

static bool hasUnranked(func::FuncOp function) {
  return llvm::any_of(llvm::concat<const Type>(function.getArgumentTypes(),
                                               function.getResultTypes()),
                      [](Type type) { return isa<UnrankedTensorType>(type); });
}

/// Moves the body of `function`, which is public, to a private function that
/// `function` and all `calls` call. Adds the new call to `calls`.
static func::FuncOp outlineBody(func::FuncOp function,
                                SmallVectorImpl<Operation *> &calls) {
  Location loc = function.getLoc();
  OpBuilder builder(function);
  auto body = func::FuncOp::create(loc, (function.getName() + "_body").str(),
                                   function.getFunctionType());
  body.setPrivate();
  SymbolTable(SymbolTable::getNearestSymbolTable(function)).insert(body);
  body.getBody().takeBody(function.getBody());
  for (Operation *call : calls)
    cast<func::CallOp>(call).setCallee(body.getName());
  Block *block = function.addEntryBlock();
  builder.setInsertionPointToStart(block);
  auto call = func::CallOp::create(builder, loc, body, block->getArguments());
  func::ReturnOp::create(builder, loc, call.getResults());
  calls.push_back(call);
  return body;
}

unsigned mlir::split::native::passUnrankedAsBuffers(Operation *root) {
  BufferPassing passing;
  root->walk([&](LoopLikeOpInterface loop) {
    if (isa<scf::ForOp, scf::WhileOp>(loop))
      passThroughLoop(loop, passing);
  });
  if (!root->hasTrait<OpTrait::SymbolTable>())
    return passing.numCopies;
  SymbolTableCollection tables;
  SymbolUserMap users(tables, root);
  root->walk([&](func::FuncOp function) {
    auto calls = llvm::to_vector(users.getUsers(function));
    if (!hasUnranked(function) || calls.empty() ||
        !llvm::all_of(calls, llvm::IsaPred<func::CallOp>))
      return;
    if (function.isExternal())
      for (Operation *call : calls)
        passing.numCopies += separateOperands(call);
    else if (function.isPrivate())
      passThroughFunction(function, calls, passing);
    else
      passThroughFunction(outlineBody(function, calls), calls, passing);
  });
  return passing.numCopies;
}
