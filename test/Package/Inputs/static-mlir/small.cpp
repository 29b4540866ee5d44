//===- small.cpp - A small compiler with the dialect split ----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// small FILE lowers splits to slices. small FILE PLUGIN has the dialect from a
// plugin instead of its own, and only parses.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Transforms/Passes.h"
#include "split-mlir/InitCore.h"

using namespace mlir;

int main(int argc, char **argv) {
  DialectRegistry registry;
  registry.insert<func::FuncDialect>();
  if (argc == 3) {
    auto plugin = llvm::cantFail(DialectPlugin::load(argv[2]));
    plugin.registerDialectRegistryCallbacks(registry);
  } else {
    split::registerCore(registry);
  }
  MLIRContext context(registry);
  auto module = parseSourceFile<ModuleOp>(argv[1], &context);
  PassManager manager(&context);
  if (argc != 3) {
    manager.addPass(split::createConvertSplitToLinalgPass());
    manager.addPass(createCanonicalizerPass());
  }
  if (!module || failed(manager.run(*module)))
    return 1;
  module->print(llvm::outs());
  return 0;
}
