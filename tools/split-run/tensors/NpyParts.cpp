//===- NpyParts.cpp - NumPy's array files, written in parts ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NpyParts.h"

#include "Npy.h"
#include "llvm/ADT/ScopeExit.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::split;

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

/// Opens `path` with `flags`, calls `write` with the file, which returns
/// whether it succeeds or sets errno, and closes the file.
static llvm::Error writeFile(StringRef path, int flags,
                             llvm::function_ref<bool(int)> write) {
  // O_NONBLOCK: do not wait for the reader of a pipe.
  int file = open(path.str().c_str(), flags | O_CLOEXEC | O_NONBLOCK, 0666);
  if (file < 0)
    return makeSystemError(path);
  struct stat status;
  bool isRegular = fstat(file, &status) == 0 && S_ISREG(status.st_mode);
  bool isWritten = isRegular && write(file);
  llvm::Error error = isWritten ? llvm::Error::success()
                      : isRegular
                          ? makeSystemError(path)
                          : makeError(path, "several ranks write only to a "
                                            "regular file");
  if (close(file) == 0 || !isWritten)
    return error;
  llvm::consumeError(std::move(error));
  return makeSystemError(path);
}

llvm::Error mlir::split::createNpy(StringRef path, RankedTensorType whole) {
  llvm::Expected<std::string> header = getNpyHeader(whole);
  if (!header)
    return header.takeError();
  size_t bytes =
      whole.getNumElements() *
      ElementLayout::get(whole.getElementType())->getBytesPerElement();
  return writeFile(path, O_WRONLY | O_CREAT, [&](int file) {
    return ftruncate(file, 0) == 0 &&
           ftruncate(file, header->size() + bytes) == 0 &&
           writeAt(file, *header, 0);
  });
}

llvm::Error mlir::split::writeNpyBox(StringRef path, RankedTensorType whole,
                                     const TensorBox &box,
                                     const HostTensor &part) {
  llvm::Expected<std::string> header = getNpyHeader(whole);
  if (!header)
    return header.takeError();
  size_t bytes = part.getLayout().getBytesPerElement();
  return writeFile(path, O_WRONLY, [&](int file) {
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
