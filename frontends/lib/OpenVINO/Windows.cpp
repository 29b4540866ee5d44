//===- Windows.cpp - Convolutions, pools, pads and interpolation ----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/Windows.h"

#include "../Builders/DataMovement.h"
#include "../Builders/Elementwise.h"
#include "../Builders/Resize.h"
#include "../Builders/Shapes.h"
#include "Layers.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::openvino;

using Indices = SmallVector<OpFoldResult>;

/// Returns the dimensions that input `i` names, constants.
static FailureOr<SmallVector<int64_t>> readAxes(LayerImporter &layer,
                                                int64_t i) {
  SmallVector<int64_t> axes;
  if (failed(layer.readConstantInts(i, "the elements of the axes", axes)))
    return failure();
  return getAxes(layer.getBuilder(), axes, layer.getInputType(0).getRank());
}

static LogicalResult readWindows(LayerImporter &layer, WindowSpec &spec) {
  XmlElement data = layer.getData();
  SmallVector<int64_t> kernel;
  int64_t autoPad = 0, rounding = 0;
  if (failed(data.readInts("kernel", kernel)) ||
      failed(data.readInts("strides", spec.strides)) ||
      failed(data.readInts("dilations", spec.dilations)) ||
      failed(data.readInts("pads_begin", spec.padsBegin)) ||
      failed(data.readInts("pads_end", spec.padsEnd)) ||
      failed(data.readChoice("auto_pad",
                             {"explicit", "same_upper", "same_lower", "valid"},
                             autoPad)) ||
      failed(data.readChoice("rounding_type", {"floor", "ceil", "ceil_torch"},
                             rounding)))
    return failure();
  spec.kernel = getAsIndexOpFoldResult(layer.getBuilder().getContext(), kernel);
  spec.autoPad = static_cast<WindowSpec::AutoPad>(autoPad);
  spec.rounding = static_cast<WindowSpec::Rounding>(rounding);
  return success();
}

/// Returns the weights with the groups, their first dimension, joined with the
/// next one, and the number of groups.
static FailureOr<std::pair<Value, int64_t>> getWeights(LayerImporter &layer) {
  Value weights = layer.getInput(1);
  if (failed(layer.checkAlike(1, layer.getElementType(0))))
    return failure();
  if (!layer.getOperator().starts_with("Group"))
    return std::make_pair(weights, int64_t(1));
  ImplicitLocOpBuilder &builder = layer.getBuilder();
  Indices sizes = getSizes(builder, weights);
  std::optional<int64_t> groups;
  if (!sizes.empty())
    groups = getConstantIntValue(sizes[0]);
  if (!groups || sizes.size() < 2)
    return layer.emitError()
           << "weights are of type " << weights.getType()
           << ", expected a known number of groups as first dimension";
  OpFoldResult channels = createProduct(builder, ArrayRef(sizes).take_front(2));
  sizes.erase(sizes.begin());
  sizes[0] = channels;
  return std::make_pair(createReshapeTo(builder, weights, sizes), *groups);
}

LogicalResult openvino::importConvolution(LayerImporter &layer) {
  WindowSpec spec;
  if (failed(readWindows(layer, spec)))
    return failure();
  auto weights = getWeights(layer);
  if (failed(weights))
    return failure();
  return layer.setResult(createConvolution(layer.getBuilder(),
                                           layer.getInput(0), weights->first,
                                           /*bias=*/{}, spec, weights->second));
}

LogicalResult openvino::importConvolutionBackpropData(LayerImporter &layer) {
  TransposedSpec spec;
  WindowSpec &windows = spec.windows;
  if (failed(readWindows(layer, windows)) ||
      failed(layer.getData().readInts("output_padding", spec.outputPadding)))
    return failure();
  if (layer.getNumInputs() == 3) {
    if (failed(layer.readIndices(2, "sizes are", spec.outputSizes.emplace())))
      return failure();
    // The rounding of half the pads is the opposite of that of ONNX.
    windows.autoPad = windows.autoPad == WindowSpec::SameUpper
                          ? WindowSpec::SameLower
                          : WindowSpec::SameUpper;
  } else if (windows.autoPad != WindowSpec::Explicit) {
    windows.autoPad = WindowSpec::Valid;
  }
  auto weights = getWeights(layer);
  if (failed(weights))
    return failure();
  return layer.setResult(createTransposedConvolution(
      layer.getBuilder(), layer.getInput(0), weights->first, /*bias=*/{}, spec,
      weights->second));
}

static FailureOr<SmallVector<Window>> readPool(LayerImporter &layer) {
  WindowSpec spec;
  if (failed(readWindows(layer, spec)))
    return failure();
  return createWindows(layer.getBuilder(), layer.getInput(0), spec);
}

LogicalResult openvino::importMaxPool(LayerImporter &layer) {
  ImplicitLocOpBuilder &builder = layer.getBuilder();
  Type indexType = builder.getI64Type();
  int64_t axis = 0;
  if (failed(layer.readIndexType("index_element_type", indexType)) ||
      failed(layer.readInt("axis", axis)))
    return failure();
  FailureOr<SmallVector<Window>> windows = readPool(layer);
  if (failed(windows))
    return failure();
  Value data = layer.getInput(0);
  if (layer.getNumOutputs() == 1)
    return layer.setResult(createMaxPool(builder, data, *windows));
  int64_t rank = getRankedType(data).getRank();
  FailureOr<int64_t> first = getAxis(builder, axis, rank);
  if (failed(first))
    return failure();
  FailureOr<SmallVector<Value>> results = createMaxPoolWithIndices(
      builder, data, *windows, llvm::to_vector(llvm::seq(*first, rank)));
  if (failed(results))
    return failure();
  (*results)[1] = createCast(builder, (*results)[1], indexType);
  return layer.setResults(*results);
}

LogicalResult openvino::importAvgPool(LayerImporter &layer) {
  bool excludesPads = false;
  if (failed(layer.readBool("exclude-pad", excludesPads)))
    return failure();
  FailureOr<SmallVector<Window>> windows = readPool(layer);
  if (failed(windows))
    return failure();
  return layer.setResult(createAveragePool(layer.getBuilder(),
                                           layer.getInput(0), *windows,
                                           /*countsPads=*/!excludesPads));
}

LogicalResult openvino::importLRN(LayerImporter &layer) {
  ImplicitLocOpBuilder &builder = layer.getBuilder();
  XmlElement attributes = layer.getData();
  double alpha = 0.0001, beta = 0.75, bias = 1;
  int64_t size = 0;
  if (failed(attributes.readInt("size", size, /*min=*/1, kMaxNumber)) ||
      failed(attributes.readFloat("alpha", alpha)) ||
      failed(attributes.readFloat("beta", beta)) ||
      failed(attributes.readFloat("bias", bias)))
    return failure();
  FailureOr<SmallVector<int64_t>> axes = readAxes(layer, 1);
  if (failed(axes))
    return failure();
  Value data = layer.getInput(0);
  SmallVector<Window> windows;
  for (int64_t axis : *axes) {
    // The regions have as many elements on both sides.
    FailureOr<Window> window =
        createCenteredWindow(builder, data, axis, size / 2 * 2 + 1);
    if (failed(window))
      return failure();
    windows.push_back(*window);
    alpha /= size;
  }
  return layer.setResult(
      createResponseNormalization(builder, data, windows, alpha, beta, bias));
}

LogicalResult openvino::importPad(LayerImporter &layer) {
  ImplicitLocOpBuilder &builder = layer.getBuilder();
  int64_t mode = 0;
  Indices begins, ends;
  if (failed(layer.readChoice(
          "pad_mode", {"constant", "reflect", "edge", "wrap", "symmetric"},
          mode)) ||
      failed(layer.readIndices(1, "pads are", begins)) ||
      failed(layer.readIndices(2, "pads are", ends)))
    return failure();
  size_t rank = layer.getInputType(0).getRank();
  if (begins.size() != rank || ends.size() != rank)
    return layer.emitError()
           << "has " << begins.size() << " pads_begin and " << ends.size()
           << " pads_end for data of rank " << rank;
  Type element = layer.getElementType(0);
  Value fill =
      createScalar(builder, element, builder.getZeroAttr(getSignless(element)));
  if (layer.getNumInputs() == 4 &&
      (failed(layer.readScalar(3, "pad_value", fill)) ||
       failed(layer.checkAlike(3, element))))
    return failure();
  return layer.setResult(createPad(builder, layer.getInput(0), begins, ends,
                                   static_cast<PadMode>(mode), fill));
}

/// Reads how elements are computed.
static LogicalResult readResizeSpec(LayerImporter &layer, ResizeSpec &spec) {
  XmlElement data = layer.getData();
  int64_t mode = 0, coordinates = 0, rounding = 0;
  bool antialias = false;
  SmallVector<int64_t> padsBegin, padsEnd;
  if (failed(data.readChoice(
          "mode", {"nearest", "linear", "cubic", "linear_onnx"}, mode)) ||
      failed(data.readChoice("coordinate_transformation_mode",
                             {"half_pixel", "half_pixel_symmetric",
                              "pytorch_half_pixel", "align_corners",
                              "asymmetric", "tf_half_pixel_for_nn"},
                             coordinates)) ||
      failed(data.readChoice("nearest_mode",
                             {"round_prefer_floor", "round_prefer_ceil",
                              "floor", "ceil", "simple"},
                             rounding)) ||
      failed(data.readFloat("cube_coeff", spec.cubicCoefficient)) ||
      failed(layer.readBool("antialias", antialias)) ||
      failed(data.readInts("pads_begin", padsBegin)) ||
      failed(data.readInts("pads_end", padsEnd)))
    return failure();
  if (antialias)
    return layer.emitError() << "'antialias' is not supported";
  auto isZero = [](int64_t pad) { return pad == 0; };
  if (!llvm::all_of(padsBegin, isZero) || !llvm::all_of(padsEnd, isZero))
    return layer.emitError() << "pads of Interpolate are not supported";
  spec.mode =
      mode == 3 ? ResizeSpec::Linear : static_cast<ResizeSpec::Mode>(mode);
  spec.coordinates = static_cast<ResizeSpec::Coordinates>(coordinates);
  spec.rounding = static_cast<ResizeSpec::Rounding>(rounding);
  return success();
}

/// Reads sizes or scales of the dimensions `axes` from input `i`.
static LogicalResult readResizedDims(LayerImporter &layer, int64_t i,
                                     bool isScaled, ArrayRef<int64_t> axes,
                                     SmallVector<ResizedDim> &dims) {
  ImplicitLocOpBuilder &builder = layer.getBuilder();
  Value list = layer.getInput(i), data = layer.getInput(0);
  RankedTensorType type = getRankedType(list);
  if (type.getRank() != 1 ||
      type.getDimSize(0) != static_cast<int64_t>(axes.size()) ||
      isScaled != isa<FloatType>(type.getElementType()))
    return layer.emitError()
           << "input #" << i << " is of type " << type << ", expected "
           << axes.size() << (isScaled ? " floats" : " integers");
  SmallVector<Value> scales;
  Indices sizes;
  if (isScaled)
    scales = createElements(builder,
                            createCast(builder, list, builder.getF32Type()));
  else if (failed(layer.readIndices(i, "sizes are", sizes)))
    return failure();
  for (auto [k, axis] : llvm::enumerate(axes)) {
    FailureOr<ResizedDim> dim =
        isScaled ? createScaledDim(builder, data, axis, scales[k])
                 : createSizedDim(builder, data, axis, sizes[k]);
    if (failed(dim))
      return failure();
    dims.push_back(*dim);
  }
  return success();
}

LogicalResult openvino::importInterpolate(LayerImporter &layer) {
  ResizeSpec spec;
  int64_t isScaled = 0;
  if (failed(readResizeSpec(layer, spec)) ||
      failed(layer.readChoice("shape_calculation_mode", {"sizes", "scales"},
                              isScaled)))
    return failure();
  // Version 4 has sizes and scales; version 11 has one of them.
  int64_t axesInput = layer.getVersion() < 11 ? 3 : 2;
  FailureOr<SmallVector<int64_t>> axes =
      llvm::to_vector(llvm::seq(layer.getInputType(0).getRank()));
  if (layer.getNumInputs() > axesInput)
    axes = readAxes(layer, axesInput);
  SmallVector<ResizedDim> dims;
  if (failed(axes) ||
      failed(readResizedDims(layer, isScaled ? axesInput - 1 : 1, isScaled,
                             *axes, dims)))
    return failure();
  return layer.setResult(
      createResize(layer.getBuilder(), layer.getInput(0), dims, spec));
}

static constexpr StringRef kBlockModes[] = {"blocks_first", "depth_first"};

LogicalResult openvino::importDepthToSpace(LayerImporter &layer) {
  return importBlocks(layer, "block_size", kBlockModes, createDepthToSpace);
}

LogicalResult openvino::importSpaceToDepth(LayerImporter &layer) {
  return importBlocks(layer, "block_size", kBlockModes, createSpaceToDepth);
}
