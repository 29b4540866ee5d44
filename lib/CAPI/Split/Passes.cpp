//===- Passes.cpp - Passes and pipelines for C ----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir-c/Passes.h"

#include "mlir/CAPI/Pass.h"
#include "split-mlir/InitCore.h"

using namespace mlir;
using namespace mlir::split;

#include "split-mlir/Conversion/Passes.capi.cpp.inc"
#include "split-mlir/Dialect/Split/Transforms/Passes.capi.cpp.inc"

void mlirSplitRegisterCorePasses() { registerCorePasses(); }
