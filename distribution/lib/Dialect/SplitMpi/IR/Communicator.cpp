//===- Communicator.cpp - The communicator of a function ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/SplitMpi/IR/Communicator.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;

Value mlir::split::mpi::getCommunicator(func::FuncOp function) {
  if (function.isExternal())
    return {};
  for (BlockArgument argument : function.getArguments())
    if (function.getArgAttr(argument.getArgNumber(), kCommunicatorAttrName))
      return argument;
  return {};
}

/// Makes `user`, which refers to `callee`, pass the communicator of its own
/// function.
static LogicalResult passCommunicator(Operation *user, func::FuncOp callee) {
  auto call = dyn_cast<func::CallOp>(user);
  auto caller = user->getParentOfType<func::FuncOp>();
  if (!call || !caller)
    return user->emitOpError("refers to '@")
           << callee.getSymName()
           << "', which needs a communicator; expected it to be called "
              "directly";
  FailureOr<Value> communicator = getOrAddCommunicator(caller);
  if (failed(communicator))
    return failure();
  call.getOperandsMutable().append(*communicator);
  return success();
}

FailureOr<Value> mlir::split::mpi::getOrAddCommunicator(func::FuncOp function) {
  if (Value communicator = getCommunicator(function))
    return communicator;
  OpBuilder builder(function.getContext());
  NamedAttribute mark(kCommunicatorAttrName, builder.getUnitAttr());
  unsigned index = function.getNumArguments();
  if (failed(function.insertArgument(index, builder.getI32Type(),
                                     builder.getDictionaryAttr(mark),
                                     function.getLoc())))
    return failure();
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(function, function->getParentOp());
  if (!uses)
    return function->getParentOp()->emitError(
        "holds an op of an unknown dialect with a region, so uses of symbols "
        "are unknown");
  for (SymbolTable::SymbolUse use : *uses)
    if (failed(passCommunicator(use.getUser(), function)))
      return failure();
  return Value(function.getArgument(index));
}
