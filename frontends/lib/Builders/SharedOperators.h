//===- SharedOperators.h - Operators of several formats ---------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Readers of operators whose inputs and attributes have the same meaning in
// ONNX and OpenVINO. The tables of both formats refer to them.
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_SHAREDOPERATORS_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_SHAREDOPERATORS_H

#include "Elementwise.h"
#include "OperatorImporter.h"
#include "Recurrent.h"
#include "Scalars.h"

namespace mlir::split::frontends {

using SharedImport = LogicalResult(OperatorImporter &op);

SharedImport importCastLike, importCumSum, importEinsum, importGatherElements,
    importMatMul, importWhere;

/// Builds the result of an elementwise operator with the parameters that the
/// table states, from operands that may still have to be aligned.
FailureOr<Value> createElementwise(OperatorImporter &op,
                                   SmallVector<Value> operands,
                                   Type resultElement, ScalarBuilder scalar);

/// Imports an elementwise operator whose result has the element type of its
/// inputs.
LogicalResult importElementwise(OperatorImporter &op, ScalarBuilder scalar);
/// Does the same for a result of bools.
LogicalResult importComparison(OperatorImporter &op, ScalarBuilder scalar);

template <ScalarFunction &scalar>
LogicalResult importElementwise(OperatorImporter &op) {
  return importElementwise(op, scalar);
}
template <Formula &formula>
LogicalResult importFormula(OperatorImporter &op) {
  return importElementwise(op, buildFormula<formula>);
}
template <ScalarFunction &scalar>
LogicalResult importComparison(OperatorImporter &op) {
  return importComparison(op, scalar);
}

/// Builds Softmax or a relative of it.
using SoftmaxBuilder = Value(ImplicitLocOpBuilder &builder, Value data,
                             int64_t firstDim, int64_t numDims);

/// Imports Softmax or a relative of it. `axis` is the default of the attribute.
/// `isFlattened` says whether the dimensions from the axis on are one.
LogicalResult importSoftmax(OperatorImporter &op, SoftmaxBuilder build,
                            int64_t axis, bool isFlattened);

/// Builds DepthToSpace or SpaceToDepth.
using BlocksBuilder = FailureOr<Value>(ImplicitLocOpBuilder &builder,
                                       Value data, int64_t blockSize,
                                       bool blocksFirst);

/// Imports DepthToSpace or SpaceToDepth. `size` is the attribute with the size
/// of blocks, which is 1 if it is absent, and the first of two modes is that of
/// blocks in front.
LogicalResult importBlocks(OperatorImporter &op, StringRef size,
                           ArrayRef<StringRef> modes, BlocksBuilder build);

/// Reads the directions of a recurrent layer.
LogicalResult readDirections(OperatorImporter &op, RecurrentLayer &layer);

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_SHAREDOPERATORS_H
