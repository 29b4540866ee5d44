//===- ShardToSplitMpi.cpp - The shard dialect to split_mpi ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Shard/IR/ShardDialect.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/Dialect/SplitMpi/IR/Communicator.h"
#include "split-mlir/Dialect/SplitMpi/IR/SplitMpi.h"
#include "split-mlir/Distribution/Passes.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::split::mpi {
#define GEN_PASS_DEF_CONVERTSHARDTOSPLITMPIPASS
#include "split-mlir/Distribution/Passes.h.inc"
} // namespace mlir::split::mpi

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;

/// Checks that split_mpi can express `op` of the shard dialect.
static LogicalResult verifySupported(Operation *op) {
  if (isa<shard::ShardOp>(op))
    return op->emitOpError("is an annotation; expected a pass that partitions "
                           "functions to have run");
  if (isa<shard::GetShardingOp, shard::RecvOp, shard::SendOp, shard::ShiftOp,
          shard::UpdateHaloOp>(op))
    return op->emitOpError("is not supported; expected another op of the shard "
                           "dialect");
  if (!op->getParentOfType<func::FuncOp>() && !isa<shard::GridOp>(op))
    return op->emitOpError("is not in a function");
  if (auto grid = dyn_cast<shard::GridOp>(op))
    return verifyGrid([&] { return op->emitOpError(); }, grid.getShape());
  if (auto shape = dyn_cast<shard::ShardShapeOp>(op)) {
    auto sharding = shape.getSharding().getDefiningOp<shard::ShardingOp>();
    if (!sharding)
      return op->emitOpError("has an unknown sharding, expected a "
                             "'shard.sharding' without halos");
    if (!sharding.getStaticHaloSizes().empty())
      return op->emitOpError("has a sharding with halos, expected a "
                             "'shard.sharding' without halos");
  }
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<shard::AllReduceOp, shard::ReduceOp, shard::ReduceScatterOp>(
          [](auto reduction) {
            return verifyReduction(reduction, reduction.getReduction());
          })
      .Default(success());
}

/// Makes the shape of the grid an attribute of the module, if there is one
/// shape.
static void setGrid(ModuleOp module) {
  auto grids = module.getOps<shard::GridOp>();
  if (grids.empty())
    return;
  ArrayRef<int64_t> shape = (*grids.begin()).getShape();
  if (llvm::all_of(
          grids, [&](shard::GridOp grid) { return grid.getShape() == shape; }))
    module->setAttr(kGridAttrName,
                    DenseI64ArrayAttr::get(module.getContext(), shape));
}

/// Removes the ops of the shard dialect that only describe others.
static void eraseDescriptions(Operation *module) {
  SmallVector<Operation *> descriptions;
  module->walk([&](Operation *op) {
    if (isa<shard::GridOp, shard::ShardingOp>(op))
      descriptions.push_back(op);
  });
  // Shardings refer to grids, which come before them.
  for (Operation *op : llvm::reverse(descriptions))
    if (op->use_empty())
      op->erase();
}

namespace {
struct ConvertShardToSplitMpiPass
    : split::mpi::impl::ConvertShardToSplitMpiPassBase<
          ConvertShardToSplitMpiPass> {
  void runOnOperation() override {
    if (failed(prepare()))
      return signalPassFailure();
    MLIRContext *context = &getContext();
    RewritePatternSet patterns(context);
    populateCollectivePatterns(patterns);
    populateQueryPatterns(patterns);
    populateReductionPatterns(patterns);
    ConversionTarget target(*context);
    target.addIllegalDialect<shard::ShardDialect>();
    target.addLegalOp<shard::GridOp, shard::ShardingOp>();
    target.addLegalDialect<arith::ArithDialect, SplitDialect, SplitMpiDialect,
                           tensor::TensorDialect>();
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      return signalPassFailure();
    setGrid(getOperation());
    eraseDescriptions(getOperation());
  }

private:
  /// Checks all ops, and gives communicators to the functions that need one.
  LogicalResult prepare() {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa_and_present<shard::ShardDialect>(op->getDialect()))
        ops.push_back(op);
    });
    for (Operation *op : ops)
      if (failed(verifySupported(op)))
        return failure();
    for (Operation *op : ops)
      if (!isa<shard::GridOp, shard::GridShapeOp,
               shard::NeighborsLinearIndicesOp, shard::ShardShapeOp,
               shard::ShardingOp>(op) &&
          failed(getOrAddCommunicator(op->getParentOfType<func::FuncOp>())))
        return failure();
    return success();
  }
};
} // namespace
