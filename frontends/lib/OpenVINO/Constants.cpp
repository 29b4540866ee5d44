//===- Constants.cpp - Constants and parameters of OpenVINO ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Builders/Limits.h"
#include "../Builders/Shapes.h"
#include "Layers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "split-mlir/Dialect/Split/IR/ElementBytes.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/Dialect/Split/IR/TensorTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SwapByteOrder.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;
using namespace mlir::split::frontends::openvino;

static_assert(llvm::sys::IsLittleEndianHost,
              "constants are copied in the byte order of the file");

namespace {
/// A size between two inclusive bounds.
struct SizeRange {
  int64_t min = 0;
  int64_t max = kMaxInt;
  bool isStatic() const { return min == max; }
};

/// The attribute `shape`; none for an unknown rank.
using ShapeRanges = std::optional<SmallVector<SizeRange>>;
} // namespace

/// Reads `8`, `-1`, `?`, `1..8`, `1..` or `..8`.
static std::optional<SizeRange> parseSize(StringRef text) {
  text = text.trim();
  SizeRange range;
  if (text == "?" || text == "-1")
    return range;
  auto [min, max] = text.split("..");
  if (!text.contains(".."))
    max = min;
  if (std::optional<int64_t> number = parseInt(min))
    range.min = *number;
  else if (!min.empty())
    return std::nullopt;
  if (std::optional<int64_t> number = parseInt(max))
    range.max = *number;
  else if (!max.empty())
    return std::nullopt;
  if (text.empty() || range.min < 0 || range.min > range.max)
    return std::nullopt;
  return range;
}

/// Reads the attribute `shape`.
static LogicalResult readShape(LayerImporter &layer, ShapeRanges &shape) {
  StringRef text;
  if (failed(layer.getData().readAttribute("shape", text)))
    return failure();
  StringRef list = text.trim();
  if (list.consume_front("["))
    list.consume_back("]");
  list = list.trim();
  // N4.
  if (list == "...")
    return success();
  shape.emplace();
  if (list.empty())
    return success();
  for (StringRef item : llvm::split(list, ',')) {
    std::optional<SizeRange> range = parseSize(item);
    if (!range)
      return layer.emitError()
             << "attribute 'shape' is '" << text
             << "', expected sizes as in '2,?,1..8', or '...'";
    shape->push_back(*range);
  }
  return success();
}

/// Checks the bounds of a size at run time.
static void checkRange(ImplicitLocOpBuilder &builder, Value tensor, int64_t dim,
                       const SizeRange &range) {
  if (range.isStatic() || (range.min == 0 && range.max == kMaxInt))
    return;
  IndexMath math(builder, builder.getLoc());
  Value size = math.get(getSize(builder, tensor, dim));
  auto check = [&](arith::CmpIPredicate predicate, int64_t bound,
                   StringRef words) {
    Value limit = math.get(bound);
    AssertOp::create(builder, math.compare(predicate, size, limit),
                     ("dimension " + Twine(dim) + " is {}, expected at " +
                      words + " {} as the model declares")
                         .str(),
                     ValueRange{size, limit});
  };
  if (range.min != 0)
    check(arith::CmpIPredicate::sge, range.min, "least");
  if (range.max != kMaxInt)
    check(arith::CmpIPredicate::sle, range.max, "most");
}

/// Returns the value of a Parameter of a body as the type that it states.
static FailureOr<Value> createGiven(LayerImporter &layer, TensorType stated) {
  Value given = layer.getGiven();
  TensorType type = joinTypes(cast<TensorType>(given.getType()), stated);
  if (!type)
    return layer.emitError()
           << "is declared as " << stated << ", but is " << given.getType();
  return createCheckedCast(layer.getBuilder(), given, type, /*of=*/"",
                           "the model declares");
}

/// Reads the type of a Parameter, and the ranges of its sizes.
static FailureOr<TensorType> readParameterType(LayerImporter &layer,
                                               ShapeRanges &ranges) {
  Type element;
  if (failed(layer.readAnyElementType("element_type", element)) ||
      failed(readShape(layer, ranges)))
    return failure();
  if (!ranges)
    return TensorType(UnrankedTensorType::get(element));
  return TensorType(RankedTensorType::get(
      llvm::map_to_vector(*ranges,
                          [](const SizeRange &range) {
                            return range.isStatic() ? range.min
                                                    : ShapedType::kDynamic;
                          }),
      element));
}

FailureOr<TensorType> openvino::readParameterType(LayerImporter &layer) {
  ShapeRanges ranges;
  return ::readParameterType(layer, ranges);
}

LogicalResult openvino::importParameter(LayerImporter &layer) {
  ShapeRanges ranges;
  FailureOr<TensorType> type = ::readParameterType(layer, ranges);
  if (failed(type))
    return failure();
  FailureOr<Value> argument =
      layer.getGiven()
          ? createGiven(layer, *type)
          : layer.getGraph().getFunction().addArgument(*type, layer.getName());
  if (failed(argument))
    return failure();
  if (ranges)
    for (auto [dim, range] : llvm::enumerate(*ranges))
      checkRange(layer.getBuilder(), *argument, dim, range);
  return layer.setResults(*argument);
}

/// Returns the size of a constant in the weights, in bytes.
static int64_t countFileBytes(RankedTensorType type) {
  int64_t count = type.getNumElements();
  if (type.getElementType().isUnsignedInteger(1))
    return llvm::divideCeil(count, 8);
  return count * getUnpaddedBytes(type.getElementType());
}

/// Returns the part of the weights that holds a constant of `size` bytes.
static FailureOr<ArrayRef<char>> readWeights(LayerImporter &layer,
                                             int64_t size) {
  int64_t offset = 0, claimed = 0;
  if (failed(layer.getData().readInt("offset", offset, /*min=*/0)) ||
      failed(layer.getData().readInt("size", claimed, /*min=*/0)))
    return failure();
  if (claimed != size)
    return layer.emitError() << "has " << claimed
                             << " bytes of data, but its shape needs " << size;
  if (size == 0)
    return ArrayRef<char>();
  const llvm::MemoryBuffer *weights = layer.getGraph().getWeights();
  if (!weights)
    return layer.emitError() << "has its data in a file of weights, which "
                                "--weights has to name";
  StringRef bytes = weights->getBuffer();
  if (static_cast<uint64_t>(offset) > bytes.size() ||
      static_cast<uint64_t>(size) > bytes.size() - offset)
    return layer.emitError()
           << "has " << size << " bytes of data at offset " << offset
           << ", but the weights have " << bytes.size() << " bytes";
  bytes = bytes.substr(offset, size);
  return ArrayRef<char>(bytes.begin(), bytes.end());
}

/// Decodes elements of 1 bit. In the file, a bool is a byte, and u1 are packed
/// from the highest bit on.
static DenseElementsAttr decodeBits(RankedTensorType type,
                                    ArrayRef<char> data) {
  bool isPacked = type.getElementType().isUnsignedInteger();
  SmallVector<APInt> bits;
  for (int64_t i = 0, end = type.getNumElements(); i != end; ++i)
    bits.emplace_back(1,
                      isPacked ? data[i / 8] >> (7 - i % 8) & 1 : data[i] != 0);
  return DenseElementsAttr::get(type, bits);
}

LogicalResult openvino::importConst(LayerImporter &layer) {
  Type element;
  ShapeRanges ranges;
  if (failed(layer.readElementType("element_type", element)) ||
      failed(readShape(layer, ranges)))
    return failure();
  auto isStatic = [](const SizeRange &range) { return range.isStatic(); };
  if (!ranges || !llvm::all_of(*ranges, isStatic))
    return layer.emitError() << "the shape of a constant has to be static";
  unsigned width = element.getIntOrFloatBitWidth();
  if (width != 1 && width < 8)
    return layer.emitError()
           << "data of " << element
           << " is not supported: releases of OpenVINO differ in which half of "
              "a byte comes first";
  auto shape = llvm::map_to_vector(
      *ranges, [](const SizeRange &range) { return range.min; });
  if (llvm::Error error = checkShape(shape, element))
    return layer.emitError() << llvm::toString(std::move(error));
  auto type = RankedTensorType::get(shape, element);
  FailureOr<ArrayRef<char>> data = readWeights(layer, countFileBytes(type));
  if (failed(data))
    return failure();
  auto constant = width == 1 ? decodeBits(type, *data)
                             : DenseElementsAttr::getFromRawBuffer(type, *data);
  return layer.setResults(
      arith::ConstantOp::create(layer.getBuilder(), constant).getResult());
}
