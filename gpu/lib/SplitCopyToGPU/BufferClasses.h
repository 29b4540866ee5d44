//===- BufferClasses.h - Where buffers are used -----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_GPU_LIB_SPLITCOPYTOGPU_BUFFERCLASSES_H
#define SPLIT_MLIR_GPU_LIB_SPLITCOPYTOGPU_BUFFERCLASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::split::device {

/// Groups memrefs that may share memory, across calls too, and records whether
/// the host or kernels use each group.
class BufferClasses {
public:
  explicit BufferClasses(Operation *root);

  /// Returns whether the host loads or stores elements of `buffer`, or creates
  /// its memory on the stack or as a global.
  bool isUsedOnHost(Value buffer) {
    return usedOnHost.contains(classes.getOrInsertLeaderValue(buffer));
  }
  /// Returns whether kernels use `buffer`, or functions take or return it and
  /// the host does not use it.
  bool isOnDevice(Value buffer) {
    Value leader = classes.getOrInsertLeaderValue(buffer);
    return usedByKernels.contains(leader) ||
           (passed.contains(leader) && !usedOnHost.contains(leader));
  }
  /// Returns an op of the host whose buffer kernels use, too; null if there is
  /// none.
  Operation *findContradiction() {
    for (auto [leader, op] : usedOnHost)
      if (usedByKernels.contains(leader))
        return op;
    return nullptr;
  }

private:
  /// The first use of each class, by its leader.
  using Uses = llvm::MapVector<Value, Operation *>;

  void addCall(func::CallOp call);
  void addUses(Uses &uses, ValueRange values, Operation *op = nullptr);

  llvm::EquivalenceClasses<Value> classes;
  Uses usedByKernels, usedOnHost, passed;
};

} // namespace mlir::split::device

#endif // SPLIT_MLIR_GPU_LIB_SPLITCOPYTOGPU_BUFFERCLASSES_H
