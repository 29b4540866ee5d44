//===- split-mlir-fuzzer.cpp - Damaged and invented modules ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A libFuzzer target: parses text or bytecode, verifies it, writes and reads it
// again, canonicalizes it, and lowers it with the host ABI. See
// fuzz/docs/Fuzzing.md for how to run it.
//
//===----------------------------------------------------------------------===//

#include "IRMutator.h"

#include "Fuzzing.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Pass/PassManager.h"
#include "split-mlir/InitAll.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBufferRef.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

namespace {
/// A context with all dialects, and the passes that run on its modules. To
/// create their patterns takes longer than to compile a module.
class Compiler {
public:
  Compiler() : context(createRegistry(), MLIRContext::Threading::DISABLED) {
    context.getDiagEngine().registerHandler(
        [](Diagnostic &) { return success(); });
    addPasses(copies, ResultKind::Copies);
    addPasses(views, ResultKind::Views);
  }

  MLIRContext context;
  PassManager copies{&context};
  PassManager views{&context};

private:
  static DialectRegistry createRegistry();
  static void addPasses(PassManager &pm, ResultKind results);
};
} // namespace

DialectRegistry Compiler::createRegistry() {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAll(registry);
  return registry;
}

void Compiler::addPasses(PassManager &pm, ResultKind results) {
  SplitToLLVMOptions options;
  options.hostAbi = true;
  options.results = results;
  buildSplitCanonicalization(pm);
  buildSplitToLLVMPipeline(pm, options);
}

/// Returns a compiler, which lives for some runs only: a context keeps its
/// attributes and types until it is gone.
static Compiler &getCompiler() {
  constexpr unsigned kRunsPerContext = 1000;
  static std::unique_ptr<Compiler> compiler;
  static unsigned runs = 0;
  if (runs++ % kRunsPerContext == 0)
    compiler = std::make_unique<Compiler>();
  return *compiler;
}

/// Parses text or bytecode, and does not verify it.
static OwningOpRef<ModuleOp> parse(const uint8_t *data, size_t size,
                                   MLIRContext &context) {
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  StringRef bytes(reinterpret_cast<const char *>(data), size);
  // The parser crashes, see SECURITY.md.
  if (bytes.contains("array<index"))
    return {};
  return parseSourceString<ModuleOp>(bytes, config);
}

/// Returns the number of elements of a static shape, or a larger number.
static uint64_t countElements(ShapedType type) {
  uint64_t count = 1;
  for (int64_t size : type.getShape())
    count = llvm::SaturatingMultiply(count, uint64_t(size));
  return count;
}

/// Returns whether the segments that attribute `name` of `op` states are not
/// those of `count` values. Verifiers of ops around `op` read the segments
/// before they are verified.
static bool hasWrongSegments(Operation *op, StringRef name, unsigned count) {
  auto sizes = dyn_cast_or_null<DenseI32ArrayAttr>(
      op->getInherentAttr(name).value_or(Attribute()));
  if (!sizes)
    return false;
  int64_t sum = 0;
  for (int32_t size : sizes.asArrayRef()) {
    if (size < 0)
      return true;
    sum += size;
  }
  return sum != count;
}

/// Returns whether the verifier of `op` in MLIR 22.1 crashes.
static bool crashesVerifier(Operation *op) {
  if (op->getNumResults() != 1)
    return true;
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type)
    return true;
  if (auto concat = dyn_cast<tensor::ConcatOp>(op))
    return !concat.getDimAttr() ||
           concat.getDim() >= static_cast<uint64_t>(type.getRank());
  constexpr uint64_t kMaxElements = 1 << 16;
  return !type.hasStaticShape() || countElements(type) > kMaxElements;
}

/// Returns whether `op` crashes MLIR 22.1. SECURITY.md lists these ops.
static bool crashesUpstream(Operation *op) {
  if (hasWrongSegments(op, "operandSegmentSizes", op->getNumOperands()) ||
      hasWrongSegments(op, "resultSegmentSizes", op->getNumResults()))
    return true;
  if (isa<bufferization::AllocTensorOp>(op))
    return op->getNumResults() != 1 ||
           !isa<RankedTensorType>(op->getResult(0).getType());
  return isa<tensor::ConcatOp, tensor::FromElementsOp>(op) &&
         crashesVerifier(op);
}

static bool crashesUpstream(ModuleOp module) {
  auto visit = [](Operation *op) {
    return crashesUpstream(op) ? WalkResult::interrupt()
                               : WalkResult::advance();
  };
  return module.walk(visit).wasInterrupted();
}

/// Returns whether an argument without a rank has a layout, which crashes
/// bufferization. The module must be valid.
static bool hasLayoutWithoutRank(ModuleOp module) {
  auto visit = [](func::FuncOp function) {
    for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
      if (isa<UnrankedTensorType>(type) &&
          function.getArgAttr(i, "bufferization.buffer_layout"))
        return WalkResult::interrupt();
    return WalkResult::advance();
  };
  return module.walk(visit).wasInterrupted();
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
  Compiler &compiler = getCompiler();
  OwningOpRef<ModuleOp> module = parse(data, size, compiler.context);
  if (!module || crashesUpstream(*module) || failed(verify(*module)) ||
      hasLayoutWithoutRank(*module))
    return 0;
  ExecutionTimer timer(/*milliseconds=*/30);
  requireBytecode(*module);
  (void)(size % 2 == 0 ? compiler.copies : compiler.views).run(*module);
  return timer.getResult();
}

/// Writes the module over `data`, one in four as bytecode if it is valid.
/// Returns its size, or 0 if there is no room.
static size_t serialize(ModuleOp module, uint8_t *data, size_t maxSize,
                        unsigned seed) {
  std::string text;
  llvm::raw_string_ostream os(text);
  // The writer needs all properties.
  if (seed / 8 % 4 == 0 && !crashesUpstream(module) &&
      succeeded(verify(module))) {
    if (failed(writeBytecodeToFile(module, os)))
      return 0;
  } else {
    module->print(os, OpPrintingFlags().printGenericOpForm());
  }
  return copyIfFits(text, data, maxSize);
}

/// Mutates ops of the module. One mutation in eight changes bytes, as does
/// every mutation of data that does not parse. Bytes of bytecode do not change:
/// MLIR's reader crashes.
extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT size_t LLVMFuzzerCustomMutator(
    uint8_t *data, size_t size, size_t maxSize, unsigned seed) {
  if (seed % 8 != 0)
    if (auto module = parse(data, size, getCompiler().context)) {
      IRMutator(seed).mutate(*module);
      if (size_t newSize = serialize(*module, data, maxSize, seed))
        return newSize;
    }
  llvm::MemoryBufferRef buffer(
      StringRef(reinterpret_cast<const char *>(data), size), "");
  return isBytecode(buffer) ? size : LLVMFuzzerMutate(data, size, maxSize);
}

/// Copies a function of one module into another.
extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT size_t LLVMFuzzerCustomCrossOver(
    const uint8_t *data1, size_t size1, const uint8_t *data2, size_t size2,
    uint8_t *out, size_t maxSize, unsigned seed) {
  MLIRContext &context = getCompiler().context;
  OwningOpRef<ModuleOp> module = parse(data1, size1, context);
  OwningOpRef<ModuleOp> other = parse(data2, size2, context);
  if (!module || !other)
    return 0;
  IRMutator(seed).crossOver(*module, *other);
  return serialize(*module, out, maxSize, seed);
}
