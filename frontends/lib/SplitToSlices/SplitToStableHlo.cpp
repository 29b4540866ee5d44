//===- SplitToStableHlo.cpp - Split ops to slices of StableHLO ------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Conversion/ForeignPasses.h"

#include "StaticPieces.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::split::frontends {
#define GEN_PASS_DEF_CONVERTSPLITTOSTABLEHLOPASS
#include "split-mlir/Conversion/ForeignPasses.h.inc"
} // namespace mlir::split::frontends

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

static constexpr StringLiteral kSlice = "stablehlo.slice";

/// Creates the op in generic form, since its dialect is not linked.
static Value createSlice(OpBuilder &builder, Location loc, Value data,
                         const StaticPiece &piece) {
  SmallVector<int64_t> limits, strides(piece.sizes.size(), 1);
  for (auto [offset, size] : llvm::zip_equal(piece.offsets, piece.sizes))
    limits.push_back(offset + size);
  OperationState state(loc, kSlice, data, piece.type);
  state.addAttribute("start_indices",
                     builder.getDenseI64ArrayAttr(piece.offsets));
  state.addAttribute("limit_indices", builder.getDenseI64ArrayAttr(limits));
  state.addAttribute("strides", builder.getDenseI64ArrayAttr(strides));
  return builder.create(state)->getResult(0);
}

namespace {
struct ConvertSplitToStableHLOPass
    : split::frontends::impl::ConvertSplitToStableHLOPassBase<
          ConvertSplitToStableHLOPass> {
  void runOnOperation() override {
    MLIRContext *context = &getContext();
    bool isAllowed = context->allowsUnregisteredDialects() ||
                     OperationName(kSlice, context).isRegistered();
    auto findProblem = [&](RankedTensorType) -> std::string {
      if (isAllowed)
        return {};
      return "the dialect is not registered, expected "
             "--allow-unregistered-dialect";
    };
    getOperation()->walk([&](SplitOpInterface op) {
      if (failed(
              replaceByStaticSlices(op, "StableHLO", findProblem, createSlice)))
        signalPassFailure();
      else
        ++numSplits;
    });
  }
};
} // namespace
