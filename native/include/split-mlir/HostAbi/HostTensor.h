//===- HostTensor.h - Tensors of the host process ---------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_HOSTABI_HOSTTENSOR_H
#define SPLIT_MLIR_HOSTABI_HOSTTENSOR_H

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>

namespace mlir::split::native {

/// Returns the type of a HostTensor's elements for elements of type
/// `elementType`: the storage type of a quantized type, an unsigned integer
/// unless the quantized type is signed, or null if it has none; `elementType`
/// for other types.
Type getHostElementType(Type elementType);

/// The layout of elements of one type in the memory of compiled code. An
/// element consists of one number, or of two if it is complex. A number is
/// stored in the low bits of its bytes, and the other bits are zero. The number
/// of bytes is LLVM's allocation size: 1 for i1 and i4, 4 for i24, 8 for index.
struct ElementLayout {
  /// An integer, index or float type.
  Type number;
  unsigned numbersPerElement;
  unsigned bitsPerNumber;
  unsigned bytesPerNumber;

  unsigned getBytesPerElement() const {
    return numbersPerElement * bytesPerNumber;
  }

  /// Returns the layout of elements of type `elementType`; nullopt if it is not
  /// an integer, index, float, complex or quantized type.
  static std::optional<ElementLayout> get(Type elementType);
};

/// A tensor of static shape that owns its elements. They are in row-major
/// order, as compiled code accesses them through a memref of identity layout. A
/// scalar is a tensor of rank 0. The buffer is aligned to 64 bytes, and is not
/// null even if there are no elements.
class HostTensor {
public:
  /// Creates a tensor with unspecified elements of type
  /// getHostElementType(elementType). Fails if the element type has no layout,
  /// a size is negative, 63 bits do not hold the number of bytes, or there is
  /// no memory.
  static llvm::Expected<HostTensor> create(ArrayRef<int64_t> shape,
                                           Type elementType);

  /// Creates a tensor with a copy of `data`. Fails if `data` does not have
  /// exactly the tensor's number of bytes.
  static llvm::Expected<HostTensor>
  copyOf(ArrayRef<int64_t> shape, Type elementType, ArrayRef<char> data);

  RankedTensorType getType() const { return type; }
  Type getElementType() const { return type.getElementType(); }
  ArrayRef<int64_t> getShape() const { return type.getShape(); }
  int64_t getNumElements() const { return numElements; }
  const ElementLayout &getLayout() const { return layout; }

  MutableArrayRef<char> getBytes() { return {buffer.get(), getNumBytes()}; }
  ArrayRef<char> getBytes() const { return {buffer.get(), getNumBytes()}; }

  /// Access the bits of a number, of width bitsPerNumber. `index` is the index
  /// of the element times numbersPerElement, plus the index within the element.
  llvm::APInt getBits(int64_t index) const;
  void setBits(int64_t index, const llvm::APInt &bits);

  /// Returns number `index` of a tensor of floats or complex floats.
  llvm::APFloat getFloat(int64_t index) const;

  /// Changes the element type, but not the bytes, if haveSameValues holds for
  /// the two types. Returns whether it does.
  bool reinterpretAs(Type elementType);

private:
  struct Deleter {
    void operator()(char *memory) const;
  };

  HostTensor(RankedTensorType type, const ElementLayout &layout, char *memory);

  size_t getNumBytes() const {
    return size_t(numElements) * layout.getBytesPerElement();
  }

  RankedTensorType type;
  ElementLayout layout;
  int64_t numElements;
  std::unique_ptr<char, Deleter> buffer;
};

/// Returns whether numbers of type `number` are signed: those of index,
/// signless and signed integers.
bool isSignedNumber(Type number);

/// Returns whether two element types store the same values as the same bytes:
/// equal types, iN and siN, index and i64, a quantized type and its storage.
bool haveSameValues(Type a, Type b);

/// Returns text like `2x3xf32`, or `f32` for rank 0.
std::string describeType(ShapedType type);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_HOSTABI_HOSTTENSOR_H
