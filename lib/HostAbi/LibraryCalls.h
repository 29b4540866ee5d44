//===- LibraryCalls.h - calls of functions outside the program --*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_CONVERSION_SPLITASSERT_LIBRARYCALLS_H
#define SPLIT_MLIR_LIB_CONVERSION_SPLITASSERT_LIBRARYCALLS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringMap.h"

namespace mlir {
namespace split {

/// A function of the C or the runtime library, in types of the LLVM dialect.
struct LibraryFunction {
  StringRef name;
  SmallVector<Type> arguments;
  /// Null for void.
  Type result;
};

/// The functions of split-mlir's runtime library (Runtime.h).
LibraryFunction getRecordFailure(MLIRContext *context);
LibraryFunction getBeginCall(MLIRContext *context);
LibraryFunction getEndCall(MLIRContext *context);
LibraryFunction getPack(MLIRContext *context);
LibraryFunction getFreePacked(MLIRContext *context);
LibraryFunction getInspectUnranked(MLIRContext *context);
LibraryFunction getPackUnranked(MLIRContext *context);
LibraryFunction getCountBytes(MLIRContext *context);
LibraryFunction getFindOverlap(MLIRContext *context);
LibraryFunction getMachine(MLIRContext *context);
LibraryFunction getStoreUnranked(MLIRContext *context);
// Those that upstream's lowering of memrefs calls.
LibraryFunction getAlloc(MLIRContext *context);
LibraryFunction getAlignedAlloc(MLIRContext *context);
LibraryFunction getFree(MLIRContext *context);
LibraryFunction getMemrefCopy(MLIRContext *context);

/// Makes calls of library functions, and the constants they are given, in one
/// module.
class LibraryCalls {
public:
  explicit LibraryCalls(ModuleOp module);

  SymbolTable &getSymbols() { return symbols; }

  /// Checks that no symbol of the program stands in the way of `wanted`; the
  /// program may declare it itself.
  LogicalResult verify(const LibraryFunction &wanted);

  /// Calls `wanted`; null if it is void.
  Value call(OpBuilder &builder, Location loc, const LibraryFunction &wanted,
             ValueRange operands);

  /// Makes the module link with no runtime library but one of this ABI version.
  /// An error if the program has a symbol of that name.
  LogicalResult requireAbi();

  Value createConstant(OpBuilder &builder, Location loc, int64_t value);

  /// The address of a null-terminated constant; equal strings share one.
  Value getString(OpBuilder &builder, Location loc, StringRef text);

  /// An array of the values on the stack; they are signed 64-bit, as index is.
  Value storeValues(OpBuilder &builder, Location loc, ValueRange values);

private:
  /// At least `size` 64-bit integers, which all checks of a function share.
  /// They stand at its beginning: LLVM inlines no function that allocates
  /// elsewhere.
  Value getArray(OpBuilder &builder, Location loc, size_t size);

  ModuleOp module;
  SymbolTable symbols;
  llvm::StringMap<LLVM::GlobalOp> strings;
  llvm::DenseMap<Region *, LLVM::AllocaOp> arrays;
};

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_LIB_CONVERSION_SPLITASSERT_LIBRARYCALLS_H
