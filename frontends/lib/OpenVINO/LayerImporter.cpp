//===- LayerImporter.cpp - Imports one OpenVINO layer ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayerImporter.h"

#include "../Builders/Elementwise.h"
#include "../Builders/KeptOperators.h"
#include "../Builders/Limits.h"
#include "../Builders/Shapes.h"
#include "Layers.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/Dialect/Split/IR/TensorTypes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::openvino;

LogicalResult LayerImporter::importLayer() {
  const Operator<LayerImporter> *row = findLayerType(layer.type);
  assert(row && "the network was searched for unsupported layer types");
  if (failed(checkOpset(layer)))
    return failure();
  version = row->findVersion(layer.opset);
  if (!version)
    return emitError() << "layer type '" << layer.type << "' is not in opset"
                       << layer.opset;
  if (failed(checkPorts(row->maxOutputs)) ||
      failed(getData().checkAttributes(
          llvm::join(version->getAttributeNames(), " "))) ||
      failed(checkInputs(row->inputs)) ||
      (getNumInputs() != 0 && !takesAnyElement(0) &&
       failed(checkElementType(getElementType(0)))))
    return failure();
  return row->import(*this);
}

LogicalResult LayerImporter::checkPorts(int64_t maxOutputs) const {
  auto check = [&](StringRef what, int64_t count, int64_t min,
                   int64_t max) -> LogicalResult {
    if (min <= count && count <= max)
      return success();
    return emitError() << "number of " << what << " is " << count
                       << ", expected "
                       << (count < min ? "at least " : "at most ")
                       << (count < min ? min : max) << " for " << layer.type
                       << "-" << getVersion();
  };
  // Only Result has no outputs.
  return success(
      succeeded(check("inputs", getNumInputs(), version->minInputs,
                      version->maxInputs)) &&
      succeeded(check("outputs", getNumOutputs(),
                      std::min<int64_t>(maxOutputs, 1), maxOutputs)));
}

bool LayerImporter::takesAnyElement(int64_t i) const {
  return graph.getOptions().keepUnknown && i == 0 &&
         llvm::is_contained({"Split", "VariadicSplit", "Result"}, layer.type);
}

LogicalResult LayerImporter::checkInputs(InputKind kind) const {
  for (auto [i, port] : llvm::enumerate(layer.inputs)) {
    TensorType known = getInputType(i);
    if (!isNumber(known.getElementType()) && !takesAnyElement(i))
      return emitError() << "input #" << i << " has element type "
                         << known.getElementType() << ", expected numbers";
    TensorType claim = getClaim(port, known.getElementType());
    if (!joinTypes(known, claim))
      return emitError() << "input #" << i << " is declared as " << claim
                         << ", but is " << known;
    if (kind == InputKind::Ranked && failed(checkRank(i)))
      return failure();
  }
  return success();
}

LogicalResult LayerImporter::checkInts(int64_t i, StringRef what) const {
  if (contains(kInts, getElementType(i)))
    return success();
  return emitError() << what << " of element type " << getElementType(i)
                     << ", expected an integer of 8 to 64 bits";
}

LogicalResult LayerImporter::checkScalar(int64_t i, StringRef what) const {
  TensorType type = getInputType(i);
  if (type.hasRank() && type.getRank() < 2 &&
      llvm::all_of(type.getShape(), [](int64_t dim) {
        return dim == 1 || ShapedType::isDynamic(dim);
      }))
    return success();
  return emitError() << what << " is of type " << type
                     << ", expected a scalar or shape [1]";
}

LogicalResult LayerImporter::readIntegers(int64_t i, StringRef what,
                                          Value &value) {
  if (failed(checkInts(i, what)))
    return failure();
  value = getInput(i);
  if (!contains(kI32 | kI64, getElementType(i)))
    value = createCast(builder, value, builder.getI64Type());
  return success();
}

LogicalResult LayerImporter::readIndices(int64_t i, StringRef what,
                                         SmallVector<OpFoldResult> &list) {
  Value tensor;
  if (failed(readIntegers(i, what, tensor)))
    return failure();
  if (getInputType(i).getRank() == 0) {
    list = {createIndex(builder, createElements(builder, tensor).front())};
    return success();
  }
  auto indices = createIndices(builder, tensor, what.split(' ').first);
  if (succeeded(indices))
    list = std::move(*indices);
  return indices;
}

LogicalResult LayerImporter::readIndex(int64_t i, StringRef what,
                                       OpFoldResult &index) {
  SmallVector<OpFoldResult> list;
  if (failed(readIndices(i, what, list)) ||
      failed(checkScalar(i, what.split(' ').first)))
    return failure();
  index = list.front();
  return success();
}

LogicalResult LayerImporter::readScalar(int64_t i, StringRef what,
                                        Value &scalar, Type type) {
  if (failed(checkScalar(i, what)))
    return failure();
  if (!getInputType(i).hasStaticShape())
    return emitError() << what << " is of type " << getInputType(i)
                       << ", expected a scalar or shape [1]";
  if (type && !contains(kNumbers, getElementType(i)))
    return emitError() << "input #" << i << " has element type "
                       << getElementType(i) << ", expected numbers";
  Value tensor = getInput(i);
  if (type)
    tensor = createCast(builder, tensor, type);
  scalar = createElements(builder, tensor).front();
  return success();
}

LogicalResult LayerImporter::readConstantInts(int64_t i, StringRef what,
                                              SmallVector<int64_t> &list) {
  std::optional<SmallVector<int64_t>> constant = getConstantInts(getInput(i));
  if (!constant)
    return emitError() << what
                       << " are not constant integers, which is not supported";
  list = std::move(*constant);
  return success();
}

LogicalResult LayerImporter::readConstantAxis(int64_t i, int64_t &axis) {
  SmallVector<int64_t> list;
  if (failed(checkScalar(i, "axis")) ||
      failed(readConstantInts(i, "the elements of the axis", list)))
    return failure();
  axis = list.front();
  return success();
}

LogicalResult LayerImporter::setResults(ValueRange values) {
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
    outputs.push_back(createCheckedCast(builder, value, type,
                                        (" of output #" + Twine(i)).str(),
                                        "the model declares"));
  }
  graph.define(position, std::move(outputs));
  return success();
}

LogicalResult LayerImporter::readBool(StringRef name, bool &value) const {
  if (!isGiven(name))
    return success();
  StringRef text;
  if (failed(getData().readAttribute(name, text)))
    return failure();
  value = text == "true" || text == "1";
  if (value || text == "false" || text == "0")
    return success();
  return emitError() << "attribute '" << name << "' is '" << text
                     << "', expected 'true' or 'false'";
}

LogicalResult LayerImporter::readElementType(StringRef name, Type &type) const {
  StringRef text;
  if (failed(getData().readAttribute(name, text)))
    return failure();
  type = openvino::getElementType(text, builder.getContext());
  if (type)
    return success();
  return emitError() << "element type '" << text << "' is not supported";
}

LogicalResult LayerImporter::readAnyElementType(StringRef name,
                                                Type &type) const {
  StringRef text;
  if (!graph.getOptions().keepUnknown)
    return readElementType(name, type);
  if (failed(getData().readAttribute(name, text)))
    return failure();
  type = openvino::getElementType(text, builder.getContext());
  if (!type)
    type = getOpaqueElementType(text, layer.element);
  return success();
}

LogicalResult LayerImporter::readIndexType(StringRef name, Type &type) const {
  if (getData().findAttribute(name) && failed(readElementType(name, type)))
    return failure();
  if (contains(kI32 | kI64, type))
    return success();
  return emitError() << name << " is " << type << ", expected i32 or i64";
}
