//===- MpiPasses.cpp - Passes of distribution for C -----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir-c/MpiPasses.h"

#include "mlir/CAPI/Pass.h"
#include "split-mlir/InitDistribution.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;

#include "split-mlir/Distribution/Passes.capi.cpp.inc"
