//===- RuntimeCalls.h - Calls of the runtime library ------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_HOSTABI_RUNTIMECALLS_H
#define SPLIT_MLIR_HOSTABI_RUNTIMECALLS_H

#include "split-mlir/Conversion/SplitAssert/LibraryCalls.h"
#include "split-mlir/HostAbi/Runtime.h"

namespace mlir::split::native {

/// The functions of the runtime library that compiled code calls.
enum class RuntimeFunction {
#define RUNTIME_FUNCTION(name, symbol) name,
#include "split-mlir/HostAbi/RuntimeFunctions.def"
};

#define SPLIT_MLIR_STRING(text) #text
#define SPLIT_MLIR_EXPANDED_STRING(macro) SPLIT_MLIR_STRING(macro)
/// The name of the symbol that identifies the ABI version of a runtime library.
inline constexpr llvm::StringLiteral kAbiSymbolName =
    SPLIT_MLIR_EXPANDED_STRING(SPLIT_MLIR_ABI_SYMBOL);
#undef SPLIT_MLIR_EXPANDED_STRING
#undef SPLIT_MLIR_STRING

LibraryFunction getLibraryFunction(RuntimeFunction function,
                                   MLIRContext *context);

namespace detail {
/// Returns the type that a C type has in the LLVM dialect; null for void.
template <typename T>
Type getLLVMType(MLIRContext *context) {
  if constexpr (std::is_pointer_v<T>)
    return LLVM::LLVMPointerType::get(context);
  else if constexpr (std::is_void_v<T>)
    return {};
  else
    return IntegerType::get(context, 8 * sizeof(T));
}

template <typename Function>
struct CFunction;

template <typename Result, typename... Arguments>
struct CFunction<Result(Arguments...)> {
  static LibraryFunction get(StringRef name, MLIRContext *context) {
    return {name,
            {getLLVMType<Arguments>(context)...},
            getLLVMType<Result>(context),
            /*isVariadic=*/false};
  }
};
} // namespace detail

/// Returns the function `name` of a library in C, whose type is `Function`.
template <typename Function>
LibraryFunction getCFunction(StringRef name, MLIRContext *context) {
  return detail::CFunction<Function>::get(name, context);
}

/// Builds calls of the runtime library in one module.
class RuntimeCalls : public LibraryCalls {
public:
  using LibraryCalls::call;
  using LibraryCalls::LibraryCalls;
  using LibraryCalls::verify;

  LogicalResult verify(RuntimeFunction function);
  LogicalResult verifyRuntimeFunctions();

  Value call(OpBuilder &builder, Location loc, RuntimeFunction function,
             ValueRange operands);

  /// Makes the module refer to the symbol that only a runtime library of this
  /// ABI version defines. Emits an error if the program has that symbol.
  LogicalResult requireAbi();

  /// Emits an error if the program has a symbol of this name, which a global of
  /// the host ABI needs.
  LogicalResult verifyFree(StringRef name);

  /// Returns the address of a constant array of i64. Equal arrays share it.
  Value getWords(OpBuilder &builder, Location loc, ArrayRef<int64_t> words);

  /// Returns the address of the first element of a memref, of type index.
  /// `elementBytes` is the distance of two elements.
  static Value getAddress(OpBuilder &builder, Location loc, Value memref,
                          int64_t elementBytes);

private:
  llvm::DenseMap<Attribute, LLVM::GlobalOp> wordArrays;
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_HOSTABI_RUNTIMECALLS_H
