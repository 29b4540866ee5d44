//===- Movement.cpp - operators of ONNX that move elements ----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Common/Concat.h"
#include "../Common/Expand.h"
#include "../Common/Gather.h"
#include "../Common/Reshape.h"
#include "../Common/ShapeValues.h"
#include "../Common/Sizes.h"
#include "../Common/Slice.h"
#include "../Common/Transpose.h"
#include "Operators.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::split;

LogicalResult mlir::split::importConcat(NodeImporter &node) {
  FailureOr<std::optional<int64_t>> axis = node.getIntAttribute("axis");
  FailureOr<SmallVector<Value>> values = node.getAlikeInputs();
  if (failed(axis) || failed(values))
    return failure();
  if (!*axis && node.getVersion() >= 4)
    return node.emitMissingAttribute("axis");
  return node.setResult(createConcat(node.getBuilder(), node.getLoc(), *values,
                                     axis->value_or(1)));
}

LogicalResult mlir::split::importTranspose(NodeImporter &node) {
  FailureOr<Value> data = node.getRankedInput(0);
  auto permutation = node.getIntsAttribute("perm");
  if (failed(data) || failed(permutation))
    return failure();
  int64_t rank = getRankedType(*data).getRank();
  SmallVector<int64_t> reversed =
      llvm::to_vector(llvm::reverse(llvm::seq<int64_t>(rank)));
  return node.setResult(createTranspose(node.getBuilder(), node.getLoc(), *data,
                                        permutation->value_or(reversed)));
}

LogicalResult mlir::split::importGather(NodeImporter &node) {
  FailureOr<std::optional<int64_t>> axis = node.getIntAttribute("axis");
  FailureOr<Value> data = node.getRankedInput(0);
  FailureOr<Value> indices = node.getIndexInput(1);
  if (failed(axis) || failed(data) || failed(indices))
    return failure();
  return node.setResult(createGather(node.getBuilder(), node.getLoc(), *data,
                                     *indices, axis->value_or(0)));
}

LogicalResult mlir::split::importExpand(NodeImporter &node) {
  FailureOr<Value> data = node.getRankedInput(0);
  FailureOr<Value> shape = node.getIndexInput(1);
  if (failed(data) || failed(shape))
    return failure();
  auto sizes = createShape(node.getBuilder(), node.getLoc(), *shape);
  if (failed(sizes))
    return failure();
  return node.setResult(
      createExpand(node.getBuilder(), node.getLoc(), *data, *sizes));
}

LogicalResult mlir::split::importReshape(NodeImporter &node) {
  OpBuilder &b = node.getBuilder();
  FailureOr<Value> data = node.getRankedInput(0);
  FailureOr<std::optional<int64_t>> allowZero =
      node.getIntAttribute("allowzero");
  auto sizes = node.getIntsAttribute("shape");
  if (failed(data) || failed(allowZero) || failed(sizes))
    return failure();
  FailureOr<Value> shape = Value();
  if (node.getVersion() > 1) {
    shape = node.getIndexInput(1);
  } else if (*sizes) {
    SmallVector<Value> elements;
    for (int64_t size : **sizes)
      elements.push_back(
          arith::ConstantIntOp::create(b, node.getLoc(), size, 64));
    int64_t count = elements.size();
    shape = createFromElements(b, node.getLoc(),
                               RankedTensorType::get(count, b.getI64Type()),
                               elements);
  } else {
    return node.emitMissingAttribute("shape");
  }
  if (failed(shape))
    return failure();
  return node.setResult(
      createReshape(b, node.getLoc(), *data, *shape,
                    /*copyZeros=*/allowZero->value_or(0) == 0));
}

LogicalResult mlir::split::importFlatten(NodeImporter &node) {
  FailureOr<Value> data = node.getRankedInput(0);
  FailureOr<std::optional<int64_t>> axis = node.getIntAttribute("axis");
  if (failed(data) || failed(axis))
    return failure();
  return node.setResult(createFlatten(node.getBuilder(), node.getLoc(), *data,
                                      axis->value_or(1)));
}

/// The axes that a Squeeze or Unsqueeze gets as an attribute before opset 13,
/// since then as an input, or none.
static FailureOr<std::optional<SmallVector<OpFoldResult>>>
getAxes(NodeImporter &node) {
  using Axes = std::optional<SmallVector<OpFoldResult>>;
  if (node.getVersion() >= 13) {
    auto axes = node.getIndices(1, "the list of axes");
    if (failed(axes))
      return failure();
    return node.hasInput(1) ? Axes(*axes) : Axes();
  }
  auto axes = node.getIntsAttribute("axes");
  if (failed(axes))
    return failure();
  MLIRContext *context = node.getBuilder().getContext();
  return *axes ? Axes(getAsIndexOpFoldResult(context, **axes)) : Axes();
}

LogicalResult mlir::split::importSqueeze(NodeImporter &node) {
  FailureOr<Value> data = node.getRankedInput(0);
  auto axes = getAxes(node);
  if (failed(data) || failed(axes))
    return failure();
  std::optional<ArrayRef<OpFoldResult>> given;
  if (*axes)
    given = **axes;
  return node.setResult(
      createSqueeze(node.getBuilder(), node.getLoc(), *data, given));
}

LogicalResult mlir::split::importUnsqueeze(NodeImporter &node) {
  FailureOr<Value> data = node.getRankedInput(0);
  auto axes = getAxes(node);
  if (failed(data) || failed(axes))
    return failure();
  if (!*axes)
    return node.emitMissingAttribute("axes");
  return node.setResult(
      createUnsqueeze(node.getBuilder(), node.getLoc(), *data, **axes));
}

namespace {
/// The lists that a Slice gets; axes and steps may be absent, and are empty.
struct SliceLists {
  SmallVector<OpFoldResult> starts, ends, axes, steps;
};
} // namespace

/// Slice-1 has attributes.
static FailureOr<SliceLists> getSliceAttributes(NodeImporter &node) {
  SliceLists lists;
  auto read = [&](StringRef name, SmallVector<OpFoldResult> &list,
                  bool isOptional) -> LogicalResult {
    auto ints = node.getIntsAttribute(name);
    if (failed(ints))
      return failure();
    if (!*ints)
      return isOptional ? success() : node.emitMissingAttribute(name);
    list = getAsIndexOpFoldResult(node.getBuilder().getContext(), **ints);
    return success();
  };
  if (failed(read("starts", lists.starts, /*isOptional=*/false)) ||
      failed(read("ends", lists.ends, /*isOptional=*/false)) ||
      failed(read("axes", lists.axes, /*isOptional=*/true)))
    return failure();
  return lists;
}

/// Since opset 10 it has inputs.
static FailureOr<SliceLists> getSliceInputs(NodeImporter &node) {
  auto starts = node.getIndices(1, "the list of starts");
  auto ends = node.getIndices(2, "the list of ends");
  auto axes = node.getIndices(3, "the list of axes");
  auto steps = node.getIndices(4, "the list of steps");
  if (failed(starts) || failed(ends) || failed(axes) || failed(steps))
    return failure();
  return SliceLists{*starts, *ends, *axes, *steps};
}

LogicalResult mlir::split::importSlice(NodeImporter &node) {
  FailureOr<Value> data = node.getRankedInput(0);
  FailureOr<SliceLists> lists =
      node.getVersion() < 10 ? getSliceAttributes(node) : getSliceInputs(node);
  if (failed(data) || failed(lists))
    return failure();
  OpBuilder &b = node.getBuilder();
  size_t count = lists->starts.size();
  if (lists->axes.empty())
    for (size_t i = 0; i < count; ++i)
      lists->axes.push_back(b.getIndexAttr(i));
  if (lists->steps.empty())
    lists->steps.assign(count, b.getIndexAttr(1));
  if (lists->ends.size() != count || lists->axes.size() != count ||
      lists->steps.size() != count)
    return node.emitError()
           << "has " << count << " starts, " << lists->ends.size() << " ends, "
           << lists->axes.size() << " axes and " << lists->steps.size()
           << " steps, expected as many of each";
  SmallVector<AxisSlice> slices;
  for (auto [axis, start, end, step] :
       llvm::zip_equal(lists->axes, lists->starts, lists->ends, lists->steps))
    slices.push_back({axis, start, end, step});
  return node.setResult(createSlice(b, node.getLoc(), *data, slices));
}
