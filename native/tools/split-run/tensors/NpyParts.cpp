//===- NpyParts.cpp - NumPy's array files, written in parts ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tensors.h"

#include "llvm/Support/FileSystem.h"
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
namespace fs = llvm::sys::fs;

static llvm::Error makeError(StringRef path, const Twine &reason) {
  return llvm::createStringError("cannot write '" + path + "': " + reason);
}

static llvm::Error makeSystemError(StringRef path) {
  return makeError(path, std::strerror(errno));
}

/// Writes all of `bytes` from `offset` on. Returns whether that succeeds;
/// otherwise sets errno.
static bool writeAt(int file, ArrayRef<char> bytes, off_t offset) {
  while (!bytes.empty()) {
    ssize_t count = pwrite(file, bytes.data(), bytes.size(), offset);
    if (count < 0 && errno != EINTR)
      return false;
    if (count > 0) {
      bytes = bytes.drop_front(count);
      offset += count;
    }
  }
  return true;
}

/// Returns the file that `path` names, which may be a link to it.
static std::string getTarget(StringRef path) {
  SmallString<128> target;
  return fs::real_path(path, target) ? path.str() : target.str().str();
}

/// Returns the file that becomes `path` when all parts are written.
static std::string getPartsPath(StringRef path) {
  return getTarget(path) + ".parts";
}

/// Opens the file of parts with `flags`, calls `write` with it, which returns
/// whether it succeeds or sets errno, and closes the file.
static llvm::Error writeParts(StringRef path, int flags,
                              llvm::function_ref<bool(int)> write) {
  int file = open(getPartsPath(path).c_str(), flags | O_CLOEXEC, 0666);
  if (file < 0)
    return makeSystemError(path);
  llvm::Error error =
      write(file) ? llvm::Error::success() : makeSystemError(path);
  if (close(file) == 0 || error)
    return error;
  return makeSystemError(path);
}

llvm::Error mlir::split::native::createNpy(StringRef path,
                                           RankedTensorType whole) {
  llvm::Expected<std::string> header = getNpyHeader(whole);
  if (!header)
    return header.takeError();
  size_t bytes =
      whole.getNumElements() *
      ElementLayout::get(whole.getElementType())->getBytesPerElement();
  fs::file_status status;
  if (!fs::status(path, status) && !fs::is_regular_file(status))
    return makeError(path, "several ranks write only to a regular file");
  // A run that was killed may have left it.
  unlink(getPartsPath(path).c_str());
  return writeParts(path, O_WRONLY | O_CREAT | O_EXCL, [&](int file) {
    return ftruncate(file, header->size() + bytes) == 0 &&
           writeAt(file, *header, 0);
  });
}

llvm::Error mlir::split::native::writeNpyBox(StringRef path,
                                             RankedTensorType whole,
                                             const TensorBox &box,
                                             const HostTensor &part) {
  llvm::Expected<std::string> header = getNpyHeader(whole);
  if (!header)
    return header.takeError();
  size_t bytes = part.getLayout().getBytesPerElement();
  return writeParts(path, O_WRONLY, [&](int file) {
    bool isWritten = true;
    forEachRun(
        whole.getShape(), box,
        [&](int64_t first, int64_t index, int64_t count) {
          isWritten =
              isWritten &&
              writeAt(file, part.getBytes().slice(index * bytes, count * bytes),
                      header->size() + first * bytes);
        });
    return isWritten;
  });
}

llvm::Error mlir::split::native::finishNpy(StringRef path) {
  if (rename(getPartsPath(path).c_str(), getTarget(path).c_str()) == 0)
    return llvm::Error::success();
  return makeSystemError(path);
}

void mlir::split::native::discardNpy(StringRef path) {
  unlink(getPartsPath(path).c_str());
}
