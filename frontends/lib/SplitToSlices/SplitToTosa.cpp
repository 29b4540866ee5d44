//===- SplitToTosa.cpp - Split ops to slices of TOSA ----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Conversion/ForeignPasses.h"

#include "StaticPieces.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Tosa/Utils/ConversionUtils.h"

namespace mlir::split::frontends {
#define GEN_PASS_DEF_CONVERTSPLITTOTOSAPASS
#include "split-mlir/Conversion/ForeignPasses.h.inc"
} // namespace mlir::split::frontends

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

/// Returns whether the dialect has tensors of such elements. It has no
/// predicate to ask.
static bool isTosaElementType(Type type) {
  if (auto quantized = dyn_cast<quant::QuantizedType>(type))
    return llvm::is_contained({4, 8, 16, 32},
                              quantized.getStorageTypeIntegralWidth());
  return isa<FloatType, tosa::mxint8Type>(type) ||
         (isa<IntegerType>(type) && !type.isSignedInteger());
}

static std::string findProblem(RankedTensorType piece) {
  if (piece.getNumElements() == 0)
    return "TOSA has no tensors without elements";
  if (isTosaElementType(piece.getElementType()))
    return {};
  std::string problem;
  llvm::raw_string_ostream(problem)
      << "TOSA has no elements of type " << piece.getElementType();
  return problem;
}

static Value createSlice(OpBuilder &builder, Location loc, Value data,
                         const StaticPiece &piece) {
  ImplicitLocOpBuilder implicit(loc, builder);
  Value start = tosa::getTosaConstShape(implicit, piece.offsets);
  Value size = tosa::getTosaConstShape(implicit, piece.sizes);
  return tosa::SliceOp::create(builder, loc, piece.type, data, start, size);
}

namespace {
struct ConvertSplitToTosaPass
    : split::frontends::impl::ConvertSplitToTosaPassBase<
          ConvertSplitToTosaPass> {
  void runOnOperation() override {
    getOperation()->walk([&](SplitOpInterface op) {
      if (failed(replaceByStaticSlices(op, "TOSA", findProblem, createSlice)))
        signalPassFailure();
      else
        ++numSplits;
    });
  }
};
} // namespace
