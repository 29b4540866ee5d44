//===- split-lsp-server.cpp - mlir-lsp-server with split-mlir -------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "common/ToolSetup.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "split-mlir/InitAll.h"

int main(int argc, char **argv) {
  mlir::split::setUpTool(argv[0]);
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::split::registerAll(registry);
  return failed(mlir::MlirLspServerMain(argc, argv, registry));
}
