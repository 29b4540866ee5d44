//===- ForeignPasses.cpp - Passes of the frontends for C ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir-c/ForeignPasses.h"

#include "mlir/CAPI/Pass.h"
#include "split-mlir/InitFrontends.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

#include "split-mlir/Conversion/ForeignPasses.capi.cpp.inc"
