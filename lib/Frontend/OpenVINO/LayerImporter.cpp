//===- LayerImporter.cpp - imports one OpenVINO layer ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayerImporter.h"

#include "../Builders/Limits.h"
#include "../Builders/RuntimeChecks.h"
#include "ElementTypes.h"
#include "Layers.h"

#include "split-mlir/Dialect/Split/IR/TensorTypes.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::openvino;

bool openvino::contains(Elements elements, Type type) {
  if (elements == Elements::Any)
    return true;
  if (isa<FloatType>(type))
    return type.getIntOrFloatBitWidth() >= 16;
  if (type.isSignlessInteger(1))
    return elements == Elements::NumbersAndBools;
  return elements != Elements::Floats && type.getIntOrFloatBitWidth() >= 8;
}

LogicalResult LayerImporter::importLayer() {
  const LayerType *row = findLayerType(layer.type);
  if (!row)
    return emitError() << "layer type '" << layer.type << "' is not supported";
  const LayerVersion *selected = row->findVersion(layer.opset);
  if (!selected)
    return emitError() << "layer type '" << layer.type << "' is not in opset"
                       << layer.opset;
  version = selected->since;
  if (failed(checkPorts(selected->minInputs, selected->maxInputs,
                        row->minOutputs, row->maxOutputs)) ||
      failed(getData().checkAttributes(selected->attributes)) ||
      failed(checkInputClaims()))
    return failure();
  if (getNumInputs() != 0) {
    Type element = getInputType(0).getElementType();
    if (!contains(selected->elements, element))
      return emitError() << "element type " << element << " is not one of "
                         << layer.type << "-" << version;
  }
  return row->import(*this);
}

LogicalResult LayerImporter::checkPorts(size_t minInputs, size_t maxInputs,
                                        size_t minOutputs,
                                        size_t maxOutputs) const {
  auto check = [&](StringRef what, size_t count, size_t min,
                   size_t max) -> LogicalResult {
    if (min <= count && count <= max)
      return success();
    return emitError() << "number of " << what << " is " << count
                       << ", expected "
                       << (count < min ? "at least " : "at most ")
                       << (count < min ? min : max) << " for " << layer.type
                       << "-" << version;
  };
  return success(
      succeeded(check("inputs", getNumInputs(), minInputs, maxInputs)) &&
      succeeded(check("outputs", getNumOutputs(), minOutputs, maxOutputs)));
}

LogicalResult LayerImporter::checkInputClaims() const {
  for (auto [i, port] : llvm::enumerate(layer.inputs)) {
    TensorType known = getInputType(i);
    TensorType claim = getClaim(port, known.getElementType());
    if (!joinTypes(known, claim))
      return emitError() << "input #" << i << " is declared as " << claim
                         << ", but is " << known;
  }
  return success();
}

SmallVector<Value> LayerImporter::getInputs() const {
  SmallVector<Value> inputs;
  for (size_t i = 0; i < getNumInputs(); ++i)
    inputs.push_back(getInput(i));
  return inputs;
}

LogicalResult LayerImporter::checkRanks() const {
  for (size_t i = 0; i < getNumInputs(); ++i)
    if (!getInputType(i).hasRank())
      return emitError() << "input #" << i << " has an unknown rank, which "
                         << layer.type << " does not support";
  return success();
}

LogicalResult LayerImporter::checkEqualElements() const {
  Type expected = getInputType(0).getElementType();
  for (size_t i = 1; i < getNumInputs(); ++i)
    if (Type element = getInputType(i).getElementType(); element != expected)
      return emitError() << "input #" << i << " has element type " << element
                         << ", expected " << expected << " as input #0 has";
  return success();
}

LogicalResult LayerImporter::checkScalar(size_t i, StringRef what) const {
  TensorType type = getInputType(i);
  if (type.hasRank() && type.getRank() < 2 &&
      llvm::all_of(type.getShape(), [](int64_t dim) {
        return dim == 1 || ShapedType::isDynamic(dim);
      }))
    return success();
  return emitError() << what << " is of type " << type
                     << ", expected a scalar or shape [1]";
}

LogicalResult LayerImporter::setOutputs(ValueRange values) {
  SmallVector<Value> outputs;
  for (auto [i, port, value] : llvm::enumerate(layer.outputs, values)) {
    auto known = cast<TensorType>(value.getType());
    TensorType claim = getClaim(port, known.getElementType());
    TensorType type = joinTypes(known, claim);
    if (!type)
      return emitError() << "output #" << i << " is declared as " << claim
                         << ", but is " << known;
    if (type.hasRank())
      if (llvm::Error error =
              checkShape(type.getShape(), type.getElementType()))
        return emitError() << "output #" << i << " "
                           << llvm::toString(std::move(error));
    outputs.push_back(createCheckedCast(getBuilder(), getLoc(), value, type,
                                        (" of output #" + Twine(i)).str(),
                                        "the model declares"));
  }
  graph.define(position, std::move(outputs));
  return success();
}

FailureOr<bool> LayerImporter::getBool(StringRef name,
                                       std::optional<bool> defaultValue) const {
  if (defaultValue && !getData().findAttribute(name))
    return *defaultValue;
  FailureOr<StringRef> text = getData().getAttribute(name);
  if (failed(text))
    return failure();
  if (*text == "true" || *text == "1")
    return true;
  if (*text == "false" || *text == "0")
    return false;
  return emitError() << "attribute '" << name << "' is '" << *text
                     << "', expected 'true' or 'false'";
}

FailureOr<Type> LayerImporter::getElementTypeAttribute(StringRef name) const {
  FailureOr<StringRef> text = getData().getAttribute(name);
  if (failed(text))
    return failure();
  if (Type type = getElementType(*text, getLoc().getContext()))
    return type;
  return emitError() << "element type '" << *text << "' is not supported";
}
