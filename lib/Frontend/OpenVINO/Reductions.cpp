//===- Reductions.cpp - Products and reductions of OpenVINO ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/Axes.h"
#include "../Builders/MatMul.h"
#include "../Builders/Reduce.h"
#include "../Builders/Transpose.h"
#include "Layers.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::openvino;

/// Returns an input of MatMul. If the attribute `transpose` is set, the last
/// two dimensions are swapped, unless the input is a vector.
static FailureOr<Value> getMatrix(LayerImporter &layer, size_t i,
                                  StringRef transpose) {
  std::optional<bool> isTransposed = false;
  if (failed(layer.readBool(transpose, isTransposed)))
    return failure();
  int64_t rank = layer.getInputType(i).getRank();
  if (!*isTransposed || rank < 2)
    return layer.getInput(i);
  auto order = llvm::to_vector(llvm::seq<int64_t>(rank));
  std::swap(order[rank - 2], order[rank - 1]);
  return createTranspose(layer.getBuilder(), layer.getInput(i), order);
}

LogicalResult openvino::importMatMul(LayerImporter &layer) {
  if (failed(layer.checkEqualElements()))
    return failure();
  FailureOr<Value> lhs = getMatrix(layer, 0, "transpose_a");
  if (failed(lhs))
    return failure();
  FailureOr<Value> rhs = getMatrix(layer, 1, "transpose_b");
  if (failed(rhs))
    return failure();
  return layer.setResult(createMatMul(layer.getBuilder(), *lhs, *rhs));
}

LogicalResult openvino::importSoftmax(LayerImporter &layer,
                                      SoftmaxBuilder build, int64_t axis) {
  if ((layer.getData().findAttribute("axis") &&
       failed(layer.getData().readInt("axis", axis))))
    return failure();
  FailureOr<int64_t> dim =
      getAxis(layer.getBuilder(), axis, layer.getInputType(0).getRank());
  if (failed(dim))
    return failure();
  return layer.setOutputs(build(layer.getBuilder(), layer.getInput(0), *dim,
                                /*numDims=*/1));
}

LogicalResult openvino::importReduction(LayerImporter &layer,
                                        const Reduction &reduction) {
  std::optional<bool> keepsDims = false;
  SmallVector<int64_t> axes;
  if (failed(layer.readBool("keep_dims", keepsDims)) ||
      failed(layer.readConstantInts(1, "the elements of the axes", axes)))
    return failure();
  FailureOr<llvm::SmallBitVector> dims =
      getDims(layer.getBuilder(), axes, layer.getInputType(0).getRank());
  if (failed(dims))
    return failure();
  // Without axes, nothing is reduced.
  if (dims->none())
    return layer.setOutputs(layer.getInput(0));
  return layer.setOutputs(createReduction(layer.getBuilder(), layer.getInput(0),
                                          *dims, reduction, *keepsDims));
}
