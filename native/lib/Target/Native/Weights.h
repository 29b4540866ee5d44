//===- Weights.h - Constants outside of code --------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TARGET_NATIVE_WEIGHTS_H
#define SPLIT_MLIR_NATIVE_LIB_TARGET_NATIVE_WEIGHTS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "split-mlir/HostAbi/Runtime.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Memory.h"

namespace mlir::split::native {

class RuntimeCalls;

/// The large constants of a module, one after another, each at a multiple of
/// its alignment. Code finds them at the address in its SplitMlirWeights.
class Weights {
public:
  /// Removes them from `module`, which was lowered to the LLVM dialect for
  /// this, and replaces their addresses.
  explicit Weights(ModuleOp module);

  /// Whether a constant is moved: if it has at least 16 KiB, and elements of 8,
  /// 16, 32 or 64 bits that are not all equal.
  static bool canMove(ElementsAttr value);

  bool isEmpty() const { return constants.empty(); }

  /// Moves the constants of `module` to memory, which must outlive its code.
  static llvm::Expected<std::unique_ptr<llvm::sys::OwningMemoryBlock>>
  moveToMemory(ModuleOp module);

  /// Writes the file, SplitMlirWeightsEnd included. Sets the id.
  void write(llvm::raw_ostream &os);

  /// Defines the SplitMlirWeights of the module: with the name of a file that
  /// was written, or with an address, or neither if there are no weights.
  void define(StringRef file, const void *address = nullptr);

  /// The size of the file, and its id in hexadecimal, after it is written.
  uint64_t getFileBytes() const;
  std::string getId() const;

private:
  struct Constant {
    /// A DenseElementsAttr, or the description of a PackedConstant.
    Attribute value;
    uint64_t offset;
  };

  /// Calls `use` with the elements of each constant and zeros in between.
  void visit(llvm::function_ref<void(ArrayRef<char>)> use) const;
  /// Adds `value` unless it is there already. Returns its offset.
  uint64_t add(Attribute value, uint64_t size, uint64_t alignment);
  void mapWhenLoaded(RuntimeCalls &calls);
  void replaceAddresses(const llvm::StringMap<uint64_t> &offsets);

  ModuleOp module;
  LLVM::GlobalOp record;
  SmallVector<Constant, 0> constants;
  llvm::DenseMap<Attribute, uint64_t> known;
  uint64_t bytes = 0;
  SplitMlirWeightsEnd end = {SPLIT_MLIR_WEIGHTS_MAGIC, {}};
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TARGET_NATIVE_WEIGHTS_H
