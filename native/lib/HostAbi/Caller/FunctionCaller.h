//===- FunctionCaller.h - Calls of functions known at run time --*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_HOSTABI_CALLER_FUNCTIONCALLER_H
#define SPLIT_MLIR_NATIVE_LIB_HOSTABI_CALLER_FUNCTIONCALLER_H

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace mlir::split::native {

/// How a host passes a parameter to a compiled function: the C types that
/// Runtime.h lists. A float of 16 bits is passed in the low bits of a Float.
enum class Passing {
  Pointer,
  Int8,
  UInt8,
  Int16,
  UInt16,
  Int32,
  UInt32,
  Int64,
  UInt64,
  Half,
  Float,
  Double
};

/// Returns how an argument is passed. `isTensor`, `elementType` and
/// `elementBytes` are those of the function's signature in JSON.
Passing getPassing(bool isTensor, std::string_view elementType,
                   int64_t elementBytes);

/// A compiled function that can be called without knowing its C type when the
/// caller is compiled.
class FunctionCaller {
public:
  /// `parameters` are those of the arguments, then Passing::Pointer for each
  /// result.
  FunctionCaller(void *function, std::vector<Passing> parameters);
  ~FunctionCaller();
  FunctionCaller(FunctionCaller &&other) noexcept;

  size_t getNumParameters() const;

  /// Calls the function and returns its status. Each parameter has a slot, in
  /// order: the pointer to pass, or a pointer to the scalar to pass by value.
  /// Several threads may call at the same time.
  int32_t call(void *const *slots) const;

private:
  struct Interface;
  std::unique_ptr<Interface> interface;
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_HOSTABI_CALLER_FUNCTIONCALLER_H
