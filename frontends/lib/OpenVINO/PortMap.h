//===- PortMap.h - Port maps of layers with bodies --------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_OPENVINO_PORTMAP_H
#define SPLIT_MLIR_FRONTENDS_LIB_OPENVINO_PORTMAP_H

#include "../Builders/LoopParts.h"
#include "LayerImporter.h"

#include <map>

namespace mlir::split::frontends::openvino {

/// A rule that connects a port of the layer with a Parameter or Result of the
/// body.
struct PortRule {
  /// The port, counted from 0; none if the rule only has a purpose.
  std::optional<size_t> port;
  /// The Parameter or Result, counted from 0.
  size_t inner = 0;
  /// What iterations take or return of the port's tensor; none for all of it.
  std::optional<LoopParts> parts;
  /// For a Parameter, what the iteration before has computed.
  std::optional<PortRef> previous;
  /// For a Result that a Parameter gets, the position of the carried value.
  std::optional<size_t> carried;
};

/// The rules of a body.
struct PortMap {
  /// By Parameter.
  std::map<size_t, PortRule> inputs;
  /// By output.
  SmallVector<PortRule> outputs;
  /// The Result that tells whether another iteration of a Loop follows.
  std::optional<size_t> condition;
};

/// Reads the port map `name` of a body of the layer, and the back edges. Each
/// Parameter and each output of the layer have one rule.
FailureOr<PortMap> readPortMap(LayerImporter &layer, const Network &body,
                               StringRef name);

} // namespace mlir::split::frontends::openvino

#endif // SPLIT_MLIR_FRONTENDS_LIB_OPENVINO_PORTMAP_H
