//===- ExternalData.cpp - Tensor data beside the model --------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExternalData.h"

#include "Messages.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::onnx;
using ::onnx::TensorProto;
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

bool mlir::split::frontends::onnx::hasExternalData(const TensorProto &proto) {
  return proto.data_location() == TensorProto::EXTERNAL ||
         proto.external_data_size() != 0;
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
mlir::split::frontends::onnx::readExternalData(const TensorProto &proto,
                                               const OnnxImportOptions &options,
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
