//===- HostAbi.h - marks of the passes of the host ABI ----------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_HOSTABI_HOSTABI_H
#define SPLIT_MLIR_HOSTABI_HOSTABI_H

#include "llvm/ADT/StringRef.h"

namespace mlir {
namespace func {
class FuncOp;
} // namespace func

namespace split {

/// An integer on an argument of a function: which of the function's former
/// results is written there. Set by split-results-to-out-params, read by
/// split-emit-host-functions.
inline constexpr llvm::StringLiteral kResultAttrName = "split.result";

/// An integer on an argument of a function: the number of an earlier argument.
/// The marked argument is the same tensor, but with the strides that the host
/// passes. Set by split-results-to-views, read by split-emit-host-functions.
inline constexpr llvm::StringLiteral kGivenAttrName = "split.given";

/// A unit attribute on an argument that the host must pass in row-major order,
/// because results are views of a reshape of it. Set by split-results-to-views,
/// read by split-emit-host-functions.
inline constexpr llvm::StringLiteral kRowMajorAttrName = "split.row_major";

/// An i32 on a split.assert: the status that a call returns if the assertion
/// fails, one of SPLIT_MLIR_* of Runtime.h. The default is
/// SPLIT_MLIR_CHECK_FAILED. Set by passes of the host ABI, read by
/// split-asserts-to-status.
inline constexpr llvm::StringLiteral kStatusAttrName = "split.status";

/// On a function whose first result is the status already. Set by
/// split-emit-host-functions, read by split-asserts-to-status.
inline constexpr llvm::StringLiteral kReturnsStatusAttrName =
    "split.returns_status";

/// The linkage that the conversion to the LLVM dialect gives a function.
inline constexpr llvm::StringLiteral kLinkageAttrName = "llvm.linkage";

/// Makes `function` private, and internal to the object file that it becomes
/// part of.
void setInternal(func::FuncOp function);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_HOSTABI_HOSTABI_H
