//===- GraphImporter.cpp - imports one OpenVINO network -------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphImporter.h"

#include "../Builders/FunctionName.h"
#include "../Builders/ShapeValues.h"
#include "LayerImporter.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::openvino;

/// The attribute that keeps the names of Parameter and Result layers.
static constexpr StringLiteral kNameAttr = "openvino.name";

Value GraphImporter::addArgument(TensorType type, StringRef name,
                                 Location loc) {
  auto names = builder.getDictionaryAttr(
      builder.getNamedAttr(kNameAttr, builder.getStringAttr(name)));
  unsigned position = func.getNumArguments();
  (void)func.insertArgument(position, type, names, loc);
  return func.getArgument(position);
}

LogicalResult GraphImporter::importResults() {
  SmallVector<Value> results;
  SmallVector<Attribute> attributes;
  for (const Layer &layer : network.layers) {
    if (layer.type != "Result")
      continue;
    results.push_back(getValue(*layer.sources.front()));
    attributes.push_back(builder.getDictionaryAttr(
        builder.getNamedAttr(kNameAttr, builder.getStringAttr(layer.name))));
  }
  if (results.empty())
    return emitError(func.getLoc()) << "has no Result layers";
  func::ReturnOp::create(builder, func.getLoc(), results);
  func.setFunctionType(builder.getFunctionType(func.getArgumentTypes(),
                                               TypeRange(ValueRange(results))));
  func.setAllResultAttrs(attributes);
  return success();
}

LogicalResult GraphImporter::importGraph(Location loc) {
  builder.setInsertionPointToEnd(module.getBody());
  func = func::FuncOp::create(builder, loc, getFunctionName(network.name),
                              builder.getFunctionType({}, {}));
  builder.setInsertionPointToEnd(func.addEntryBlock());
  values.resize(network.layers.size());
  for (size_t position : network.order)
    if (failed(LayerImporter(*this, network.layers[position], position)
                   .importLayer()))
      return failure();
  if (failed(importResults()))
    return failure();
  eraseUnusedShapeOps(func.front());
  return success();
}
