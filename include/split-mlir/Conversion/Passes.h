//===- Passes.h - Conversions of split ops ----------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_CONVERSION_PASSES_H
#define SPLIT_MLIR_CONVERSION_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "split-mlir/Conversion/SplitAssert/SplitAssert.h"
#include "split-mlir/Conversion/SplitToLinalg/SplitToLinalg.h"

namespace mlir::split {

#define GEN_PASS_DECL
#include "split-mlir/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "split-mlir/Conversion/Passes.h.inc"

} // namespace mlir::split

#endif // SPLIT_MLIR_CONVERSION_PASSES_H
