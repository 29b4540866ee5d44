//===- TensorData.cpp - serialized ONNX tensors ---------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Frontend/ONNX/TensorData.h"

#include "Messages.h"

#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SwapByteOrder.h"

#include <cstring>

using namespace mlir;
using namespace mlir::split;
using ::onnx::TensorProto;

static_assert(llvm::sys::IsLittleEndianHost,
              "tensors are copied in the byte order of the file");

/// The bytes of an element in `OnnxTensor::data`.
static int64_t getElementBytes(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return 2 * getElementBytes(complex.getElementType());
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8u);
}

static llvm::Error makeSizeError(uint64_t actual, int64_t expected,
                                 llvm::StringRef unit) {
  return llvm::createStringError("has " + llvm::Twine(actual) + " " + unit +
                                 " of data, but its shape needs " +
                                 llvm::Twine(expected));
}

/// Appends the numbers of a typed data field, stored as `StorageT` each.
template <typename StorageT, typename FieldT>
static llvm::Error appendField(const FieldT &field, int64_t expected,
                               std::vector<char> &data) {
  if (field.size() != expected)
    return makeSizeError(field.size(), expected, "numbers");
  data.resize(field.size() * sizeof(StorageT));
  char *to = data.data();
  for (auto number : field) {
    auto stored = static_cast<StorageT>(number);
    if constexpr (std::is_integral_v<StorageT>)
      if (static_cast<decltype(number)>(stored) != number)
        return llvm::createStringError("the number " + llvm::Twine(number) +
                                       " does not fit its element type");
    std::memcpy(to, &stored, sizeof stored);
    to += sizeof stored;
  }
  return llvm::Error::success();
}

/// Appends the data field that belongs to the element type.
static llvm::Error appendTypedData(const TensorProto &proto, int64_t count,
                                   std::vector<char> &data) {
  switch (proto.data_type()) {
  case TensorProto::FLOAT:
    return appendField<float>(proto.float_data(), count, data);
  case TensorProto::COMPLEX64:
    return appendField<float>(proto.float_data(), 2 * count, data);
  case TensorProto::DOUBLE:
    return appendField<double>(proto.double_data(), count, data);
  case TensorProto::COMPLEX128:
    return appendField<double>(proto.double_data(), 2 * count, data);
  case TensorProto::INT64:
    return appendField<int64_t>(proto.int64_data(), count, data);
  case TensorProto::UINT64:
    return appendField<uint64_t>(proto.uint64_data(), count, data);
  case TensorProto::UINT32:
    return appendField<uint32_t>(proto.uint64_data(), count, data);
  case TensorProto::INT32:
    return appendField<int32_t>(proto.int32_data(), count, data);
  case TensorProto::INT16:
    return appendField<int16_t>(proto.int32_data(), count, data);
  case TensorProto::INT8:
    return appendField<int8_t>(proto.int32_data(), count, data);
  case TensorProto::UINT8:
    return appendField<uint8_t>(proto.int32_data(), count, data);
  case TensorProto::BOOL:
    return appendField<bool>(proto.int32_data(), count, data);
  case TensorProto::UINT16:
  case TensorProto::FLOAT16:
  case TensorProto::BFLOAT16:
    return appendField<uint16_t>(proto.int32_data(), count, data);
  default:
    llvm_unreachable("an element type with no MLIR type was refused before");
  }
}

/// Appends raw data, which has the layout of `OnnxTensor::data` but for bools
/// other than 0 and 1.
static llvm::Error appendRawData(const TensorProto &proto, int64_t bytes,
                                 std::vector<char> &data) {
  const std::string &raw = proto.raw_data();
  if (raw.size() != uint64_t(bytes))
    return makeSizeError(raw.size(), bytes, "bytes");
  data.assign(raw.begin(), raw.end());
  if (proto.data_type() == TensorProto::BOOL)
    for (char &byte : data)
      byte = byte != 0;
  return llvm::Error::success();
}

// MLIR counts elements from the left.
bool mlir::split::fitsMemory(ArrayRef<int64_t> shape, Type elementType) {
  int64_t bytes = getElementBytes(elementType);
  for (int64_t dim : shape)
    if (dim != 0 && !ShapedType::isDynamic(dim) &&
        llvm::MulOverflow(bytes, dim, bytes))
      return false;
  return true;
}

/// The type of a tensor whose elements can be counted in bytes.
static llvm::Expected<RankedTensorType> getTensorType(const TensorProto &proto,
                                                      MLIRContext *context) {
  llvm::Expected<Type> element = getElementType(proto.data_type(), context);
  if (!element)
    return element.takeError();
  SmallVector<int64_t> shape(proto.dims().begin(), proto.dims().end());
  for (int64_t dim : shape)
    if (dim < 0)
      return llvm::createStringError("has the negative dimension " +
                                     llvm::Twine(dim));
  if (!fitsMemory(shape, *element))
    return llvm::createStringError("has more elements than fit in memory");
  return RankedTensorType::get(shape, *element);
}

static llvm::Error decode(const TensorProto &proto, MLIRContext *context,
                          OnnxTensor &tensor) {
  if (proto.data_location() != TensorProto::DEFAULT ||
      proto.external_data_size() != 0)
    return llvm::createStringError("external data is not supported");
  if (proto.has_segment())
    return llvm::createStringError("segmented data is not supported");
  llvm::Expected<RankedTensorType> type = getTensorType(proto, context);
  if (!type)
    return type.takeError();
  tensor.type = *type;
  int64_t count = tensor.type.getNumElements();
  if (!proto.has_raw_data())
    return appendTypedData(proto, count, tensor.data);
  if (proto.float_data_size() || proto.int32_data_size() ||
      proto.int64_data_size() || proto.double_data_size() ||
      proto.uint64_data_size())
    return llvm::createStringError("has both raw and typed data");
  return appendRawData(proto,
                       count * getElementBytes(tensor.type.getElementType()),
                       tensor.data);
}

llvm::Expected<OnnxTensor> mlir::split::decodeTensor(const TensorProto &proto,
                                                     MLIRContext *context) {
  OnnxTensor tensor;
  tensor.name = proto.name();
  if (llvm::Error error = decode(proto, context, tensor))
    return llvm::createStringError("tensor '" + proto.name() +
                                   "': " + llvm::toString(std::move(error)));
  return tensor;
}

llvm::Expected<DenseElementsAttr>
mlir::split::decodeConstant(const TensorProto &proto, MLIRContext *context) {
  llvm::Expected<OnnxTensor> tensor = decodeTensor(proto, context);
  if (!tensor)
    return tensor.takeError();
  // A raw buffer of MLIR packs bools.
  if (tensor->type.getElementType().isInteger(1))
    return DenseElementsAttr::get(
        tensor->type,
        ArrayRef(reinterpret_cast<const bool *>(tensor->data.data()),
                 tensor->data.size()));
  return DenseElementsAttr::getFromRawBuffer(tensor->type, tensor->data);
}

llvm::Expected<OnnxTensor>
mlir::split::parseOnnxTensor(llvm::MemoryBufferRef file, MLIRContext *context) {
  TensorProto proto;
  if (llvm::Error error = parseMessage(file, "tensor", proto))
    return std::move(error);
  return decodeTensor(proto, context);
}
