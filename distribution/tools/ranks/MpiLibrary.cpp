//===- MpiLibrary.cpp - The runtime library of an MPI, loaded -------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MpiRanks.h"

#include "llvm/Support/DynamicLibrary.h"

using namespace mlir::split;
using namespace mlir::split::mpi;
using llvm::sys::DynamicLibrary;

llvm::Expected<MpiLibrary> MpiLibrary::load(llvm::StringRef path) {
  std::string error;
  DynamicLibrary file =
      DynamicLibrary::getPermanentLibrary(path.str().c_str(), &error);
  if (!file.isValid())
    return llvm::createStringError("cannot load '" + path + "': " + error);
  MpiLibrary library;
  std::string missing;
  auto lookUp = [&](auto &function, const char *name) {
    void *address = file.getAddressOfSymbol(name);
    if (!address)
      missing = name;
    function = reinterpret_cast<std::decay_t<decltype(function)>>(address);
  };
  lookUp(library.redistribute, "split_mpi_redistribute");
  lookUp(library.allReduce, "split_mpi_all_reduce");
  lookUp(library.globalSize, "split_mpi_global_size");
  lookUp(library.rank, "split_mpi_rank");
  lookUp(library.begin, "split_mpi_begin");
  lookUp(library.finish, "split_mpi_finish");
  lookUp(library.lastError, "split_mpi_last_error");
  lookUp(library.initialize, "split_mpi_initialize");
  lookUp(library.finalize, "split_mpi_finalize");
  lookUp(library.world, "split_mpi_world");
  lookUp(library.size, "split_mpi_size");
  lookUp(library.statistics, "split_mpi_statistics");
  if (!missing.empty())
    return llvm::createStringError("'" + path + "' has no function " + missing +
                                   ", expected a library of this version");
  return library;
}
