//===- Layers.h - The table of OpenVINO's layer types -----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_OPENVINO_LAYERS_H
#define SPLIT_MLIR_LIB_FRONTEND_OPENVINO_LAYERS_H

#include "../Builders/Activations.h"
#include "../Builders/Elementwise.h"
#include "LayerImporter.h"

namespace mlir::split::openvino {

inline constexpr ElementTypeSet kFloats = kF16 | kBF16 | kF32 | kF64;
inline constexpr ElementTypeSet kInts =
    kI8 | kI16 | kI32 | kI64 | kU8 | kU16 | kU32 | kU64;
inline constexpr ElementTypeSet kNumbers = kFloats | kInts;

/// Returns the row of a layer type, or null.
const Operator<LayerImporter> *findLayerType(StringRef name);

/// Imports an elementwise layer, with the attribute `auto_broadcast` if it has
/// two inputs.
LogicalResult importElementwise(LayerImporter &layer, ScalarBuilder scalar);

template <ScalarFunction &scalar>
LogicalResult importElementwise(LayerImporter &layer) {
  return importElementwise(layer, scalar);
}

using ImportFunction = LogicalResult(LayerImporter &layer);

/// Import Split and VariadicSplit by rules N1 to N4.
ImportFunction importSplit, importVariadicSplit;

/// Import the other layers.
ImportFunction importConcat, importConst, importConvert, importConvertLike,
    importDivide, importGather, importGelu, importMatMul, importParameter,
    importReshape, importShapeOf, importSoftmax, importSqueeze, importSwish,
    importTranspose, importUnsqueeze;

} // namespace mlir::split::openvino

#endif // SPLIT_MLIR_LIB_FRONTEND_OPENVINO_LAYERS_H
