//===- Passes.td - Conversions to and from split ops -------*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_CONVERSION_PASSES_TD
#define SPLIT_MLIR_CONVERSION_PASSES_TD

include "split-mlir/Conversion/ForeignPasses.td"
include "split-mlir/Conversion/LoweringPasses.td"
include "split-mlir/Conversion/MpiPasses.td"

#endif // SPLIT_MLIR_CONVERSION_PASSES_TD
