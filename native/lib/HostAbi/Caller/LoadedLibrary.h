//===- LoadedLibrary.h - Shared libraries of compiled code ------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_HOSTABI_CALLER_LOADEDLIBRARY_H
#define SPLIT_MLIR_NATIVE_LIB_HOSTABI_CALLER_LOADEDLIBRARY_H

#include <memory>
#include <string>

namespace mlir::split::native {

/// A shared library that split-compile has linked, loaded into this process.
/// The destructor unloads it.
class LoadedLibrary {
public:
  /// Loads the file `path`. Returns null and sets `error` if the file cannot be
  /// read or is truncated, was not linked by split-compile, or has another
  /// version of the ABI. Loading runs code of the file, so the file must be
  /// trusted.
  static std::unique_ptr<LoadedLibrary> load(const std::string &path,
                                             std::string &error);
  LoadedLibrary(const LoadedLibrary &) = delete;
  ~LoadedLibrary();

  /// Returns the description of all functions in JSON.
  const char *getSignature() const { return signature; }

  /// Returns the address of a function that the library exports, or null.
  void *lookUp(const std::string &name) const;

private:
  explicit LoadedLibrary(void *handle) : handle(handle) {}

  /// Checks the ABI and sets `signature`. Returns an error, or an empty string.
  std::string inspect();

  void *handle;
  const char *signature = nullptr;
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_HOSTABI_CALLER_LOADEDLIBRARY_H
