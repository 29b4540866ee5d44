//===- Network.h - the graph in an OpenVINO file ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_FRONTEND_OPENVINO_NETWORK_H
#define SPLIT_MLIR_LIB_FRONTEND_OPENVINO_NETWORK_H

#include "Xml.h"

#include "mlir/IR/BuiltinTypes.h"

namespace mlir::split::openvino {

/// What a port of a layer claims.
struct Port {
  int64_t id = 0;
  /// Null where the file does not tell.
  Type elementType;
  /// None where the file lists no dimensions, as it does for unknown ranks and
  /// for scalars alike.
  std::optional<SmallVector<int64_t>> shape;
};

/// An output of a layer, both counted from 0.
struct PortRef {
  size_t layer;
  size_t port;
};

struct Layer {
  Layer(XmlElement element) : element(element) {}

  /// With errors at the layer.
  XmlElement element;
  StringRef type;
  /// Perhaps empty.
  StringRef name;
  /// The operation set that the layer's version names.
  int64_t opset = 0;
  SmallVector<Port, 0> inputs, outputs;
  /// For each input the output that an edge connects it with.
  SmallVector<std::optional<PortRef>, 0> sources;
};

/// A graph in which every edge connects ports that exist, every input has one,
/// and there are no cycles.
struct Network {
  /// Perhaps empty.
  StringRef name;
  /// In file order.
  std::vector<Layer> layers;
  /// Layers so that each follows those that it takes inputs from: Parameters,
  /// then all others, in file order as far as that goes.
  std::vector<size_t> order;
};

/// Reads IR of version 10 or 11. `root` is the document element of `file`,
/// which the network refers to.
FailureOr<Network> readNetwork(const XmlElement &root,
                               llvm::MemoryBufferRef file);

/// The type that a port claims, where `elementType` is what is known.
TensorType getClaim(const Port &port, Type elementType);

} // namespace mlir::split::openvino

#endif // SPLIT_MLIR_LIB_FRONTEND_OPENVINO_NETWORK_H
