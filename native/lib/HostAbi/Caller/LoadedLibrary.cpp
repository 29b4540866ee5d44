//===- LoadedLibrary.cpp - Shared libraries of compiled code --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadedLibrary.h"

#include "split-mlir/HostAbi/Runtime.h"
#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

using namespace mlir::split;
using namespace mlir::split::native;

/// Returns whether the file has all bytes of its segments. The loader would end
/// the process when it accesses bytes that a truncated file lacks.
static bool hasAllSegments(int file, uint64_t size) {
  Elf64_Ehdr header;
  if (pread(file, &header, sizeof(header), 0) != ssize_t(sizeof(header)) ||
      std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_phentsize != sizeof(Elf64_Phdr))
    return false;
  std::vector<Elf64_Phdr> segments(header.e_phnum);
  ssize_t bytes = segments.size() * sizeof(Elf64_Phdr);
  if (pread(file, segments.data(), bytes, header.e_phoff) != bytes)
    return false;
  bool hasAll = true;
  for (const Elf64_Phdr &segment : segments)
    hasAll &=
        segment.p_offset <= size && segment.p_filesz <= size - segment.p_offset;
  return hasAll;
}

/// Returns an error if `path` is not a whole shared library; otherwise an empty
/// string.
static std::string checkFile(const std::string &path) {
  // The name of another file ends there.
  if (path.find('\0') != std::string::npos)
    return "its name has a null character";
  int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) {
    std::string error = std::strerror(errno);
    if (file >= 0)
      close(file);
    return error;
  }
  std::string error;
  if (!S_ISREG(status.st_mode))
    error = "not a regular file";
  else if (!hasAllSegments(file, status.st_size))
    error = "not a shared library, or truncated";
  close(file);
  return error;
}

std::unique_ptr<LoadedLibrary> LoadedLibrary::load(const std::string &path,
                                                   std::string &error) {
  error = checkFile(path);
  if (error.empty()) {
    // dlopen searches other folders for a name without a slash.
    bool hasFolder = path.find('/') != std::string::npos;
    void *handle =
        dlopen((hasFolder ? path : "./" + path).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle) {
      std::unique_ptr<LoadedLibrary> library(new LoadedLibrary(handle));
      error = library->inspect();
      if (error.empty())
        return library;
    } else {
      error = dlerror();
    }
  }
  error = "cannot load '" + path + "': " + error;
  return nullptr;
}

LoadedLibrary::~LoadedLibrary() { dlclose(handle); }

void *LoadedLibrary::lookUp(const std::string &name) const {
  return dlsym(handle, name.c_str());
}

// Loaded code lacks the type signatures that Clang's sanitizer checks.
#ifdef __clang__
__attribute__((no_sanitize("function")))
#endif
std::string LoadedLibrary::inspect() {
  auto checkAbi =
      reinterpret_cast<int32_t (*)(int64_t)>(lookUp("split_mlir_check_abi"));
  auto getLastError =
      reinterpret_cast<const char *(*)()>(lookUp("split_mlir_last_error"));
  auto describe =
      reinterpret_cast<const char *(*)()>(lookUp("split_mlir_signature"));
  if (!checkAbi || !getLastError || !describe)
    return "it has no split_mlir_signature, expected a shared library from "
           "split-compile";
  if (checkAbi(SPLIT_MLIR_ABI_VERSION) != SPLIT_MLIR_SUCCESS)
    return getLastError();
  signature = describe();
  return "";
}
