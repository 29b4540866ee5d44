//===- Messages.cpp - ONNX's protobuf messages ----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Messages.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringSwitch.h"
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/stubs/logging.h>
#include <limits>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::onnx;
using ::onnx::TensorProto;

llvm::Error mlir::split::frontends::onnx::parseMessage(
    llvm::MemoryBufferRef file, llvm::StringRef what,
    google::protobuf::MessageLite &message) {
  size_t size = file.getBufferSize();
  if (size == 0)
    return llvm::createStringError("the file is empty");
  if (size > size_t(std::numeric_limits<int>::max()))
    return llvm::createStringError(
        "the file is larger than 2 GiB, the most protobuf can hold");
  // The caller reports the error.
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

/// Returns the MLIR type of an ONNX element type, or null.
static Type lookUpElementType(int64_t dataType, MLIRContext *context) {
  Builder builder(context);
  if (!llvm::isInt<32>(dataType))
    return {};
  auto unsignedType = [&](unsigned width) -> Type {
    return builder.getIntegerType(width, /*isSigned=*/false);
  };
  return llvm::StringSwitch<Type>(
             TensorProto::DataType_Name(static_cast<int>(dataType)))
      .Case("FLOAT16", builder.getF16Type())
      .Case("BFLOAT16", builder.getBF16Type())
      .Case("FLOAT", builder.getF32Type())
      .Case("DOUBLE", builder.getF64Type())
      .Case("COMPLEX64", ComplexType::get(builder.getF32Type()))
      .Case("COMPLEX128", ComplexType::get(builder.getF64Type()))
      .Case("BOOL", builder.getI1Type())
      .Case("INT8", builder.getI8Type())
      .Case("INT16", builder.getI16Type())
      .Case("INT32", builder.getI32Type())
      .Case("INT64", builder.getI64Type())
      .Case("UINT8", unsignedType(8))
      .Case("UINT16", unsignedType(16))
      .Case("UINT32", unsignedType(32))
      .Case("UINT64", unsignedType(64))
      .Default(Type());
}

llvm::Expected<Type>
mlir::split::frontends::onnx::getElementType(int64_t dataType,
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

llvm::Error mlir::split::frontends::onnx::makeNegativeDimError(int64_t dim) {
  return llvm::createStringError("has the negative dimension " +
                                 llvm::Twine(dim));
}

llvm::Expected<TensorType>
mlir::split::frontends::onnx::getDeclaredType(const ::onnx::TypeProto &proto,
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
