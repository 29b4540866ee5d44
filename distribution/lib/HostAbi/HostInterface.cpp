//===- HostInterface.cpp - Ranks in the host ABI --------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/SplitMpi/Interfaces/ExternalModels.h"

#include "MpiCalls.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "split-mlir/Dialect/SplitMpi/IR/Communicator.h"
#include "split-mlir/Dialect/SplitMpi/IR/SplitMpi.h"
#include "split-mlir/Distribution/ShardLayout.h"
#include "split-mlir/HostAbi/HostAbiInterface.h"
#include "split-mlir/HostAbi/Runtime.h"
#include "split-mlir/HostAbi/ThreadMessage.h"
#include <optional>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;
using namespace mlir::split::native;

namespace {
/// The communicator and the grid of a function that several ranks call.
struct MpiArguments {
  /// The index of the argument that is the communicator.
  unsigned communicator;
  /// The shape of the grid.
  SmallVector<int64_t> grid;
};
} // namespace

/// Returns what the attributes of `function` say, or none if it has no
/// communicator. Emits an error if it has one but no grid.
static FailureOr<std::optional<MpiArguments>>
getMpiArguments(func::FuncOp function) {
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

/// Builds the body of `host`, which calls `local` of the same type between
/// split_mpi_begin and split_mpi_finish.
static void emitAgreement(ImplicitLocOpBuilder &builder, RuntimeCalls &calls,
                          func::FuncOp host, func::FuncOp local,
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

/// Prints `7x4`, with `?` for a dynamic size.
static void printSizes(ArrayRef<int64_t> sizes, raw_ostream &os) {
  llvm::interleave(
      sizes, os,
      [&](int64_t size) {
        if (ShapedType::isDynamic(size))
          os << '?';
        else
          os << size;
      },
      "x");
}

static llvm::json::Array toJson(ArrayRef<int64_t> sizes) {
  llvm::json::Array array;
  for (int64_t size : sizes)
    array.push_back(ShapedType::isDynamic(size) ? llvm::json::Value(nullptr)
                                                : llvm::json::Value(size));
  return array;
}

/// Prints `; part of 7x4, axes [[0], []], offsets [0, 3, 7]`.
static void describeLayout(const ShardLayout &layout, raw_ostream &os) {
  if (!layout.isSharded()) {
    os << "; whole on each rank";
    return;
  }
  os << "; part of ";
  printSizes(layout.wholeType.getShape(), os);
  os << ", axes [";
  llvm::interleaveComma(layout.axes, os, [&](ArrayRef<int16_t> axes) {
    os << '[';
    llvm::interleaveComma(axes, os);
    os << ']';
  });
  os << ']';
  if (layout.offsets.empty())
    return;
  os << ", offsets [";
  llvm::interleaveComma(layout.offsets, os);
  os << ']';
}

static HostNotes describe(const ShardLayout &layout) {
  llvm::json::Array axes;
  for (const SmallVector<int16_t> &list : layout.axes)
    axes.push_back(llvm::json::Array(list));
  HostNotes notes;
  notes.keys.emplace_back("whole_shape", toJson(layout.wholeType.getShape()));
  notes.keys.emplace_back("axes", std::move(axes));
  notes.keys.emplace_back("offsets", toJson(layout.offsets));
  llvm::raw_string_ostream os(notes.comment);
  describeLayout(layout, os);
  return notes;
}

static LogicalResult
addLayouts(const FailureOr<SmallVector<std::optional<ShardLayout>>> &layouts,
           std::vector<HostNotes> &notes) {
  if (failed(layouts))
    return failure();
  for (auto [note, layout] : llvm::zip_equal(notes, *layouts))
    if (layout)
      note = describe(*layout);
  return success();
}

namespace {
struct SplitMpiHostAbiInterface : HostAbiDialectInterface {
  using HostAbiDialectInterface::HostAbiDialectInterface;

  FailureOr<Wrapper> getWrapper(func::FuncOp function,
                                RuntimeCalls &calls) const override {
    FailureOr<std::optional<MpiArguments>> mpi = getMpiArguments(function);
    if (failed(mpi))
      return failure();
    if (!*mpi)
      return Wrapper();
    if (failed(verifyMpiFunctions(calls, function.getContext())))
      return failure();
    return Wrapper([mpi = **mpi](ImplicitLocOpBuilder &builder,
                                 RuntimeCalls &calls, func::FuncOp host,
                                 func::FuncOp inner) {
      emitAgreement(builder, calls, host, inner, mpi);
    });
  }

  std::optional<HostFailure> createFailure(OpBuilder &builder,
                                           RuntimeCalls &calls,
                                           AssertOp op) const override {
    if (!op->hasAttr(mpi::kStatusAttrName))
      return std::nullopt;
    Location loc = op.getLoc();
    HostFailure failure;
    failure.message =
        callMpi(calls, builder, loc, MpiFunction::LastError, ValueRange());
    failure.status = arith::IndexCastOp::create(
        builder, loc, builder.getI32Type(), op.getValues().front());
    return failure;
  }

  LogicalResult describe(func::FuncOp function,
                         HostFunctionNotes &notes) const override {
    if (failed(addLayouts(getArgumentLayouts(function), notes.arguments)) ||
        failed(addLayouts(getResultLayouts(function), notes.results)))
      return failure();
    auto communicator =
        dyn_cast_if_present<BlockArgument>(getCommunicator(function));
    if (!communicator)
      return success();
    HostNotes &argument = notes.arguments[communicator.getArgNumber()];
    argument.defaultName = "communicator";
    argument.keys.emplace_back("communicator", true);
    argument.comment += "; MPI_Comm_c2f of the communicator of the ranks";
    ArrayRef<int64_t> grid = getGrid(function);
    if (grid.empty())
      return success();
    notes.function.keys.emplace_back("grid", toJson(grid));
    llvm::raw_string_ostream os(notes.function.comment);
    os << "// All ranks of a grid ";
    printSizes(grid, os);
    os << " call the function together, see split-mlir/MpiRuntime/"
          "MpiRuntime.h\n";
    return success();
  }
};
} // namespace

void mlir::split::mpi::registerHostAbiInterface(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, SplitMpiDialect *dialect) {
    dialect->addInterfaces<SplitMpiHostAbiInterface>();
  });
}
