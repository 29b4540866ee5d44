//===- CopyKernels.h - functions that move bytes ----------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel is a private function for all copies of the same plan and lengths:
//
//   kernel(%source: !llvm.ptr, %begin: i64, %end: i64, %row_stride: i64,
//          output...)
//
// It moves rows %begin to %end; %begin is a multiple of CopyPlan::blockRows if
// that is not 1. Pointers are to row 0. What `output` is depends on the plan:
//
//   Unrolled             a !llvm.ptr for each output
//   Looped, Transposed   a !llvm.ptr to a table of pointers
//   Generic              a !llvm.ptr to a table of triples (pointer to the
//                        output, run, offset of the run in its row), and their
//                        number as i64
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_LOWERSPLITCOPY_COPYKERNELS_H
#define LIB_CONVERSION_LOWERSPLITCOPY_COPYKERNELS_H

#include "../../HostAbi/LibraryCalls.h"
#include "ByteBuilder.h"
#include "OutputCode.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "split-mlir/Conversion/LowerSplitCopy/CopyStrategy.h"

namespace mlir {
namespace split {

/// Of 8-byte values in an entry of a table of Generic.
inline constexpr int64_t kGenericEntryValues = 3;

/// The kernels of one module.
class CopyKernels {
public:
  CopyKernels(LibraryCalls &calls, const CopyTarget &target)
      : calls(calls), target(target) {}

  /// The kernel for a plan, made at the first call.
  func::FuncOp get(Location loc, const CopyShape &shape, const CopyPlan &plan,
                   StoreKind stores);

  /// A kernel of one run in one row, of a line or more:
  /// kernel(%source, %target: !llvm.ptr, %begin, %end: i64) moves its bytes
  /// %begin to %end.
  func::FuncOp getBytes(Location loc, StoreKind stores);

  /// Whether a copy of `bytes`, read and written, is to bypass the caches.
  Value isAboveThreshold(ByteBuilder &b, Value bytes);

  const CopyTarget &getTarget() const { return target; }

private:
  func::FuncOp create(Location loc, StringRef key, ArrayRef<Type> arguments,
                      bool sharesLoads,
                      llvm::function_ref<void(ByteBuilder &, ValueRange)> body);
  StreamValues getStreamValues(ByteBuilder &b, StoreKind stores);
  void buildFence(ByteBuilder &b, StoreKind stores);

  LibraryCalls &calls;
  CopyTarget target;
  llvm::StringMap<func::FuncOp> kernels;
};

} // namespace split
} // namespace mlir

#endif // LIB_CONVERSION_LOWERSPLITCOPY_COPYKERNELS_H
