//===- Passes.td - Passes on any program of tensors --------*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TRANSFORMS_PASSES_TD
#define SPLIT_MLIR_TRANSFORMS_PASSES_TD

include "split-mlir/Transforms/BufferPasses.td"
include "split-mlir/Transforms/ContractionPasses.td"
include "split-mlir/Transforms/ControlFlowGapPasses.td"
include "split-mlir/Transforms/ElementTypePasses.td"
include "split-mlir/Transforms/ElementwisePasses.td"
include "split-mlir/Transforms/FunctionPasses.td"
include "split-mlir/Transforms/NumberPasses.td"
include "split-mlir/Transforms/UpstreamGapPasses.td"

#endif // SPLIT_MLIR_TRANSFORMS_PASSES_TD
