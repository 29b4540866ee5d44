//===- ConcatOfPieces.cpp - Tensor.concat of pieces -----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Folds.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "split-mlir/Dialect/Split/IR/Canonicalization.h"

using namespace mlir;
using namespace mlir::split;

/// Returns the ranked source of a cast, or `value` if it is no such cast.
static Value skipCast(Value value) {
  auto cast = value.getDefiningOp<tensor::CastOp>();
  return cast && isa<RankedTensorType>(cast.getSource().getType())
             ? cast.getSource()
             : value;
}

/// Returns the split along `dim` if `inputs` begin with all of its pieces in
/// order, otherwise null.
static SplitOpInterface getSplitOfRun(ValueRange inputs, int64_t dim) {
  auto first = dyn_cast<OpResult>(skipCast(inputs.front()));
  if (!first || first.getResultNumber() != 0)
    return {};
  auto split = dyn_cast<SplitOpInterface>(first.getOwner());
  if (!split || split->getNumResults() > inputs.size() ||
      split.getSpec().getNormalizedAxis() != dim)
    return {};
  for (auto [piece, input] : llvm::zip_first(split->getResults(), inputs))
    if (skipCast(input) != piece)
      return {};
  return split;
}

/// Returns whether `data` is a cast that removes static sizes. Another pattern
/// splits its source instead, unless the source contradicts the split. In that
/// case the split, which fails, must stay: without it, the cast would fold with
/// a later cast to another size into an invalid cast.
static bool hidesSizes(Value data) {
  return tensor::canFoldIntoConsumerOp(data.getDefiningOp<tensor::CastOp>());
}

/// Returns the type of the concatenation of `run`, some inputs of `concat` that
/// are all pieces of `data`; none if it states more than the type of data,
/// which the split checks (R6). It depends only on these inputs, so that it
/// agrees with the other inputs as before.
static std::optional<RankedTensorType>
getTypeOfRun(tensor::ConcatOp concat, RankedTensorType data, ValueRange run) {
  RankedTensorType type = concat.getResultType();
  if (run.size() != concat.getInputs().size()) {
    type = tensor::ConcatOp::inferResultType(concat.getDim(), run.getTypes());
    type = RankedTensorType::get(type.getShape(), type.getElementType(),
                                 data.getEncoding());
  }
  if (type.getEncoding() != data.getEncoding() ||
      !tensor::CastOp::areCastCompatible(data, type) ||
      !tensor::preservesStaticInformation(type, data))
    return std::nullopt;
  return type;
}

namespace {
/// %p:2 = split.split %x axis(0) into 2
/// tensor.concat dim(0) %a, %p#0, %p#1
///
/// becomes
///
/// tensor.concat dim(0) %a, %x
///
/// and `%x` itself where all inputs are pieces of it.
struct JoinPieces : OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ConcatOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Input> inputs;
    ValueRange left = op.getInputs();
    while (!left.empty()) {
      Input input{left.front(), nullptr};
      size_t numJoined = 1;
      SplitOpInterface split = getSplitOfRun(left, op.getDim());
      // In a graph region or an unreachable block, an op may use itself.
      if (split && split.getData() != op.getResult() &&
          !hidesSizes(split.getData())) {
        ValueRange run = left.take_front(split->getNumResults());
        auto data = cast<RankedTensorType>(split.getData().getType());
        if (auto type = getTypeOfRun(op, data, run)) {
          input = {split.getData(), *type};
          numJoined = run.size();
        }
      }
      inputs.push_back(input);
      left = left.drop_front(numJoined);
    }
    if (llvm::none_of(inputs, [](Input input) { return bool(input.type); }))
      return rewriter.notifyMatchFailure(op, "inputs are not all the pieces");
    if (inputs.size() == 1 &&
        startsLoopFromCast(op.getResult(), inputs.front().value))
      return rewriter.notifyMatchFailure(op, "a loop would start from a cast");
    replace(op, inputs, rewriter);
    return success();
  }

private:
  /// An input, or data to be cast to `type` if that is not null.
  struct Input {
    Value value;
    RankedTensorType type;
  };

  static void replace(tensor::ConcatOp op, ArrayRef<Input> inputs,
                      PatternRewriter &rewriter) {
    auto values = llvm::map_to_vector(inputs, [&](Input input) -> Value {
      if (!input.type || input.type == input.value.getType())
        return input.value;
      return tensor::CastOp::create(rewriter, op.getLoc(), input.type,
                                    input.value);
    });
    if (values.size() == 1)
      rewriter.replaceOp(op, values);
    else
      rewriter.modifyOpInPlace(op,
                               [&] { op.getInputsMutable().assign(values); });
  }
};
} // namespace

void mlir::split::populateConcatOfSplitsPatterns(RewritePatternSet &patterns) {
  patterns.add<JoinPieces>(patterns.getContext());
}
