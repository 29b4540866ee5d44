//===- Recurrent.cpp - Recurrent operators of ONNX ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/DataMovement.h"
#include "Operators.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::onnx;

/// Reads the functions of the gates; `defaults` are those of one direction.
static LogicalResult readFunctions(NodeImporter &node, RecurrentLayer &layer,
                                   ArrayRef<std::string> defaults) {
  size_t count = defaults.size() * layer.isReverse.size();
  SmallVector<std::string> names;
  SmallVector<double> alphas, betas;
  if (failed(node.readStrings("activations", names)) ||
      failed(node.readFloats("activation_alpha", alphas)) ||
      failed(node.readFloats("activation_beta", betas)))
    return failure();
  if (names.empty())
    while (names.size() < count)
      llvm::append_range(names, defaults);
  if (names.size() != count)
    return node.emitError() << "number of activations is " << names.size()
                            << ", expected " << count;
  auto functions = getGateFunctions(node.getBuilder(), names, alphas, betas);
  if (failed(functions))
    return failure();
  layer.functions = std::move(*functions);
  return success();
}

static LogicalResult readAttributes(NodeImporter &node, RecurrentLayer &layer,
                                    bool &isBatchFirst) {
  std::optional<int64_t> size;
  double clip = -1;
  if (failed(readDirections(node, layer)) ||
      failed(node.readInt("hidden_size", size)) ||
      failed(node.readFloat("clip", clip)) ||
      failed(node.readBool("input_forget", layer.couplesGates)) ||
      failed(node.readBool("linear_before_reset", layer.scalesProduct)) ||
      failed(node.readBool("layout", isBatchFirst)))
    return failure();
  if (node.findAttribute("clip")) {
    if (!(clip >= 0))
      return node.emitError() << "clip is " << clip << ", expected at least 0";
    layer.clip = clip;
  }
  auto type = dyn_cast<RankedTensorType>(node.getInputType(2));
  if (size && type && type.getRank() == 3 && !type.isDynamicDim(2) &&
      type.getDimSize(2) != *size)
    return node.emitError() << "hidden_size is " << *size
                            << ", but recurrence weights are of type " << type;
  return success();
}

/// Reads an input that may be absent. If `swaps`, its first two dimensions are
/// swapped.
static LogicalResult readInput(NodeImporter &node, int64_t i, bool swaps,
                               Value &value) {
  if (!node.hasInput(i))
    return success();
  value = node.getInput(i);
  FailureOr<Value> swapped = value;
  if (swaps)
    swapped = createTranspose(node.getBuilder(), value, {1, 0, 2});
  value = swapped.value_or(Value());
  return swapped;
}

/// Reads the biases for the products with inputs and with states, which are one
/// input.
static LogicalResult readBiases(NodeImporter &node, RecurrentLayer &layer) {
  if (!node.hasInput(3))
    return success();
  Value biases = node.getInput(3);
  auto type = cast<RankedTensorType>(biases.getType());
  if (type.getRank() != 2 ||
      (!type.isDynamicDim(1) && type.getDimSize(1) % 2 != 0))
    return node.emitError() << "input #3 is of type " << type
                            << ", expected two biases for each row of a gate";
  auto halves = SplitOp::create(node.getBuilder(), biases, 1, 2);
  layer.bias = halves.getResult(0);
  layer.stateBias = halves.getResult(1);
  return success();
}

static LogicalResult importRecurrent(NodeImporter &node,
                                     RecurrentLayer::Kind kind,
                                     ArrayRef<std::string> functions) {
  RecurrentLayer layer;
  layer.kind = kind;
  bool isBatchFirst = false;
  if (failed(readAttributes(node, layer, isBatchFirst)) ||
      failed(readFunctions(node, layer, functions)) ||
      failed(readInput(node, 0, isBatchFirst, layer.data)) ||
      failed(readInput(node, 1, /*swaps=*/false, layer.weights)) ||
      failed(readInput(node, 2, /*swaps=*/false, layer.recurrence)) ||
      failed(readBiases(node, layer)) ||
      (node.hasInput(4) && failed(node.readIndexInput(4, layer.lengths))) ||
      failed(readInput(node, 5, isBatchFirst, layer.state)) ||
      failed(readInput(node, 6, isBatchFirst, layer.cell)) ||
      failed(readInput(node, 7, /*swaps=*/false, layer.peepholes)))
    return failure();
  auto results = createRecurrent(node.getBuilder(), layer);
  if (failed(results))
    return failure();
  if (!isBatchFirst)
    return node.setResults(*results);
  for (auto [i, result] : llvm::enumerate(*results)) {
    SmallVector<int64_t> order{1, 0, 2};
    if (i == 0)
      order = {2, 0, 1, 3};
    result = *createTranspose(node.getBuilder(), result, order);
  }
  return node.setResults(*results);
}

LogicalResult mlir::split::frontends::onnx::importRNN(NodeImporter &node) {
  return importRecurrent(node, RecurrentLayer::RNN, {"Tanh"});
}

LogicalResult mlir::split::frontends::onnx::importGRU(NodeImporter &node) {
  return importRecurrent(node, RecurrentLayer::GRU, {"Sigmoid", "Tanh"});
}

LogicalResult mlir::split::frontends::onnx::importLSTM(NodeImporter &node) {
  return importRecurrent(node, RecurrentLayer::LSTM,
                         {"Sigmoid", "Tanh", "Tanh"});
}
