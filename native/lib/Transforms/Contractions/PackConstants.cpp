//===- PackConstants.cpp - Packed constant operands -----------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackConstants.h"

#include "../../../runtime/Contraction.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

int64_t mlir::split::native::getContractionElementType(Type type) {
  if (type.isF16())
    return SPLIT_MLIR_ELEMENT_F16;
  if (type.isBF16())
    return SPLIT_MLIR_ELEMENT_BF16;
  return type.isF64() ? SPLIT_MLIR_ELEMENT_F64 : SPLIT_MLIR_ELEMENT_F32;
}

/// Returns the elements of a constant; nothing if they are all the same, or
/// would take more memory when they are packed.
static ArrayRef<char> getElements(memref::GlobalOp global) {
  if (!global || !global.getConstant() || !global.getInitialValue() ||
      global.getType().getElementTypeBitWidth() < 32)
    return {};
  Attribute value = *global.getInitialValue();
  ArrayRef<char> bytes;
  if (auto dense = dyn_cast<DenseElementsAttr>(value);
      dense && !dense.isSplat())
    bytes = dense.getRawData();
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
    if (AsmResourceBlob *blob = resource.getRawHandle().getBlob())
      bytes = blob->getData();
  MemRefType type = global.getType();
  size_t size = type.getNumElements() * (type.getElementTypeBitWidth() / 8);
  return bytes.size() == size ? bytes : ArrayRef<char>();
}

/// Returns the distance in elements between the iterations of a loop.
static int64_t getStride(const ContractionOperand &operand, unsigned loop,
                         ArrayRef<int64_t> strides) {
  // The stride of a loop of one iteration may wrap around.
  uint64_t stride = 0;
  for (auto [step, unit] : llvm::zip_equal(operand.steps[loop], strides))
    stride += static_cast<uint64_t>(step) * static_cast<uint64_t>(unit);
  return static_cast<int64_t>(stride);
}

/// Returns the product of the sizes of `loops`, or nothing if one of them is
/// dynamic or 0.
static std::optional<int64_t> getExtent(ArrayRef<unsigned> loops,
                                        ArrayRef<OpFoldResult> sizes) {
  int64_t extent = 1;
  for (unsigned loop : loops) {
    std::optional<int64_t> size = getConstantIntValue(sizes[loop]);
    if (!size || *size < 1 || llvm::MulOverflow(extent, *size, extent))
      return std::nullopt;
  }
  return extent;
}

/// Returns the description for packContractionOperand.
static std::vector<int64_t> describe(const ContractionOperand &operand,
                                     bool isLhs, ArrayRef<unsigned> lines,
                                     ArrayRef<unsigned> depths,
                                     ArrayRef<OpFoldResult> sizes) {
  auto [strides, offset] = operand.getType().getStridesAndOffset();
  std::vector<int64_t> words(static_cast<size_t>(ContractionWord::FirstLoop));
  auto set = [&](ContractionWord word, int64_t value) {
    words[static_cast<size_t>(word)] = value;
  };
  set(ContractionWord::ElementType,
      getContractionElementType(operand.getType().getElementType()));
  set(isLhs ? ContractionWord::NumRowLoops : ContractionWord::NumColumnLoops,
      lines.size());
  set(ContractionWord::NumDepthLoops, depths.size());
  for (ArrayRef<unsigned> loops : {lines, depths}) {
    for (unsigned loop : loops) {
      int64_t stride = getStride(operand, loop, strides);
      llvm::append_range(
          words, std::array<int64_t, 4>{*getConstantIntValue(sizes[loop]),
                                        stride, stride, 0});
    }
  }
  return words;
}

static memref::GlobalOp createPacked(memref::GlobalOp global,
                                     ArrayRef<char> elements, bool isLhs,
                                     std::vector<int64_t> description,
                                     int64_t numLines, int64_t depth) {
  Type element = global.getType().getElementType();
  int64_t bytes = getPackedOperandBytes(getContractionElementType(element),
                                        isLhs, numLines, depth);
  ContractionWord address = isLhs ? ContractionWord::Lhs : ContractionWord::Rhs;
  description[static_cast<size_t>(address)] =
      reinterpret_cast<intptr_t>(elements.data());
  std::vector<double> memory(
      llvm::divideCeil(bytes + kPackingSlackBytes, sizeof(double)));
  packContractionOperand(description.data(), isLhs, memory.data());

  OpBuilder builder(global);
  int64_t size = bytes / (element.getIntOrFloatBitWidth() / 8);
  auto value = DenseElementsAttr::getFromRawBuffer(
      RankedTensorType::get({size}, element),
      ArrayRef(reinterpret_cast<const char *>(memory.data()), bytes));
  return memref::GlobalOp::create(
      builder, global.getLoc(), (global.getSymName() + "_packed").str(),
      builder.getStringAttr("private"), MemRefType::get({size}, element), value,
      /*constant=*/true, builder.getI64IntegerAttr(64));
}

Value ConstantPacker::pack(OpBuilder &builder, Location loc,
                           const ContractionLoops &contraction, bool isLhs,
                           ArrayRef<OpFoldResult> sizes) {
  const ContractionOperand &operand = isLhs ? contraction.lhs : contraction.rhs;
  auto use = operand.memref.getDefiningOp<memref::GetGlobalOp>();
  auto global = use ? symbols.lookup<memref::GlobalOp>(use.getName()) : nullptr;
  ArrayRef<char> elements = getElements(global);
  bool differs =
      llvm::any_of(contraction.getLoops(LoopKind::Batch),
                   [&](unsigned loop) { return operand.dependsOn(loop); });
  if (elements.empty() || differs)
    return {};
  ArrayRef<unsigned> lines =
      contraction.getLoops(isLhs ? LoopKind::Row : LoopKind::Column);
  ArrayRef<unsigned> depths = contraction.getLoops(LoopKind::Depth);
  std::optional<int64_t> numLines = getExtent(lines, sizes);
  std::optional<int64_t> depth = getExtent(depths, sizes);
  int64_t numElements;
  // Windows that overlap would take more memory.
  if (!numLines || !depth ||
      llvm::MulOverflow(*numLines, *depth, numElements) ||
      numElements != global.getType().getNumElements())
    return {};
  std::vector<int64_t> description =
      describe(operand, isLhs, lines, depths, sizes);
  memref::GlobalOp &created = packed[{global, description}];
  if (!created) {
    created =
        createPacked(global, elements, isLhs, description, *numLines, *depth);
    symbols.insert(created);
  }
  return memref::GetGlobalOp::create(builder, loc, created.getType(),
                                     created.getSymName());
}

void ConstantPacker::eraseUnused(ModuleOp module) {
  llvm::SmallDenseSet<Operation *> sources;
  for (auto &[key, created] : packed)
    sources.insert(key.first);
  module.walk([&](memref::GetGlobalOp use) {
    if (use.use_empty())
      return use.erase();
    sources.erase(symbols.lookup(use.getName()));
  });
  for (Operation *source : sources)
    if (cast<memref::GlobalOp>(source).isPrivate())
      symbols.erase(source);
}
