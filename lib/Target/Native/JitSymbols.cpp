//===- JitSymbols.cpp - What loaded code may call -------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JitSymbols.h"

#include "split-mlir/Runtime/Runtime.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/DynamicLibrary.h"
#include <cstdlib>

using namespace mlir;
using namespace mlir::split;

/// `value` as a bf16, in the low half of a float: a bf16 is returned in the low
/// half of the register that a float is returned in, and compilers that have no
/// type for it are spared one.
static float roundToBFloat16(llvm::APFloat value) {
  bool losesInfo;
  value.convert(llvm::APFloat::BFloat(), llvm::APFloat::rmNearestTiesToEven,
                &losesInfo);
  return llvm::bit_cast<float>(
      static_cast<uint32_t>(value.bitcastToAPInt().getZExtValue()));
}

// What LLVM calls for truncations to bf16 where the processor has none. GCC's
// run-time library lacks them up to GCC 12.
static float truncsfbf2(float value) {
  return roundToBFloat16(llvm::APFloat(value));
}
static float truncdfbf2(double value) {
  return roundToBFloat16(llvm::APFloat(value));
}

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
  add("split_mlir_is_contiguous", &split_mlir_is_contiguous);
  add("split_mlir_record_failure", &split_mlir_record_failure);
  add("split_mlir_store_unranked", &split_mlir_store_unranked);
  add("_mlir_memref_to_llvm_alloc", &_mlir_memref_to_llvm_alloc);
  add("_mlir_memref_to_llvm_aligned_alloc",
      &_mlir_memref_to_llvm_aligned_alloc);
  add("_mlir_memref_to_llvm_free", &_mlir_memref_to_llvm_free);
  add("memrefCopy", &memrefCopy);
  add("malloc", &std::malloc);
  add("free", &std::free);
  add("__truncsfbf2", &truncsfbf2);
  add("__truncdfbf2", &truncdfbf2);
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
