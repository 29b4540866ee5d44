//===- Recurrent.cpp - Recurrent layers of OpenVINO -----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/DataMovement.h"
#include "../Builders/Shapes.h"
#include "Layers.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::openvino;

/// Reads the functions of the gates. All directions have the same.
static LogicalResult readFunctions(LayerImporter &layer,
                                   RecurrentLayer &recurrent,
                                   StringRef functions) {
  SmallVector<double> alphas, betas;
  if (failed(layer.getData().readFloats("activations_alpha", alphas)) ||
      failed(layer.getData().readFloats("activations_beta", betas)))
    return failure();
  size_t count = llvm::count(functions, ',') + 1;
  functions = layer.getData().findAttribute("activations").value_or(functions);
  SmallVector<std::string> names;
  for (StringRef name : llvm::split(functions, ','))
    names.push_back(name.trim().str());
  if (names.size() != count)
    return layer.emitError() << "number of activations is " << names.size()
                             << ", expected " << count;
  auto read = getGateFunctions(layer.getBuilder(), names, alphas, betas);
  if (failed(read))
    return failure();
  for (size_t i = 0; i < recurrent.isReverse.size(); ++i)
    llvm::append_range(recurrent.functions, *read);
  return success();
}

static LogicalResult readAttributes(LayerImporter &layer,
                                    RecurrentLayer &recurrent) {
  static constexpr StringRef kFormats[] = {"fico"};
  int64_t format = 0, size = 0;
  double clip = 0;
  XmlElement data = layer.getData();
  if (failed(readDirections(layer, recurrent)) ||
      failed(data.readChoice("weights_format", kFormats, format)) ||
      failed(data.readInt("hidden_size", size, /*min=*/1)) ||
      failed(data.readFloat("clip", clip)) ||
      failed(layer.readBool("linear_before_reset", recurrent.scalesProduct)) ||
      failed(layer.readBool("input_forget", recurrent.couplesGates)))
    return failure();
  if (clip < 0)
    return layer.emitError() << "clip is " << clip << ", expected at least 0";
  if (clip != 0)
    recurrent.clip = clip;
  auto type = getRankedType(layer.getInput(layer.getNumInputs() - 2));
  if (type.getRank() > 0 && !type.isDynamicDim(type.getRank() - 1) &&
      type.getShape().back() != size)
    return layer.emitError() << "hidden_size is " << size
                             << ", but recurrence weights are of type " << type;
  return success();
}

/// Separates the bias for the scaled product of a GRU, which comes last.
static LogicalResult separateBias(LayerImporter &layer,
                                  RecurrentLayer &recurrent) {
  RankedTensorType type = getRankedType(recurrent.bias);
  if (type.getRank() != 2 || type.isDynamicDim(1) || type.getDimSize(1) == 0 ||
      type.getDimSize(1) % 4 != 0)
    return layer.emitError() << "biases are of type " << type
                             << ", expected 4 for each element of the state";
  int64_t size = type.getDimSize(1) / 4;
  ImplicitLocOpBuilder &builder = layer.getBuilder();
  auto parts = VariadicSplitOp::create(builder, recurrent.bias, 1,
                                       ArrayRef<int64_t>{3 * size, size});
  recurrent.bias = parts.getResult(0);
  Type element = type.getElementType();
  Value zeros = createFill(
      builder,
      {getSize(builder, recurrent.bias, 0), builder.getIndexAttr(2 * size)},
      element, builder.getZeroAttr(element));
  FailureOr<Value> stateBias =
      createConcat(builder, {zeros, parts.getResult(1)}, 1);
  recurrent.stateBias = stateBias.value_or(Value());
  return stateBias;
}

/// Reads the inputs: data, states and, for sequences, their lengths; then
/// weights and biases. A cell is a sequence of length 1.
static LogicalResult readInputs(LayerImporter &layer, bool isCell,
                                RecurrentLayer &recurrent) {
  ImplicitLocOpBuilder &builder = layer.getBuilder();
  OpFoldResult first = builder.getIndexAttr(0);
  SmallVector<Value> inputs;
  for (int64_t i = 0; i < layer.getNumInputs(); ++i)
    inputs.push_back(layer.getInput(i));
  if (!isCell) {
    // It comes before the three inputs of weights.
    Value *lengths = inputs.end() - 4;
    recurrent.lengths = *lengths;
    if (failed(layer.checkInts(lengths - inputs.begin(), "lengths are")))
      return failure();
    inputs.erase(lengths);
  }
  size_t numData = inputs.size() - 3;
  for (auto [i, input] : llvm::enumerate(inputs)) {
    FailureOr<Value> value = input;
    if (isCell)
      value = createUnsqueeze(builder, input, ArrayRef(first));
    else if (i < numData)
      value = createTranspose(builder, input, {1, 0, 2});
    if (failed(value))
      return failure();
    input = *value;
  }
  recurrent.data = inputs[0];
  recurrent.state = inputs[1];
  if (recurrent.kind == RecurrentLayer::LSTM)
    recurrent.cell = inputs[2];
  recurrent.weights = inputs[numData];
  recurrent.recurrence = inputs[numData + 1];
  recurrent.bias = inputs[numData + 2];
  return recurrent.scalesProduct ? separateBias(layer, recurrent) : success();
}

LogicalResult openvino::importRecurrent(LayerImporter &layer) {
  StringRef type = layer.getOperator();
  bool isCell = type.ends_with("Cell");
  RecurrentLayer recurrent;
  StringRef functions = "tanh";
  if (type.starts_with("GRU")) {
    recurrent.kind = RecurrentLayer::GRU;
    functions = "sigmoid,tanh";
  } else if (type.starts_with("LSTM")) {
    recurrent.kind = RecurrentLayer::LSTM;
    functions = "sigmoid,tanh,tanh";
    recurrent.gates = {1, 3, 0, 2};
  }
  if (failed(readAttributes(layer, recurrent)) ||
      failed(readFunctions(layer, recurrent, functions)) ||
      failed(readInputs(layer, isCell, recurrent)))
    return failure();
  ImplicitLocOpBuilder &builder = layer.getBuilder();
  auto results = createRecurrent(builder, recurrent);
  if (failed(results))
    return failure();
  if (isCell)
    results->erase(results->begin());
  OpFoldResult first = builder.getIndexAttr(0);
  for (auto [i, result] : llvm::enumerate(*results)) {
    FailureOr<Value> value;
    if (isCell)
      value = createSqueeze(builder, result, ArrayRef(first));
    else if (i == 0)
      value = createTranspose(builder, result, {2, 1, 0, 3});
    else
      value = createTranspose(builder, result, {1, 0, 2});
    if (failed(value))
      return failure();
    result = *value;
  }
  return layer.setResults(
      ValueRange(*results).take_front(layer.getNumOutputs()));
}
