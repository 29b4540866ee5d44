//===- Operators.h - The table of ONNX operators ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_ONNX_OPERATORS_H
#define SPLIT_MLIR_FRONTENDS_LIB_ONNX_OPERATORS_H

#include "../Builders/Reduce.h"
#include "../Builders/SharedOperators.h"
#include "NodeImporter.h"

namespace mlir::split::frontends::onnx {

/// Returns the row of an operator of the default domain, or null.
const Operator<NodeImporter> *findOperator(StringRef name);

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

/// Imports Softmax or a relative of it. Before opset 13 dimensions from the
/// axis on are flattened to one.
template <SoftmaxBuilder &build>
LogicalResult importSoftmax(NodeImporter &node) {
  bool isFlattened = node.getVersion() < 13;
  return split::frontends::importSoftmax(node, build, isFlattened ? 1 : -1,
                                         isFlattened);
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
    importBitShift, importCast, importClip, importCompress, importConcat,
    importConstant, importConstantOfShape, importDropout, importErf,
    importExpand, importEyeLike, importFlatten, importGather, importGatherND,
    importGelu, importGemm, importGroupNormalization, importHardmax,
    importIdentity, importInstanceNormalization, importIsInf,
    importLayerNormalization, importLpNormalization, importMean,
    importMeanVarianceNormalization, importMod, importNonZero, importOneHot,
    importPRelu, importPow, importRange, importReduceLogSumExp, importReshape,
    importReverseSequence, importScatterElements, importScatterND, importShape,
    importShrink, importSize, importSlice, importSqueeze, importTile,
    importTopK, importTranspose, importTrilu, importUnsqueeze;

} // namespace mlir::split::frontends::onnx

#endif // SPLIT_MLIR_FRONTENDS_LIB_ONNX_OPERATORS_H
