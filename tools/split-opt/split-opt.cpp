//===- split-opt.cpp - mlir-opt with split-mlir ---------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "common/ToolSetup.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "split-mlir/InitAll.h"

int main(int argc, char **argv) {
  mlir::split::setUpTool(argv[0]);
  if (!mlir::split::checkOutput(llvm::ArrayRef(argv, argc)))
    return 1;
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllGPUToLLVMIRTranslations(registry);
  mlir::registerAllPasses();
  mlir::split::registerAll(registry);
  mlir::split::registerAllPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "split-mlir optimizer driver\n", registry));
}
