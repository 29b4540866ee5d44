//===- NativeCall.h - Calling compiled functions ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_TARGET_NATIVE_NATIVECALL_H
#define SPLIT_MLIR_NATIVE_LIB_TARGET_NATIVE_NATIVECALL_H

#include "split-mlir/HostAbi/HostTensor.h"
#include <deque>

namespace llvm {
class Function;
} // namespace llvm

namespace mlir::split::native {

/// Adds a function `i32 entry(ptr slots)` to the module of `callee`, the host
/// function (see Runtime.h) for one of type `type`. The entry point calls
/// `callee` with the arguments in `slots`, as NativeModule::invoke describes
/// them. Fails if `callee` has another number of parameters.
llvm::Expected<llvm::Function *> createEntryPoint(llvm::Function &callee,
                                                  FunctionType type);

/// The memory of one call through an entry point.
class NativeCall {
public:
  /// Creates the slots for `inputs` and for the results of `type`; `views` is
  /// that of NativeOptions. The inputs must outlive the call and its results.
  static llvm::Expected<NativeCall>
  create(FunctionType type, MutableArrayRef<HostTensor> inputs, bool views);

  MutableArrayRef<void *> getSlots() { return slots; }

  /// Returns the results of a call that succeeded, and frees the memory that
  /// the callee allocated for them. Call it only once.
  llvm::Expected<SmallVector<HostTensor>> takeResults();

private:
  NativeCall(FunctionType type, bool views) : type(type), views(views) {}

  /// Allocates a block of 64-bit words, whose address is stable.
  MutableArrayRef<int64_t> addWords(size_t count);
  void addTensor(Type type, HostTensor &tensor);
  /// Returns whether the caller owns the memory of a result of type `type`.
  bool isCallersMemory(Type type) const;
  llvm::Error addResult(Type resultType);
  llvm::Expected<HostTensor> takeResult(unsigned number);

  FunctionType type;
  bool views;
  std::deque<SmallVector<int64_t>> words;
  /// The slots of the arguments, then those of the results.
  SmallVector<void *> slots;
  /// The results whose memory the caller owns, in order.
  std::deque<HostTensor> buffers;
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_TARGET_NATIVE_NATIVECALL_H
