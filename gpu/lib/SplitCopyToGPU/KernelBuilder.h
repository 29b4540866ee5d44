//===- KernelBuilder.h - Ops of kernels that copy ---------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_GPU_LIB_SPLITCOPYTOGPU_KERNELBUILDER_H
#define SPLIT_MLIR_GPU_LIB_SPLITCOPYTOGPU_KERNELBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"

namespace mlir::split::device {

/// The widest access of a thread, in bytes.
constexpr int64_t kAccessBytes = 16;
/// The threads of a block.
constexpr int64_t kBlockThreads = 256;

/// Returns how many elements of `type` an access of `kAccessBytes` holds; 1 for
/// types that have no vectors with the layout of memory, such as i1.
int64_t getAccessElements(Type type);

/// Returns the bytes of an element in memory, or 0 if they are not known here.
int64_t getElementBytes(Type type);

/// Memory that starts at an element of a buffer.
struct Span {
  /// The buffer: a memref of rank 0, so that a kernel takes only its address.
  Value buffer;
  /// In elements from the buffer's address.
  Value offset;
};

/// What a launch gives to its body.
struct KernelIds {
  Value block, thread;
  /// Workgroup memory; null if there is none.
  Value tile;
};

/// Puts `launch` into an scf.if, unless its grid certainly has blocks.
void skipEmptyLaunch(gpu::LaunchOp launch);

/// Creates ops of kernels and of the host code around them.
class KernelBuilder : public ImplicitLocOpBuilder, public IndexMath {
public:
  explicit KernelBuilder(Operation *op)
      : ImplicitLocOpBuilder(op->getLoc(), op),
        IndexMath(static_cast<OpBuilder &>(*this), op->getLoc()) {}

  /// Unlike arith.ceildivui, this needs no expansion.
  Value ceilDiv(Value a, int64_t b) { return div(add(a, get(b - 1)), get(b)); }

  /// Creates an scf.if without results.
  void createIf(Value condition, function_ref<void()> thenBody,
                function_ref<void()> elseBody = {});
  /// Creates an scf.if that yields what the bodies return.
  SmallVector<Value> createIf(Value condition, TypeRange types,
                              function_ref<SmallVector<Value>()> thenBody,
                              function_ref<SmallVector<Value>()> elseBody);
  /// Creates a loop over [from, to) by steps of `step`.
  void createFor(Value from, Value to, int64_t step,
                 function_ref<void(Value)> body);

  /// Launches `blocks` blocks of kBlockThreads threads, none if there are none,
  /// with `tile` in workgroup memory if it is not null.
  void createLaunch(Value blocks, MemRefType tile,
                    function_ref<void(KernelIds)> body);

  /// Returns the address of `span` in elements, modulo an access.
  Value getMisalignment(Span span);
  /// Returns `span` as a memref of elements, of unknown size.
  Value view(Span span);
  Value load(Value view, Value at) {
    return memref::LoadOp::create(*this, view, at);
  }
  void store(Value element, Value view, Value at) {
    memref::StoreOp::create(*this, element, view, at);
  }
  /// Loads `count` elements: a vector, or one element if `count` is 1.
  /// `aligned` says whether their address is a multiple of their size; null
  /// means it is.
  Value loadAccess(Value view, Value at, int64_t count, Value aligned = {});
  /// Stores what loadAccess returns, to a multiple of its size.
  void storeAccess(Value access, Value view, Value at);
  /// Copies elements [from, to) of `source`, counted from `sourceAt`, to
  /// `target`, one after the other.
  void copyElements(Value source, Value sourceAt, Value target, Value targetAt,
                    Value from, Value to);
};

} // namespace mlir::split::device

#endif // SPLIT_MLIR_GPU_LIB_SPLITCOPYTOGPU_KERNELBUILDER_H
