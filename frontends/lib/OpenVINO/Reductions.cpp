//===- Reductions.cpp - Products and reductions of OpenVINO ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/Reduce.h"
#include "../Builders/Shapes.h"
#include "Layers.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::openvino;

LogicalResult openvino::importReduction(LayerImporter &layer,
                                        const Reduction &reduction) {
  bool keepsDims = false;
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
    return layer.setResults(layer.getInput(0));
  return layer.setResults(createReduction(layer.getBuilder(), layer.getInput(0),
                                          *dims, reduction, keepsDims));
}
