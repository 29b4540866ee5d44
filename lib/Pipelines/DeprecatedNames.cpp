//===- DeprecatedNames.cpp - Former names of passes -----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "split-mlir/Pipelines/Pipelines.h"
#include "split-mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::split;

/// Registers `oldName` as a pipeline that runs the pass that `create` returns.
static void registerOldName(StringRef oldName, StringRef newName,
                            std::unique_ptr<Pass> (*create)()) {
  registerPassPipeline(
      oldName, ("Deprecated name of " + newName).str(),
      [create](OpPassManager &pm, StringRef options,
               llvm::function_ref<LogicalResult(const Twine &)> errorHandler) {
        std::unique_ptr<Pass> pass = create();
        if (failed(pass->initializeOptions(options, errorHandler)))
          return failure();
        pm.addPass(std::move(pass));
        return success();
      },
      [](llvm::function_ref<void(const mlir::detail::PassOptions &)>) {});
}

void mlir::split::registerDeprecatedPassNames() {
  registerOldName("convert-elementwise-tensors-to-linalg",
                  "split-elementwise-to-linalg",
                  createSplitElementwiseToLinalgPass);
  registerOldName("convert-strided-copy-to-linalg",
                  "split-strided-copy-to-linalg",
                  createSplitStridedCopyToLinalgPass);
  registerOldName("verify-element-types", "split-verify-element-types",
                  createSplitVerifyElementTypesPass);
  registerOldName("verify-lowered-to-llvm", "split-verify-lowered",
                  createSplitVerifyLoweredPass);
}
