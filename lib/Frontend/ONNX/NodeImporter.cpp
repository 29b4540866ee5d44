//===- NodeImporter.cpp - imports one ONNX node ---------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodeImporter.h"

#include "Operators.h"

using namespace mlir;
using namespace mlir::split;
using ::onnx::AttributeProto;

Location NodeImporter::getLocation(const GraphImporter &graph,
                                   const ::onnx::NodeProto &node,
                                   int64_t index) {
  std::string name = node.name().empty() ? "#" + std::to_string(index)
                                         : "'" + node.name() + "'";
  return graph.getLocation("node " + name + " (" + node.op_type() + ")");
}

LogicalResult NodeImporter::importNode() {
  if (!node.domain().empty() && node.domain() != "ai.onnx")
    return emitError() << "operators of domain '" << node.domain()
                       << "' are not supported";
  const Operator *op = findOperator(node.op_type());
  if (!op)
    return emitError() << "operator '" << node.op_type()
                       << "' is not supported";
  const OperatorVersion *row = op->findVersion(graph.getOpset());
  if (!row)
    return emitError() << "operator '" << node.op_type() << "' is not in opset "
                       << graph.getOpset();
  version = row->since;
  if (failed(checkInputs(row->minInputs, row->maxInputs, op->takesSequence)) ||
      failed(checkAttributes(row->attributes)))
    return failure();
  // O9.
  if (getNumOutputs() == 0)
    return emitError() << "has no outputs";
  if (getNumOutputs() > op->maxOutputs)
    return emitError() << "number of outputs is " << getNumOutputs()
                       << ", expected at most " << op->maxOutputs << " for "
                       << node.op_type();
  // O11.
  if (row->maxInputs != 0) {
    Type element = getFirstElementType();
    if (!contains(row->elementTypes, element))
      return emitError() << "element type " << element << " is not one of "
                         << node.op_type() << "-" << version;
  }
  if (failed(op->import(*this)))
    return failure();
  return checkOutputs();
}

LogicalResult NodeImporter::checkOutputs() {
  for (auto [i, name] : llvm::enumerate(node.output())) {
    // A sequence has elements of types that outputs or inputs had.
    if (name.empty() || graph.getEntry(name).sequence)
      continue;
    TensorType type = graph.getType(name);
    if (!type.hasRank())
      continue;
    if (llvm::Error error = checkShape(type.getShape(), type.getElementType()))
      return emitError() << "output #" << i << " "
                         << llvm::toString(std::move(error));
  }
  return success();
}

Type NodeImporter::getFirstElementType() {
  if (const auto &sequence = getInputEntry(0).sequence)
    return sequence->elementType;
  return getInputType(0).getElementType();
}

LogicalResult NodeImporter::checkInputs(int64_t minInputs, int64_t maxInputs,
                                        bool takesSequence) {
  if (getNumInputs() > maxInputs)
    return emitError() << "number of inputs is " << getNumInputs()
                       << ", expected at most " << maxInputs << " for "
                       << node.op_type() << "-" << version;
  for (int64_t i = 0; i < minInputs; ++i)
    if (!hasInput(i))
      return emitError() << "input #" << i << " is missing";
  auto getKind = [](bool isSequence) {
    return isSequence ? "sequence" : "tensor";
  };
  for (int64_t i = 0; i < getNumInputs(); ++i) {
    if (!hasInput(i))
      continue;
    if (failed(graph.checkDefined(node.input(i), loc)))
      return failure();
    bool isSequence = getInputEntry(i).sequence != nullptr;
    bool needsSequence = takesSequence && i == 0;
    if (isSequence != needsSequence)
      return emitError() << "input #" << i << " is a " << getKind(isSequence)
                         << ", expected a " << getKind(needsSequence);
  }
  return success();
}

LogicalResult NodeImporter::checkAttributes(StringRef allowed) {
  SmallVector<StringRef> names;
  allowed.split(names, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  llvm::StringSet<> seen;
  for (const AttributeProto &attribute : node.attribute()) {
    if (!llvm::is_contained(names, attribute.name()))
      return emitError() << "attribute '" << attribute.name()
                         << "' is not one of " << node.op_type() << "-"
                         << version;
    if (!seen.insert(attribute.name()).second)
      return emitError() << "attribute '" << attribute.name()
                         << "' is given more than once";
    if (!attribute.ref_attr_name().empty())
      return emitError() << "attribute '" << attribute.name()
                         << "' refers to one of a function";
  }
  return success();
}

TensorType NodeImporter::getInputType(int64_t i) {
  return graph.getType(node.input(i));
}

LogicalResult NodeImporter::checkRanked(int64_t i) {
  if (getInputType(i).hasRank())
    return success();
  return emitError() << "input #" << i << " has an unknown rank, which "
                     << getOperator() << " does not support";
}

LogicalResult NodeImporter::checkElementType(int64_t i, Type expected) {
  Type element = getInputType(i).getElementType();
  if (element == expected)
    return success();
  return emitError() << "input #" << i << " has element type " << element
                     << ", expected " << expected << " as input #0 has";
}

void NodeImporter::setOutput(int64_t i, GraphValue value) {
  if (!node.output(i).empty())
    graph.define(node.output(i), value);
}

const AttributeProto *NodeImporter::findAttribute(StringRef name) const {
  for (const AttributeProto &attribute : node.attribute())
    if (attribute.name() == name)
      return &attribute;
  return nullptr;
}

FailureOr<const AttributeProto *> NodeImporter::getAttribute(StringRef name,
                                                             int type) const {
  const AttributeProto *attribute = findAttribute(name);
  if (attribute && attribute->type() != type)
    return emitError() << "attribute '" << name << "' is of kind "
                       << AttributeProto::AttributeType_Name(attribute->type())
                       << ", expected "
                       << AttributeProto::AttributeType_Name(
                              AttributeProto::AttributeType(type));
  return attribute;
}

FailureOr<std::optional<int64_t>>
NodeImporter::getIntAttribute(StringRef name) const {
  auto attribute = getAttribute(name, AttributeProto::INT);
  if (failed(attribute))
    return failure();
  return *attribute ? std::optional((*attribute)->i()) : std::nullopt;
}

FailureOr<std::optional<SmallVector<int64_t>>>
NodeImporter::getIntsAttribute(StringRef name) const {
  auto attribute = getAttribute(name, AttributeProto::INTS);
  if (failed(attribute))
    return failure();
  if (!*attribute)
    return std::optional<SmallVector<int64_t>>();
  return std::optional<SmallVector<int64_t>>(
      std::in_place, (*attribute)->ints().begin(), (*attribute)->ints().end());
}
