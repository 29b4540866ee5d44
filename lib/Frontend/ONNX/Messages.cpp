//===- Messages.cpp - ONNX's protobuf messages ----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Messages.h"

#include "mlir/IR/Builders.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/stubs/logging.h>

#include <limits>

using namespace mlir;
using namespace mlir::split;
using ::onnx::TensorProto;

llvm::Error mlir::split::parseMessage(llvm::MemoryBufferRef file,
                                      llvm::StringRef what,
                                      google::protobuf::MessageLite &message) {
  size_t size = file.getBufferSize();
  if (size == 0)
    return llvm::createStringError("the file is empty");
  if (size > size_t(std::numeric_limits<int>::max()))
    return llvm::createStringError(
        "the file is larger than 2 GiB, the most protobuf can hold");
  // The caller's message is the only one.
  google::protobuf::LogSilencer silencer;
  google::protobuf::io::CodedInputStream stream(
      reinterpret_cast<const uint8_t *>(file.getBufferStart()),
      static_cast<int>(size));
  stream.SetRecursionLimit(kMaxNesting);
  if (!message.ParseFromCodedStream(&stream) || !stream.ConsumedEntireMessage())
    return llvm::createStringError("not an ONNX " + what +
                                   ": the file is truncated, damaged, nested "
                                   "deeper than " +
                                   llvm::Twine(kMaxNesting) +
                                   " messages, or of another format");
  return llvm::Error::success();
}

/// The MLIR type of an ONNX element type, or null.
static Type lookUpElementType(int32_t dataType, MLIRContext *context) {
  Builder b(context);
  switch (dataType) {
  case TensorProto::FLOAT:
    return b.getF32Type();
  case TensorProto::UINT8:
    return b.getIntegerType(8, /*isSigned=*/false);
  case TensorProto::INT8:
    return b.getIntegerType(8);
  case TensorProto::UINT16:
    return b.getIntegerType(16, /*isSigned=*/false);
  case TensorProto::INT16:
    return b.getIntegerType(16);
  case TensorProto::INT32:
    return b.getIntegerType(32);
  case TensorProto::INT64:
    return b.getIntegerType(64);
  case TensorProto::BOOL:
    return b.getI1Type();
  case TensorProto::FLOAT16:
    return b.getF16Type();
  case TensorProto::DOUBLE:
    return b.getF64Type();
  case TensorProto::UINT32:
    return b.getIntegerType(32, /*isSigned=*/false);
  case TensorProto::UINT64:
    return b.getIntegerType(64, /*isSigned=*/false);
  case TensorProto::COMPLEX64:
    return ComplexType::get(b.getF32Type());
  case TensorProto::COMPLEX128:
    return ComplexType::get(b.getF64Type());
  case TensorProto::BFLOAT16:
    return b.getBF16Type();
  default:
    return Type();
  }
}

llvm::Expected<Type> mlir::split::getElementType(int32_t dataType,
                                                 MLIRContext *context) {
  if (Type type = lookUpElementType(dataType, context))
    return type;
  // O11.
  if (dataType == TensorProto::STRING)
    return llvm::createStringError(
        "element type string is not supported: it has no MLIR type");
  return llvm::createStringError("element type " + llvm::Twine(dataType) +
                                 " is not supported");
}

bool mlir::split::contains(ElementTypeSet set, Type type) {
  for (int32_t dataType = 0; dataType != 32; ++dataType)
    if (lookUpElementType(dataType, type.getContext()) == type)
      return set >> dataType & 1;
  return false;
}

llvm::Error mlir::split::makeNegativeDimError(int64_t dim) {
  return llvm::createStringError("has the negative dimension " +
                                 llvm::Twine(dim));
}

llvm::Expected<TensorType>
mlir::split::getDeclaredType(const ::onnx::TypeProto &proto,
                             MLIRContext *context) {
  if (proto.value_case() == ::onnx::TypeProto::VALUE_NOT_SET)
    return llvm::createStringError("has no type");
  if (proto.value_case() != ::onnx::TypeProto::kTensorType)
    return llvm::createStringError(
        "is a sequence, map, optional, sparse tensor or other value that is no "
        "tensor: not supported");
  const auto &tensor = proto.tensor_type();
  llvm::Expected<Type> element = getElementType(tensor.elem_type(), context);
  if (!element)
    return element.takeError();
  if (!tensor.has_shape())
    return UnrankedTensorType::get(*element);
  SmallVector<int64_t> shape;
  for (const auto &dim : tensor.shape().dim()) {
    shape.push_back(dim.has_dim_value() ? dim.dim_value()
                                        : ShapedType::kDynamic);
    if (dim.has_dim_value() && dim.dim_value() < 0)
      return makeNegativeDimError(dim.dim_value());
  }
  if (llvm::Error error = checkShape(shape, *element))
    return std::move(error);
  return RankedTensorType::get(shape, *element);
}
