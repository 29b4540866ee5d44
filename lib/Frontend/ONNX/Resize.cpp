//===- Resize.cpp - Pads and resizing of ONNX -----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/Axes.h"
#include "../Builders/Pad.h"
#include "../Builders/ShapeValues.h"
#include "../Builders/Sizes.h"
#include "../Builders/Windows.h"
#include "Operators.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::onnx;

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
  Indices indices =
      getAsIndexOpFoldResult(node.getBuilder().getContext(), *axes);
  if (failed(checkAxes(node.getBuilder(), indices, rank)))
    return failure();
  for (int64_t &axis : *axes)
    axis += axis < 0 ? rank : 0;
  return *axes;
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
  Value given;
  if (failed(node.readRankedInput(2, given)) ||
      failed(node.checkAlike(2, element)))
    return failure();
  RankedTensorType type = getRankedType(given);
  if (!type.hasStaticShape() || type.getRank() > 1 ||
      type.getNumElements() != 1)
    return node.emitError()
           << "the value is of type " << type << ", expected one number";
  fill = createElements(builder, given).front();
  return success();
}

LogicalResult mlir::split::onnx::importPad(NodeImporter &node) {
  Value data, fill;
  std::optional<Indices> pads;
  int64_t mode = 0;
  StringRef name = node.getVersion() == 1 ? "paddings" : "pads";
  SmallVector<StringRef> modes = {"constant", "reflect", "edge"};
  if (node.getVersion() >= 19)
    modes.push_back("wrap");
  if (failed(node.readRankedInput(0, data)) ||
      failed(node.readChoice("mode", modes, mode)) ||
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
           << "'" << name << "' has " << pads->size()
           << " numbers, expected 2 for each of " << count << " axes";
  ImplicitLocOpBuilder &builder = node.getBuilder();
  Indices begins(rank, builder.getIndexAttr(0)), ends = begins;
  for (auto [i, axis] : llvm::enumerate(*axes)) {
    begins[axis] = (*pads)[i];
    ends[axis] = (*pads)[count + i];
  }
  return node.setResult(
      createPad(builder, data, begins, ends, static_cast<PadMode>(mode), fill));
}
