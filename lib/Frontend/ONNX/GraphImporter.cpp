//===- GraphImporter.cpp - imports one ONNX graph -------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphImporter.h"

#include "../Builders/FunctionName.h"
#include "../Builders/RuntimeChecks.h"
#include "../Builders/ShapeValues.h"
#include "NodeImporter.h"

#include "split-mlir/Dialect/Split/IR/TensorTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::split;

/// The attribute that keeps the names of the graph's inputs and outputs.
static constexpr StringLiteral kNameAttr = "onnx.name";

Location GraphImporter::getLocation(const Twine &part) const {
  return NameLoc::get(
      StringAttr::get(builder.getContext(), fileName + ":" + part));
}

LogicalResult GraphImporter::checkDefined(StringRef name, Location loc) const {
  if (values.contains(name))
    return success();
  if (declared.contains(name))
    return emitError(loc) << "uses '" << name
                          << "' before it is produced: the nodes are not in "
                             "topological order, or form a cycle";
  return emitError(loc) << "uses '" << name << "', which nothing produces";
}

Value GraphImporter::getValue(StringRef name, Location loc) {
  return getValue(values.find(name)->second, loc);
}

TensorType GraphImporter::getType(StringRef name) const {
  const GraphValue &entry = getEntry(name);
  if (entry.constant)
    return cast<TensorType>(entry.constant.getType());
  return cast<TensorType>(entry.value.getType());
}

Value GraphImporter::getValue(GraphValue &entry, Location loc) {
  // Ops are inserted in one block only, so the first use dominates the others.
  if (!entry.value)
    entry.value = arith::ConstantOp::create(builder, loc, entry.constant);
  return entry.value;
}

void GraphImporter::define(StringRef name, GraphValue value) {
  if (value.value && !value.constant)
    matchPattern(value.value, m_Constant(&value.constant));
  values[name] = value;
}

LogicalResult GraphImporter::addSequenceElements(int64_t count, Location loc) {
  if (count <= kMaxSequenceElements - numSequenceElements) {
    numSequenceElements += count;
    return success();
  }
  return emitError(loc) << "makes or reads a sequence of " << count
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
  Location loc = getLocation("graph '" + graph.name() + "'");
  for (const auto &part : parts)
    if (part.count > part.max)
      return emitError(loc) << "has " << part.count << " " << part.what
                            << ", expected at most " << part.max;
  if (graph.output_size() == 0)
    return emitError(loc) << "has no outputs";
  return success();
}

LogicalResult GraphImporter::declareNames(const ::onnx::GraphProto &graph) {
  auto declare = [&](StringRef name, Location loc) -> LogicalResult {
    if (declared.insert(name).second)
      return success();
    return emitError(loc) << "'" << name << "' is defined more than once";
  };
  for (const auto &tensor : graph.initializer()) {
    Location loc = getLocation("initializer '" + tensor.name() + "'");
    if (tensor.name().empty())
      return emitError(loc) << "has no name";
    if (failed(declare(tensor.name(), loc)))
      return failure();
  }
  llvm::StringSet<> inputs;
  for (const auto &input : graph.input()) {
    Location loc = getLocation("input '" + input.name() + "'");
    if (input.name().empty())
      return emitError(loc) << "has no name";
    if (!inputs.insert(input.name()).second)
      return emitError(loc) << "is declared more than once";
    // An input may have the name of an initializer.
    declared.insert(input.name());
  }
  for (auto [i, node] : llvm::enumerate(graph.node())) {
    Location loc = NodeImporter::getLocation(*this, node, i);
    for (const std::string &output : node.output())
      if (!output.empty() && failed(declare(output, loc)))
        return failure();
  }
  return success();
}

LogicalResult
GraphImporter::importInitializers(const ::onnx::GraphProto &graph) {
  if (graph.sparse_initializer_size() != 0)
    return emitError(getLocation("graph '" + graph.name() + "'"))
           << "sparse initializers are not supported";
  for (const auto &tensor : graph.initializer()) {
    llvm::Expected<DenseElementsAttr> constant =
        decodeConstant(tensor, builder.getContext(), options.folder);
    if (!constant)
      return emitError(getLocation("initializer '" + tensor.name() + "'"))
             << llvm::toString(constant.takeError());
    define(tensor.name(), {Value(), *constant});
  }
  return success();
}

FailureOr<TensorType>
GraphImporter::getDeclaredType(const ::onnx::ValueInfoProto &info,
                               Location loc) {
  llvm::Expected<TensorType> type =
      split::getDeclaredType(info.type(), builder.getContext());
  if (type)
    return *type;
  return emitError(loc) << llvm::toString(type.takeError());
}

LogicalResult GraphImporter::importInputs(const ::onnx::GraphProto &graph) {
  SmallVector<Type> types = llvm::to_vector(func.getArgumentTypes());
  for (const auto &input : graph.input()) {
    Location loc = getLocation("input '" + input.name() + "'");
    FailureOr<TensorType> type = getDeclaredType(input, loc);
    if (failed(type))
      return failure();
    if (DenseElementsAttr constant = getConstant(input.name())) {
      auto actual = cast<TensorType>(constant.getType());
      if (!joinTypes(actual, *type))
        return emitError(loc) << "is declared as " << *type
                              << ", but its initializer is " << actual;
      continue;
    }
    define(input.name(), {func.front().addArgument(*type, loc), {}});
    types.push_back(*type);
  }
  func.setFunctionType(builder.getFunctionType(types, {}));
  unsigned position = 0;
  for (const auto &input : graph.input())
    if (!getConstant(input.name()))
      func.setArgAttr(position++, kNameAttr,
                      builder.getStringAttr(input.name()));
  return success();
}

LogicalResult GraphImporter::importOutputs(const ::onnx::GraphProto &graph) {
  SmallVector<Value> results;
  for (const auto &output : graph.output()) {
    Location loc = getLocation("output '" + output.name() + "'");
    if (failed(checkDefined(output.name(), loc)))
      return failure();
    if (getEntry(output.name()).sequence)
      return emitError(loc) << "is a sequence, expected a tensor";
    Value value = getValue(output.name(), loc);
    if (output.has_type()) {
      FailureOr<TensorType> declaredType = getDeclaredType(output, loc);
      if (failed(declaredType))
        return failure();
      auto known = cast<TensorType>(value.getType());
      TensorType type = joinTypes(known, *declaredType);
      if (!type)
        return emitError(loc) << "is declared as " << *declaredType
                              << ", but its value is " << known;
      value = createCheckedCast(builder, loc, value, type, /*of=*/"",
                                "the model declares");
    }
    results.push_back(value);
  }
  func::ReturnOp::create(builder, func.getLoc(), results);
  func.setFunctionType(builder.getFunctionType(func.getArgumentTypes(),
                                               TypeRange(ValueRange(results))));
  for (auto [i, output] : llvm::enumerate(graph.output()))
    func.setResultAttr(i, kNameAttr, builder.getStringAttr(output.name()));
  return success();
}

LogicalResult GraphImporter::importGraph(const ::onnx::GraphProto &graph) {
  if (failed(checkSize(graph)))
    return failure();
  builder.setInsertionPointToEnd(module.getBody());
  func = func::FuncOp::create(
      builder, getLocation("graph '" + graph.name() + "'"),
      getFunctionName(graph.name()), builder.getFunctionType({}, {}));
  builder.setInsertionPointToEnd(func.addEntryBlock());
  if (failed(declareNames(graph)) || failed(importInitializers(graph)) ||
      failed(importInputs(graph)))
    return failure();
  for (auto [i, node] : llvm::enumerate(graph.node()))
    if (failed(NodeImporter(*this, node, i).importNode()))
      return failure();
  if (failed(importOutputs(graph)))
    return failure();
  eraseUnusedShapeOps(func.front());
  return success();
}
