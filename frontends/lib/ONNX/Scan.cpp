//===- Scan.cpp - The operator Scan of ONNX -------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/ControlFlow.h"
#include "Operators.h"
#include "split-mlir/Dialect/Split/IR/Counts.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::onnx;

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
  FailureOr<SmallVector<TensorParts>>
  findAll(ValueRange tensors, ArrayRef<LoopParts> parts, LoopLimits &limits);
  FailureOr<SmallVector<Value>> importBody(ValueRange tensors);
  /// Builds the loop over states and scanned inputs.
  FailureOr<SmallVector<Value>> createScan(ValueRange tensors);
  /// Builds the loop over the batch, whose iterations scan one row.
  FailureOr<SmallVector<Value>> createBatch();

  NodeImporter &node;
  ImplicitLocOpBuilder &builder;
  /// The initial states, then the scanned inputs.
  SmallVector<Value> inputs;
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
    inputs.push_back(node.getInput(i));
  }
  int64_t count = 0, numInputs = inputs.size();
  if (failed(node.readInt("num_scan_inputs", count)))
    return failure();
  if (count < 1 || count > numInputs)
    return node.emitError()
           << "num_scan_inputs is " << count << ", expected 1 to " << numInputs;
  inputParts.resize(count);
  return success();
}

LogicalResult ScanImporter::readParts(StringRef axes, StringRef directions,
                                      MutableArrayRef<LoopParts> parts) {
  std::optional<SmallVector<int64_t>> positions, flags;
  if (failed(node.readInts(axes, positions)) ||
      failed(node.readInts(directions, flags)))
    return failure();
  for (auto [name, list] :
       {std::pair(axes, &positions), std::pair(directions, &flags)})
    if (*list && (*list)->size() != parts.size())
      return node.emitError() << "'" << name << "' has "
                              << formatCount((*list)->size(), "element")
                              << ", expected " << parts.size();
  for (auto [i, part] : llvm::enumerate(parts)) {
    if (positions)
      part.axis = (*positions)[i];
    int64_t flag = flags ? (*flags)[i] : 0;
    if (flag != 0 && flag != 1)
      return node.emitError() << "'" << directions << "' has the element "
                              << flag << ", expected 0 or 1";
    part.isReversed = flag == 1;
  }
  return success();
}

LogicalResult ScanImporter::readAttributes() {
  const ::onnx::GraphProto *body = nullptr;
  if (failed(node.readGraph("body", body)))
    return failure();
  int64_t numOutputs = body->output_size(),
          numStates = inputs.size() - inputParts.size();
  int64_t least = std::max(numStates, node.getNumOutputs());
  if (numOutputs < least)
    return node.emitError()
           << "'body' has " << formatCount(numOutputs, "output")
           << ", expected at least " << least;
  outputParts.resize(numOutputs - numStates);
  if (node.getVersion() == 8)
    return readParts("", "directions", inputParts);
  return success(succeeded(readParts("scan_input_axes", "scan_input_directions",
                                     inputParts)) &&
                 succeeded(readParts("scan_output_axes",
                                     "scan_output_directions", outputParts)));
}

FailureOr<SmallVector<TensorParts>>
ScanImporter::findAll(ValueRange tensors, ArrayRef<LoopParts> parts,
                      LoopLimits &limits) {
  SmallVector<TensorParts> all;
  int64_t first = node.getNumInputs() - tensors.size();
  for (auto [i, tensor, part] : llvm::enumerate(tensors, parts)) {
    FailureOr<TensorParts> found = findParts(builder, tensor, part, first + i);
    if (failed(found) || failed(checkCount(builder, *found, limits.trips)))
      return failure();
    all.push_back(*found);
  }
  return all;
}

static SmallVector<Value> createRows(ImplicitLocOpBuilder &builder,
                                     ArrayRef<TensorParts> parts, Value index) {
  return llvm::map_to_vector(parts, [&](const TensorParts &part) {
    return createPart(builder, part, index, /*dropsAxis=*/true);
  });
}

FailureOr<SmallVector<Value>> ScanImporter::importBody(ValueRange tensors) {
  auto inputs = llvm::map_to_vector(
      tensors, [](Value tensor) { return GraphValue{tensor, {}}; });
  auto outputs = node.importSubgraph("body", inputs);
  if (failed(outputs))
    return failure();
  SmallVector<Value> results;
  for (const GraphValue &output : *outputs) {
    if (output.sequence)
      return node.emitError() << "the body returns a sequence";
    results.push_back(node.getValue(output));
  }
  return results;
}

FailureOr<SmallVector<Value>> ScanImporter::createScan(ValueRange tensors) {
  LoopLimits limits;
  ValueRange states = tensors.drop_back(inputParts.size());
  auto parts =
      findAll(tensors.take_back(inputParts.size()), inputParts, limits);
  if (failed(parts))
    return failure();
  auto results = createLoop(
      builder, limits, states,
      [&](Value index, ValueRange carried) -> FailureOr<LoopIteration> {
        SmallVector<Value> inputs = llvm::to_vector(carried);
        llvm::append_range(inputs, createRows(builder, *parts, index));
        auto outputs = importBody(inputs);
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
  for (auto [stack, part] : llvm::zip_equal(stacks, outputParts)) {
    auto joined = joinParts(builder, stack, part, /*addsAxis=*/true);
    if (failed(joined))
      return failure();
    stack = *joined;
  }
  return results;
}

FailureOr<SmallVector<Value>> ScanImporter::createBatch() {
  LoopLimits limits;
  SmallVector<LoopParts> rows(inputs.size());
  auto parts = findAll(inputs, rows, limits);
  if (failed(parts))
    return failure();
  return createLoop(builder, limits, /*initial=*/{},
                    [&](Value index, ValueRange) -> FailureOr<LoopIteration> {
                      auto results =
                          createScan(createRows(builder, *parts, index));
                      if (failed(results))
                        return failure();
                      return LoopIteration{Value(), {}, std::move(*results)};
                    });
}

LogicalResult ScanImporter::import() {
  if (failed(readInputs()) || failed(readAttributes()))
    return failure();
  auto results = node.getVersion() == 8 ? createBatch() : createScan(inputs);
  return failed(results) ? failure() : node.setResults(*results);
}

LogicalResult mlir::split::frontends::onnx::importScan(NodeImporter &node) {
  return ScanImporter(node).import();
}
