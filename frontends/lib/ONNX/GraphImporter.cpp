//===- GraphImporter.cpp - Imports one ONNX graph -------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphImporter.h"

#include "../Builders/Shapes.h"
#include "KeptTypes.h"
#include "NodeImporter.h"
#include "Operators.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "split-mlir/Dialect/Split/IR/Counts.h"
#include "split-mlir/Dialect/Split/IR/TensorTypes.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::onnx;

Location GraphImporter::getNodeLocation(const ::onnx::NodeProto &node,
                                        int64_t index) {
  std::string name = node.name().empty() ? "#" + std::to_string(index)
                                         : "'" + node.name() + "'";
  std::string part = "node " + name + " (" + node.op_type() + ")";
  return NameLoc::get(builder.getStringAttr(place + ":" + part));
}

/// Returns where the graph in the attribute `part` of a node is.
static std::string getPlace(Location node, StringRef part) {
  return (cast<NameLoc>(node).getName().getValue() + ":" + part).str();
}

void GraphImporter::setLocation(StringRef kind, StringRef name) {
  builder.setLoc(NameLoc::get(
      builder.getStringAttr(place + ":" + kind + " '" + name + "'")));
}

LogicalResult GraphImporter::checkDefined(StringRef name) {
  if (values.contains(name))
    return success();
  if (declared.contains(name))
    return builder.emitError()
           << "uses '" << name
           << "' before it is produced: the nodes are not in topological "
              "order, or form a cycle";
  return builder.emitError() << "uses '" << name << "', which nothing produces";
}

TensorType GraphImporter::getType(StringRef name) const {
  const GraphValue &entry = getEntry(name);
  if (entry.constant)
    return cast<TensorType>(entry.constant.getType());
  return cast<TensorType>(entry.value.getType());
}

Value GraphImporter::getValue(GraphValue &value) {
  if (value.value)
    return value.value;
  // The first use in the entry block dominates later ones. Those in a region
  // dominate none outside.
  OpBuilder::InsertionGuard guard(builder);
  if (builder.getInsertionBlock() != entry)
    builder.setInsertionPointToStart(entry);
  value.value = arith::ConstantOp::create(builder, value.constant);
  return value.value;
}

bool mlir::split::frontends::onnx::isTensorOfNumbers(const GraphValue &value) {
  if (value.sequence)
    return false;
  auto type = dyn_cast<TensorType>(value.constant ? value.constant.getType()
                                                  : value.value.getType());
  return type && isNumber(type.getElementType());
}

std::optional<int64_t> GraphImporter::getOpset(StringRef domain) const {
  if (isDefaultDomain(domain))
    return opset;
  for (const auto &import : model.opset_import())
    if (import.domain() == domain)
      return import.version();
  return std::nullopt;
}

void GraphImporter::readDeclaredTypes(const ::onnx::GraphProto &graph) {
  if (!options.keepUnknown)
    return;
  for (const auto *infos :
       {&graph.input(), &graph.value_info(), &graph.output()})
    for (const auto &info : *infos)
      if (info.has_type())
        declaredTypes[info.name()] = info.type();
}

const ::onnx::TypeProto &GraphImporter::getDeclaredType(StringRef name) const {
  auto type = declaredTypes.find(name);
  return type == declaredTypes.end() ? ::onnx::TypeProto::default_instance()
                                     : type->second;
}

llvm::Expected<DenseElementsAttr>
GraphImporter::decodeInitializer(const ::onnx::TensorProto &tensor) {
  if (options.keepUnknown && tensor.data_type() == ::onnx::TensorProto::STRING)
    return decodeStrings(tensor, builder.getContext());
  return decodeConstant(tensor, builder.getContext(), options);
}

void GraphImporter::define(StringRef name, GraphValue value) {
  if (value.value && !value.constant)
    matchPattern(value.value, m_Constant(&value.constant));
  values[name] = value;
}

LogicalResult GraphImporter::addSequenceElements(int64_t count) {
  if (count <= kMaxSequenceElements - numSequenceElements) {
    numSequenceElements += count;
    return success();
  }
  return builder.emitError()
         << "makes or reads a sequence of " << count
         << " tensors; the nodes of a graph may do so with "
         << kMaxSequenceElements << " in all, and have with "
         << numSequenceElements << " so far";
}

LogicalResult GraphImporter::checkSize(const ::onnx::GraphProto &graph) {
  struct {
    StringRef what;
    int64_t count, max;
  } parts[] = {{"nodes", graph.node_size(), kMaxNodes},
               {"initializers", graph.initializer_size(), kMaxNodes},
               {"inputs", graph.input_size(), kMaxArguments},
               {"outputs", graph.output_size(), kMaxArguments}};
  for (const auto &part : parts)
    if (part.count > part.max)
      return builder.emitError() << "has " << part.count << " " << part.what
                                 << ", expected at most " << part.max;
  if (graph.output_size() == 0)
    return builder.emitError() << "has no outputs";
  if (graph.sparse_initializer_size() != 0)
    return builder.emitError() << "sparse initializers are not supported";
  return success();
}

LogicalResult GraphImporter::declareNames(const ::onnx::GraphProto &graph) {
  SmallVector<StringRef> added;
  llvm::scope_exit undo([&] {
    for (StringRef name : added)
      declared.erase(name);
  });
  auto declare = [&](StringRef name) -> LogicalResult {
    if (declared.insert(name).second) {
      added.push_back(name);
      return success();
    }
    return builder.emitError() << "'" << name << "' is defined more than once";
  };
  llvm::StringSet<> initializers, inputs;
  for (const auto &tensor : graph.initializer()) {
    setLocation("initializer", tensor.name());
    if (tensor.name().empty())
      return builder.emitError() << "has no name";
    if (failed(declare(tensor.name())))
      return failure();
    initializers.insert(tensor.name());
  }
  for (const auto &input : graph.input()) {
    setLocation("input", input.name());
    if (input.name().empty())
      return builder.emitError() << "has no name";
    if (!inputs.insert(input.name()).second)
      return builder.emitError() << "is declared more than once";
    // An input may have the name of an initializer of the same graph.
    if (!initializers.contains(input.name()) && failed(declare(input.name())))
      return failure();
  }
  for (auto [i, node] : llvm::enumerate(graph.node())) {
    builder.setLoc(getNodeLocation(node, i));
    for (const std::string &output : node.output())
      if (!output.empty() && failed(declare(output)))
        return failure();
  }
  undo.release();
  return success();
}

void GraphImporter::forgetNames(const ::onnx::GraphProto &graph) {
  auto forget = [&](StringRef name) {
    declared.erase(name);
    values.erase(name);
    declaredTypes.erase(name);
  };
  for (const auto &tensor : graph.initializer())
    forget(tensor.name());
  for (const auto &input : graph.input())
    forget(input.name());
  for (const auto &node : graph.node())
    for (const std::string &output : node.output())
      forget(output);
}

void GraphImporter::findUnsupported(const ::onnx::GraphProto &graph,
                                    UnsupportedOperators &unsupported) {
  for (auto [i, node] : llvm::enumerate(graph.node())) {
    auto getLocation = [&, index = i, &user = node] {
      return getNodeLocation(user, index);
    };
    if (!isDefaultDomain(node.domain()))
      unsupported.add(node.domain() + "." + node.op_type(), getLocation);
    else if (!findOperator(node.op_type()))
      unsupported.add(node.op_type(), getLocation);
    for (const auto &attribute : node.attribute()) {
      if (!attribute.has_g())
        continue;
      std::string outer =
          std::exchange(place, getPlace(getLocation(), attribute.name()));
      findUnsupported(attribute.g(), unsupported);
      place = std::move(outer);
    }
  }
}

LogicalResult GraphImporter::checkOperators(const ::onnx::GraphProto &graph) {
  UnsupportedOperators unsupported("operator");
  findUnsupported(graph, unsupported);
  return failure(unsupported.report(DiagnosticSeverity::Error));
}

LogicalResult
GraphImporter::importInitializers(const ::onnx::GraphProto &graph) {
  for (const auto &tensor : graph.initializer()) {
    setLocation("initializer", tensor.name());
    llvm::Expected<DenseElementsAttr> constant = decodeInitializer(tensor);
    if (!constant)
      return builder.emitError() << llvm::toString(constant.takeError());
    define(tensor.name(), {Value(), *constant});
  }
  return success();
}

LogicalResult GraphImporter::readType(const ::onnx::ValueInfoProto &info,
                                      Type &type) {
  if (options.keepUnknown) {
    type = getKeptType(info.type(), builder.getContext());
    if (!type)
      type = getUnknownType(builder.getContext());
    return success();
  }
  llvm::Expected<TensorType> declared =
      mlir::split::frontends::onnx::getDeclaredType(info.type(),
                                                    builder.getContext());
  if (!declared)
    return builder.emitError() << llvm::toString(declared.takeError());
  type = *declared;
  return success();
}

LogicalResult GraphImporter::importInputs(const ::onnx::GraphProto &graph,
                                          ModelFunction &function) {
  for (const auto &input : graph.input()) {
    setLocation("input", input.name());
    Type type;
    if (failed(readType(input, type)))
      return failure();
    if (DenseElementsAttr constant = getConstant(input.name())) {
      auto actual = cast<TensorType>(constant.getType());
      auto tensor = dyn_cast<TensorType>(type);
      if (!tensor || !joinTypes(actual, tensor))
        return builder.emitError() << "is declared as " << type
                                   << ", but its initializer is " << actual;
      continue;
    }
    SmallVector<StringRef> symbols;
    for (const auto &dim : input.type().tensor_type().shape().dim())
      symbols.push_back(dim.dim_param());
    Value argument = function.addArgument(type, input.name(), symbols);
    define(input.name(), {argument, {}});
  }
  return success();
}

/// PyTorch declares the shapes that ONNX's shape inference finds, which are
/// wrong behind some sequences. ONNX Runtime warns, too.
LogicalResult GraphImporter::reportWrongOutput(TensorType declared,
                                               TensorType known) {
  bool isWarning =
      !options.strict && declared.getElementType() == known.getElementType();
  InFlightDiagnostic diagnostic =
      isWarning ? mlir::emitWarning(builder.getLoc()) : builder.emitError();
  diagnostic << "is declared as " << declared << ", but its value is " << known;
  return success(isWarning);
}

LogicalResult GraphImporter::refineOutput(Type declared, Value &value) {
  auto known = dyn_cast<TensorType>(value.getType());
  auto stated = dyn_cast<TensorType>(declared);
  if (!known || !stated)
    return success();
  if (known.getElementType() != stated.getElementType() &&
      !isNumber(known.getElementType())) {
    value =
        UnrealizedConversionCastOp::create(builder, stated, value).getResult(0);
    return success();
  }
  TensorType type = joinTypes(known, stated);
  if (!type)
    return reportWrongOutput(stated, known);
  value =
      createCheckedCast(builder, value, type, /*of=*/"", "the model declares");
  return success();
}

LogicalResult GraphImporter::importOutputs(const ::onnx::GraphProto &graph,
                                           ModelFunction &function) {
  for (const auto &output : graph.output()) {
    setLocation("output", output.name());
    if (failed(checkDefined(output.name())))
      return failure();
    if (getEntry(output.name()).sequence && !options.keepUnknown)
      return builder.emitError() << "is a sequence, expected a tensor";
    FailureOr<Value> value = getKeptValue(output.name());
    if (failed(value))
      return failure();
    if (output.has_type()) {
      Type declaredType;
      if (failed(readType(output, declaredType)) ||
          failed(refineOutput(declaredType, *value)))
        return failure();
    }
    function.addResult(*value, output.name());
  }
  return success();
}

LogicalResult GraphImporter::importNodes(const ::onnx::GraphProto &graph) {
  setLocation("graph", graph.name());
  numImported += graph.node_size();
  if (numImported > kMaxNodes)
    return builder.emitError()
           << "nodes of subgraphs and of repeated iterations are more than "
           << kMaxNodes << " in all";
  for (auto [i, node] : llvm::enumerate(graph.node()))
    if (failed(options.keepUnknown ? importOrKeep(node, i)
                                   : NodeImporter(*this, node, i).importNode()))
      return failure();
  return success();
}

LogicalResult GraphImporter::bindInputs(const ::onnx::GraphProto &graph,
                                        ArrayRef<GraphValue> inputs) {
  setLocation("graph", graph.name());
  if (graph.input_size() != static_cast<int>(inputs.size()))
    return builder.emitError()
           << "has " << formatCount(graph.input_size(), "input")
           << ", expected " << inputs.size();
  for (auto [input, value] : llvm::zip_equal(graph.input(), inputs)) {
    setLocation("input", input.name());
    if (values.contains(input.name()))
      return builder.emitError() << "has an initializer";
    define(input.name(), value);
    if (value.sequence ||
        input.type().value_case() != ::onnx::TypeProto::kTensorType)
      continue;
    // Stated shapes need not hold for each iteration.
    Type read;
    if (failed(readType(input, read)))
      return failure();
    if (!isTensorOfNumbers(value))
      continue;
    auto stated = cast<TensorType>(read);
    TensorType type = getType(input.name());
    if (isNumber(stated.getElementType()) &&
        type.getElementType() != stated.getElementType())
      return builder.emitError()
             << "is declared as " << stated << ", but its value is " << type;
  }
  return success();
}

FailureOr<SmallVector<GraphValue>>
GraphImporter::importSubgraph(const ::onnx::GraphProto &graph, StringRef part,
                              ArrayRef<GraphValue> inputs) {
  Location loc = builder.getLoc();
  std::string outer = std::exchange(place, getPlace(loc, part));
  llvm::scope_exit leave([&] {
    place = std::move(outer);
    builder.setLoc(loc);
  });
  setLocation("graph", graph.name());
  if (failed(checkSize(graph)) || failed(declareNames(graph)))
    return failure();
  llvm::scope_exit forget([&] { forgetNames(graph); });
  readDeclaredTypes(graph);
  if (failed(importInitializers(graph)) || failed(bindInputs(graph, inputs)) ||
      failed(importNodes(graph)))
    return failure();
  SmallVector<GraphValue> outputs;
  for (const auto &output : graph.output()) {
    setLocation("output", output.name());
    if (failed(checkDefined(output.name())))
      return failure();
    outputs.push_back(getEntry(output.name()));
  }
  return outputs;
}

LogicalResult GraphImporter::importGraph() {
  const ::onnx::GraphProto &graph = model.graph();
  setLocation("graph", graph.name());
  if (failed(checkSize(graph)))
    return failure();
  ModelFunction function(module, builder, graph.name(), "onnx.name");
  entry = builder.getInsertionBlock();
  if (failed(declareNames(graph)) || failed(importInitializers(graph)) ||
      failed(importInputs(graph, function)))
    return failure();
  if (!options.keepUnknown && failed(checkOperators(graph)))
    return failure();
  readDeclaredTypes(graph);
  if (failed(importNodes(graph)) || failed(importOutputs(graph, function)))
    return failure();
  function.finish();
  kept.report(module, "operator");
  return success();
}
