//===- wing.cpp - A pass and a format of models from outside --------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// wing FILE prints the model in FILE in the LLVM dialect.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Pass/PassManager.h"
#include "split-mlir/InitNative.h"
#include "split-mlir/Support/Files.h"
#include "split-mlir/Support/Models.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

namespace {
/// Says how many splits a module has.
struct CountSplitsPass : PassWrapper<CountSplitsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CountSplitsPass)

  void runOnOperation() override {
    int64_t count = 0;
    getOperation()->walk([&](split::SplitOp) { ++count; });
    llvm::outs() << "splits: " << count << '\n';
  }
};
} // namespace

/// Imports a file with the size of a vector: a function that splits it.
static OwningOpRef<ModuleOp> importHalves(llvm::MemoryBufferRef model,
                                          const split::ImportOptions &,
                                          MLIRContext *context) {
  context->loadDialect<func::FuncDialect, split::SplitDialect>();
  Location loc =
      FileLineColLoc::get(context, model.getBufferIdentifier(), 1, 1);
  int64_t size;
  if (model.getBuffer().trim().getAsInteger(10, size) || size < 0 ||
      size % 2 != 0) {
    emitError(loc) << "expected an even size";
    return {};
  }
  OpBuilder builder(context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  auto whole = RankedTensorType::get({size}, builder.getF32Type());
  auto half = RankedTensorType::get({size / 2}, builder.getF32Type());
  builder.setInsertionPointToEnd(module->getBody());
  auto function = func::FuncOp::create(
      builder, loc, "main", builder.getFunctionType(whole, {half, half}));
  builder.setInsertionPointToEnd(function.addEntryBlock());
  auto split = split::SplitOp::create(builder, loc, function.getArgument(0),
                                      /*axis=*/0, /*numSplits=*/2);
  func::ReturnOp::create(builder, loc, split->getResults());
  return module;
}

static int fail(llvm::Error error) {
  llvm::errs() << llvm::toString(std::move(error)) << '\n';
  return 1;
}

int main(int argc, char **argv) {
  split::registerModelFormat({"Halves", ".halves", /*tensorEnding=*/"",
                              /*registerDialects=*/{}, importHalves});
  split::native::extendSplitToLLVMPipeline(
      split::native::PipelinePoint::AfterChecks,
      [](OpPassManager &manager, const split::native::SplitToLLVMOptions &) {
        manager.addPass(std::make_unique<CountSplitsPass>());
      });
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  split::native::registerNative(registry);
  MLIRContext context(registry);
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler(sources, &context);
  if (argc != 2)
    return fail(llvm::createStringError("usage: wing FILE"));
  auto file = split::readFile(argv[1]);
  if (!file)
    return fail(file.takeError());
  auto module = split::importModel(
      std::move(*file), split::getModelFormat(argv[1]), {}, sources, &context);
  if (!module)
    return fail(module.takeError());
  if (!*module)
    return 1;
  PassManager manager(&context);
  split::native::buildSplitToLLVMPipeline(manager,
                                          split::native::SplitToLLVMOptions());
  if (failed(manager.run(**module)))
    return 1;
  (*module)->print(llvm::outs());
  return 0;
}
