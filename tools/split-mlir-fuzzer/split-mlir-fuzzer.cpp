//===- split-mlir-fuzzer.cpp - Damaged and invented modules ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A libFuzzer target: parses text or bytecode, verifies it, writes and reads it
// again, canonicalizes it, and lowers it with the host ABI. See docs/Testing.md
// for how to run it.
//
//===----------------------------------------------------------------------===//

#include "IRMutator.h"

#include "../common/Fuzzing.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Pass/PassManager.h"
#include "split-mlir/InitAll.h"
#include "llvm/Support/Compiler.h"

using namespace mlir;
using namespace mlir::split;

/// libFuzzer's function that mutates bytes.
extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

/// Returns a context with all dialects, which lives for some runs only: it
/// keeps its attributes and types until it is gone.
static MLIRContext &getContext() {
  constexpr unsigned kRunsPerContext = 200;
  static std::unique_ptr<MLIRContext> context;
  static unsigned runs = 0;
  if (runs++ % kRunsPerContext == 0) {
    DialectRegistry registry;
    registerAllDialects(registry);
    registerAllExtensions(registry);
    registerAll(registry);
    context = std::make_unique<MLIRContext>(registry,
                                            MLIRContext::Threading::DISABLED);
    context->getDiagEngine().registerHandler(
        [](Diagnostic &) { return success(); });
  }
  return *context;
}

static OwningOpRef<ModuleOp> parse(const uint8_t *data, size_t size,
                                   bool verifies) {
  MLIRContext &context = getContext();
  ParserConfig config(&context, verifies);
  StringRef bytes(reinterpret_cast<const char *>(data), size);
  return parseSourceString<ModuleOp>(bytes, config);
}

/// Ends the process if the bytecode of `module` cannot be read.
static void requireBytecode(ModuleOp module) {
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  if (failed(writeBytecodeToFile(module, os)))
    return;
  ParserConfig config(module.getContext());
  if (parseSourceString<ModuleOp>(bytes, config))
    return;
  llvm::errs() << "bytecode cannot be read:\n" << module;
  std::abort();
}

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  OwningOpRef<ModuleOp> module = parse(data, size, /*verifies=*/true);
  if (!module)
    return 0;
  requireBytecode(*module);
  SplitToLLVMOptions options;
  options.hostAbi = true;
  options.results = size % 2 == 0 ? ResultKind::Copies : ResultKind::Views;
  PassManager pm(module->getContext());
  buildSplitCanonicalization(pm);
  buildSplitToLLVMPipeline(pm, options);
  (void)pm.run(*module);
  return 0;
}

/// Writes the module over `data`, one in four as bytecode. Returns its size, or
/// 0 if there is no room.
static size_t serialize(ModuleOp module, uint8_t *data, size_t maxSize,
                        unsigned seed) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (seed / 8 % 4 == 0) {
    if (failed(writeBytecodeToFile(module, os)))
      return 0;
  } else {
    module->print(os, OpPrintingFlags().printGenericOpForm());
  }
  if (text.size() > maxSize)
    return 0;
  llvm::copy(text, data);
  return text.size();
}

/// Mutates ops of the module. One mutation in eight changes bytes, as does
/// every mutation of data that does not parse.
extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT size_t LLVMFuzzerCustomMutator(
    uint8_t *data, size_t size, size_t maxSize, unsigned seed) {
  if (seed % 8 != 0)
    if (auto module = parse(data, size, /*verifies=*/false)) {
      IRMutator(seed).mutate(*module);
      if (size_t newSize = serialize(*module, data, maxSize, seed))
        return newSize;
    }
  return LLVMFuzzerMutate(data, size, maxSize);
}

/// Copies a function of one module into another.
extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT size_t LLVMFuzzerCustomCrossOver(
    const uint8_t *data1, size_t size1, const uint8_t *data2, size_t size2,
    uint8_t *out, size_t maxSize, unsigned seed) {
  auto module = parse(data1, size1, /*verifies=*/false);
  if (!module)
    return 0;
  ParserConfig config(module->getContext(), /*verifyAfterParse=*/false);
  auto other = parseSourceString<ModuleOp>(
      StringRef(reinterpret_cast<const char *>(data2), size2), config);
  if (!other)
    return 0;
  IRMutator(seed).crossOver(*module, *other);
  return serialize(*module, out, maxSize, seed);
}
