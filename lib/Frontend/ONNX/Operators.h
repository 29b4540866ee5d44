//===- Operators.h - The table of ONNX operators ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_ONNX_OPERATORS_H
#define SPLIT_MLIR_LIB_FRONTEND_ONNX_OPERATORS_H

#include "../Builders/Activations.h"
#include "../Builders/Reduce.h"
#include "NodeImporter.h"

namespace mlir::split::onnx {

/// Returns the row of an operator of the default domain, or null.
const Operator<NodeImporter> *findOperator(StringRef name);

/// Imports an elementwise operator whose result has the element type of its
/// inputs. Since opset 7, or 8 where the number of inputs is not fixed, shapes
/// broadcast as in NumPy; before that by the attributes `broadcast` and `axis`.
LogicalResult importElementwise(NodeImporter &node, ScalarBuilder scalar);
/// Does the same for a result of bools.
LogicalResult importComparison(NodeImporter &node, ScalarBuilder scalar);

template <ScalarFunction &scalar>
LogicalResult importElementwise(NodeImporter &node) {
  return importElementwise(node, scalar);
}
template <Formula &formula>
LogicalResult importFormula(NodeImporter &node) {
  return importElementwise(node, buildFormula<formula>);
}
template <ScalarFunction &scalar>
LogicalResult importComparison(NodeImporter &node) {
  return importComparison(node, scalar);
}

/// Builds a reduction of a ranked tensor.
using ReductionBuilder = llvm::function_ref<Value(
    ImplicitLocOpBuilder &builder, Value data,
    const llvm::SmallBitVector &reduced, bool keepsDims)>;

LogicalResult importReduction(NodeImporter &node, ReductionBuilder build);

template <const Reduction &reduction>
LogicalResult importReduction(NodeImporter &node) {
  return importReduction(node, [](ImplicitLocOpBuilder &builder, Value data,
                                  const llvm::SmallBitVector &reduced,
                                  bool keepsDims) {
    return createReduction(builder, data, reduced, reduction, keepsDims);
  });
}

/// Builds Softmax or a relative of it.
using SoftmaxBuilder = Value(ImplicitLocOpBuilder &builder, Value data,
                             int64_t firstDim, int64_t numDims);

LogicalResult importSoftmax(NodeImporter &node, SoftmaxBuilder build);

template <SoftmaxBuilder &build>
LogicalResult importSoftmax(NodeImporter &node) {
  return importSoftmax(node, build);
}

using ImportFunction = LogicalResult(NodeImporter &node);

/// Imports Split by rules O1 to O11.
ImportFunction importSplit;

/// Import operators on sequences. The number of tensors and the position that
/// an operator uses must be known at import.
ImportFunction importSplitToSequence, importSequenceEmpty,
    importSequenceConstruct, importSequenceInsert, importSequenceErase,
    importSequenceAt, importSequenceLength, importConcatFromSequence;

/// Import convolutions, pools, pads and interpolation.
ImportFunction importAveragePool, importConv, importConvTranspose,
    importDepthToSpace, importGlobalPool, importGridSample, importLpPool,
    importLRN, importMaxPool, importPad, importResize, importSpaceToDepth;

/// Import operators with subgraphs. Sequences have a number of tensors that is
/// known at import, also those that a loop carries.
ImportFunction importIf, importLoop, importScan;

/// Import recurrent layers, over the loops of Builders/Recurrent.h.
ImportFunction importGRU, importLSTM, importRNN;

/// Import losses.
ImportFunction importNegativeLogLikelihoodLoss, importSoftmaxCrossEntropyLoss;

/// Import the other operators.
ImportFunction importArgMax, importArgMin, importBatchNormalization,
    importBitShift, importCast, importCastLike, importClip, importCompress,
    importConcat, importConstant, importConstantOfShape, importCumSum,
    importDropout, importEinsum, importErf, importExpand, importEyeLike,
    importFlatten, importGather, importGatherElements, importGatherND,
    importGelu, importGemm, importGroupNormalization, importHardmax,
    importIdentity, importInstanceNormalization, importIsInf,
    importLayerNormalization, importLpNormalization, importMatMul, importMean,
    importMeanVarianceNormalization, importMod, importNonZero, importOneHot,
    importPRelu, importPow, importRange, importReduceLogSumExp, importReshape,
    importReverseSequence, importScatterElements, importScatterND, importShape,
    importShrink, importSize, importSlice, importSoftmax, importSqueeze,
    importTile, importTopK, importTranspose, importTrilu, importUnsqueeze,
    importWhere;

} // namespace mlir::split::onnx

#endif // SPLIT_MLIR_LIB_FRONTEND_ONNX_OPERATORS_H
