//===- Bufferizable.cpp - split ops on buffers ----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/Interfaces/Bufferizable.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::split;

namespace {
struct CopyOpModel
    : DstBufferizableOpInterfaceExternalModel<CopyOpModel, CopyOp> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    return !cast<CopyOp>(op).isDpsInit(&operand);
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto copy = cast<CopyOp>(op);
    if (!copy.hasPureTensorSemantics())
      return success();
    FailureOr<Value> data = getBuffer(rewriter, copy.getData(), options, state);
    if (failed(data))
      return failure();
    SmallVector<Value> outs;
    for (Value destination : copy.getOuts()) {
      FailureOr<Value> buffer =
          getBuffer(rewriter, destination, options, state);
      if (failed(buffer))
        return failure();
      outs.push_back(*buffer);
    }
    auto onBuffers = CopyOp::create(rewriter, copy.getLoc(), *data, outs,
                                    static_cast<int64_t>(copy.getAxis()));
    onBuffers->setDiscardableAttrs(copy->getDiscardableAttrDictionary());
    replaceOpWithBufferizedValues(rewriter, op, outs);
    return success();
  }
};
} // namespace

void mlir::split::registerBufferizableExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, SplitDialect *) {
    CopyOp::attachInterface<CopyOpModel>(*context);
  });
}
