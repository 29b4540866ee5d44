//===- NativeCall.h - Calling compiled functions ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_TARGET_NATIVE_NATIVECALL_H
#define SPLIT_MLIR_LIB_TARGET_NATIVE_NATIVECALL_H

#include "split-mlir/Target/Native/HostTensor.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <deque>

namespace llvm {
class Function;
} // namespace llvm

namespace mlir {
namespace split {

/// Adds to `callee`'s module `void entry(ptr arguments, ptr results)`, which
/// calls it. `callee` is a function of type `type`, lowered: a ranked tensor is
/// passed as the fields of its memref descriptor, an unranked one as rank and
/// pointer to the descriptor. Each such argument is read through its own
/// pointer in `arguments`, and each result of `type` written, as one value,
/// through its own in `results`. Fails when `callee` does not look like that.
llvm::Expected<llvm::Function *> createEntryPoint(llvm::Function &callee,
                                                  FunctionType type);

/// The memory of one call through an entry point.
class NativeCall {
public:
  /// Slots for `inputs` and for the results of `type`. The inputs must outlive
  /// the call.
  static llvm::Expected<NativeCall> create(FunctionType type,
                                           MutableArrayRef<HostTensor> inputs);

  void **getArguments() { return arguments.data(); }
  void **getResults() { return results.data(); }

  /// Copies the results and frees what the callee allocated for them. To be
  /// called once, after the call.
  llvm::Expected<SmallVector<HostTensor>> takeResults();

private:
  explicit NativeCall(FunctionType type) : type(type) {}

  /// A new block of 64-bit words, whose address stays.
  MutableArrayRef<int64_t> addWords(size_t count);
  void addArgument(Type argumentType, HostTensor &input);
  llvm::Expected<HostTensor> takeResult(unsigned number);
  llvm::Expected<HostTensor> copyMemRef(ArrayRef<int64_t> descriptor,
                                        int64_t rank, Type elementType);

  FunctionType type;
  std::deque<SmallVector<int64_t>> words;
  SmallVector<void *> arguments;
  SmallVector<void *> results;
  /// One per scalar result, in order.
  std::deque<HostTensor> scalars;
  /// Where the inputs live, which the callee does not allocate.
  llvm::SmallPtrSet<void *, 8> borrowed;
  /// What the callee allocated; each block once, however many results use it.
  llvm::SmallPtrSet<void *, 8> allocated;
};

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_LIB_TARGET_NATIVE_NATIVECALL_H
