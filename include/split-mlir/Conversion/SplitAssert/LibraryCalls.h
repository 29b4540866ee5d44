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
#include <optional>

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
  /// For a pass, which changes the module at once.
  explicit LibraryCalls(ModuleOp module) : module(module), symbols(module) {}

  /// For a pattern of a conversion. A module that is being converted may hold
  /// an op and its replacement under one name, which a symbol table does not
  /// allow.
  static LibraryCalls forPattern(ModuleOp module) {
    return LibraryCalls(module, std::nullopt);
  }

  /// Returns the symbols of the module. Not for patterns.
  SymbolTable &getSymbols() { return *symbols; }

  /// Emits an error if the program has the symbol of `function`, unless it is a
  /// `func.func` or `llvm.func` that is declared with the same type.
  LogicalResult verify(const LibraryFunction &function);

  /// Notes a symbol that was created in the module.
  void add(Operation *symbol) {
    if (symbols)
      symbols->insert(symbol);
  }

  /// Returns `name`, or a name that begins with it if the program has that.
  StringAttr getFreeName(StringRef name);

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

private:
  LibraryCalls(ModuleOp module, std::nullopt_t) : module(module) {}

  Operation *lookup(StringRef name) {
    return symbols ? symbols->lookup(name) : module.lookupSymbol(name);
  }

  /// Returns an array of at least `size` elements of type i64 on the stack. All
  /// checks of a function share it. The function's entry block allocates it,
  /// because LLVM does not inline a function that allocates in other blocks.
  Value getArray(OpBuilder &builder, Location loc, size_t size);

  /// Empty in a pattern.
  std::optional<SymbolTable> symbols;
  llvm::StringMap<LLVM::GlobalOp> strings;
  llvm::DenseMap<Region *, LLVM::AllocaOp> arrays;
};

} // namespace mlir::split

#endif // SPLIT_MLIR_CONVERSION_SPLITASSERT_LIBRARYCALLS_H
