//===- Network.h - The graph in an OpenVINO file ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_OPENVINO_NETWORK_H
#define SPLIT_MLIR_FRONTENDS_LIB_OPENVINO_NETWORK_H

#include "Xml.h"

#include "split-mlir/Frontend/OpenVINO/Importer.h"

#include "mlir/IR/BuiltinTypes.h"

#include <memory>
#include <unordered_map>

namespace mlir::split::frontends::openvino {

/// Returns the MLIR type of an element type, named as attributes do (`f32`,
/// `boolean`) or as ports do (`FP32`, `BOOL`); null if there is none.
Type getElementType(StringRef name, MLIRContext *context);

/// Returns `!openvino.name` for an element type without an MLIR type, with `_`
/// for what is no letter or digit.
Type getOpaqueElementType(StringRef name, const XmlElement &element);

/// Maps ids to positions.
using IdMap = std::unordered_map<int64_t, size_t>;

/// A port of a layer with the type that the file declares.
struct Port {
  int64_t id = 0;
  /// Null if the file declares none.
  Type elementType;
  /// None if the file lists no dimensions: the port is a scalar, or its rank is
  /// unknown.
  std::optional<SmallVector<int64_t>> shape;
};

/// An output of a layer, both counted from 0.
struct PortRef {
  size_t layer;
  size_t port;
};

struct Network;

struct Layer {
  Layer(XmlElement element) : element(element) {}

  /// Emits errors at the layer.
  XmlElement element;
  StringRef type;
  /// Perhaps empty.
  StringRef name;
  /// The operation set in the layer's version. 0 for an unknown version, if
  /// unknown layers are kept.
  int64_t opset = 0;
  SmallVector<Port, 0> inputs, outputs;
  /// The positions of ports by id.
  IdMap inputPositions, outputPositions;
  /// For each input, the output that an edge connects to it.
  SmallVector<std::optional<PortRef>, 0> sources;
  /// The networks that If (then, else), Loop or TensorIterator runs.
  SmallVector<std::shared_ptr<const Network>, 0> bodies;
};

/// A graph without cycles in which every edge connects existing ports and every
/// input has an edge.
struct Network {
  /// Perhaps empty.
  StringRef name;
  /// In file order.
  std::vector<Layer> layers;
  IdMap positions;
  /// A topological order of the layers: first Parameters, then the others, in
  /// file order where possible.
  std::vector<size_t> order;
};

/// Reads IR of version 10 or 11. `root` is the document element of `file`,
/// which the network refers to.
FailureOr<Network> readNetwork(const XmlElement &root,
                               llvm::MemoryBufferRef file,
                               const OpenVinoImportOptions &options);

/// Checks that the operation set of a layer is known.
LogicalResult checkOpset(const Layer &layer);

/// Returns the type that a port declares. If the file declares no element type,
/// uses `elementType`.
TensorType getClaim(const Port &port, Type elementType);

} // namespace mlir::split::frontends::openvino

#endif // SPLIT_MLIR_FRONTENDS_LIB_OPENVINO_NETWORK_H
