//===- TensorData.cpp - Serialized ONNX tensors ---------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Frontend/ONNX/TensorData.h"

#include "KeptTypes.h"
#include "Messages.h"
#include "mlir/Support/LLVM.h"
#include "split-mlir/Dialect/Split/IR/ElementBytes.h"
#include "split-mlir/Frontend/ONNX/Importer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SwapByteOrder.h"
#include <cstring>
#include <onnx/onnx_pb.h>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::onnx;
using ::onnx::TensorProto;

//===----------------------------------------------------------------------===//
// Tensor data beside the model
//===----------------------------------------------------------------------===//

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {
/// The entries of `external_data`.
struct ExternalData {
  StringRef location;
  uint64_t offset = 0;
  std::optional<uint64_t> length;
};
} // namespace

static llvm::Expected<uint64_t> parseNumber(StringRef key, StringRef value) {
  uint64_t number;
  if (value.getAsInteger(10, number))
    return llvm::createStringError("external data has the " + key + " '" +
                                   value + "', which is no number of bytes");
  return number;
}

static llvm::Expected<ExternalData> parseEntries(const TensorProto &proto) {
  ExternalData data;
  llvm::StringSet<> seen;
  for (const auto &entry : proto.external_data()) {
    StringRef key = entry.key(), value = entry.value();
    if (!seen.insert(key).second)
      return llvm::createStringError("external data has the key '" + key +
                                     "' more than once");
    if (key == "location") {
      data.location = value;
    } else if (key == "offset" || key == "length") {
      llvm::Expected<uint64_t> number = parseNumber(key, value);
      if (!number)
        return number.takeError();
      if (key == "offset")
        data.offset = *number;
      else
        data.length = *number;
    } else if (key != "checksum") {
      return llvm::createStringError("external data has the unknown key '" +
                                     key + "'");
    }
  }
  return data;
}

/// Returns whether the path has no component that leaves the folder.
static bool staysBelow(StringRef location) {
  return !location.empty() && !path::is_absolute(location) &&
         // The path would end at a NUL.
         !location.contains('\0') &&
         llvm::none_of(
             llvm::make_range(path::begin(location), path::end(location)),
             [](StringRef component) { return component == ".."; });
}

static llvm::Error makeReadError(StringRef location, std::error_code error) {
  return llvm::createStringError("cannot read the external data '" + location +
                                 "': " + error.message());
}

/// Returns the path of the file at `location`, without symbolic links.
static llvm::Expected<std::string> resolve(StringRef folder,
                                           StringRef location) {
  if (!staysBelow(location))
    return llvm::createStringError("external data is at '" + location +
                                   "', expected a path below the folder of "
                                   "the model");
  SmallString<256> joined(folder), root, file;
  path::append(joined, location);
  std::error_code error = fs::real_path(folder, root);
  if (!error)
    error = fs::real_path(joined, file);
  if (error)
    return makeReadError(location, error);
  StringRef rest = file;
  if (!rest.consume_front(root) ||
      !(root.ends_with("/") || rest.starts_with("/")))
    return llvm::createStringError("external data '" + location +
                                   "' is not below the folder of the model");
  // Check before opening: a pipe blocks, and opening a device has effects.
  fs::file_status status;
  if (fs::status(file, status) || status.type() != fs::file_type::regular_file)
    return llvm::createStringError("external data '" + location +
                                   "' is no regular file");
  return file.str().str();
}

/// Returns whether the tensor refers to or describes external data.
static bool hasExternalData(const TensorProto &proto) {
  return proto.data_location() == TensorProto::EXTERNAL ||
         proto.external_data_size() != 0;
}

/// Reads the `bytes` bytes of a tensor with external data. The file has to be a
/// regular file below the folder of `options` after symbolic links are
/// resolved. An empty folder refuses external data.
static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readExternalData(const TensorProto &proto, const OnnxImportOptions &options,
                 uint64_t bytes) {
  if (proto.data_location() != TensorProto::EXTERNAL)
    return llvm::createStringError(
        "describes external data, but its data_location is not EXTERNAL");
  if (options.folder.empty())
    return llvm::createStringError(
        "external data is read only below the folder of a model file");
  llvm::Expected<ExternalData> data = parseEntries(proto);
  if (!data)
    return data.takeError();
  if (data->length && *data->length != bytes)
    return makeSizeError(*data->length, bytes, "bytes");
  llvm::Expected<std::string> file = resolve(options.folder, data->location);
  if (!file)
    return file.takeError();
  if (options.dataFiles && !llvm::is_contained(*options.dataFiles, *file))
    options.dataFiles->push_back(*file);

  uint64_t size = 0;
  if (std::error_code error = fs::file_size(*file, size))
    return makeReadError(data->location, error);
  if (data->offset > size || bytes > size - data->offset)
    return llvm::createStringError("needs " + Twine(bytes) +
                                   " bytes from offset " + Twine(data->offset) +
                                   " of the external data '" + data->location +
                                   "', which has " + Twine(size) + " bytes");
  auto slice = llvm::MemoryBuffer::getFileSlice(*file, bytes, data->offset);
  if (!slice)
    return makeReadError(data->location, slice.getError());
  return std::move(*slice);
}

//===----------------------------------------------------------------------===//
// Serialized ONNX tensors
//===----------------------------------------------------------------------===//

static_assert(llvm::sys::IsLittleEndianHost,
              "tensors are copied in the byte order of the file");

llvm::Error mlir::split::frontends::onnx::makeSizeError(uint64_t actual,
                                                        uint64_t expected,
                                                        llvm::StringRef unit) {
  return llvm::createStringError("has " + llvm::Twine(actual) + " " + unit +
                                 " of data, but its shape needs " +
                                 llvm::Twine(expected));
}

/// Decodes the numbers of a typed data field into `numBytes` bytes each.
/// Integers have to fit `width` bits.
template <typename FieldT>
static llvm::Error decodeField(const FieldT &field, int64_t expected,
                               std::vector<char> &data, size_t numBytes,
                               unsigned width = 0, bool isSigned = true) {
  if (field.size() != expected)
    return makeSizeError(field.size(), expected, "numbers");
  data.resize(field.size() * numBytes);
  char *to = data.data();
  for (auto number : field) {
    if constexpr (std::is_integral_v<decltype(number)>)
      if (isSigned ? !llvm::isIntN(width, number)
                   : !llvm::isUIntN(width, number))
        return llvm::createStringError("the number " + llvm::Twine(number) +
                                       " does not fit its element type");
    std::memcpy(to, &number, numBytes);
    to += numBytes;
  }
  return llvm::Error::success();
}

/// Decodes the data field that belongs to the element type.
static llvm::Error decodeTypedData(const TensorProto &proto, Type element,
                                   int64_t count, std::vector<char> &data) {
  switch (proto.data_type()) {
  case TensorProto::FLOAT:
    return decodeField(proto.float_data(), count, data, sizeof(float));
  case TensorProto::COMPLEX64:
    return decodeField(proto.float_data(), 2 * count, data, sizeof(float));
  case TensorProto::DOUBLE:
    return decodeField(proto.double_data(), count, data, sizeof(double));
  case TensorProto::COMPLEX128:
    return decodeField(proto.double_data(), 2 * count, data, sizeof(double));
  default:
    break;
  }
  unsigned width = element.getIntOrFloatBitWidth();
  size_t bytes = getUnpaddedBytes(element);
  bool isSigned = element.isSignlessInteger() && width != 1;
  if (proto.data_type() == TensorProto::INT64)
    return decodeField(proto.int64_data(), count, data, bytes, width);
  if (width >= 32 && !isSigned)
    return decodeField(proto.uint64_data(), count, data, bytes, width,
                       isSigned);
  // Floats of 16 bits are stored as their bits.
  return decodeField(proto.int32_data(), count, data, bytes, width, isSigned);
}

namespace {
/// A tensor with a view of its elements.
struct Elements {
  RankedTensorType type;
  /// In the layout of `FileTensor::data`.
  ArrayRef<char> bytes;
  /// Own the elements unless `bytes` refers to the message.
  std::vector<char> decoded;
  std::unique_ptr<llvm::MemoryBuffer> file;
};
} // namespace

static bool hasTypedData(const TensorProto &proto) {
  return proto.float_data_size() || proto.int32_data_size() ||
         proto.int64_data_size() || proto.double_data_size() ||
         proto.uint64_data_size() || proto.string_data_size();
}

/// Finds the elements of a tensor. `elements.type` is set.
static llvm::Error findElements(const TensorProto &proto,
                                const OnnxImportOptions &options,
                                Elements &elements) {
  int64_t count = elements.type.getNumElements();
  Type element = elements.type.getElementType();
  int64_t bytes = count * getUnpaddedBytes(element);
  bool hasTyped = hasTypedData(proto), isExternal = hasExternalData(proto);
  if (hasTyped && proto.has_raw_data())
    return llvm::createStringError("has both raw and typed data");
  if (isExternal && (hasTyped || proto.has_raw_data()))
    return llvm::createStringError("has both external data and its own");
  if (isExternal) {
    auto file = readExternalData(proto, options, bytes);
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
    if (llvm::Error error =
            decodeTypedData(proto, element, count, elements.decoded))
      return error;
    elements.bytes = elements.decoded;
    return llvm::Error::success();
  }
  // A bool in a byte is true unless it is 0.
  if (proto.data_type() == TensorProto::BOOL) {
    llvm::append_range(
        elements.decoded,
        llvm::map_range(elements.bytes, [](char byte) { return byte != 0; }));
    elements.bytes = elements.decoded;
  }
  return llvm::Error::success();
}

/// Returns the shape of a tensor whose elements are as large as those of type
/// `element`, or larger.
static llvm::Expected<SmallVector<int64_t>>
decodeShape(const TensorProto &proto, Type element) {
  if (proto.has_segment())
    return llvm::createStringError("segmented data is not supported");
  SmallVector<int64_t> shape(proto.dims().begin(), proto.dims().end());
  for (int64_t dim : shape)
    if (dim < 0)
      return makeNegativeDimError(dim);
  if (llvm::Error error = checkShape(shape, element))
    return std::move(error);
  return shape;
}

static llvm::Error decode(const TensorProto &proto, MLIRContext *context,
                          const OnnxImportOptions &options,
                          Elements &elements) {
  llvm::Expected<Type> element = getElementType(proto.data_type(), context);
  if (!element)
    return element.takeError();
  auto shape = decodeShape(proto, *element);
  if (!shape)
    return shape.takeError();
  elements.type = RankedTensorType::get(*shape, *element);
  return findElements(proto, options, elements);
}

/// Decodes a tensor. Errors contain its name.
static llvm::Expected<Elements> decodeTensor(const TensorProto &proto,
                                             MLIRContext *context,
                                             const OnnxImportOptions &options) {
  Elements elements;
  if (llvm::Error error = decode(proto, context, options, elements))
    return llvm::createStringError("tensor '" + proto.name() +
                                   "': " + llvm::toString(std::move(error)));
  return elements;
}

llvm::Expected<DenseElementsAttr>
mlir::split::frontends::onnx::decodeConstant(const TensorProto &proto,
                                             MLIRContext *context,
                                             const OnnxImportOptions &options) {
  llvm::Expected<Elements> elements = decodeTensor(proto, context, options);
  if (!elements)
    return elements.takeError();
  // MLIR packs bools in raw buffers.
  if (elements->type.getElementType().isInteger(1))
    return DenseElementsAttr::get(
        elements->type,
        ArrayRef(reinterpret_cast<const bool *>(elements->bytes.data()),
                 elements->bytes.size()));
  return DenseElementsAttr::getFromRawBuffer(elements->type, elements->bytes);
}

llvm::Expected<DenseElementsAttr>
mlir::split::frontends::onnx::decodeStrings(const TensorProto &proto,
                                            MLIRContext *context) {
  auto shape = decodeShape(proto, IntegerType::get(context, 8));
  if (!shape)
    return llvm::createStringError("tensor '" + proto.name() +
                                   "': " + llvm::toString(shape.takeError()));
  auto type = RankedTensorType::get(*shape, getStringType(context));
  if (proto.string_data_size() != type.getNumElements())
    return llvm::createStringError(
        "tensor '" + proto.name() + "': " +
        llvm::toString(makeSizeError(proto.string_data_size(),
                                     type.getNumElements(), "strings")));
  SmallVector<StringRef> strings(proto.string_data().begin(),
                                 proto.string_data().end());
  return DenseElementsAttr::get(type, strings);
}

llvm::Expected<FileTensor>
mlir::split::frontends::parseOnnxTensor(llvm::MemoryBufferRef file,
                                        MLIRContext *context) {
  TensorProto proto;
  if (llvm::Error error = parseMessage(file, "tensor", proto))
    return std::move(error);
  llvm::Expected<Elements> elements =
      decodeTensor(proto, context, OnnxImportOptions());
  if (!elements)
    return elements.takeError();
  return FileTensor{elements->type,
                    {elements->bytes.begin(), elements->bytes.end()}};
}
