//===- NodeImporter.cpp - Imports one ONNX node ---------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodeImporter.h"

#include "../Builders/Elementwise.h"
#include "../Builders/KeptOperators.h"
#include "../Builders/Shapes.h"
#include "Operators.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::onnx;
using ::onnx::AttributeProto;

LogicalResult NodeImporter::importNode() {
  const Operator<NodeImporter> *op = findOperator(getOperator());
  assert(op && "the graph was searched for unsupported operators");
  version = op->findVersion(graph.getOpset());
  if (!version)
    return emitError() << "operator '" << getOperator() << "' is not in opset "
                       << graph.getOpset();
  if (failed(checkInputs(*op)) || failed(checkAttributes()))
    return failure();
  // O9.
  if (getNumOutputs() == 0)
    return emitError() << "has no outputs";
  if (getNumOutputs() > op->maxOutputs)
    return emitError() << "number of outputs is " << getNumOutputs()
                       << ", expected at most " << op->maxOutputs << " for "
                       << getOperator();
  // O11.
  if (hasInput(0) && op->firstOfAnyKind != 0 && !takesAnyElement(0) &&
      failed(checkElementType(op->inputs == InputKind::Sequence
                                  ? getSequence(0).elementType
                                  : getElementType(0))))
    return failure();
  return failure(failed(op->import(*this)) || failed(checkOutputs()));
}

bool NodeImporter::takesAnyElement(int64_t i) const {
  // Lengths of Split-1 have the type of the data, if that is a float.
  return graph.getOptions().keepUnknown && getOperator() == "Split" && i == 0 &&
         (getVersion() > 1 || !isNumber(getElementType(0)));
}

LogicalResult NodeImporter::checkNumbers(int64_t i) const {
  const GraphValue &entry = getInputEntry(i);
  if (entry.sequence || isTensorOfNumbers(entry))
    return success();
  if (!entry.constant && !isa<TensorType>(entry.value.getType()))
    return emitError() << "input #" << i << " is of type "
                       << entry.value.getType() << ", expected a tensor";
  if (takesAnyElement(i))
    return success();
  return emitError() << "input #" << i << " has element type "
                     << getElementType(i) << ", expected numbers";
}

FailureOr<SmallVector<GraphValue>>
NodeImporter::importSubgraph(StringRef name, ArrayRef<GraphValue> inputs) {
  auto outputs = graph.importSubgraph(findAttribute(name)->g(), name, inputs);
  if (failed(outputs))
    return failure();
  for (auto [i, output] : llvm::enumerate(*outputs))
    if (!output.sequence && !isTensorOfNumbers(output))
      return emitError() << "output #" << i << " of '" << name
                         << "' is no tensor of numbers";
  return outputs;
}

LogicalResult NodeImporter::checkOutputs() const {
  for (const std::string &name : node.output()) {
    // Elements of a sequence were checked as outputs or inputs.
    if (name.empty() || graph.getEntry(name).sequence)
      continue;
    TensorType type = graph.getType(name);
    if (!type.hasRank())
      continue;
    if (llvm::Error error = checkShape(type.getShape(), type.getElementType()))
      return emitError() << "'" << name << "' of type " << type << " "
                         << llvm::toString(std::move(error));
  }
  return success();
}

LogicalResult
NodeImporter::checkInputs(const Operator<NodeImporter> &op) const {
  if (getNumInputs() > version->maxInputs)
    return emitError() << "number of inputs is " << getNumInputs()
                       << ", expected at most " << version->maxInputs << " for "
                       << getOperator() << "-" << getVersion();
  for (int64_t i = 0; i < version->minInputs; ++i)
    if (failed(checkPresent(i)))
      return failure();
  auto getKind = [](bool isSequence) {
    return isSequence ? "sequence" : "tensor";
  };
  for (int64_t i = 0; i < getNumInputs(); ++i) {
    if (!hasInput(i))
      continue;
    if (failed(graph.checkDefined(node.input(i))) || failed(checkNumbers(i)))
      return failure();
    bool isSequence = getInputEntry(i).sequence != nullptr;
    if (i >= op.firstOfAnyKind)
      continue;
    bool needsSequence = op.inputs == InputKind::Sequence && i == 0;
    if (isSequence != needsSequence)
      return emitError() << "input #" << i << " is a " << getKind(isSequence)
                         << ", expected a " << getKind(needsSequence);
    if (op.inputs == InputKind::Ranked && failed(checkRank(i)))
      return failure();
  }
  return success();
}

LogicalResult NodeImporter::checkAttributes() const {
  SmallVector<StringRef> allowed = version->getAttributeNames();
  llvm::StringSet<> seen;
  for (const AttributeProto &attribute : node.attribute()) {
    if (!llvm::is_contained(allowed, attribute.name()))
      return emitError() << "attribute '" << attribute.name()
                         << "' is not one of " << getOperator() << "-"
                         << getVersion();
    if (!seen.insert(attribute.name()).second)
      return emitError() << "attribute '" << attribute.name()
                         << "' is given more than once";
    if (!attribute.ref_attr_name().empty())
      return emitError() << "attribute '" << attribute.name()
                         << "' refers to one of a function";
  }
  return success();
}

LogicalResult NodeImporter::readIndexInput(int64_t i, Value &value) {
  if (!contains(kI32 | kI64, getElementType(i)))
    return emitError() << "input #" << i << " has element type "
                       << getElementType(i) << ", expected int32 or int64";
  if (failed(checkRank(i)))
    return failure();
  value = getInput(i);
  return success();
}

LogicalResult NodeImporter::readScalar(int64_t i, Value &scalar) {
  if (failed(checkRank(i)))
    return failure();
  ArrayRef<int64_t> shape = getInputType(i).getShape();
  if (!shape.empty() && shape != ArrayRef<int64_t>(1))
    return emitError() << "input #" << i << " is of type " << getInputType(i)
                       << ", expected a scalar or shape [1]";
  scalar = createElements(builder, getInput(i)).front();
  return success();
}

LogicalResult NodeImporter::readInteger(int64_t i, OpFoldResult &integer) {
  Value scalar;
  if (failed(readScalar(i, scalar)))
    return failure();
  Type type = getElementType(i);
  if (!type.isIntOrFloat() || type.isInteger(1))
    return emitError() << "input #" << i << " has element type " << type
                       << ", expected numbers";
  Value cast = createCast(builder, getInput(i), builder.getI64Type());
  integer = createIndex(builder, createElements(builder, cast).front());
  return success();
}

LogicalResult
NodeImporter::readIndices(int64_t i, StringRef name,
                          std::optional<SmallVector<OpFoldResult>> &indices) {
  if (i >= version->maxInputs) {
    std::optional<SmallVector<int64_t>> ints;
    if (failed(readInts(name, ints)))
      return failure();
    if (ints)
      indices = getAsIndexOpFoldResult(builder.getContext(), *ints);
    return success();
  }
  if (!hasInput(i))
    return success();
  Value list;
  if (failed(readIndexInput(i, list)))
    return failure();
  // PyTorch exports the bounds of tensor_split as scalars, and bounds that are
  // 1-D tensors with another dimension.
  auto type = cast<RankedTensorType>(list.getType());
  if (type.getRank() != 1 && type.hasStaticShape() &&
      type.getNumElements() == 1) {
    indices = {createIndex(builder, createElements(builder, list).front())};
    return success();
  }
  FailureOr<SmallVector<OpFoldResult>> read =
      createIndices(builder, list, name);
  if (failed(read))
    return failure();
  indices = std::move(*read);
  return success();
}

LogicalResult NodeImporter::readConstantIndices(
    int64_t i, StringRef name, std::optional<SmallVector<int64_t>> &indices) {
  std::optional<SmallVector<OpFoldResult>> read;
  if (failed(readIndices(i, name, read)))
    return failure();
  if (!read)
    return success();
  indices = getConstantIntValues(*read);
  if (indices)
    return success();
  return emitError() << "the values of '" << name
                     << "' are known only at run time, which " << getOperator()
                     << " does not support";
}

void NodeImporter::setOutput(int64_t i, GraphValue value) {
  if (!node.output(i).empty())
    graph.define(node.output(i), std::move(value));
}

LogicalResult NodeImporter::setOutputs(ArrayRef<GraphValue> values) {
  for (int64_t i = 0; i < getNumOutputs(); ++i)
    setOutput(i, values[i]);
  return success();
}

LogicalResult NodeImporter::setSequence(GraphSequence sequence) {
  setOutput(0, {{}, {}, std::make_shared<GraphSequence>(std::move(sequence))});
  return success();
}

LogicalResult NodeImporter::setResults(ValueRange results) {
  for (auto [i, result] : llvm::enumerate(results))
    if (hasOutput(i))
      setOutput(i, {result, {}});
  return success();
}

const AttributeProto *NodeImporter::findAttribute(StringRef name) const {
  for (const AttributeProto &attribute : node.attribute())
    if (attribute.name() == name)
      return &attribute;
  return nullptr;
}

LogicalResult NodeImporter::checkAttribute(StringRef name) const {
  if (findAttribute(name))
    return success();
  return emitError() << "has no attribute '" << name << "'";
}

FailureOr<const AttributeProto *> NodeImporter::getAttribute(StringRef name,
                                                             int type) const {
  const AttributeProto *attribute = findAttribute(name);
  if (isRequired(name) && failed(checkAttribute(name)))
    return failure();
  if (attribute && attribute->type() != type)
    return emitError() << "attribute '" << name << "' is of kind "
                       << AttributeProto::AttributeType_Name(attribute->type())
                       << ", expected "
                       << AttributeProto::AttributeType_Name(
                              AttributeProto::AttributeType(type));
  return attribute;
}

LogicalResult NodeImporter::readInt(StringRef name,
                                    std::optional<int64_t> &value) const {
  auto attribute = getAttribute(name, AttributeProto::INT);
  if (succeeded(attribute) && *attribute)
    value = (*attribute)->i();
  return attribute;
}

LogicalResult NodeImporter::readInt(StringRef name, int64_t &value) const {
  std::optional<int64_t> given = value;
  LogicalResult result = readInt(name, given);
  value = *given;
  return result;
}

LogicalResult
NodeImporter::readInts(StringRef name,
                       std::optional<SmallVector<int64_t>> &value) const {
  auto attribute = getAttribute(name, AttributeProto::INTS);
  if (succeeded(attribute) && *attribute)
    value.emplace((*attribute)->ints().begin(), (*attribute)->ints().end());
  return attribute;
}

LogicalResult NodeImporter::readBool(StringRef name, bool &value) const {
  int64_t number = value;
  LogicalResult result = readInt(name, number);
  value = number != 0;
  return result;
}

LogicalResult NodeImporter::readFloat(StringRef name, double &value) const {
  auto attribute = getAttribute(name, AttributeProto::FLOAT);
  if (succeeded(attribute) && *attribute)
    value = (*attribute)->f();
  return attribute;
}

LogicalResult NodeImporter::readInts(StringRef name,
                                     SmallVector<int64_t> &value) const {
  std::optional<SmallVector<int64_t>> given;
  LogicalResult result = readInts(name, given);
  value = given.value_or(value);
  return result;
}

LogicalResult NodeImporter::readFloats(StringRef name,
                                       SmallVector<double> &value) const {
  auto attribute = getAttribute(name, AttributeProto::FLOATS);
  if (succeeded(attribute) && *attribute)
    value.assign((*attribute)->floats().begin(), (*attribute)->floats().end());
  return attribute;
}

LogicalResult
NodeImporter::readStrings(StringRef name,
                          SmallVectorImpl<std::string> &value) const {
  auto attribute = getAttribute(name, AttributeProto::STRINGS);
  if (succeeded(attribute) && *attribute)
    value.assign((*attribute)->strings().begin(),
                 (*attribute)->strings().end());
  return attribute;
}

LogicalResult NodeImporter::readString(StringRef name, StringRef &value) const {
  auto attribute = getAttribute(name, AttributeProto::STRING);
  if (succeeded(attribute) && *attribute)
    value = (*attribute)->s();
  return attribute;
}

LogicalResult NodeImporter::readChoice(StringRef name,
                                       ArrayRef<StringRef> choices,
                                       int64_t &index) const {
  StringRef value;
  if (failed(readString(name, value)))
    return failure();
  if (!findAttribute(name))
    return success();
  index = std::distance(choices.begin(), llvm::find(choices, value));
  if (index < static_cast<int64_t>(choices.size()))
    return success();
  return emitError() << "attribute '" << name << "' is '" << value
                     << "', expected one of " << llvm::join(choices, ", ");
}

LogicalResult NodeImporter::readElementType(StringRef name, Type &type) const {
  std::optional<int64_t> number;
  if (failed(readInt(name, number)))
    return failure();
  return number ? readElementType(*number, type) : success();
}

LogicalResult NodeImporter::readElementType(int64_t number, Type &type) const {
  llvm::Expected<Type> parsed =
      onnx::getElementType(number, builder.getContext());
  if (!parsed)
    return emitError() << llvm::toString(parsed.takeError());
  type = *parsed;
  return checkElementType(type);
}

LogicalResult NodeImporter::readGraph(StringRef name,
                                      const ::onnx::GraphProto *&graph) const {
  auto attribute = getAttribute(name, AttributeProto::GRAPH);
  if (failed(attribute) || failed(checkAttribute(name)))
    return failure();
  graph = &(*attribute)->g();
  return success();
}
