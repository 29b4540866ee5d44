//===- NativeCall.h - Calling compiled functions ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_TARGET_NATIVE_NATIVECALL_H
#define SPLIT_MLIR_LIB_TARGET_NATIVE_NATIVECALL_H

#include "split-mlir/HostAbi/HostTensor.h"
#include <deque>

namespace llvm {
class Function;
} // namespace llvm

namespace mlir {
namespace split {

/// Adds to `callee`'s module `i32 entry(ptr slots)`, which calls it. `callee`
/// is the host function (see Runtime.h) of one of type `type`. Each of its
/// parameters has a slot, in order: what it points to, or where the scalar is
/// that it is passed by value. Fails when `callee` does not look like that.
llvm::Expected<llvm::Function *> createEntryPoint(llvm::Function &callee,
                                                  FunctionType type);

/// The memory of one call through an entry point.
class NativeCall {
public:
  /// Slots for `inputs` and for the results of `type`, which may be `views`.
  /// The inputs must outlive the call and its results.
  static llvm::Expected<NativeCall>
  create(FunctionType type, MutableArrayRef<HostTensor> inputs, bool views);

  MutableArrayRef<void *> getSlots() { return slots; }

  /// The results of a call that succeeded; frees what the callee allocated for
  /// them. To be called once.
  llvm::Expected<SmallVector<HostTensor>> takeResults();

private:
  NativeCall(FunctionType type, bool views) : type(type), views(views) {}

  /// A new block of 64-bit words, whose address stays.
  MutableArrayRef<int64_t> addWords(size_t count);
  void addTensor(Type type, HostTensor &tensor);
  /// Whether the caller has the memory of a result of type `type`.
  bool isCallersMemory(Type type) const;
  llvm::Error addResult(Type resultType);
  llvm::Expected<HostTensor> takeResult(unsigned number);

  FunctionType type;
  bool views;
  std::deque<SmallVector<int64_t>> words;
  /// Of the arguments, then of the results.
  SmallVector<void *> slots;
  /// One per result whose memory is the caller's, in order.
  std::deque<HostTensor> buffers;
};

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_LIB_TARGET_NATIVE_NATIVECALL_H
