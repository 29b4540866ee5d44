//===- CallEmitter.h - From what a host passes to a call --------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_CONVERSION_HOSTABI_CALLEMITTER_H
#define SPLIT_MLIR_LIB_CONVERSION_HOSTABI_CALLEMITTER_H

#include "HostTypes.h"
#include "LibraryCalls.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir {
namespace split {

/// Builds the body of a function that takes what a host passes, checks it (R7),
/// calls a function of the program and stores the results.
class CallEmitter {
public:
  /// Without `hasChecks`, descriptors are taken to be what types state, in
  /// row-major order. `packed` is a pointer to the list of packed arguments,
  /// see split_mlir_pack.
  CallEmitter(ImplicitLocOpBuilder &builder, LibraryCalls &calls,
              const LLVMTypeConverter &converter, bool hasChecks, Value packed)
      : b(builder), calls(calls), converter(converter), hasChecks(hasChecks),
        packed(packed) {}

  /// `passed` holds the arguments and then a pointer per result.
  void emit(func::FuncOp callee, const HostTypes &signature, ValueRange passed);

private:
  /// How the callee takes an argument.
  enum class Layout {
    /// In row-major order; the host may have any strides.
    Packed,
    /// In row-major order, which the host must have.
    RowMajor,
    /// Not at all.
    Unused
  };
  /// A buffer that has been checked.
  struct Buffer {
    std::string name;
    BaseMemRefType type;
    Value passed;
    /// To the first element; if the rank is unknown, to the descriptor.
    Value pointer;
    /// If the rank is known: the sizes, and the strides in row-major order.
    SmallVector<Value> sizes, strides;
    /// The rank, if it is unknown.
    Value rank;
    /// Whether elements are in row-major order; null if they certainly are.
    Value isContiguous;
  };
  /// Where a buffer lies.
  struct Range {
    /// The number of the argument or the result.
    unsigned index;
    bool isResult;
    /// The address and the number of bytes, as i64.
    Value address, bytes;
    /// Whether it is read there, and not packed first; null if it certainly is.
    Value isInPlace;
    /// Whether there may be no bytes.
    bool mayBeEmpty;
  };

  Value constant(int64_t value);
  Value compare(arith::CmpIPredicate predicate, Value left, Value right);
  Value either(Value left, Value right);
  Value both(Value left, Value right);
  Value isZero(Value value);
  Value toIndex(Value value);
  Value toInteger(Value value);
  Value toInteger(int64_t value);
  /// To or from the type that the LLVM dialect has for a type.
  Value convert(Type type, Value value);
  Value isNotNull(Value pointer);
  Value getElementBytes(Type elementType);
  Value callLibrary(const LibraryFunction &function, ValueRange operands);
  void check(Value condition, const Twine &format, ValueRange values);
  /// Fails with SPLIT_MLIR_OUT_OF_MEMORY.
  void checkMemory(Value condition, const Twine &format);

  Value readInput(func::FuncOp callee, unsigned index, Type type, Value passed);
  Value readGiven(Type type, Value passed);
  void readOutParam(unsigned index, MemRefType type, Value passed);
  void checkPointer(const Twine &name, Value passed);
  Value load(const Twine &name, Type type, Value passed);
  Buffer examineRanked(const Twine &name, MemRefType type, Value passed,
                       Layout layout);
  Buffer examineUnranked(unsigned index, UnrankedMemRefType type, Value passed);
  Value makeContiguous(const Buffer &buffer);
  Value readSize(const Twine &name, MemRefType type, unsigned dim,
                 MemRefDescriptor &given);
  SmallVector<Value> getRowMajorStrides(ArrayRef<Value> sizes);
  void checkData(const Twine &name, MemRefType type, ArrayRef<Value> sizes,
                 Value pointer);
  Value checkStrides(const Twine &name, MemRefType type,
                     MemRefDescriptor &given, ArrayRef<Value> sizes,
                     ArrayRef<Value> strides, Layout layout);
  Value choosePacked(Value isContiguous, Value contiguous,
                     llvm::function_ref<Value()> pack);
  void checkUnranked(const Twine &name, UnrankedMemRefDescriptor given,
                     Value finding);
  void addRange(unsigned index, bool isResult, const Buffer &buffer);
  void addUnrankedRange(unsigned index, const Buffer &buffer);
  void checkOverlaps(const HostTypes &signature);
  void checkPair(const Range &result, const Range &other);
  void checkManyOverlaps(const HostTypes &signature);
  Value extend(Type type, Value lowered);
  void write(unsigned index, Value result, Value pointer);

  ImplicitLocOpBuilder &b;
  LibraryCalls &calls;
  const LLVMTypeConverter &converter;
  bool hasChecks;
  Value packed;
  /// Whether buffers of the caller are written to, so that none may overlap
  /// another one.
  bool hasOutParams = false;
  /// The buffers among the callee's operands, in order.
  SmallVector<Buffer> buffers;
  SmallVector<Range> ranges;
};

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_LIB_CONVERSION_HOSTABI_CALLEMITTER_H
