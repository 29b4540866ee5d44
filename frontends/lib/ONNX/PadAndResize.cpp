//===- PadAndResize.cpp - Pads and interpolation of ONNX ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/DataMovement.h"
#include "../Builders/Elementwise.h"
#include "../Builders/Limits.h"
#include "../Builders/Resize.h"
#include "../Builders/Shapes.h"
#include "../Builders/Windows.h"
#include "Operators.h"
#include "split-mlir/Dialect/Split/IR/Counts.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::onnx;

using Indices = SmallVector<OpFoldResult>;

/// Returns the dimensions that the operand or attribute `axes` names, all if it
/// is absent.
static FailureOr<SmallVector<int64_t>> readAxes(NodeImporter &node,
                                                int64_t input, int64_t rank) {
  std::optional<SmallVector<int64_t>> axes;
  if (failed(node.readConstantIndices(input, "axes", axes)))
    return failure();
  if (!axes)
    return llvm::to_vector(llvm::seq(rank));
  return getAxes(node.getBuilder(), *axes, rank);
}

/// Reads what constant pads hold: an attribute before version 11, then an
/// input; 0 if it is absent.
static LogicalResult readFill(NodeImporter &node, Value &fill) {
  ImplicitLocOpBuilder &builder = node.getBuilder();
  Type element = node.getElementType(0);
  double number = 0;
  if (node.getVersion() < 11 && failed(node.readFloat("value", number)))
    return failure();
  if (node.getVersion() < 11 || !node.hasInput(2)) {
    TypedAttr value = builder.getZeroAttr(getSignless(element));
    if (number != 0)
      value = builder.getFloatAttr(element, number);
    fill = createScalar(builder, element, value);
    return success();
  }
  Value given = node.getInput(2);
  if (failed(node.checkAlike(2, element)))
    return failure();
  RankedTensorType type = getRankedType(given);
  if (!type.hasStaticShape() || type.getRank() > 1 ||
      type.getNumElements() != 1)
    return node.emitError()
           << "the value is of type " << type << ", expected one number";
  fill = createElements(builder, given).front();
  return success();
}

LogicalResult mlir::split::frontends::onnx::importPad(NodeImporter &node) {
  Value data = node.getInput(0), fill;
  std::optional<Indices> pads;
  int64_t mode = 0;
  StringRef name = node.getVersion() == 1 ? "paddings" : "pads";
  SmallVector<StringRef> modes = {"constant", "reflect", "edge"};
  if (node.getVersion() >= 19)
    modes.push_back("wrap");
  if (failed(node.readChoice("mode", modes, mode)) ||
      failed(node.readIndices(1, name, pads)) || failed(readFill(node, fill)))
    return failure();
  if (!pads)
    return node.checkAttribute(name);
  int64_t rank = getRankedType(data).getRank();
  FailureOr<SmallVector<int64_t>> axes = readAxes(node, 3, rank);
  if (failed(axes))
    return failure();
  size_t count = axes->size();
  if (pads->size() != 2 * count)
    return node.emitError()
           << "'" << name << "' has " << formatCount(pads->size(), "number")
           << ", expected " << 2 * count << ", 2 for each axis";
  ImplicitLocOpBuilder &builder = node.getBuilder();
  Indices begins(rank, builder.getIndexAttr(0)), ends = begins;
  for (auto [i, axis] : llvm::enumerate(*axes)) {
    begins[axis] = (*pads)[i];
    ends[axis] = (*pads)[count + i];
  }
  return node.setResult(
      createPad(builder, data, begins, ends, static_cast<PadMode>(mode), fill));
}

/// Reads input `i`, a list of floats, as f32; none if it is absent or empty.
/// There have to be `count` otherwise.
static LogicalResult readFloatList(NodeImporter &node, int64_t i,
                                   StringRef name, size_t count,
                                   SmallVector<Value> &list) {
  if (!node.hasInput(i))
    return success();
  ImplicitLocOpBuilder &builder = node.getBuilder();
  Value tensor = node.getInput(i);
  RankedTensorType type = getRankedType(tensor);
  if (type.getRank() == 1 && type.getDimSize(0) == 0)
    return success();
  if (!isa<FloatType>(type.getElementType()) || type.getRank() != 1 ||
      type.getDimSize(0) != static_cast<int64_t>(count))
    return node.emitError() << "'" << name << "' is of type " << type
                            << ", expected " << count << " floats";
  list = createElements(builder,
                        createCast(builder, tensor, builder.getF32Type()));
  return success();
}

/// Reads the scales of Upsample, which were attributes before version 9.
static LogicalResult readUpsampleScales(NodeImporter &node, size_t rank,
                                        SmallVector<Value> &scales) {
  SmallVector<double> given;
  if (node.getVersion() == 1) {
    given = {1, 1, 0, 0};
    if (failed(node.readFloat("height_scale", given[2])) ||
        failed(node.readFloat("width_scale", given[3])))
      return failure();
  } else if (failed(node.readFloats("scales", given))) {
    return failure();
  }
  if (given.size() != rank)
    return node.emitError()
           << "has " << formatCount(given.size(), "scale") << " for data of "
           << "rank " << rank;
  ImplicitLocOpBuilder &builder = node.getBuilder();
  for (double scale : given)
    scales.push_back(
        arith::ConstantOp::create(builder, builder.getF32FloatAttr(scale)));
  return success();
}

/// Reads how elements are computed. Before version 11 of Resize, there was only
/// the mode.
static LogicalResult readResizeSpec(NodeImporter &node, ResizeSpec &spec) {
  int64_t mode = 0, coordinates = 0, rounding = 0;
  bool antialias = false;
  SmallVector<StringRef> modes = {"nearest", "linear", "cubic"};
  if (node.getOperator() == "Upsample" || node.getVersion() < 11) {
    modes.pop_back();
    coordinates = ResizeSpec::Asymmetric;
    rounding = ResizeSpec::Simple;
  }
  if (node.getOperator() == "Upsample" && node.getVersion() == 1)
    modes = {"nearest", "bilinear"};
  if (failed(node.readChoice("mode", modes, mode)) ||
      failed(
          node.readChoice("coordinate_transformation_mode",
                          {"half_pixel", "half_pixel_symmetric",
                           "pytorch_half_pixel", "align_corners", "asymmetric",
                           "tf_half_pixel_for_nn", "tf_crop_and_resize"},
                          coordinates)) ||
      failed(node.readChoice(
          "nearest_mode",
          {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"},
          rounding)) ||
      failed(node.readFloat("cubic_coeff_a", spec.cubicCoefficient)) ||
      failed(node.readBool("exclude_outside", spec.excludesOutside)) ||
      failed(node.readFloat("extrapolation_value", spec.extrapolation)) ||
      failed(node.readBool("antialias", antialias)))
    return failure();
  if (antialias)
    return node.emitError() << "'antialias' is not supported";
  spec.mode = static_cast<ResizeSpec::Mode>(mode);
  spec.coordinates = static_cast<ResizeSpec::Coordinates>(coordinates);
  spec.rounding = static_cast<ResizeSpec::Rounding>(rounding);
  return success();
}

/// Reads sizes and scales of the dimensions `axes`.
static LogicalResult readResizedDims(NodeImporter &node, Value data,
                                     ArrayRef<int64_t> axes,
                                     SmallVector<ResizedDim> &dims) {
  ImplicitLocOpBuilder &builder = node.getBuilder();
  bool hasSizes = node.getOperator() == "Resize" && node.getVersion() >= 11;
  SmallVector<Value> scales;
  std::optional<Indices> sizes;
  if (node.getOperator() == "Upsample" && node.getVersion() < 9
          ? failed(readUpsampleScales(node, axes.size(), scales))
          : failed(readFloatList(node, hasSizes ? 2 : 1, "scales", axes.size(),
                                 scales)))
    return failure();
  if (hasSizes && node.hasInput(3) &&
      failed(node.readIndices(3, "sizes", sizes)))
    return failure();
  size_t numSizes = sizes ? sizes->size() : 0;
  if (numSizes + scales.size() != axes.size())
    return node.emitError()
           << "has " << formatCount(scales.size(), "scale") << " and "
           << formatCount(numSizes, "size") << ", expected " << axes.size()
           << " of one of them";
  for (auto [i, axis] : llvm::enumerate(axes)) {
    FailureOr<ResizedDim> dim =
        scales.empty() ? createSizedDim(builder, data, axis, (*sizes)[i])
                       : createScaledDim(builder, data, axis, scales[i]);
    if (failed(dim))
      return failure();
    dims.push_back(*dim);
  }
  int64_t policy = 0;
  if (failed(node.readChoice("keep_aspect_ratio_policy",
                             {"stretch", "not_larger", "not_smaller"}, policy)))
    return failure();
  if (policy == 0 || !scales.empty())
    return success();
  return keepAspectRatio(builder, data, /*isCovering=*/policy == 2, dims);
}

LogicalResult mlir::split::frontends::onnx::importResize(NodeImporter &node) {
  Value data = node.getInput(0);
  ResizeSpec spec;
  if (failed(readResizeSpec(node, spec)))
    return failure();
  // No input holds the axes.
  FailureOr<SmallVector<int64_t>> axes =
      readAxes(node, kMaxArguments, getRankedType(data).getRank());
  SmallVector<ResizedDim> dims;
  if (failed(axes) || failed(readResizedDims(node, data, *axes, dims)))
    return failure();
  size_t count = axes->size();
  if (spec.coordinates == ResizeSpec::TfCropAndResize) {
    SmallVector<Value> roi;
    if (failed(node.checkPresent(1)) ||
        failed(readFloatList(node, 1, "roi", 2 * count, roi)))
      return failure();
    if (roi.empty() && count != 0)
      return node.emitError() << "'roi' is empty";
    for (auto [i, dim] : llvm::enumerate(dims)) {
      dim.start = roi[i];
      dim.end = roi[count + i];
    }
  }
  return node.setResult(createResize(node.getBuilder(), data, dims, spec));
}

LogicalResult
mlir::split::frontends::onnx::importGridSample(NodeImporter &node) {
  static constexpr StringRef kPaddings[] = {"zeros", "border", "reflection"};
  static constexpr StringRef kOldModes[] = {"nearest", "bilinear", "bicubic"};
  static constexpr StringRef kModes[] = {"nearest", "linear", "cubic"};
  GridSampleSpec spec;
  int64_t mode = spec.mode, padding = spec.padding;
  Value data = node.getInput(0), grid = node.getInput(1);
  bool isOld = node.getVersion() < 20;
  if (failed(node.readBool("align_corners", spec.alignsCorners)) ||
      failed(node.readChoice("mode", isOld ? kOldModes : kModes, mode)) ||
      failed(node.readChoice("padding_mode", kPaddings, padding)))
    return failure();
  if (!isa<FloatType>(node.getElementType(1)))
    return node.emitError() << "the grid has element type "
                            << node.getElementType(1) << ", expected a float";
  if (isOld && getRankedType(data).getRank() != 4)
    return node.emitError() << "data is of type " << data.getType()
                            << ", expected rank 4 before version 20";
  spec.mode = static_cast<ResizeSpec::Mode>(mode);
  spec.padding = static_cast<GridSampleSpec::Padding>(padding);
  return node.setResult(createGridSample(node.getBuilder(), data, grid, spec));
}
