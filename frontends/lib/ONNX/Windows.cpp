//===- Windows.cpp - Convolutions and pools of ONNX -----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/Windows.h"

#include "../Builders/DataMovement.h"
#include "../Builders/Shapes.h"
#include "Operators.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::onnx;

/// Reads the attributes of windows.
static LogicalResult readWindows(NodeImporter &node, WindowSpec &spec) {
  SmallVector<int64_t> kernel, pads;
  int64_t autoPad = WindowSpec::Explicit;
  bool ceilMode = false;
  if (failed(node.readInts("kernel_shape", kernel)) ||
      failed(node.readInts("strides", spec.strides)) ||
      failed(node.readInts("dilations", spec.dilations)) ||
      failed(node.readInts("pads", pads)) ||
      failed(node.readBool("ceil_mode", ceilMode)) ||
      failed(node.readChoice("auto_pad",
                             {"NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID"},
                             autoPad)))
    return failure();
  spec.kernel = getAsIndexOpFoldResult(node.getBuilder().getContext(), kernel);
  spec.autoPad = static_cast<WindowSpec::AutoPad>(autoPad);
  if (ceilMode)
    spec.rounding = WindowSpec::CeilInData;
  if (pads.size() % 2 != 0)
    return node.emitError() << "'pads' has " << pads.size()
                            << " numbers, expected an even number";
  ArrayRef<int64_t> all = pads;
  spec.padsBegin = llvm::to_vector(all.take_front(all.size() / 2));
  spec.padsEnd = llvm::to_vector(all.drop_front(all.size() / 2));
  return success();
}

namespace {
/// The inputs of a convolution. The bias may be null.
struct ConvolutionInputs {
  Value data, weights, bias;
  int64_t groups = 1;
};
} // namespace

static LogicalResult readInputs(NodeImporter &node, ConvolutionInputs &inputs) {
  SmallVector<Value> values;
  if (failed(node.readAlikeInputs(values)) ||
      failed(node.readInt("group", inputs.groups)))
    return failure();
  inputs.data = values[0];
  inputs.weights = values[1];
  if (values.size() > 2)
    inputs.bias = values[2];
  return success();
}

LogicalResult mlir::split::frontends::onnx::importConv(NodeImporter &node) {
  ConvolutionInputs inputs;
  WindowSpec spec;
  if (failed(readInputs(node, inputs)) || failed(readWindows(node, spec)))
    return failure();
  return node.setResult(createConvolution(node.getBuilder(), inputs.data,
                                          inputs.weights, inputs.bias, spec,
                                          inputs.groups));
}

LogicalResult
mlir::split::frontends::onnx::importConvTranspose(NodeImporter &node) {
  ConvolutionInputs inputs;
  TransposedSpec spec;
  std::optional<SmallVector<int64_t>> sizes;
  if (failed(readInputs(node, inputs)) ||
      failed(readWindows(node, spec.windows)) ||
      failed(node.readInts("output_padding", spec.outputPadding)) ||
      failed(node.readInts("output_shape", sizes)))
    return failure();
  if (sizes)
    spec.outputSizes =
        getAsIndexOpFoldResult(node.getBuilder().getContext(), *sizes);
  return node.setResult(createTransposedConvolution(
      node.getBuilder(), inputs.data, inputs.weights, inputs.bias, spec,
      inputs.groups));
}

/// Reads the data and the windows of a pool.
static LogicalResult readPool(NodeImporter &node, Value &data,
                              SmallVector<Window> &windows) {
  WindowSpec spec;
  data = node.getInput(0);
  if (failed(readWindows(node, spec)))
    return failure();
  FailureOr<SmallVector<Window>> read =
      createWindows(node.getBuilder(), data, spec);
  if (succeeded(read))
    windows = std::move(*read);
  return read;
}

LogicalResult mlir::split::frontends::onnx::importMaxPool(NodeImporter &node) {
  Value data;
  SmallVector<Window> windows;
  bool isColumnMajor = false;
  if (failed(readPool(node, data, windows)) ||
      failed(node.readBool("storage_order", isColumnMajor)))
    return failure();
  ImplicitLocOpBuilder &builder = node.getBuilder();
  if (!node.hasOutput(1))
    return node.setResult(createMaxPool(builder, data, windows));
  auto order = llvm::to_vector(llvm::seq(getRankedType(data).getRank()));
  if (isColumnMajor)
    std::reverse(order.begin() + 2, order.end());
  FailureOr<SmallVector<Value>> results =
      createMaxPoolWithIndices(builder, data, windows, order);
  return failed(results) ? failure() : node.setResults(*results);
}

LogicalResult
mlir::split::frontends::onnx::importAveragePool(NodeImporter &node) {
  Value data;
  SmallVector<Window> windows;
  bool countsPads = false;
  if (failed(readPool(node, data, windows)) ||
      failed(node.readBool("count_include_pad", countsPads)))
    return failure();
  return node.setResult(
      createAveragePool(node.getBuilder(), data, windows, countsPads));
}

/// Reads the exponent, which was a float in version 1.
static LogicalResult readExponent(NodeImporter &node, double &p) {
  int64_t number = 2;
  if (node.getVersion() == 1 ? failed(node.readFloat("p", p))
                             : failed(node.readInt("p", number)))
    return failure();
  if (node.getVersion() > 1)
    p = static_cast<double>(number);
  if (p > 0)
    return success();
  return node.emitError() << "p is " << p << ", expected more than 0";
}

LogicalResult mlir::split::frontends::onnx::importLpPool(NodeImporter &node) {
  Value data;
  SmallVector<Window> windows;
  double p = 2;
  if (failed(readPool(node, data, windows)) || failed(readExponent(node, p)))
    return failure();
  return node.setResult(createLpPool(node.getBuilder(), data, windows, p));
}

LogicalResult
mlir::split::frontends::onnx::importGlobalPool(NodeImporter &node) {
  Value data = node.getInput(0);
  double p = 2;
  if (failed(readExponent(node, p)))
    return failure();
  ImplicitLocOpBuilder &builder = node.getBuilder();
  FailureOr<SmallVector<Window>> windows = createGlobalWindows(builder, data);
  if (failed(windows))
    return failure();
  if (node.getOperator() == "GlobalMaxPool")
    return node.setResult(createMaxPool(builder, data, *windows));
  if (node.getOperator() == "GlobalLpPool")
    return node.setResult(createLpPool(builder, data, *windows, p));
  return node.setResult(createAveragePool(builder, data, *windows,
                                          /*countsPads=*/false));
}

LogicalResult mlir::split::frontends::onnx::importLRN(NodeImporter &node) {
  Value data = node.getInput(0);
  std::optional<int64_t> size;
  double alpha = 0.0001, beta = 0.75, bias = 1;
  if (failed(node.readInt("size", size)) ||
      failed(node.readFloat("alpha", alpha)) ||
      failed(node.readFloat("beta", beta)) ||
      failed(node.readFloat("bias", bias)))
    return failure();
  FailureOr<Window> window =
      createCenteredWindow(node.getBuilder(), data, /*dim=*/1, *size);
  if (failed(window))
    return failure();
  return node.setResult(createResponseNormalization(
      node.getBuilder(), data, *window, alpha / *size, beta, bias));
}

LogicalResult
mlir::split::frontends::onnx::importDepthToSpace(NodeImporter &node) {
  return importBlocks(node, "blocksize", {"DCR", "CRD"}, createDepthToSpace);
}

LogicalResult
mlir::split::frontends::onnx::importSpaceToDepth(NodeImporter &node) {
  return importBlocks(node, "blocksize", /*modes=*/{}, createSpaceToDepth);
}
