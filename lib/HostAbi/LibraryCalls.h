//===- LibraryCalls.h - Calls of functions outside the program --*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_HOSTABI_LIBRARYCALLS_H
#define SPLIT_MLIR_LIB_HOSTABI_LIBRARYCALLS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "split-mlir/HostAbi/Runtime.h"
#include "split-mlir/MpiRuntime/MpiRuntime.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::split {

/// A function of the C or the runtime library, in types of the LLVM dialect.
struct LibraryFunction {
  StringRef name;
  SmallVector<Type> arguments;
  /// Null for void.
  Type result;
  /// Whether more arguments may follow.
  bool isVariadic = false;
};

/// The functions of the runtime library and of libSplitMpi that compiled code
/// calls.
enum class RuntimeFunction {
#define RUNTIME_FUNCTION(name, symbol) name,
#include "RuntimeFunctions.def"
#define RUNTIME_FUNCTION(name, symbol) name,
#include "MpiFunctions.def"
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

/// Builds calls of library functions in one module, and their constants.
class LibraryCalls {
public:
  explicit LibraryCalls(ModuleOp module);

  SymbolTable &getSymbols() { return symbols; }

  /// Checks that the program does not define the symbol of `function`. It may
  /// declare a function of the same type.
  LogicalResult verify(const LibraryFunction &function);
  LogicalResult verify(RuntimeFunction function);
  LogicalResult verifyRuntimeFunctions();
  LogicalResult verifyMpiFunctions();

  /// Creates a call and returns its result; null if the function is void.
  Value call(OpBuilder &builder, Location loc, const LibraryFunction &function,
             ValueRange operands);
  Value call(OpBuilder &builder, Location loc, RuntimeFunction function,
             ValueRange operands);

  /// Makes the module refer to the symbol that only a runtime library of this
  /// ABI version defines. Emits an error if the program has that symbol.
  LogicalResult requireAbi();

  Value createConstant(OpBuilder &builder, Location loc, int64_t value);

  /// Returns the address of a null-terminated constant. Equal strings share it.
  Value getString(OpBuilder &builder, Location loc, StringRef text);

  /// Returns the address of a constant array of i64. Equal arrays share it.
  Value getWords(OpBuilder &builder, Location loc, ArrayRef<int64_t> words);

  /// Returns the address of the first element of a memref, of type index.
  /// `elementBytes` is the distance of two elements.
  static Value getAddress(OpBuilder &builder, Location loc, Value memref,
                          int64_t elementBytes);

  /// Stores values of type index to an array of i64 on the stack, and returns
  /// its address.
  Value storeValues(OpBuilder &builder, Location loc, ValueRange values);

private:
  /// Returns an array of at least `size` elements of type i64 on the stack. All
  /// checks of a function share it. The function's entry block allocates it,
  /// because LLVM does not inline a function that allocates in other blocks.
  Value getArray(OpBuilder &builder, Location loc, size_t size);

  ModuleOp module;
  SymbolTable symbols;
  llvm::StringMap<LLVM::GlobalOp> strings;
  llvm::DenseMap<Region *, LLVM::AllocaOp> arrays;
  llvm::DenseMap<Attribute, LLVM::GlobalOp> wordArrays;
};

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_HOSTABI_LIBRARYCALLS_H
