//===- HostValues.h - Values that hosts and functions exchange --*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_HOSTABI_HOSTVALUES_H
#define SPLIT_MLIR_NATIVE_LIB_HOSTABI_HOSTVALUES_H

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "split-mlir/HostAbi/RuntimeCalls.h"

namespace mlir::split::native {

/// Returns `value` as a value of `type`; one of the types is the conversion of
/// the other one to LLVM.
Value convertValue(ImplicitLocOpBuilder &builder, Type type, Value value);

/// Tells LLVM that `size`, an i64 that has been checked, is not negative.
void assumeSize(ImplicitLocOpBuilder &builder, Value size);

/// Stores `result`, the result with this index, to `pointer`, the memory that
/// the host passes for it.
void emitResult(ImplicitLocOpBuilder &builder, RuntimeCalls &calls,
                const LLVMTypeConverter &converter, unsigned index,
                Value result, Value pointer);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_HOSTABI_HOSTVALUES_H
