//===- LibraryCalls.h - Calls of functions outside the program --*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_CONVERSION_SPLITASSERT_LIBRARYCALLS_H
#define SPLIT_MLIR_CONVERSION_SPLITASSERT_LIBRARYCALLS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::split {

/// A function of the C library or of another library, in types of the LLVM
/// dialect.
struct LibraryFunction {
  StringRef name;
  SmallVector<Type> arguments;
  /// Null for void.
  Type result;
  /// Whether more arguments may follow.
  bool isVariadic = false;
};

/// Builds calls of library functions in one module, and their constants.
class LibraryCalls {
public:
  explicit LibraryCalls(ModuleOp module);

  SymbolTable &getSymbols() { return symbols; }

  /// Checks that the program does not define the symbol of `function`. It may
  /// declare a function of the same type.
  LogicalResult verify(const LibraryFunction &function);

  /// Creates a call and returns its result; null if the function is void.
  Value call(OpBuilder &builder, Location loc, const LibraryFunction &function,
             ValueRange operands);

  Value createConstant(OpBuilder &builder, Location loc, int64_t value);

  /// Returns the address of a null-terminated constant. Equal strings share it.
  Value getString(OpBuilder &builder, Location loc, StringRef text);

  /// Stores values of type index or i64 to an array of i64 on the stack, and
  /// returns its address.
  Value storeValues(OpBuilder &builder, Location loc, ValueRange values);

protected:
  ModuleOp module;
  SymbolTable symbols;

private:
  /// Returns an array of at least `size` elements of type i64 on the stack. All
  /// checks of a function share it. The function's entry block allocates it,
  /// because LLVM does not inline a function that allocates in other blocks.
  Value getArray(OpBuilder &builder, Location loc, size_t size);

  llvm::StringMap<LLVM::GlobalOp> strings;
  llvm::DenseMap<Region *, LLVM::AllocaOp> arrays;
};

} // namespace mlir::split

#endif // SPLIT_MLIR_CONVERSION_SPLITASSERT_LIBRARYCALLS_H
