//===- TensorCompare.h - Comparison with expected results -------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_TOOLS_SPLIT_RUN_TENSORS_TENSORCOMPARE_H
#define SPLIT_MLIR_NATIVE_TOOLS_SPLIT_RUN_TENSORS_TENSORCOMPARE_H

#include "split-mlir/HostAbi/HostTensor.h"

namespace mlir::split::native {

/// Floats are equal if |got - expected| <= absolute + relative * |expected|.
/// For complex numbers, this must hold in both parts, with the modulus
/// |expected|.
struct Tolerance {
  double relative = 1e-5;
  double absolute = 1e-8;
};

/// Compares shapes, then types (see haveSameValues), then elements: integers
/// exactly, floats within `tolerance`. Infinities equal themselves, and all
/// NaNs are equal. The error states the first element that differs, both
/// values, and the number of elements that differ.
llvm::Error compareTensors(const HostTensor &got, const HostTensor &expected,
                           const Tolerance &tolerance = {});

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_TOOLS_SPLIT_RUN_TENSORS_TENSORCOMPARE_H
