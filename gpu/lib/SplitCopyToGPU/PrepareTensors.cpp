//===- PrepareTensors.cpp - Tensors of the host and of the caller ---------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/GPU/Passes.h"

namespace mlir::split::device {
#define GEN_PASS_DEF_SPLITPREPARETENSORSPASS
#include "split-mlir/GPU/Passes.h.inc"
} // namespace mlir::split::device

using namespace mlir;
using namespace mlir::split;

/// Computes the elements of `generate`, which is 1-D, in a loop.
static void lowerToLoop(tensor::GenerateOp generate) {
  OpBuilder builder(generate);
  Location loc = generate.getLoc();
  IndexMath math(builder, loc);
  auto type = cast<RankedTensorType>(generate.getType());
  Value empty =
      tensor::EmptyOp::create(builder, loc, type, generate.getDynamicExtents());
  OpFoldResult size = tensor::getMixedSize(builder, loc, empty, 0);
  auto insert = [&](OpBuilder &body, Location, Value at, ValueRange shape) {
    IRMapping mapping;
    Block &block = generate.getBody().front();
    mapping.map(block.getArgument(0), at);
    for (Operation &op : block.without_terminator())
      body.clone(op, mapping);
    auto yield = cast<tensor::YieldOp>(block.getTerminator());
    Value element = mapping.lookupOrDefault(yield.getValue());
    Value result =
        tensor::InsertOp::create(body, loc, element, shape.front(), at);
    scf::YieldOp::create(body, loc, result);
  };
  auto loop = scf::ForOp::create(builder, loc, math.get(int64_t(0)),
                                 math.get(size), math.get(1), empty, insert);
  generate.replaceAllUsesWith(loop.getResult(0));
  generate.erase();
}

/// Marks the arguments of `function` that the caller keeps: bufferization
/// writes others in place.
static void keepArguments(func::FuncOp function) {
  StringRef name = bufferization::BufferizationDialect::kWritableAttrName;
  for (BlockArgument argument : function.getArguments()) {
    unsigned number = argument.getArgNumber();
    if (isa<TensorType>(argument.getType()) &&
        !function.getArgAttr(number, name))
      function.setArgAttr(number, name,
                          BoolAttr::get(function.getContext(), false));
  }
}

namespace {
struct SplitPrepareTensorsPass
    : device::impl::SplitPrepareTensorsPassBase<SplitPrepareTensorsPass> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      if (auto function = dyn_cast<func::FuncOp>(op);
          function && function.isPublic() && !function.isExternal())
        keepArguments(function);
      auto generate = dyn_cast<tensor::GenerateOp>(op);
      if (!generate)
        return;
      auto type = cast<RankedTensorType>(generate.getType());
      if (type.getRank() == 1 && type.getElementType().isIndex())
        lowerToLoop(generate);
    });
  }
};
} // namespace
