//===- RegisterAll.cpp - All components of a build for C ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir-c/RegisterAll.h"

#include "mlir/CAPI/IR.h"
#include "split-mlir/InitAll.h"

using namespace mlir;
using namespace mlir::split;

void mlirSplitRegisterAll(MlirDialectRegistry registry) {
  registerAll(*unwrap(registry));
  static const bool kHasFormats = (registerAllModelFormats(), true);
  (void)kHasFormats;
}

void mlirSplitRegisterAllPasses() {
  static const bool kHasPasses = (registerAllPasses(), true);
  (void)kHasPasses;
}
