//===- ForeignPasses.h - Conversions from and to others ---------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_CONVERSION_FOREIGNPASSES_H
#define SPLIT_MLIR_CONVERSION_FOREIGNPASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::split::frontends {

#define GEN_PASS_DECL
#include "split-mlir/Conversion/ForeignPasses.h.inc"

#define GEN_PASS_REGISTRATION
#include "split-mlir/Conversion/ForeignPasses.h.inc"

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_CONVERSION_FOREIGNPASSES_H
