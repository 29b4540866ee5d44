//===- LowerQuantizedTypes.cpp - Quantized values as their storage --------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Shard/IR/ShardOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/DialectConversion.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITLOWERQUANTIZEDTYPESPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

namespace {
/// func.func @f(%x: tensor<4x!quant.uniform<u8:f32, 0.5>>)
///   ->  func.func @f(%x: tensor<4xi8>)
///
/// Upstream's pattern converts only the first block.
struct ConvertSignature : OpConversionPattern<func::FuncOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(func::FuncOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    const TypeConverter &converter = *getTypeConverter();
    if (failed(rewriter.convertRegionTypes(&op.getBody(), converter)))
      return rewriter.notifyMatchFailure(op, "cannot convert a block argument");
    rewriter.modifyOpInPlace(
        op, [&] { op.setType(converter.convertType(op.getFunctionType())); });
    return success();
  }
};

/// "op"(%x) : (tensor<4x!quant.uniform<u8:f32, 0.5>>) -> ...
///
/// becomes
///
/// "op"(%x) : (tensor<4xi8>) -> ...
///
/// One pattern converts all ops except functions, because each value becomes
/// one value.
struct ConvertTypesOf : ConversionPattern {
  ConvertTypesOf(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), /*benefit=*/1,
                          context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> results;
    if (failed(getTypeConverter()->convertTypes(op->getResultTypes(), results)))
      return rewriter.notifyMatchFailure(op, "cannot convert a result type");
    OperationState state(op->getLoc(), op->getName(), operands, results,
                         op->getAttrs(), op->getSuccessors());
    for (Region &region : op->getRegions()) {
      Region *converted = state.addRegion();
      rewriter.inlineRegionBefore(region, *converted, converted->end());
      if (failed(rewriter.convertRegionTypes(converted, *getTypeConverter())))
        return rewriter.notifyMatchFailure(op,
                                           "cannot convert a block argument");
    }
    rewriter.replaceOp(op, rewriter.create(state));
    return success();
  }
};

/// quant.scast %x : tensor<4xi8> to tensor<4x!quant.uniform<u8:f32, 0.5>>
///   ->  %x
struct DropStorageCast : OpConversionPattern<quant::StorageCastOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(quant::StorageCastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getInput());
    return success();
  }
};

struct SplitLowerQuantizedTypesPass
    : split::native::impl::SplitLowerQuantizedTypesPassBase<
          SplitLowerQuantizedTypesPass> {
  void runOnOperation() override;
};
} // namespace

/// Whether `op` only moves or forwards values of any type, so that it means the
/// same for quantized values and their storage. No interface of MLIR tells
/// this, so the dialects and ops are listed, the split dialect among them.
static bool movesValues(Operation *op) {
  if (isa<cf::ControlFlowDialect, func::FuncDialect, scf::SCFDialect,
          SplitDialect, tensor::TensorDialect>(op->getDialect()))
    return true;
  return isa<arith::SelectOp, bufferization::AllocTensorOp,
             bufferization::DeallocTensorOp,
             bufferization::MaterializeInDestinationOp, linalg::BroadcastOp,
             linalg::CopyOp, linalg::FillOp, linalg::GenericOp, linalg::MapOp,
             linalg::PackOp, linalg::TransposeOp, linalg::UnPackOp,
             linalg::YieldOp, quant::StorageCastOp, shard::ShardOp>(op);
}

static bool isConverted(Operation *op, const TypeConverter &converter) {
  if (auto function = dyn_cast<func::FuncOp>(op))
    if (!converter.isSignatureLegal(function.getFunctionType()))
      return false;
  return converter.isLegal(op) &&
         llvm::all_of(op->getRegions(), [&](Region &region) {
           return converter.isLegal(&region);
         });
}

static LogicalResult verifyMovesValues(Operation *op) {
  if (op->getDialect() && movesValues(op))
    return success();
  if (isa<quant::DequantizeCastOp, quant::QuantizeCastOp>(op))
    return op->emitOpError(
        "computes on quantized values, expected it lowered by lower-quant-ops");
  return op->emitOpError("has no meaning on the storage of quantized values, "
                         "expected an op that only moves them");
}

/// Makes `converter` convert quantized scalars and tensors to their storage
/// types, in function types too. Types without integer storage stay.
static void addStorageTypeConversions(TypeConverter &converter) {
  converter.addConversion([](Type type) { return type; });
  converter.addConversion([](quant::QuantizedType type) -> Type {
    if (isa_and_present<IntegerType>(type.getStorageType()))
      return type.getStorageType();
    return type;
  });
  converter.addConversion([&converter](TensorType type) -> Type {
    return type.clone(converter.convertType(type.getElementType()));
  });
  converter.addConversion([&converter](FunctionType type) -> Type {
    SmallVector<Type> inputs, results;
    if (failed(converter.convertTypes(type.getInputs(), inputs)) ||
        failed(converter.convertTypes(type.getResults(), results)))
      return {};
    return FunctionType::get(type.getContext(), inputs, results);
  });
}

void SplitLowerQuantizedTypesPass::runOnOperation() {
  TypeConverter converter;
  addStorageTypeConversions(converter);
  auto verify = [&](Operation *op) {
    if (isConverted(op, converter))
      return WalkResult::advance();
    ++numOps;
    return WalkResult(verifyMovesValues(op));
  };
  if (getOperation()->walk<WalkOrder::PreOrder>(verify).wasInterrupted())
    return signalPassFailure();

  ConversionTarget target(getContext());
  target.markUnknownOpDynamicallyLegal(
      [&](Operation *op) { return isConverted(op, converter); });
  RewritePatternSet patterns(&getContext());
  patterns.add<ConvertTypesOf>(converter, &getContext());
  patterns.add<ConvertSignature, DropStorageCast>(converter, &getContext(),
                                                  /*benefit=*/2);
  if (failed(
          applyPartialConversion(getOperation(), target, std::move(patterns))))
    signalPassFailure();
}
