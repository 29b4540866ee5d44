//===- TensorCompare.h - Results against expectations -----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TOOLS_SPLITRUN_TENSORS_TENSORCOMPARE_H
#define SPLIT_MLIR_TOOLS_SPLITRUN_TENSORS_TENSORCOMPARE_H

#include "split-mlir/HostAbi/HostTensor.h"

namespace mlir {
namespace split {

/// How far floats may be apart: |got - expected| <= absolute + relative *
/// |expected|, for complexes in both parts, |expected| being the modulus.
struct Tolerance {
  double relative = 1e-5;
  double absolute = 1e-8;
};

/// Compares shapes, then types (which must have the same
/// values, see haveSameValues), then elements: integers exactly, floats within
/// `tolerance`; infinities equal themselves, and NaNs all NaNs. The error names
/// the first element that differs, both values, and how many differ.
llvm::Error compareTensors(const HostTensor &got, const HostTensor &expected,
                           const Tolerance &tolerance = {});

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_TOOLS_SPLITRUN_TENSORS_TENSORCOMPARE_H
