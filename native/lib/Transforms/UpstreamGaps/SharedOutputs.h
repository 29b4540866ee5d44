//===- SharedOutputs.h - Outputs that threads share -------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_SHAREDOUTPUTS_H
#define SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_SHAREDOUTPUTS_H

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::split::native {

/// Lets each thread of `loop` read what its outputs were before the loop, even
/// though the threads write to their buffers. Returns the number of values
/// copied.
unsigned isolateOutputs(scf::ForallOp loop,
                        const bufferization::AnalysisState &state);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TRANSFORMS_UPSTREAMGAPS_SHAREDOUTPUTS_H
