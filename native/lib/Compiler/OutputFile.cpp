//===- OutputFile.cpp - Output files --------------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"

#include "split-mlir/HostAbi/Runtime.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
namespace fs = llvm::sys::fs;

llvm::Error mlir::split::native::describeWriteError(StringRef path,
                                                    llvm::Error error) {
  if (!error)
    return error;
  return llvm::createStringError("cannot write '" + path +
                                 "': " + llvm::toString(std::move(error)));
}

/// Returns the error of `file`, if any, after writing what it buffers.
static llvm::Error flush(llvm::raw_fd_ostream &file, StringRef path) {
  file.flush();
  std::error_code code = file.error();
  file.clear_error();
  return describeWriteError(path, llvm::errorCodeToError(code));
}

llvm::Error mlir::split::native::closeFile(llvm::raw_fd_ostream &file,
                                           StringRef path) {
  file.close();
  return flush(file, path);
}

/// Writes a temporary file, and renames it to `path`.
static llvm::Error replaceFile(StringRef path, WriteContentsFn write) {
  llvm::Expected<fs::TempFile> temporary =
      fs::TempFile::create(path + ".temp-%%%%%%", fs::all_read | fs::all_write);
  if (!temporary)
    return describeWriteError(path, temporary.takeError());
  llvm::raw_fd_ostream os(temporary->FD, /*shouldClose=*/false);
  llvm::Error error = write(os);
  if (llvm::Error writeError = flush(os, path)) {
    llvm::consumeError(std::move(error));
    error = std::move(writeError);
  }
  if (error)
    return llvm::joinErrors(std::move(error), temporary->discard());
  return describeWriteError(path, temporary->keep(path));
}

/// Writes to the existing file `path`, which is no regular file.
static llvm::Error writeInPlace(StringRef path, WriteContentsFn write) {
  std::error_code code;
  llvm::raw_fd_ostream os(path, code);
  if (code)
    return describeWriteError(path, llvm::errorCodeToError(code));
  llvm::Error error = write(os);
  llvm::Error closeError = closeFile(os, path);
  if (!closeError)
    return error;
  llvm::consumeError(std::move(error));
  return closeError;
}

llvm::Error mlir::split::native::writeFile(StringRef path,
                                           WriteContentsFn write) {
  fs::file_status status;
  bool isNew = bool(fs::status(path, status, /*follow=*/false));
  if (isNew || fs::is_regular_file(status))
    return replaceFile(path, write);
  // A link stays a link; its target is replaced.
  SmallString<128> target;
  if (!fs::real_path(path, target) && fs::is_regular_file(target))
    return replaceFile(target, write);
  return writeInPlace(path, write);
}

llvm::Error mlir::split::native::writeFile(StringRef path, StringRef contents) {
  auto write = [&](llvm::raw_ostream &os) {
    os << contents;
    return llvm::Error::success();
  };
  if (path != "-")
    return writeFile(path, write);
  llvm::cantFail(write(llvm::outs()));
  return flush(llvm::outs(), path);
}

/// Returns whether `path` does not exist, or is a file of weights.
static bool mayReplaceWeights(StringRef path) {
  fs::file_status status;
  if (fs::status(path, status))
    return status.type() == fs::file_type::file_not_found;
  SplitMlirWeightsEnd end;
  if (status.type() != fs::file_type::regular_file ||
      status.getSize() < sizeof(end))
    return false;
  auto buffer = llvm::MemoryBuffer::getFileSlice(
      path, sizeof(end), status.getSize() - sizeof(end));
  return buffer && (*buffer)->getBuffer().starts_with(SPLIT_MLIR_WEIGHTS_MAGIC);
}

llvm::Error
WeightsFile::write(llvm::function_ref<void(llvm::raw_ostream &)> write) {
  if (!mayReplaceWeights(path))
    return llvm::createStringError(
        "cannot write '" + path +
        "': it exists, and is no file of weights from split-compile; expected "
        "another output, or --external-weights=never");
  llvm::Expected<fs::TempFile> created =
      fs::TempFile::create(path + ".temp-%%%%%%", fs::all_read | fs::all_write);
  if (!created)
    return describeWriteError(path, created.takeError());
  temporary = std::move(*created);
  llvm::raw_fd_ostream os(temporary->FD, /*shouldClose=*/false);
  write(os);
  return flush(os, path);
}

llvm::Error WeightsFile::keep() {
  if (!temporary)
    return llvm::Error::success();
  llvm::Error error = temporary->keep(path);
  temporary.reset();
  return describeWriteError(path, std::move(error));
}

WeightsFile::~WeightsFile() {
  if (temporary)
    llvm::consumeError(temporary->discard());
}
