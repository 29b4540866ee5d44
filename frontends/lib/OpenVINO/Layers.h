//===- Layers.h - The table of OpenVINO's layer types -----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_OPENVINO_LAYERS_H
#define SPLIT_MLIR_FRONTENDS_LIB_OPENVINO_LAYERS_H

#include "../Builders/Reduce.h"
#include "../Builders/SharedOperators.h"
#include "LayerImporter.h"

namespace mlir::split::frontends::openvino {

inline constexpr ElementTypeSet kFloats = kF16 | kBF16 | kF32 | kF64;
inline constexpr ElementTypeSet kInts =
    kI8 | kI16 | kI32 | kI64 | kU8 | kU16 | kU32 | kU64;
inline constexpr ElementTypeSet kNumbers = kFloats | kInts;

/// Returns the row of a layer type, or null.
const Operator<LayerImporter> *findLayerType(StringRef name);

LogicalResult importReduction(LayerImporter &layer, const Reduction &reduction);

template <const Reduction &reduction>
LogicalResult importReduction(LayerImporter &layer) {
  return importReduction(layer, reduction);
}

/// Imports SoftMax and LogSoftmax. `axis` is the default of the attribute.
template <SoftmaxBuilder &build, int64_t axis>
LogicalResult importSoftmax(LayerImporter &layer) {
  return split::frontends::importSoftmax(layer, build, axis,
                                         /*isFlattened=*/false);
}

/// Reads the type that a Parameter states.
FailureOr<TensorType> readParameterType(LayerImporter &layer);

using ImportFunction = LogicalResult(LayerImporter &layer);

/// Import Split and VariadicSplit by rules N1 to N4.
ImportFunction importSplit, importVariadicSplit;

/// Import layers on windows, normalizations and recurrent layers.
ImportFunction importAvgPool, importBatchNormInference, importConvolution,
    importConvolutionBackpropData, importDepthToSpace, importGroupNormalization,
    importInterpolate, importLRN, importMVN, importMaxPool, importNormalizeL2,
    importPRelu, importPad, importRecurrent, importSpaceToDepth;

/// Import layers that run networks of their own.
ImportFunction importIf, importLoop;

/// Import the other layers.
ImportFunction importBroadcast, importClamp, importConcat, importConst,
    importConvert, importDivide, importEye, importGather, importGatherND,
    importGelu, importNonZero, importOneHot, importParameter, importRange,
    importReshape, importReverseSequence, importRound,
    importScatterElementsUpdate, importScatterNDUpdate, importScatterUpdate,
    importShapeOf, importSlice, importSqueeze, importStridedSlice, importSwish,
    importTile, importTopK, importTranspose, importUnsqueeze;

} // namespace mlir::split::frontends::openvino

#endif // SPLIT_MLIR_FRONTENDS_LIB_OPENVINO_LAYERS_H
