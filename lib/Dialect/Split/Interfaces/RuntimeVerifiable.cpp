//===- RuntimeVerifiable.cpp - Upstream's run-time checks -----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/RuntimeVerifiableOpInterface.h"
#include "split-mlir/Dialect/Split/IR/AssertMessages.h"
#include "split-mlir/Dialect/Split/IR/Checks.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/Dialect/Split/Interfaces/ExternalModels.h"

using namespace mlir;
using namespace mlir::split;

namespace {
/// Generates the checks of split-generate-runtime-checks.
template <typename OpTy>
struct RuntimeVerifiableModel
    : RuntimeVerifiableOpInterface::ExternalModel<RuntimeVerifiableModel<OpTy>,
                                                  OpTy> {
  void
  generateRuntimeVerification(Operation *op, OpBuilder &builder, Location loc,
                              function_ref<std::string(Operation *, StringRef)>
                                  generateErrorMessage) const {
    generateRuntimeChecks(
        builder, cast<OpTy>(op),
        [&](Value condition, const CheckMessage &message) {
          std::string text = getTextWithoutValues(message.getFormat());
          cf::AssertOp::create(builder, loc, condition,
                               generateErrorMessage(op, text));
        });
  }
};
} // namespace

void mlir::split::registerRuntimeVerifiableExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, SplitDialect *) {
    CopyOp::attachInterface<RuntimeVerifiableModel<CopyOp>>(*context);
    SplitOp::attachInterface<RuntimeVerifiableModel<SplitOp>>(*context);
    VariadicSplitOp::attachInterface<RuntimeVerifiableModel<VariadicSplitOp>>(
        *context);
    // The checks consist of their ops.
    context->loadDialect<affine::AffineDialect, arith::ArithDialect,
                         cf::ControlFlowDialect, memref::MemRefDialect,
                         tensor::TensorDialect>();
  });
}
