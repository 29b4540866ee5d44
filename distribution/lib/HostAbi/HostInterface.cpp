//===- HostInterface.cpp - Ranks in the host ABI --------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/SplitMpi/Interfaces/ExternalModels.h"

#include "MpiAgreement.h"
#include "MpiCalls.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "split-mlir/Dialect/SplitMpi/IR/Communicator.h"
#include "split-mlir/Dialect/SplitMpi/IR/SplitMpi.h"
#include "split-mlir/Distribution/ShardLayout.h"
#include "split-mlir/HostAbi/HostAbiInterface.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;
using namespace mlir::split::native;

//===----------------------------------------------------------------------===//
// Descriptions
//===----------------------------------------------------------------------===//

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
  for (const SmallVector<int16_t> &list : layout.axes) {
    llvm::json::Array numbers;
    for (int16_t axis : list)
      numbers.push_back(axis);
    axes.push_back(std::move(numbers));
  }
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

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

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
