//===- Files.cpp - Files that a user names --------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Frontend/Files.h"

#include "llvm/Support/FileSystem.h"

using namespace mlir;

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
mlir::split::readFile(StringRef path) {
  namespace fs = llvm::sys::fs;
  fs::file_status status;
  if (std::error_code error = fs::status(path, status))
    return llvm::errorCodeToError(error);
  // A device like /dev/zero never ends.
  if (status.type() == fs::file_type::character_file ||
      status.type() == fs::file_type::block_file)
    return llvm::createStringError("a device, not a file");
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file)
    return llvm::errorCodeToError(file.getError());
  return std::move(*file);
}
