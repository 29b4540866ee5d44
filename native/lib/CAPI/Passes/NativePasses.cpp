//===- NativePasses.cpp - Passes of native for C --------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir-c/NativePasses.h"

#include "mlir/CAPI/Pass.h"
#include "split-mlir/InitNative.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

#include "split-mlir/Conversion/NativePasses.capi.cpp.inc"
#include "split-mlir/HostAbi/Passes.capi.cpp.inc"
#include "split-mlir/Transforms/Passes.capi.cpp.inc"
