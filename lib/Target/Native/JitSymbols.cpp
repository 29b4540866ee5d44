//===- JitSymbols.cpp - What loaded code may call -------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JitSymbols.h"

#include "../../HostAbi/Runtime/BFloat16.h"
#include "split-mlir/HostAbi/Runtime.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/DynamicLibrary.h"
#include <cstdlib>

using namespace mlir;
using namespace mlir::split;

llvm::Error mlir::split::defineJitSymbols(llvm::orc::LLJIT &jit) {
  llvm::orc::SymbolMap symbols;
  auto add = [&](llvm::StringRef name, auto *function) {
    symbols[jit.mangleAndIntern(name)] = {
        llvm::orc::ExecutorAddr::fromPtr(function),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  };
  add("split_mlir_begin_call", &split_mlir_begin_call);
  add("split_mlir_end_call", &split_mlir_end_call);
  add("split_mlir_free", &split_mlir_free);
  add("split_mlir_pack", &split_mlir_pack);
  add("split_mlir_free_packed", &split_mlir_free_packed);
  add("split_mlir_inspect_unranked", &split_mlir_inspect_unranked);
  add("split_mlir_pack_unranked", &split_mlir_pack_unranked);
  add("split_mlir_count_bytes", &split_mlir_count_bytes);
  add("split_mlir_find_overlap", &split_mlir_find_overlap);
  add("split_mlir_abi_1", &split_mlir_abi_1);
  add("split_mlir_machine", &split_mlir_machine);
  add("split_mlir_record_failure", &split_mlir_record_failure);
  add("split_mlir_store_unranked", &split_mlir_store_unranked);
  add("_mlir_memref_to_llvm_alloc", &_mlir_memref_to_llvm_alloc);
  add("_mlir_memref_to_llvm_aligned_alloc",
      &_mlir_memref_to_llvm_aligned_alloc);
  add("_mlir_memref_to_llvm_free", &_mlir_memref_to_llvm_free);
  add("memrefCopy", &memrefCopy);
  add("malloc", &std::malloc);
  add("free", &std::free);
  add("__truncsfbf2", &__truncsfbf2);
  add("__truncdfbf2", &__truncdfbf2);
  return jit.getMainJITDylib().define(
      llvm::orc::absoluteSymbols(std::move(symbols)));
}

llvm::Error mlir::split::loadThreadRuntime() {
  std::string message;
  if (!llvm::sys::DynamicLibrary::LoadLibraryPermanently("libomp.so.5",
                                                         &message))
    return llvm::Error::success();
  return llvm::createStringError("cannot load LLVM's OpenMP runtime, which "
                                 "threads need: " +
                                 message);
}
