//===- Scan.cpp - The operator Scan of ONNX -------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/Axes.h"
#include "../Builders/ControlFlow.h"
#include "../Builders/LoopParts.h"
#include "../Builders/RuntimeChecks.h"
#include "../Builders/Sizes.h"
#include "Operators.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::onnx;

namespace {
/// Imports a Scan node as a loop, in version 8 in a loop over the batch.
class ScanImporter {
public:
  explicit ScanImporter(NodeImporter &node)
      : node(node), builder(node.getBuilder()) {}

  LogicalResult import();

private:
  LogicalResult readInputs();
  LogicalResult readAttributes();
  /// Reads the axes and directions of scanned inputs or outputs.
  LogicalResult readParts(StringRef axes, StringRef directions,
                          MutableArrayRef<LoopParts> parts);
  LogicalResult findParts(Value input, LoopParts &parts, OpFoldResult &count);
  /// Builds the loop over the batch, whose iterations scan one row.
  FailureOr<SmallVector<Value>> createBatch();
  FailureOr<SmallVector<Value>> createScan(ValueRange states,
                                           ValueRange scanned);
  FailureOr<SmallVector<Value>> importBody(ValueRange states,
                                           ValueRange scanned, Value index);

  NodeImporter &node;
  ImplicitLocOpBuilder &builder;
  SmallVector<Value> states, scanned;
  /// Those of scanned inputs and outputs.
  SmallVector<LoopParts> inputParts, outputParts;
};
} // namespace

LogicalResult ScanImporter::readInputs() {
  bool isBatch = node.getVersion() == 8;
  if (isBatch && node.hasInput(0))
    return node.emitError() << "lengths of sequences are not supported";
  for (int64_t i = isBatch; i < node.getNumInputs(); ++i) {
    if (failed(node.checkPresent(i)))
      return failure();
    states.push_back(node.getInput(i));
  }
  int64_t count = 0, numInputs = states.size();
  if (failed(node.checkAttribute("num_scan_inputs")) ||
      failed(node.readInt("num_scan_inputs", count)))
    return failure();
  if (count < 1 || count > numInputs)
    return node.emitError()
           << "num_scan_inputs is " << count << ", expected 1 to " << numInputs;
  scanned.assign(states.end() - count, states.end());
  states.truncate(numInputs - count);
  inputParts.resize(count);
  return success();
}

LogicalResult ScanImporter::readParts(StringRef axes, StringRef directions,
                                      MutableArrayRef<LoopParts> parts) {
  std::optional<SmallVector<int64_t>> positions, flags;
  if (failed(node.readInts(axes, positions)) ||
      failed(node.readInts(directions, flags)))
    return failure();
  auto checkLength = [&](StringRef name, const auto &list) -> LogicalResult {
    if (!list || list->size() == parts.size())
      return success();
    return node.emitError() << "'" << name << "' has " << list->size()
                            << " elements, expected " << parts.size();
  };
  if (failed(checkLength(axes, positions)) ||
      failed(checkLength(directions, flags)))
    return failure();
  for (auto [i, part] : llvm::enumerate(parts)) {
    if (positions)
      part.axis = (*positions)[i];
    if (flags && !llvm::is_contained({0, 1}, (*flags)[i]))
      return node.emitError() << "'" << directions << "' has the element "
                              << (*flags)[i] << ", expected 0 or 1";
    part.isReversed = flags && (*flags)[i] == 1;
  }
  return success();
}

LogicalResult ScanImporter::readAttributes() {
  const ::onnx::GraphProto *body = nullptr;
  if (failed(node.readGraph("body", body)))
    return failure();
  int64_t numOutputs = body->output_size(), numStates = states.size();
  int64_t least = std::max(numStates, node.getNumOutputs());
  if (numOutputs < least)
    return node.emitError() << "'body' has " << numOutputs
                            << " outputs, expected at least " << least;
  outputParts.resize(numOutputs - numStates);
  if (node.getVersion() == 8)
    return readParts("", "directions", inputParts);
  return success(succeeded(readParts("scan_input_axes", "scan_input_directions",
                                     inputParts)) &&
                 succeeded(readParts("scan_output_axes",
                                     "scan_output_directions", outputParts)));
}

LogicalResult ScanImporter::findParts(Value input, LoopParts &parts,
                                      OpFoldResult &count) {
  FailureOr<int64_t> axis =
      getAxis(builder, parts.axis, getRankedType(input).getRank());
  if (failed(axis))
    return failure();
  parts.axis = *axis;
  parts.start = builder.getIndexAttr(0);
  parts.count = getSize(builder, input, *axis);
  if (!count)
    count = parts.count;
  return createSizeCheck(builder, parts.count, count,
                         CheckMessage("dimension ")
                             << *axis << " of an input is " << parts.count
                             << ", expected " << count
                             << " as in the first that is scanned");
}

FailureOr<SmallVector<Value>>
ScanImporter::importBody(ValueRange states, ValueRange scanned, Value index) {
  SmallVector<GraphValue> inputs;
  for (Value state : states)
    inputs.push_back({state, {}});
  for (auto [input, parts] : llvm::zip_equal(scanned, inputParts))
    inputs.push_back(
        {createPart(builder, input, parts, index, /*dropsAxis=*/true), {}});
  auto outputs = node.importSubgraph("body", inputs);
  if (failed(outputs))
    return failure();
  SmallVector<Value> tensors;
  for (const GraphValue &output : *outputs) {
    if (output.sequence)
      return node.emitError() << "the body returns a sequence";
    tensors.push_back(node.getValue(output));
  }
  return tensors;
}

FailureOr<SmallVector<Value>> ScanImporter::createScan(ValueRange states,
                                                       ValueRange scanned) {
  OpFoldResult count;
  for (auto [input, parts] : llvm::zip_equal(scanned, inputParts))
    if (failed(findParts(input, parts, count)))
      return failure();
  auto results = createLoop(
      builder, count, /*condition=*/Value(), states,
      [&](Value index, ValueRange carried) -> FailureOr<LoopIteration> {
        auto outputs = importBody(carried, scanned, index);
        if (failed(outputs))
          return failure();
        ArrayRef<Value> values = *outputs;
        return LoopIteration{
            Value(), llvm::to_vector(values.take_front(carried.size())),
            llvm::to_vector(values.drop_front(carried.size()))};
      });
  if (failed(results))
    return failure();
  auto stacks = MutableArrayRef(*results).drop_front(states.size());
  for (auto [stack, parts] : llvm::zip_equal(stacks, outputParts)) {
    FailureOr<int64_t> axis =
        getAxis(builder, parts.axis, getRankedType(stack).getRank());
    if (failed(axis))
      return failure();
    auto moved = moveIterations(builder, stack, *axis, parts.isReversed);
    if (failed(moved))
      return failure();
    stack = *moved;
  }
  return results;
}

FailureOr<SmallVector<Value>> ScanImporter::createBatch() {
  LoopParts rows;
  OpFoldResult count;
  SmallVector<Value> all = llvm::to_vector(scanned);
  llvm::append_range(all, states);
  for (Value tensor : all)
    if (failed(findParts(tensor, rows, count)))
      return failure();
  return createLoop(builder, count, /*condition=*/Value(), /*initial=*/{},
                    [&](Value index, ValueRange) -> FailureOr<LoopIteration> {
                      auto take = [&](ArrayRef<Value> tensors) {
                        return llvm::map_to_vector(tensors, [&](Value tensor) {
                          return createPart(builder, tensor, rows, index,
                                            /*dropsAxis=*/true);
                        });
                      };
                      auto results = createScan(take(states), take(scanned));
                      if (failed(results))
                        return failure();
                      return LoopIteration{Value(), {}, std::move(*results)};
                    });
}

LogicalResult ScanImporter::import() {
  if (failed(readInputs()) || failed(readAttributes()))
    return failure();
  auto results =
      node.getVersion() == 8 ? createBatch() : createScan(states, scanned);
  return failed(results) ? failure() : node.setResults(*results);
}

LogicalResult mlir::split::onnx::importScan(NodeImporter &node) {
  return ScanImporter(node).import();
}
