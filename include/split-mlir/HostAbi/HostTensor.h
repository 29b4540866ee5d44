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
#include <cstdlib>
#include <memory>
#include <optional>

namespace mlir {
namespace split {

/// The type of elements of a HostTensor that stand for ones of `elementType`:
/// a quantized type's storage, an unsigned integer unless the type says signed;
/// null if it has none. Other types stand for themselves.
Type getHostElementType(Type elementType);

/// How compiled code keeps elements of one type in memory. An element consists
/// of numbers of one type: one, or the two of a complex. A number is stored in
/// the low bits of its bytes, the other bits zero: i1 and i4 take a byte, index
/// eight, wider integers LLVM's allocation size.
struct ElementLayout {
  /// An integer, index or float type.
  Type number;
  unsigned numbersPerElement;
  unsigned bitsPerNumber;
  unsigned bytesPerNumber;

  unsigned getBytesPerElement() const {
    return numbersPerElement * bytesPerNumber;
  }

  /// None for types that are neither integers, index, floats, complexes nor
  /// quantized to integers.
  static std::optional<ElementLayout> get(Type elementType);
};

/// An owned tensor of static shape, row-major and without padding between
/// elements, as compiled code reads it through a memref of identity layout. A
/// scalar is a tensor of rank 0. The buffer is aligned to 64 bytes; it exists
/// (but may not be read) also when there are no elements.
class HostTensor {
public:
  /// A tensor of unspecified contents and of elements of the type's
  /// getHostElementType. Fails when the element type has no
  /// layout, a dimension is dynamic, the byte count overflows 63 bits, or there
  /// is no memory.
  static llvm::Expected<HostTensor> create(ArrayRef<int64_t> shape,
                                           Type elementType);

  /// A copy of `data`, which must have exactly the bytes the type asks for.
  static llvm::Expected<HostTensor>
  copyOf(ArrayRef<int64_t> shape, Type elementType, ArrayRef<char> data);

  RankedTensorType getType() const { return type; }
  Type getElementType() const { return type.getElementType(); }
  ArrayRef<int64_t> getShape() const { return type.getShape(); }
  int64_t getNumElements() const { return numElements; }
  const ElementLayout &getLayout() const { return layout; }

  MutableArrayRef<char> getBytes() { return {buffer.get(), getNumBytes()}; }
  ArrayRef<char> getBytes() const { return {buffer.get(), getNumBytes()}; }

  /// The bits of number `index` (element number times numbers per element, plus
  /// the number within the element), of width bitsPerNumber.
  llvm::APInt getBits(int64_t index) const;
  void setBits(int64_t index, const llvm::APInt &bits);

  /// Number `index` of a tensor of floats or complexes of floats.
  llvm::APFloat getFloat(int64_t index) const;

  /// Gives the same bytes another element type when haveSameValues holds, and
  /// returns whether it does.
  bool reinterpretAs(Type elementType);

private:
  struct Deleter {
    void operator()(char *memory) const { std::free(memory); }
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

/// Whether numbers of type `number` (see ElementLayout) are read as signed:
/// index and integers that are not of an unsigned type.
bool isSignedNumber(Type number);

/// Whether two element types keep the same values in the same bytes: equal
/// types, iN and siN, index and i64, a quantized type and its storage.
bool haveSameValues(Type a, Type b);

/// `2x3xf32`, and `f32` for rank 0.
std::string describeType(ShapedType type);

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_HOSTABI_HOSTTENSOR_H
