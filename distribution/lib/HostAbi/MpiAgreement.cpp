//===- MpiAgreement.cpp - Calls that all ranks make together --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MpiAgreement.h"

#include "MpiCalls.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "split-mlir/Dialect/SplitMpi/IR/Communicator.h"
#include "split-mlir/HostAbi/Runtime.h"
#include "split-mlir/HostAbi/ThreadMessage.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;
using namespace mlir::split::native;

FailureOr<std::optional<MpiArguments>>
mlir::split::mpi::getMpiArguments(func::FuncOp function) {
  auto communicator =
      dyn_cast_if_present<BlockArgument>(getCommunicator(function));
  if (!communicator)
    return std::optional<MpiArguments>();
  for (Operation *op : {function.getOperation(), function->getParentOp()})
    if (auto grid = op->getAttrOfType<DenseI64ArrayAttr>(kGridAttrName))
      return std::optional<MpiArguments>(
          {communicator.getArgNumber(),
           SmallVector<int64_t>(grid.asArrayRef())});
  return function.emitOpError("has a communicator, expected '")
         << kGridAttrName << "' on it or its module";
}

/// Returns whether `status` is success.
static Value isSuccess(ImplicitLocOpBuilder &builder, Value status) {
  Value success = arith::ConstantIntOp::create(builder, SPLIT_MLIR_SUCCESS,
                                               /*width=*/32);
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, status,
                               success);
}

/// Creates blocks that call `local` if `begun` is success. Returns its status
/// and the message that belongs to it; the builder is behind the call then.
static std::pair<Value, Value> callLocal(ImplicitLocOpBuilder &builder,
                                         RuntimeCalls &calls, func::FuncOp host,
                                         func::FuncOp local, Value begun) {
  Location loc = builder.getLoc();
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value isBegun = isSuccess(builder, begun);
  Value reason =
      callMpi(calls, builder, loc, MpiFunction::LastError, ValueRange());
  Block *before = builder.getInsertionBlock();
  Region *body = &host.getBody();
  Block *calling = builder.createBlock(body, body->end());
  auto call = func::CallOp::create(builder, local, host.getArguments());
  call.setResAttrsAttr(local.getResAttrsAttr());
  Value message =
      calls.call(builder, loc, RuntimeFunction::LastError, ValueRange());
  Block *after = builder.createBlock(
      body, body->end(), {builder.getI32Type(), pointer}, {loc, loc});
  builder.setInsertionPointToEnd(calling);
  cf::BranchOp::create(builder, after, ValueRange{call.getResult(0), message});
  builder.setInsertionPointToEnd(before);
  cf::CondBranchOp::create(builder, isBegun, calling, ValueRange(), after,
                           ValueRange{begun, reason});
  builder.setInsertionPointToEnd(after);
  return {after->getArgument(0), after->getArgument(1)};
}

void mlir::split::mpi::emitAgreement(ImplicitLocOpBuilder &builder,
                                     RuntimeCalls &calls, func::FuncOp host,
                                     func::FuncOp local,
                                     const MpiArguments &mpi) {
  Location loc = builder.getLoc();
  Value communicator = host.getArgument(mpi.communicator);
  SmallVector<int64_t> grid{static_cast<int64_t>(mpi.grid.size())};
  llvm::append_range(grid, mpi.grid);
  Value capacity = calls.createConstant(builder, loc, SPLIT_MLIR_MESSAGE_BYTES);
  Value agreed = LLVM::AllocaOp::create(
      builder, LLVM::LLVMPointerType::get(builder.getContext()),
      builder.getI8Type(), capacity);
  Value begun = callMpi(calls, builder, loc, MpiFunction::Begin,
                        {communicator, calls.getWords(builder, loc, grid)});
  auto [own, message] = callLocal(builder, calls, host, local, begun);
  Value status = callMpi(calls, builder, loc, MpiFunction::Finish,
                         {communicator, own, message, agreed, capacity});

  Value isFine = isSuccess(builder, status);
  Block *before = builder.getInsertionBlock();
  Region *body = &host.getBody();
  Block *failing = builder.createBlock(body, body->end());
  calls.call(builder, loc, RuntimeFunction::RecordMessage, agreed);
  Block *after = builder.createBlock(body, body->end());
  func::ReturnOp::create(builder, status);
  builder.setInsertionPointToEnd(failing);
  cf::BranchOp::create(builder, after);
  builder.setInsertionPointToEnd(before);
  cf::CondBranchOp::create(builder, isFine, after, failing);
}
