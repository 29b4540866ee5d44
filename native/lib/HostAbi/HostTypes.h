//===- HostTypes.h - Types of host functions --------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_HOSTABI_HOSTTYPES_H
#define SPLIT_MLIR_NATIVE_LIB_HOSTABI_HOSTTYPES_H

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::split::native {

/// The types that a host passes to a function of memrefs and scalars. The
/// function takes `inputs`, then an argument for each of `given`, then one for
/// each of `outParams`.
struct HostTypes {
  SmallVector<Type> inputs;
  SmallVector<Type> results;
  /// The inputs that the function also takes with the strides that the host
  /// passes.
  SmallVector<unsigned> given;
  /// The results that the caller has buffers for, and whether each is one.
  SmallVector<unsigned> outParams;
  BitVector isOutParam;
};

/// Reads the attributes that split-results-to-out-params and
/// split-results-to-views set on arguments. Emits an error if these contradict
/// each other.
FailureOr<HostTypes> getHostTypes(func::FuncOp function);

/// Checks that a host can pass all arguments and results of `function`. With
/// `views`, results of static shape need no buffer of the caller.
LogicalResult verifyHostTypes(func::FuncOp function, const HostTypes &signature,
                              const LLVMTypeConverter &converter, bool views);

/// Returns the layout in which `function` reads its argument `index`, one of
/// SPLIT_MLIR_LAYOUT_*.
int64_t getHostLayout(func::FuncOp function, unsigned index);

/// Returns the type of a host function's parameter for an argument of type
/// `type`: the type itself if isPassedByValue, else a pointer; null if a host
/// cannot pass it.
Type getPassedType(Type type, const LLVMTypeConverter &converter);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_HOSTABI_HOSTTYPES_H
