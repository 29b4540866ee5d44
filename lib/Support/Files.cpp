//===- Files.cpp - Reading of files ---------------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Support/Files.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"

using namespace mlir;
namespace fs = llvm::sys::fs;

static llvm::Error checkPath(StringRef path) {
  // The name of another file ends there.
  if (path.contains('\0'))
    return llvm::createStringError("its name has a null character");
  fs::file_status status;
  if (std::error_code error = fs::status(path, status))
    return llvm::errorCodeToError(error);
  // A device like /dev/zero never ends.
  if (status.type() == fs::file_type::character_file ||
      status.type() == fs::file_type::block_file)
    return llvm::createStringError("a device, not a file");
  return llvm::Error::success();
}

/// `isTerminated` is whether the contents end with a null character, for which
/// some files must be copied.
static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
getFile(StringRef path, bool isTerminated) {
  if (llvm::Error error = checkPath(path))
    return std::move(error);
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, isTerminated);
  if (!file)
    return llvm::errorCodeToError(file.getError());
  return std::move(*file);
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
mlir::split::readFile(StringRef path) {
  return getFile(path, /*isTerminated=*/true);
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
mlir::split::mapFile(StringRef path) {
  return getFile(path, /*isTerminated=*/false);
}

bool mlir::split::isSameFile(StringRef output, StringRef input) {
  fs::file_status first, second;
  return !fs::status(output == "-" ? "/dev/stdout" : output, first) &&
         !fs::status(input == "-" ? "/dev/stdin" : input, second) &&
         fs::is_regular_file(first) && fs::equivalent(first, second);
}

llvm::Error mlir::split::checkOutput(StringRef output,
                                     ArrayRef<std::string> inputs) {
  for (StringRef input : inputs)
    if (isSameFile(output, input))
      return llvm::createStringError("output '" + output +
                                     "' is the same file as input '" + input +
                                     "', expected another file");
  return llvm::Error::success();
}

llvm::Expected<std::string> mlir::split::readFileStart(StringRef path,
                                                       size_t maxBytes) {
  if (llvm::Error error = checkPath(path))
    return std::move(error);
  llvm::Expected<fs::file_t> file = fs::openNativeFileForRead(path);
  if (!file)
    return file.takeError();
  auto close = llvm::scope_exit([&] { (void)fs::closeFile(*file); });
  std::string text(maxBytes, '\0');
  size_t size = 0;
  while (size < maxBytes) {
    llvm::Expected<size_t> count = fs::readNativeFile(
        *file, MutableArrayRef<char>(text.data() + size, maxBytes - size));
    if (!count)
      return count.takeError();
    if (*count == 0)
      break;
    size += *count;
  }
  text.resize(size);
  return text;
}
