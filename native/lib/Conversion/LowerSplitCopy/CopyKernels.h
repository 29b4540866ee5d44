//===- CopyKernels.h - Functions that move bytes ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel is a private function that all copies of the same plan and lengths
// call:
//
//   kernel(%source: !llvm.ptr, %begin: i64, %end: i64, %row_stride: i64,
//          outputs...)
//
// It copies rows %begin to %end; %begin is a multiple of CopyPlan::blockRows.
// Pointers point to row 0. The strategy determines `outputs`:
//
//   Unrolled             a !llvm.ptr to each output
//   Looped, Transposed   a !llvm.ptr to a table of pointers
//   Generic              a !llvm.ptr to a table of triples (pointer to the
//                        output, run, offset of the run in its row), and the
//                        number of triples as i64
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_CONVERSION_LOWERSPLITCOPY_COPYKERNELS_H
#define SPLIT_MLIR_NATIVE_LIB_CONVERSION_LOWERSPLITCOPY_COPYKERNELS_H

#include "../../Machine/LargeOperands.h"
#include "ByteBuilder.h"
#include "CopyStrategy.h"
#include "OutputCode.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::split::native {

/// The number of 8-byte values in an entry of the table of Generic.
inline constexpr int64_t kGenericEntryValues = 3;

/// The kernels of one module.
class CopyKernels {
public:
  CopyKernels(RuntimeCalls &calls, const MachineModel &machine)
      : calls(calls), machine(machine) {}

  /// Returns the kernel for the plan that kernels with all kinds of stores have
  /// in common. The first call creates it.
  func::FuncOp get(Location loc, const CopyShape &shape, const CopyPlan &common,
                   StoreKind stores);

  /// Returns kernel(%source, %target: !llvm.ptr, %begin, %end: i64), which
  /// copies bytes %begin to %end of one run, a line or more.
  func::FuncOp getBytes(Location loc, StoreKind stores);

  /// Whether a copy of `bytes`, read and written, has non-temporal stores.
  Value isAboveThreshold(ByteBuilder &b, Value bytes);

  /// Whether threads share a copy of `bytes`, read and written.
  Value isShared(ByteBuilder &b, Value bytes);

  const MachineModel &getMachine() const { return machine; }

private:
  func::FuncOp create(Location loc, StringRef key, ArrayRef<Type> arguments,
                      bool sharesLoads,
                      llvm::function_ref<void(ByteBuilder &, ValueRange)> body);
  Value isAbove(ByteBuilder &b, Value bytes, int64_t known, MachineField field,
                std::optional<MachineField> unless = std::nullopt);
  StreamValues getStreamValues(ByteBuilder &b, StoreKind stores);
  void buildFence(ByteBuilder &b, StoreKind stores);

  RuntimeCalls &calls;
  MachineModel machine;
  llvm::StringMap<func::FuncOp> kernels;
};

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_CONVERSION_LOWERSPLITCOPY_COPYKERNELS_H
