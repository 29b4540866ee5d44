//===- Constants.cpp - Constants, shapes and ranges of ONNX ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/DataMovement.h"
#include "../Builders/Elementwise.h"
#include "../Builders/Indexing.h"
#include "../Builders/Shapes.h"
#include "Operators.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::onnx;
using ::onnx::AttributeProto;

LogicalResult mlir::split::frontends::onnx::importIdentity(NodeImporter &node) {
  if (DenseElementsAttr constant = node.getConstantInput(0))
    node.setOutput(0, {Value(), constant});
  else
    node.setOutput(0, {node.getInput(0), {}});
  return success();
}

/// Decodes the only attribute of a Constant.
static llvm::Expected<DenseElementsAttr>
decodeConstantAttribute(const AttributeProto &attribute,
                        const OnnxImportOptions &options, Builder &builder) {
  auto vectorOf = [](int64_t size, Type element) {
    return RankedTensorType::get({size}, element);
  };
  StringRef name = attribute.name();
  if (name == "value" && attribute.type() == AttributeProto::TENSOR)
    return decodeConstant(attribute.t(), builder.getContext(), options);
  if (name == "value_int" && attribute.type() == AttributeProto::INT)
    return DenseElementsAttr::get(
        RankedTensorType::get({}, builder.getI64Type()),
        ArrayRef<int64_t>(attribute.i()));
  if (name == "value_float" && attribute.type() == AttributeProto::FLOAT)
    return DenseElementsAttr::get(
        RankedTensorType::get({}, builder.getF32Type()),
        ArrayRef<float>(attribute.f()));
  if (name == "value_ints" && attribute.type() == AttributeProto::INTS) {
    SmallVector<int64_t> ints(attribute.ints().begin(), attribute.ints().end());
    return DenseElementsAttr::get(vectorOf(ints.size(), builder.getI64Type()),
                                  ArrayRef<int64_t>(ints));
  }
  if (name == "value_floats" && attribute.type() == AttributeProto::FLOATS) {
    SmallVector<float> floats(attribute.floats().begin(),
                              attribute.floats().end());
    return DenseElementsAttr::get(vectorOf(floats.size(), builder.getF32Type()),
                                  ArrayRef<float>(floats));
  }
  return llvm::createStringError(
      "attribute '" + name + "' of kind " +
      AttributeProto::AttributeType_Name(attribute.type()) +
      " is not supported");
}

LogicalResult mlir::split::frontends::onnx::importConstant(NodeImporter &node) {
  if (node.getAttributes().size() != 1)
    return node.emitError() << "number of attributes is "
                            << node.getAttributes().size() << ", expected 1";
  llvm::Expected<DenseElementsAttr> constant = decodeConstantAttribute(
      *node.getAttributes().front(), node.getOptions(), node.getBuilder());
  if (!constant)
    return node.emitError() << llvm::toString(constant.takeError());
  node.setOutput(0, {Value(), *constant});
  return success();
}

LogicalResult mlir::split::frontends::onnx::importShape(NodeImporter &node) {
  Value data = node.getInput(0);
  int64_t rank = getRankedType(data).getRank(), start = 0, end = rank;
  if (failed(node.readInt("start", start)) || failed(node.readInt("end", end)))
    return failure();
  auto clamp = [&](int64_t position) {
    return std::clamp<int64_t>(position < 0 ? position + rank : position, 0,
                               rank);
  };
  ImplicitLocOpBuilder &builder = node.getBuilder();
  return node.setResult(createShapeOf(builder, data, builder.getI64Type(),
                                      clamp(start), clamp(end)));
}

/// Returns a tensor with the element that a ConstantOfShape repeats.
static llvm::Expected<DenseElementsAttr> getFillValue(NodeImporter &node) {
  const AttributeProto *attribute = node.findAttribute("value");
  if (attribute)
    return decodeConstantAttribute(*attribute, node.getOptions(),
                                   node.getBuilder());
  return DenseElementsAttr::get(
      RankedTensorType::get(1, node.getBuilder().getF32Type()), 0.0f);
}

LogicalResult
mlir::split::frontends::onnx::importConstantOfShape(NodeImporter &node) {
  Value shape;
  if (failed(node.readIndexInput(0, shape)))
    return failure();
  llvm::Expected<DenseElementsAttr> value = getFillValue(node);
  if (!value)
    return node.emitError() << llvm::toString(value.takeError());
  Type element = value->getElementType();
  if (value->getNumElements() != 1 || isa<ComplexType>(element))
    return node.emitError() << "the value is of type " << value->getType()
                            << ", expected one number";
  ImplicitLocOpBuilder &builder = node.getBuilder();
  auto sizes = createShape(builder, shape);
  if (failed(sizes))
    return failure();
  TypedAttr number;
  if (isa<FloatType>(element))
    number = builder.getFloatAttr(element, *value->value_begin<APFloat>());
  else
    number = builder.getIntegerAttr(getSignless(element),
                                    *value->value_begin<APInt>());
  return node.setResult(createFill(builder, *sizes, element, number));
}

LogicalResult mlir::split::frontends::onnx::importSize(NodeImporter &node) {
  return node.setResult(createSizeOf(node.getBuilder(), node.getInput(0),
                                     node.getBuilder().getI64Type()));
}

LogicalResult mlir::split::frontends::onnx::importRange(NodeImporter &node) {
  Value start, end, step;
  if (failed(node.readScalar(0, start)) || failed(node.readScalar(1, end)) ||
      failed(node.readScalar(2, step)) ||
      failed(node.checkAlike(1, node.getElementType(0))) ||
      failed(node.checkAlike(2, node.getElementType(0))))
    return failure();
  return node.setResult(createRange(node.getBuilder(), start, end, step));
}

LogicalResult mlir::split::frontends::onnx::importEyeLike(NodeImporter &node) {
  ImplicitLocOpBuilder &builder = node.getBuilder();
  int64_t k = 0;
  Value data = node.getInput(0);
  Type type = node.getElementType(0);
  if (failed(node.readInt("k", k)) ||
      failed(node.readElementType("dtype", type)))
    return failure();
  int64_t rank = getRankedType(data).getRank();
  if (rank != 2)
    return node.emitError() << "input #0 has rank " << rank << ", expected 2";
  return node.setResult(createEye(builder, getSizes(builder, data),
                                  builder.getIndexAttr(k), type));
}

/// Checks that a Dropout is not in training mode. Before opset 7 the attribute
/// `is_test` says that, and since opset 12 an input.
static LogicalResult checkInference(NodeImporter &node) {
  bool isTest = node.getVersion() >= 7;
  if (failed(node.readBool("is_test", isTest)))
    return failure();
  if (node.hasInput(2)) {
    DenseElementsAttr mode = node.getConstantInput(2);
    isTest = mode && mode.getElementType().isInteger(1) &&
             !llvm::is_contained(mode.getValues<bool>(), true);
  }
  if (isTest)
    return success();
  return node.emitError() << "is in training mode, or may be at run time; only "
                             "inference is supported";
}

LogicalResult mlir::split::frontends::onnx::importDropout(NodeImporter &node) {
  if (failed(checkInference(node)) || failed(importIdentity(node)))
    return failure();
  if (!node.hasOutput(1))
    return success();
  if (failed(node.checkRank(0)))
    return failure();
  ImplicitLocOpBuilder &builder = node.getBuilder();
  Type type = node.getVersion() < 10 ? node.getElementType(0)
                                     : Type(builder.getI1Type());
  SmallVector<OpFoldResult> sizes = getSizes(builder, node.getInput(0));
  Value mask = createFill(builder, sizes, type, builder.getOneAttr(type));
  node.setOutput(1, {mask, {}});
  return success();
}
