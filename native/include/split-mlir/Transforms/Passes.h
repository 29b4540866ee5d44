//===- Passes.h - Passes on any program of tensors --------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TRANSFORMS_PASSES_H
#define SPLIT_MLIR_TRANSFORMS_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::split::native {

#define GEN_PASS_DECL
#include "split-mlir/Transforms/Passes.h.inc"

/// Creates a pass `split-report-memory` that prints to `os`.
std::unique_ptr<Pass> createSplitReportMemoryPass(raw_ostream &os);

/// Marks functions that `split-outline-kernels` has created, in LLVM IR, too.
inline constexpr StringLiteral kKernelAttrName = "split-kernel";

/// The function that the calls of `split-profile-ops` call, and what separates
/// the ops of the model in a description.
inline constexpr StringLiteral kProfileFunctionName = "split_mlir_profile_op";
inline constexpr StringLiteral kProfileSeparator = " + ";

#define GEN_PASS_REGISTRATION
#include "split-mlir/Transforms/Passes.h.inc"

} // namespace mlir::split::native

#endif // SPLIT_MLIR_TRANSFORMS_PASSES_H
