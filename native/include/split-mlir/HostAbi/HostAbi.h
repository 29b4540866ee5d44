//===- HostAbi.h - Attributes and helpers of the host ABI -------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_HOSTABI_HOSTABI_H
#define SPLIT_MLIR_HOSTABI_HOSTABI_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

namespace mlir::split::native {

/// On an argument of a function: the index of the former result that is written
/// there. split-results-to-out-params sets it, split-emit-host-functions reads
/// it.
inline constexpr llvm::StringLiteral kResultAttrName = "split.result";

/// On an argument of a function: the index of an earlier argument. The marked
/// argument is the same tensor with the strides that the host passes.
/// split-results-to-views sets it, split-emit-host-functions reads it.
inline constexpr llvm::StringLiteral kGivenAttrName = "split.given";

/// A unit attribute on an argument that the host must pass in row-major order,
/// because results are views of a reshape of it. split-results-to-views sets
/// it, split-emit-host-functions reads it.
inline constexpr llvm::StringLiteral kRowMajorAttrName = "split.row_major";

/// An i32 on a split.assert: the status that the call returns if the assertion
/// fails, one of SPLIT_MLIR_* of Runtime.h. The default is
/// SPLIT_MLIR_CHECK_FAILED. split-asserts-to-status reads it.
inline constexpr llvm::StringLiteral kStatusAttrName = "split.status";

/// A unit attribute on a function whose first result is the status already.
/// split-emit-host-functions sets it, split-asserts-to-status reads it.
inline constexpr llvm::StringLiteral kReturnsStatusAttrName =
    "split.returns_status";

/// The linkage that the conversion to the LLVM dialect gives a function.
inline constexpr llvm::StringLiteral kLinkageAttrName = "llvm.linkage";

/// An attribute of an LLVM function with many arguments. Such a function stores
/// pointers to its arguments in a table and passes the table to another
/// function, which the attribute names. Compiled code that already has such a
/// table can call the other function directly.
inline constexpr llvm::StringLiteral kTableFunctionAttrName =
    "split-mlir-table-function";

/// The global that split-emit-host-functions declares for constants in a file.
inline constexpr llvm::StringLiteral kWeightsName = "split_mlir_weights";

/// Returns the type of that global: SplitMlirWeights of Runtime.h.
LLVM::LLVMStructType getWeightsType(MLIRContext *context);

/// Makes `function` private, and gives it internal linkage.
void setInternal(func::FuncOp function);

/// Creates a split.assert that fails with `status`, one of SPLIT_MLIR_*.
void createCheck(OpBuilder &builder, Location loc, Value condition,
                 const Twine &format, ValueRange values, int32_t status);

/// Creates a split.assert that fails with SPLIT_MLIR_OUT_OF_MEMORY and
/// `out of memory: PROBLEM`.
void createMemoryCheck(OpBuilder &builder, Location loc, Value condition,
                       const Twine &problem);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_HOSTABI_HOSTABI_H
