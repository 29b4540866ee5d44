//===- MpiPasses.h - Conversions for several ranks --------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_CONVERSION_MPIPASSES_H
#define SPLIT_MLIR_CONVERSION_MPIPASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::split::mpi {

#define GEN_PASS_DECL
#include "split-mlir/Conversion/MpiPasses.h.inc"

#define GEN_PASS_REGISTRATION
#include "split-mlir/Conversion/MpiPasses.h.inc"

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_CONVERSION_MPIPASSES_H
