//===- Layers.h - the table of OpenVINO's layer types -----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_OPENVINO_LAYERS_H
#define SPLIT_MLIR_LIB_FRONTEND_OPENVINO_LAYERS_H

#include "../Builders/Elementwise.h"
#include "LayerImporter.h"

namespace mlir::split::openvino {

/// Element types that a layer type computes on.
enum class Elements {
  Any,
  /// f16, bf16, f32 and f64.
  Floats,
  /// These, and integers of 8 to 64 bits.
  Numbers,
  /// These, and boolean.
  NumbersAndBools
};

/// Whether `type` is one of `elements`.
bool contains(Elements elements, Type type);

/// One version of a layer type.
struct LayerVersion {
  /// The first operation set with this version.
  int64_t since;
  /// What the first input's elements may be.
  Elements elements;
  /// Inputs beyond `minInputs` may be absent.
  size_t minInputs;
  size_t maxInputs;
  /// The names of its attributes, separated by blanks.
  StringLiteral attributes;
};

/// A row of the table.
struct LayerType {
  StringLiteral name;
  /// Ascending.
  ArrayRef<LayerVersion> versions;
  size_t minOutputs;
  size_t maxOutputs;
  /// Imports a layer that agrees with the row: sets its outputs, or reports an
  /// error.
  LogicalResult (*import)(LayerImporter &layer);

  /// The version that an operation set selects, or null if it has none.
  const LayerVersion *findVersion(int64_t opset) const;
};

/// The row of a layer type, or null.
const LayerType *findLayerType(StringRef name);

/// Imports what a file holds or is given from outside.
LogicalResult importParameter(LayerImporter &layer);
LogicalResult importConst(LayerImporter &layer);

/// Import Split and VariadicSplit by rules N1 to N4.
LogicalResult importSplit(LayerImporter &layer);
LogicalResult importVariadicSplit(LayerImporter &layer);

/// Imports an elementwise layer, with the attribute `auto_broadcast` if it has
/// two inputs.
LogicalResult importElementwise(LayerImporter &layer, ScalarBuilder scalar);

template <Value (*scalar)(OpBuilder &, Location, Type, ValueRange)>
LogicalResult importElementwise(LayerImporter &layer) {
  return importElementwise(layer, scalar);
}

/// Import elementwise layers with attributes and inputs of their own.
LogicalResult importDivide(LayerImporter &layer);
LogicalResult importGelu(LayerImporter &layer);
LogicalResult importSwish(LayerImporter &layer);
LogicalResult importConvert(LayerImporter &layer);
LogicalResult importConvertLike(LayerImporter &layer);

/// Import layers that add elements up.
LogicalResult importMatMul(LayerImporter &layer);
LogicalResult importSoftmax(LayerImporter &layer);

/// Import layers that move elements.
LogicalResult importConcat(LayerImporter &layer);
LogicalResult importGather(LayerImporter &layer);
LogicalResult importReshape(LayerImporter &layer);
LogicalResult importShapeOf(LayerImporter &layer);
LogicalResult importSqueeze(LayerImporter &layer);
LogicalResult importTranspose(LayerImporter &layer);
LogicalResult importUnsqueeze(LayerImporter &layer);

} // namespace mlir::split::openvino

#endif // SPLIT_MLIR_LIB_FRONTEND_OPENVINO_LAYERS_H
