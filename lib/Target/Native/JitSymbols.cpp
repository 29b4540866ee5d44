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
#include <cstdio>
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

/// malloc for compiled code, which does not look at what it gets.
static void *allocate(size_t size) {
  void *memory = std::malloc(size);
  if (!memory && size != 0) {
    std::fprintf(stderr, "error: out of memory: cannot allocate %zu bytes\n",
                 size);
    std::exit(1);
  }
  return memory;
}

template <typename Function>
static llvm::orc::ExecutorSymbolDef toSymbol(Function *function) {
  return {llvm::orc::ExecutorAddr::fromPtr(function),
          llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
}

llvm::Error mlir::split::defineJitSymbols(llvm::orc::LLJIT &jit) {
  llvm::orc::SymbolMap symbols;
  symbols[jit.mangleAndIntern("split_mlir_check_failed")] =
      toSymbol(&split_mlir_check_failed);
  symbols[jit.mangleAndIntern("memrefCopy")] = toSymbol(&memrefCopy);
  symbols[jit.mangleAndIntern("malloc")] = toSymbol(&allocate);
  symbols[jit.mangleAndIntern("free")] = toSymbol(&std::free);
  symbols[jit.mangleAndIntern("__truncsfbf2")] = toSymbol(&truncsfbf2);
  symbols[jit.mangleAndIntern("__truncdfbf2")] = toSymbol(&truncdfbf2);
  return jit.getMainJITDylib().define(
      llvm::orc::absoluteSymbols(std::move(symbols)));
}
