//===- KeptNodes.cpp - Nodes kept as unregistered ops ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With `OnnxImportOptions::keepUnknown`, a node that cannot be imported becomes
// an unregistered op in the generic form of onnx-mlir:
//
//   %0 = "onnx.Name"(%x, %none) {axis = 1 : si64, onnx_node_name = "n",
//        onnx_opset_version = 13 : si64} : (tensor<4xf32>, none) ->
//        tensor<4xf32>
//
// An absent input is an `onnx.NoValue`, an absent output has the type `none`. A
// graph in an attribute is a region that ends in `onnx.Yield`.
//
//===----------------------------------------------------------------------===//

#include "../Builders/Shapes.h"
#include "GraphImporter.h"
#include "KeptTypes.h"
#include "NodeImporter.h"
#include "Operators.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::onnx;
using ::onnx::AttributeProto;
using ::onnx::NodeProto;

/// Returns the domain of a node, or nothing for that of ONNX itself.
static StringRef getKeptDomain(const NodeProto &node) {
  return isDefaultDomain(node.domain()) ? StringRef() : node.domain();
}

/// Returns an integer as onnx-mlir spells it.
static Attribute getSigned(Builder &builder, int64_t value) {
  return builder.getIntegerAttr(builder.getIntegerType(64, /*isSigned=*/true),
                                value);
}

namespace {
/// Builds the op for one node.
class NodeKeeper {
public:
  NodeKeeper(GraphImporter &graph, const NodeProto &node)
      : graph(graph), node(node), builder(graph.getBuilder()),
        state(createKeptState(builder, "onnx", getKeptDomain(node),
                              node.op_type())) {}

  LogicalResult keep();

private:
  void addNames();
  LogicalResult checkCount(StringRef what, int64_t count) const;
  LogicalResult addOperands();
  LogicalResult addAttributes();
  /// Returns the value of an attribute that is no graph.
  FailureOr<Attribute> getAttribute(const AttributeProto &attribute);
  LogicalResult addRegion(const ::onnx::GraphProto &body, StringRef name);
  /// Returns what is known of the type of an input.
  ::onnx::TypeProto getInputType(StringRef name, Value operand);
  /// Infers the types of outputs for which the file states none.
  void inferTypes();
  void addResultTypes();

  GraphImporter &graph;
  const NodeProto &node;
  ImplicitLocOpBuilder &builder;
  OperationState state;
};
} // namespace

void NodeKeeper::addNames() {
  if (!node.name().empty())
    state.attributes.set("onnx_node_name", builder.getStringAttr(node.name()));
  if (std::optional<int64_t> version = graph.getOpset(node.domain()))
    state.attributes.set("onnx_opset_version", getSigned(builder, *version));
}

LogicalResult NodeKeeper::checkCount(StringRef what, int64_t count) const {
  if (count <= kMaxArguments)
    return success();
  return builder.emitError()
         << "number of " << what << " is " << count << ", expected at most "
         << kMaxArguments << " for " << node.op_type();
}

LogicalResult NodeKeeper::addOperands() {
  if (failed(checkCount("inputs", node.input_size())) ||
      failed(checkCount("outputs", node.output_size())))
    return failure();
  for (const std::string &input : node.input()) {
    FailureOr<Value> operand = graph.getKeptValue(input);
    if (failed(operand))
      return failure();
    state.operands.push_back(*operand);
  }
  return success();
}

FailureOr<Attribute> NodeKeeper::getAttribute(const AttributeProto &attribute) {
  switch (attribute.type()) {
  case AttributeProto::INT:
    return getSigned(builder, attribute.i());
  case AttributeProto::FLOAT:
    return builder.getF32FloatAttr(attribute.f());
  case AttributeProto::STRING:
    return builder.getStringAttr(attribute.s());
  case AttributeProto::INTS:
    return builder.getI64ArrayAttr(
        SmallVector<int64_t>(attribute.ints().begin(), attribute.ints().end()));
  case AttributeProto::FLOATS:
    return builder.getF32ArrayAttr(SmallVector<float>(
        attribute.floats().begin(), attribute.floats().end()));
  case AttributeProto::STRINGS:
    return builder.getStrArrayAttr(SmallVector<StringRef>(
        attribute.strings().begin(), attribute.strings().end()));
  case AttributeProto::TENSOR: {
    llvm::Expected<DenseElementsAttr> constant =
        graph.decodeInitializer(attribute.t());
    if (constant)
      return *constant;
    return builder.emitError() << llvm::toString(constant.takeError());
  }
  case AttributeProto::TYPE_PROTO:
    if (Type type = getKeptType(attribute.tp(), builder.getContext()))
      return TypeAttr::get(type);
    break;
  default:
    break;
  }
  return builder.emitError()
         << "attribute '" << attribute.name() << "' of kind "
         << AttributeProto::AttributeType_Name(attribute.type())
         << " cannot be kept";
}

LogicalResult NodeKeeper::addAttributes() {
  SmallVector<StringRef> graphNames;
  for (const AttributeProto &attribute : node.attribute()) {
    if (attribute.name().empty())
      return builder.emitError() << "has an attribute without a name";
    if (state.attributes.get(attribute.name()) ||
        llvm::is_contained(graphNames, attribute.name()))
      return builder.emitError() << "attribute '" << attribute.name()
                                 << "' is given more than once";
    if (attribute.type() == AttributeProto::GRAPH) {
      graphNames.push_back(attribute.name());
      continue;
    }
    FailureOr<Attribute> value = getAttribute(attribute);
    if (failed(value))
      return failure();
    state.addAttribute(attribute.name(), *value);
  }
  if (graphNames.empty())
    return success();
  // The order of an If in onnx-mlir.
  if (graphNames.front() == "else_branch")
    std::reverse(graphNames.begin(), graphNames.end());
  state.attributes.set("onnx_graph_names", builder.getStrArrayAttr(graphNames));
  for (StringRef name : graphNames)
    for (const AttributeProto &attribute : node.attribute())
      if (attribute.name() == name && failed(addRegion(attribute.g(), name)))
        return failure();
  return success();
}

LogicalResult NodeKeeper::addRegion(const ::onnx::GraphProto &body,
                                    StringRef name) {
  OpBuilder::InsertionGuard guard(builder);
  Block *block = builder.createBlock(state.addRegion());
  SmallVector<GraphValue> inputs;
  for (const auto &input : body.input()) {
    Type type = getKeptType(input.type(), builder.getContext());
    inputs.push_back(
        {block->addArgument(type ? type : getUnknownType(builder.getContext()),
                            builder.getLoc()),
         {}});
  }
  auto outputs = graph.importSubgraph(body, name, inputs);
  if (failed(outputs))
    return failure();
  OperationState yield(builder.getLoc(), "onnx.Yield");
  for (const GraphValue &output : *outputs)
    yield.operands.push_back(graph.getKeptValue(output));
  builder.create(yield);
  return success();
}

::onnx::TypeProto NodeKeeper::getInputType(StringRef name, Value operand) {
  ::onnx::TypeProto type;
  if (name.empty())
    return type;
  if (const auto &sequence = graph.getEntry(name).sequence) {
    *type.mutable_sequence_type()->mutable_elem_type() =
        getTypeProto(UnrankedTensorType::get(sequence->elementType));
    return type;
  }
  type = getTypeProto(operand.getType());
  return type.has_tensor_type() ? type : graph.getDeclaredType(name);
}

void NodeKeeper::inferTypes() {
  std::vector<::onnx::TypeProto> inputs;
  for (auto [name, operand] : llvm::zip_equal(node.input(), state.operands))
    inputs.push_back(getInputType(name, operand));
  std::vector<::onnx::TypeProto> types =
      inferOutputTypes(node, graph.getOpset(node.domain()).value_or(0), inputs);
  for (auto [name, type] : llvm::zip(node.output(), types))
    if (!name.empty() &&
        !getKeptType(graph.getDeclaredType(name), builder.getContext()))
      graph.setDeclaredType(name, std::move(type));
}

void NodeKeeper::addResultTypes() {
  MLIRContext *context = builder.getContext();
  auto isUntyped = [&](StringRef output) {
    return !output.empty() &&
           !getKeptType(graph.getDeclaredType(output), context);
  };
  if (llvm::any_of(node.output(), isUntyped))
    inferTypes();
  for (const std::string &output : node.output()) {
    Type type = output.empty()
                    ? builder.getNoneType()
                    : getKeptType(graph.getDeclaredType(output), context);
    state.types.push_back(type ? type : getUnknownType(context));
  }
}

LogicalResult NodeKeeper::keep() {
  if (failed(addOperands()) || failed(addAttributes()))
    return failure();
  addNames();
  addResultTypes();
  Operation *op = builder.create(state);
  for (auto [output, result] : llvm::zip_equal(node.output(), op->getResults()))
    if (!output.empty())
      graph.define(output, {result, {}});
  return success();
}

FailureOr<Value> GraphImporter::getKeptValue(StringRef name) {
  if (name.empty()) {
    OperationState state(builder.getLoc(), "onnx.NoValue");
    state.addAttribute("value", builder.getUnitAttr());
    state.types.push_back(builder.getNoneType());
    return builder.create(state)->getResult(0);
  }
  if (failed(checkDefined(name)))
    return failure();
  if (getEntry(name).sequence)
    return getKeptValue(getEntry(name));
  return getValue(name);
}

/// Adds the operands and attributes of the onnx.SplitToSequence that makes a
/// sequence whose length is known only at run time.
static void addSplit(ImplicitLocOpBuilder &builder,
                     const GraphSequence &sequence, OperationState &state) {
  const GraphSequence::Chunks &chunks = sequence.chunks;
  Value stack = sequence.stack;
  assert((stack || chunks.data) && "expected one tensor with all elements");
  state.addAttribute("axis", getSigned(builder, stack ? 0 : chunks.axis));
  state.addAttribute("keepdims", getSigned(builder, stack ? 0 : 1));
  state.addOperands(stack ? stack : chunks.data);
  if (stack)
    return;
  Value size = arith::IndexCastOp::create(
      builder, builder.getI64Type(),
      getValueOrCreateConstantIndexOp(builder, builder.getLoc(), chunks.size));
  state.addOperands(createFromElements(
      builder, RankedTensorType::get({}, builder.getI64Type()), size));
}

Value GraphImporter::getKeptValue(GraphValue value) {
  if (!value.sequence)
    return getValue(value);
  const GraphSequence &sequence = *value.sequence;
  StringRef name = sequence.length             ? "onnx.SplitToSequence"
                   : sequence.elements.empty() ? "onnx.SequenceEmpty"
                                               : "onnx.SequenceConstruct";
  OperationState state(builder.getLoc(), name);
  for (GraphValue element : sequence.elements)
    state.operands.push_back(getValue(element));
  if (sequence.length)
    addSplit(builder, sequence, state);
  state.types.push_back(
      getSequenceType(UnrankedTensorType::get(sequence.elementType)));
  return builder.create(state)->getResult(0);
}

bool GraphImporter::mustImport(const NodeProto &node) const {
  return node.op_type() == "Split" &&
         llvm::all_of(llvm::seq(1, std::max(1, node.input_size())), [&](int i) {
           auto lengths = values.find(node.input(i));
           return lengths == values.end() || isTensorOfNumbers(lengths->second);
         });
}

LogicalResult GraphImporter::importOrKeep(const NodeProto &node,
                                          int64_t index) {
  bool isKnown = isDefaultDomain(node.domain()) && findOperator(node.op_type());
  int64_t oldElements = numSequenceElements;
  FailureOr<bool> isImported = kept.tryImport(
      builder, getKeptDomain(node), node.op_type(),
      [&] {
        return isKnown ? NodeImporter(*this, node, index).importNode()
                       : failure();
      },
      [&] { return isKnown && mustImport(node); });
  if (failed(isImported) || *isImported)
    return isImported;
  numSequenceElements = oldElements;
  for (const std::string &output : node.output())
    values.erase(output);
  builder.setLoc(getNodeLocation(node, index));
  return NodeKeeper(*this, node).keep();
}
