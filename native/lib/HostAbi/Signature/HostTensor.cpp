//===- HostTensor.cpp - Tensors of the host process -----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/HostAbi/HostTensor.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "split-mlir/Dialect/Split/IR/ElementBytes.h"
#include "split-mlir/HostAbi/Runtime.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

/// Compiled code may use aligned loads of any vector width on its arguments.
static constexpr size_t kBufferAlignment = 64;

Type mlir::split::native::getHostElementType(Type elementType) {
  auto quantized = dyn_cast<quant::QuantizedType>(elementType);
  if (!quantized)
    return elementType;
  auto storage = dyn_cast_if_present<IntegerType>(quantized.getStorageType());
  if (!storage || quantized.isSigned())
    return storage;
  return IntegerType::get(storage.getContext(), storage.getWidth(),
                          IntegerType::Unsigned);
}

std::optional<ElementLayout> ElementLayout::get(Type elementType) {
  elementType = getHostElementType(elementType);
  if (!elementType)
    return std::nullopt;
  ElementLayout layout{elementType, 1, 0, 0};
  if (auto complexType = dyn_cast<ComplexType>(elementType)) {
    layout.number = complexType.getElementType();
    layout.numbersPerElement = 2;
  }
  if (layout.number.isIndex())
    layout.bitsPerNumber = 64;
  else if (layout.number.isIntOrFloat())
    layout.bitsPerNumber = layout.number.getIntOrFloatBitWidth();
  if (layout.bitsPerNumber == 0)
    return std::nullopt;
  layout.bytesPerNumber = *getElementBytes(layout.number);
  return layout;
}

HostTensor::HostTensor(RankedTensorType type, const ElementLayout &layout,
                       char *memory)
    : type(type), layout(layout), numElements(type.getNumElements()),
      buffer(memory) {}

llvm::Expected<HostTensor> HostTensor::create(ArrayRef<int64_t> shape,
                                              Type elementType) {
  std::optional<ElementLayout> layout = ElementLayout::get(elementType);
  if (!layout) {
    std::string name;
    llvm::raw_string_ostream(name) << elementType;
    return llvm::createStringError("elements of type " + name +
                                   " have no form in memory");
  }

  elementType = getHostElementType(elementType);
  int64_t count = 1;
  for (int64_t size : shape) {
    if (size < 0)
      return llvm::createStringError("a size of the shape is negative");
    if (llvm::MulOverflow(count, size, count))
      return llvm::createStringError("the shape is too large");
  }
  // An empty dimension does not hide the overflow of those after it: strides
  // are products of their sizes.
  int64_t bytes = layout->getBytesPerElement();
  for (int64_t size : llvm::reverse(shape))
    if (llvm::MulOverflow(bytes, size, bytes))
      return llvm::createStringError("the shape is too large");
  auto type = RankedTensorType::get(shape, elementType);
  size_t needed = size_t(type.getNumElements()) * layout->getBytesPerElement();
  auto *memory =
      static_cast<char *>(split_mlir_allocate(needed, kBufferAlignment));
  if (!memory)
    return llvm::createStringError(
        "cannot allocate %zu bytes for a tensor of type %s", needed,
        describeType(type).c_str());
  return HostTensor(type, *layout, memory);
}

llvm::Expected<HostTensor> HostTensor::copyOf(ArrayRef<int64_t> shape,
                                              Type elementType,
                                              ArrayRef<char> data) {
  llvm::Expected<HostTensor> tensor = create(shape, elementType);
  if (!tensor)
    return tensor;
  MutableArrayRef<char> bytes = tensor->getBytes();
  if (bytes.size() != data.size())
    return llvm::createStringError("%s needs %zu bytes, got %zu",
                                   describeType(tensor->getType()).c_str(),
                                   bytes.size(), data.size());
  llvm::copy(data, bytes.begin());
  return tensor;
}

void HostTensor::Deleter::operator()(char *memory) const {
  split_mlir_free(memory);
}

llvm::APInt HostTensor::getBits(int64_t index) const {
  unsigned bytes = llvm::divideCeil(layout.bitsPerNumber, 8);
  llvm::APInt bits(bytes * 8, 0);
  auto *source = reinterpret_cast<const uint8_t *>(
      buffer.get() + index * layout.bytesPerNumber);
  llvm::LoadIntFromMemory(bits, source, bytes);
  return bits.trunc(layout.bitsPerNumber);
}

void HostTensor::setBits(int64_t index, const llvm::APInt &bits) {
  auto *target =
      reinterpret_cast<uint8_t *>(buffer.get() + index * layout.bytesPerNumber);
  std::memset(target, 0, layout.bytesPerNumber);
  llvm::StoreIntToMemory(bits, target,
                         llvm::divideCeil(layout.bitsPerNumber, 8));
}

llvm::APFloat HostTensor::getFloat(int64_t index) const {
  return llvm::APFloat(cast<FloatType>(layout.number).getFloatSemantics(),
                       getBits(index));
}

bool HostTensor::reinterpretAs(Type elementType) {
  if (!haveSameValues(getElementType(), elementType))
    return false;
  type = RankedTensorType::get(getShape(), getHostElementType(elementType));
  layout = *ElementLayout::get(elementType);
  return true;
}

bool mlir::split::native::haveSameValues(Type a, Type b) {
  auto normalize = [](Type type) -> Type {
    type = getHostElementType(type);
    if (!type)
      return type;
    if (type.isIndex())
      return IntegerType::get(type.getContext(), 64);
    if (type.isSignedInteger())
      return IntegerType::get(type.getContext(), type.getIntOrFloatBitWidth());
    return type;
  };
  a = normalize(a);
  return a && a == normalize(b);
}

bool mlir::split::native::isSignedNumber(Type number) {
  return number.isIndex() || number.isSignlessInteger() ||
         number.isSignedInteger();
}

std::string mlir::split::native::describeType(ShapedType type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (int64_t size : type.getShape())
    os << size << 'x';
  os << type.getElementType();
  return text;
}
