//===- PackedConstants.cpp - Constants of contractions --------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackedConstants.h"

#include "../../../runtime/Contraction.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

ArrayRef<char> mlir::split::native::getElements(ElementsAttr value) {
  ArrayRef<char> bytes;
  if (auto dense = dyn_cast<DenseElementsAttr>(value);
      dense && !dense.isSplat())
    bytes = dense.getRawData();
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
    if (AsmResourceBlob *blob = resource.getRawHandle().getBlob())
      bytes = blob->getData();
  Type element = value.getElementType();
  if (!element.isIntOrFloat() || element.getIntOrFloatBitWidth() % 8 != 0)
    return {};
  size_t size = value.getNumElements() * (element.getIntOrFloatBitWidth() / 8);
  return bytes.size() == size ? bytes : ArrayRef<char>();
}

Attribute PackedConstant::describe() const {
  Builder builder(source.getContext());
  return builder.getArrayAttr(
      {source, builder.getDenseI64ArrayAttr(description),
       builder.getBoolAttr(isLhs), builder.getI64IntegerAttr(bytes)});
}

PackedConstant PackedConstant::get(Attribute attribute) {
  auto parts = cast<ArrayAttr>(attribute);
  return {cast<ElementsAttr>(parts[0]),
          cast<DenseI64ArrayAttr>(parts[1]).asArrayRef().vec(),
          cast<BoolAttr>(parts[2]).getValue(),
          cast<IntegerAttr>(parts[3]).getInt()};
}

void PackedConstant::pack(
    llvm::function_ref<void(ArrayRef<char> elements)> use) const {
  std::vector<int64_t> words = description;
  ContractionWord address = isLhs ? ContractionWord::Lhs : ContractionWord::Rhs;
  words[static_cast<size_t>(address)] =
      reinterpret_cast<intptr_t>(getElements(source).data());
  std::vector<double> memory(
      llvm::divideCeil(bytes + kPackingSlackBytes, sizeof(double)));
  packContractionOperand(words.data(), isLhs, memory.data());
  use({reinterpret_cast<const char *>(memory.data()), size_t(bytes)});
}
