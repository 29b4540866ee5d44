//===- TensorData.cpp - serialized ONNX tensors ---------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Frontend/ONNX/TensorData.h"

#include "ExternalData.h"
#include "Messages.h"

#include "llvm/Support/SwapByteOrder.h"

#include <cstring>

using namespace mlir;
using namespace mlir::split;
using ::onnx::TensorProto;

static_assert(llvm::sys::IsLittleEndianHost,
              "tensors are copied in the byte order of the file");

llvm::Error mlir::split::makeSizeError(uint64_t actual, uint64_t expected,
                                       llvm::StringRef unit) {
  return llvm::createStringError("has " + llvm::Twine(actual) + " " + unit +
                                 " of data, but its shape needs " +
                                 llvm::Twine(expected));
}

/// Decodes the numbers of a typed data field, stored as `StorageT` each.
template <typename StorageT, typename FieldT>
static llvm::Error decodeField(const FieldT &field, int64_t expected,
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

/// Decodes the data field that belongs to the element type.
static llvm::Error decodeTypedData(const TensorProto &proto, int64_t count,
                                   std::vector<char> &data) {
  switch (proto.data_type()) {
  case TensorProto::FLOAT:
    return decodeField<float>(proto.float_data(), count, data);
  case TensorProto::COMPLEX64:
    return decodeField<float>(proto.float_data(), 2 * count, data);
  case TensorProto::DOUBLE:
    return decodeField<double>(proto.double_data(), count, data);
  case TensorProto::COMPLEX128:
    return decodeField<double>(proto.double_data(), 2 * count, data);
  case TensorProto::INT64:
    return decodeField<int64_t>(proto.int64_data(), count, data);
  case TensorProto::UINT64:
    return decodeField<uint64_t>(proto.uint64_data(), count, data);
  case TensorProto::UINT32:
    return decodeField<uint32_t>(proto.uint64_data(), count, data);
  case TensorProto::INT32:
    return decodeField<int32_t>(proto.int32_data(), count, data);
  case TensorProto::INT16:
    return decodeField<int16_t>(proto.int32_data(), count, data);
  case TensorProto::INT8:
    return decodeField<int8_t>(proto.int32_data(), count, data);
  case TensorProto::UINT8:
    return decodeField<uint8_t>(proto.int32_data(), count, data);
  case TensorProto::BOOL:
    return decodeField<bool>(proto.int32_data(), count, data);
  case TensorProto::UINT16:
  case TensorProto::FLOAT16:
  case TensorProto::BFLOAT16:
    return decodeField<uint16_t>(proto.int32_data(), count, data);
  default:
    llvm_unreachable("an element type with no MLIR type was refused before");
  }
}

namespace {
/// A tensor with its elements where they are.
struct Elements {
  RankedTensorType type;
  /// In the layout of `OnnxTensor::data`.
  ArrayRef<char> bytes;
  /// What `bytes` refers to, if not to the message.
  std::vector<char> decoded;
  std::unique_ptr<llvm::MemoryBuffer> file;
};
} // namespace

static bool hasTypedData(const TensorProto &proto) {
  return proto.float_data_size() || proto.int32_data_size() ||
         proto.int64_data_size() || proto.double_data_size() ||
         proto.uint64_data_size() || proto.string_data_size();
}

/// Finds the elements of a tensor whose type is known.
static llvm::Error findElements(const TensorProto &proto, StringRef folder,
                                Elements &elements) {
  int64_t count = elements.type.getNumElements();
  int64_t bytes = count * getElementBytes(elements.type.getElementType());
  bool hasTyped = hasTypedData(proto), isExternal = hasExternalData(proto);
  if (hasTyped && proto.has_raw_data())
    return llvm::createStringError("has both raw and typed data");
  if (isExternal && (hasTyped || proto.has_raw_data()))
    return llvm::createStringError("has both external data and its own");
  if (isExternal) {
    auto file = readExternalData(proto, folder, bytes);
    if (!file)
      return file.takeError();
    elements.file = std::move(*file);
    elements.bytes = {elements.file->getBufferStart(), size_t(bytes)};
  } else if (proto.has_raw_data()) {
    const std::string &raw = proto.raw_data();
    if (raw.size() != uint64_t(bytes))
      return makeSizeError(raw.size(), bytes, "bytes");
    elements.bytes = {raw.data(), raw.size()};
  } else {
    if (llvm::Error error = decodeTypedData(proto, count, elements.decoded))
      return error;
    elements.bytes = elements.decoded;
    return llvm::Error::success();
  }
  // Of bools in bytes any number but 0 is true.
  if (proto.data_type() == TensorProto::BOOL) {
    llvm::append_range(
        elements.decoded,
        llvm::map_range(elements.bytes, [](char byte) { return byte != 0; }));
    elements.bytes = elements.decoded;
  }
  return llvm::Error::success();
}

static llvm::Error decode(const TensorProto &proto, MLIRContext *context,
                          StringRef folder, Elements &elements) {
  if (proto.has_segment())
    return llvm::createStringError("segmented data is not supported");
  llvm::Expected<Type> element = getElementType(proto.data_type(), context);
  if (!element)
    return element.takeError();
  SmallVector<int64_t> shape(proto.dims().begin(), proto.dims().end());
  for (int64_t dim : shape)
    if (dim < 0)
      return makeNegativeDimError(dim);
  if (llvm::Error error = checkShape(shape, *element))
    return error;
  elements.type = RankedTensorType::get(shape, *element);
  return findElements(proto, folder, elements);
}

/// Decodes a tensor, which errors name.
static llvm::Expected<Elements>
decodeTensor(const TensorProto &proto, MLIRContext *context, StringRef folder) {
  Elements elements;
  if (llvm::Error error = decode(proto, context, folder, elements))
    return llvm::createStringError("tensor '" + proto.name() +
                                   "': " + llvm::toString(std::move(error)));
  return elements;
}

llvm::Expected<DenseElementsAttr>
mlir::split::decodeConstant(const TensorProto &proto, MLIRContext *context,
                            StringRef folder) {
  llvm::Expected<Elements> elements = decodeTensor(proto, context, folder);
  if (!elements)
    return elements.takeError();
  // A raw buffer of MLIR packs bools.
  if (elements->type.getElementType().isInteger(1))
    return DenseElementsAttr::get(
        elements->type,
        ArrayRef(reinterpret_cast<const bool *>(elements->bytes.data()),
                 elements->bytes.size()));
  return DenseElementsAttr::getFromRawBuffer(elements->type, elements->bytes);
}

llvm::Expected<OnnxTensor>
mlir::split::parseOnnxTensor(llvm::MemoryBufferRef file, MLIRContext *context) {
  TensorProto proto;
  if (llvm::Error error = parseMessage(file, "tensor", proto))
    return std::move(error);
  llvm::Expected<Elements> elements =
      decodeTensor(proto, context, /*folder=*/"");
  if (!elements)
    return elements.takeError();
  OnnxTensor tensor;
  tensor.type = elements->type;
  tensor.data.assign(elements->bytes.begin(), elements->bytes.end());
  tensor.name = proto.name();
  return tensor;
}
