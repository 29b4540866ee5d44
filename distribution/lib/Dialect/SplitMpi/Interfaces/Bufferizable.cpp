//===- Bufferizable.cpp - The split_mpi ops on buffers --------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "split-mlir/Dialect/SplitMpi/IR/SplitMpi.h"
#include "split-mlir/Dialect/SplitMpi/Interfaces/ExternalModels.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::split;
using namespace mlir::split::mpi;

/// Returns whether only some ranks write their destinations.
static bool hasTargetRoot(RedistributeOp op) {
  return !op.getStaticToRoot().empty();
}

static bool hasTargetRoot(AllReduceOp op) {
  return !op.getStaticRoot().empty();
}

static bool hasTargetRoot(ReduceScatterOp) { return false; }

namespace {
/// `OpTy` is an op in destination-passing style with one destination.
template <typename OpTy>
struct TransferOpModel
    : DstBufferizableOpInterfaceExternalModel<TransferOpModel<OpTy>, OpTy> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    auto transfer = cast<OpTy>(op);
    return !transfer.isDpsInit(&operand) || hasTargetRoot(transfer);
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto transfer = cast<OpTy>(op);
    if (!transfer.hasPureTensorSemantics())
      return success();
    FailureOr<Value> source =
        getBuffer(rewriter, transfer.getSource(), options, state);
    if (failed(source))
      return failure();
    FailureOr<Value> init =
        getBuffer(rewriter, transfer.getInit(), options, state);
    if (failed(init))
      return failure();
    SmallVector<Value> operands{*source, *init};
    llvm::append_range(operands, op->getOperands().drop_front(2));
    OpTy::create(rewriter, op->getLoc(), TypeRange(), operands, op->getAttrs());
    replaceOpWithBufferizedValues(rewriter, op, *init);
    return success();
  }
};
} // namespace

void mlir::split::mpi::registerSplitMpiBufferizableExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, SplitMpiDialect *) {
    AllReduceOp::attachInterface<TransferOpModel<AllReduceOp>>(*context);
    RedistributeOp::attachInterface<TransferOpModel<RedistributeOp>>(*context);
    ReduceScatterOp::attachInterface<TransferOpModel<ReduceScatterOp>>(
        *context);
  });
}
