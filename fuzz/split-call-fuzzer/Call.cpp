//===- Call.cpp - Calls that the fuzzer makes -----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"

#include "mlir/IR/TypeUtilities.h"
#include "split-mlir/HostAbi/Runtime.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

/// The largest size of a dimension without faults, and the largest rank.
static constexpr unsigned kMaxSize = 8, kMaxRank = 3;
/// What is beside data, and in what a call does not read.
static constexpr uint8_t kBeside = 0xC5;

int64_t ByteReader::getHostile() {
  static constexpr int64_t kNumbers[] = {0,
                                         1,
                                         2,
                                         3,
                                         5,
                                         9,
                                         -1,
                                         -2,
                                         -3,
                                         255,
                                         int64_t(1) << 31,
                                         int64_t(1) << 32,
                                         int64_t(1) << 40,
                                         int64_t(1) << 60,
                                         int64_t(1) << 61,
                                         int64_t(1) << 62,
                                         (int64_t(1) << 62) + 1,
                                         (int64_t(1) << 61) + 1,
                                         -(int64_t(1) << 62),
                                         INT64_MAX,
                                         INT64_MAX - 1,
                                         INT64_MIN,
                                         INT64_MIN + 1};
  return kNumbers[getBelow(std::size(kNumbers))];
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

unsigned mlir::split::countBytes(Type type) {
  type = getElementTypeOrSelf(type);
  if (auto complex = dyn_cast<ComplexType>(type))
    return 2 * countBytes(complex.getElementType());
  unsigned bits = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  return llvm::PowerOf2Ceil(llvm::divideCeil(bits, 8));
}

int64_t mlir::split::readInteger(Type type, const char *data) {
  type = getElementTypeOrSelf(type);
  int64_t value = 0;
  unsigned bytes = countBytes(type);
  memcpy(&value, data, bytes);
  return type.isUnsignedInteger() ? value
                                  : llvm::SignExtend64(value, 8 * bytes);
}

/// A number that stands for all that are far from those in memory.
static constexpr __int128 kFar = __int128(1) << 100;

static __int128 clamp(__int128 value) { return std::clamp(value, -kFar, kFar); }

bool Operand::isRowMajor() const {
  if (!hasElements())
    return true;
  __int128 expected = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    if (sizes[i] != 1 && strides[i] != expected)
      return false;
    expected = std::min(expected, __int128(1) << 62) * sizes[i];
  }
  return true;
}

std::optional<Extent> Operand::getExtent() const {
  __int128 low = offset, high = offset;
  for (auto [size, stride] : llvm::zip_equal(sizes, strides)) {
    __int128 last = clamp((__int128(size) - 1) * stride);
    (last < 0 ? low : high) += last;
  }
  __int128 bytes = countBytes(type);
  __int128 first = aligned + low * bytes, end = aligned + (high + 1) * bytes;
  if (first < 0 || end > UINT64_MAX)
    return std::nullopt;
  return Extent{uint64_t(first), uint64_t(end)};
}

std::optional<std::vector<char>> Operand::gather() const {
  constexpr int64_t kMaxElements = 1 << 13;
  int64_t count = 1, bytes = countBytes(type);
  for (int64_t size : sizes)
    if (hasElements() &&
        (llvm::MulOverflow(count, size, count) || count > kMaxElements))
      return std::nullopt;
  std::vector<char> elements(hasElements() ? count * bytes : 0);
  for (int64_t i = 0, e = elements.size() / bytes; i < e; ++i) {
    int64_t position = offset, rest = i;
    for (size_t dim = sizes.size(); dim-- > 0; rest /= sizes[dim])
      position += rest % sizes[dim] * strides[dim];
    memcpy(&elements[i * bytes],
           reinterpret_cast<char *>(aligned + position * bytes), bytes);
  }
  return elements;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

GuardedBlock *CallMemory::take() {
  if (numUsed == blocks.size())
    blocks.emplace_back();
  return &blocks[numUsed++];
}

bool CallMemory::contains(Extent extent) const {
  for (size_t i = 0; i < numUsed; ++i)
    if (blocks[i].contains(extent.first, extent.end))
      return true;
  return false;
}

void CallMemory::remember() {
  for (size_t i = 0; i < numUsed; ++i)
    blocks[i].remember();
}

void CallMemory::permitWrites(Extent extent) {
  for (size_t i = 0; i < numUsed; ++i)
    blocks[i].permitWrites(extent.first, extent.end);
}

bool CallMemory::isAsRemembered() const {
  for (size_t i = 0; i < numUsed; ++i)
    if (!blocks[i].isAsRemembered())
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Operands without faults
//===----------------------------------------------------------------------===//

Call::Call(const Program &program, ByteReader &reader, CallMemory &memory)
    : program(program), reader(reader), memory(memory) {
  memory.reset();
  FunctionType type = program.native.getFunctionType();
  for (Type input : type.getInputs())
    addOperand(input, /*isResult=*/false);
  for (Type result : type.getResults())
    addOperand(result, /*isResult=*/true);
  unsigned numFaults = reader.getBelow(4);
  for (unsigned i = 0; i < numFaults; ++i)
    addFault();
}

ArrayRef<Operand> Call::getInputs() const {
  FunctionType type = program.native.getFunctionType();
  return ArrayRef(operands).take_front(type.getNumInputs());
}

ArrayRef<Operand> Call::getResults() const {
  FunctionType type = program.native.getFunctionType();
  return ArrayRef(operands).drop_front(type.getNumInputs());
}

void Call::addOperand(Type type, bool isResult) {
  auto shaped = dyn_cast<RankedTensorType>(type);
  bool isFilledIn =
      isResult && (program.source.views || !shaped || !shaped.hasStaticShape());
  operands.emplace_back(type, isResult, isFilledIn);
  Operand &operand = operands.back();
  if (!isFilledIn)
    operand.data = memory.take();
  if (operand.isTensor())
    operand.descriptor = memory.take();
  if (operand.isUnranked())
    operand.unranked = memory.take();
  if (shaped)
    operand.rank = shaped.getRank();
  if (!isResult)
    addInput(operand, operands.size() - 1);
  else if (!isFilledIn)
    addCallersBuffer(operand);
}

void Call::addInput(Operand &operand, unsigned number) {
  if (operand.isUnranked())
    operand.rank = reader.getBelow(kMaxRank + 1);
  if (auto ranked = dyn_cast<RankedTensorType>(operand.type))
    operand.sizes.assign(ranked.getShape().begin(), ranked.getShape().end());
  else if (operand.isTensor())
    operand.sizes.assign(operand.rank, ShapedType::kDynamic);
  for (int64_t &size : operand.sizes)
    if (ShapedType::isDynamic(size))
      size = reader.getBelow(kMaxSize + 1);
  setLayout(operand, operand.isTensor() ? reader.getBelow(16) : 0);
  fillData(operand, number);
}

void Call::addCallersBuffer(Operand &operand) {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(operand.type).getShape();
  operand.sizes.assign(shape.begin(), shape.end());
  setLayout(operand, 0);
}

void Call::setLayout(Operand &operand, unsigned layout) {
  enum { Columns = 5, Backwards, Gaps, Broadcast, WithOffset };
  int64_t stride = layout == Gaps ? 2 : 1;
  operand.strides.assign(operand.sizes.size(), 0);
  for (size_t i = 0, e = operand.sizes.size(); i < e; ++i) {
    size_t dim = layout == Columns ? i : e - 1 - i;
    if (layout != Broadcast || dim != 0)
      operand.strides[dim] = layout == Backwards ? -stride : stride;
    stride *= std::max(operand.sizes[dim], int64_t(1));
  }
  operand.offset = layout == WithOffset ? 3 : 0;
  // Addresses are relative to this one until there is a place.
  constexpr uint64_t kBase = uint64_t(1) << 40;
  operand.aligned = kBase;
  std::optional<Extent> extent;
  if (operand.hasElements())
    extent = operand.getExtent();
  if (!extent || extent->end - extent->first > GuardedBlock::kBytes)
    extent = {kBase, kBase};
  // Half of all blocks lie against the guard before them.
  bool isAtEnd = layout % 2 == 0;
  char *data = operand.data->place(extent->end - extent->first,
                                   countBytes(operand.type), isAtEnd, kBeside);
  operand.aligned = reinterpret_cast<uint64_t>(data) + kBase - extent->first;
}

void Call::fillData(Operand &operand, unsigned number) {
  if (operand.isTensor() && operand.hasElements()) {
    Extent extent = *operand.getExtent();
    if (memory.contains(extent))
      for (uint64_t i = 0, e = extent.end - extent.first; i < e; ++i)
        *reinterpret_cast<uint8_t *>(extent.first + i) =
            uint8_t(i * 37 + i / 256 + uint64_t(11) * number);
  }
  for (const SplitStep &step : program.source.steps) {
    if (step.axis.argument == number)
      fillNumbers(operand, step, /*isAxis=*/true);
    bool isLength = llvm::any_of(step.lengths, [&](const Number &length) {
      return length.argument == number;
    });
    if (step.lengthsArgument == number || isLength)
      fillNumbers(operand, step, /*isAxis=*/false);
  }
}

void Call::fillNumbers(Operand &operand, const SplitStep &step, bool isAxis) {
  const Operand &data = operands[step.data];
  int64_t axis = isAxis ? 0 : getNumber(step.axis), rank = data.sizes.size();
  axis += axis < 0 ? rank : 0;
  int64_t left = axis >= 0 && axis < rank ? data.sizes[axis] : 0;
  int64_t count = operand.sizes.empty() ? 1 : operand.sizes[0];
  unsigned bytes = countBytes(operand.type);
  enum { Exact, RestIsLast, RestIsFirst, Any };
  unsigned mode = reader.getBelow(8);
  auto getValue = [&](int64_t i) -> int64_t {
    if (mode >= Any + 2)
      mode = Exact;
    if (mode >= Any)
      return int8_t(reader.getByte()) % 10;
    if (isAxis)
      return rank == 0 ? 0 : int64_t(reader.getBelow(2 * rank)) - rank;
    if (i == (mode == RestIsLast ? count - 1 : 0) && mode != Exact)
      return -1;
    int64_t length =
        i + 1 == count && operand.isTensor() ? left : reader.getBelow(left + 1);
    left -= length;
    return length;
  };
  for (int64_t i = 0; i < count; ++i) {
    int64_t value = getValue(i), stride = 0;
    if (!operand.strides.empty())
      stride = operand.strides[0];
    auto *place = reinterpret_cast<char *>(
        operand.aligned + (operand.offset + i * stride) * bytes);
    memcpy(place, &value, bytes);
  }
}

int64_t Call::getNumber(const Number &number) const {
  if (!number.argument)
    return number.value;
  const Operand &operand = operands[*number.argument];
  unsigned bytes = countBytes(operand.type);
  return readInteger(
      operand.type,
      reinterpret_cast<char *>(operand.aligned + operand.offset * bytes));
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

void Call::addFault() {
  Operand &operand = operands[reader.getBelow(operands.size())];
  bool isInData = reader.getBelow(4) == 0;
  if (!operand.isTensor()) {
    int64_t value = reader.getHostile();
    memcpy(operand.data->getPlaced(), &value, countBytes(operand.type));
  } else if (operand.isFilledIn) {
    operand.isNull = true;
  } else if (isInData) {
    damageData(operand);
  } else {
    damageDescriptor(operand);
  }
}

void Call::damageDescriptor(Operand &operand) {
  enum {
    Null,
    NullData,
    NullDescriptor,
    Size,
    Stride,
    NoStrides,
    Rank,
    Offset
  };
  unsigned kind = reader.getBelow(8);
  size_t dim =
      operand.sizes.empty() ? 0 : reader.getBelow(operand.sizes.size());
  if (kind == Null)
    operand.isNull = true;
  if (kind == NullData)
    operand.aligned = 0;
  if (kind == NullDescriptor)
    operand.hasNullDescriptor = operand.isUnranked();
  if (kind == NoStrides)
    operand.strides.assign(operand.strides.size(), 0);
  if (kind == Size && !operand.sizes.empty())
    operand.sizes[dim] = reader.getHostile();
  if (kind == Stride && !operand.sizes.empty())
    operand.strides[dim] = reader.getHostile();
  // A descriptor has the sizes that its rank states: only negative ranks are
  // wrong.
  if (kind == Rank && operand.isUnranked())
    operand.rank = -1 - int64_t(reader.getBelow(2)) * INT64_MAX;
  if (kind == Offset)
    operand.offset = reader.getHostile();
}

void Call::damageData(Operand &operand) {
  const Operand &other = operands[reader.getBelow(operands.size())];
  int64_t distance = int8_t(reader.getByte()) / 8;
  if (other.isBuffer() && reader.getBelow(4) != 0) {
    operand.aligned = other.aligned + distance * countBytes(operand.type);
    return;
  }
  // One of the first numbers of a list.
  int64_t value = reader.getHostile();
  unsigned bytes = std::min<unsigned>(countBytes(operand.type), 8);
  char *place = operand.data->getPlaced() + std::abs(distance) % 4 * bytes;
  auto address = reinterpret_cast<uint64_t>(place);
  if (operand.data->contains(address, address + bytes))
    memcpy(place, &value, bytes);
}

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

/// Writes the descriptor of `operand` and returns its address.
static void *writeDescriptor(Operand &operand) {
  SmallVector<uint64_t> words{0xBAD0BAD0BAD0BAD0, operand.aligned,
                              uint64_t(operand.offset)};
  words.append(operand.sizes.begin(), operand.sizes.end());
  words.append(operand.strides.begin(), operand.strides.end());
  // The call writes all words of a descriptor that it fills in.
  if (operand.isFilledIn)
    words.assign(3 + 2 * operand.rank, 0xBAD0BAD0BAD0BAD0);
  size_t bytes = words.size() * sizeof(uint64_t);
  char *place = operand.descriptor->place(bytes, 8, /*isAtEnd=*/true, kBeside);
  memcpy(place, words.data(), bytes);
  if (!operand.isUnranked())
    return place;
  SplitMlirUnrankedMemRef unranked{operand.rank, place};
  if (operand.hasNullDescriptor)
    unranked.descriptor = nullptr;
  char *outer =
      operand.unranked->place(sizeof(unranked), 8, /*isAtEnd=*/true, kBeside);
  memcpy(outer, &unranked, sizeof(unranked));
  return outer;
}

MutableArrayRef<void *> Call::writeSlots() {
  SmallVector<void *> slots;
  for (Operand &operand : operands) {
    void *slot = operand.isTensor() ? writeDescriptor(operand)
                                    : operand.data->getPlaced();
    slots.push_back(operand.isNull ? nullptr : slot);
  }
  size_t bytes = slots.size() * sizeof(void *);
  auto *place = reinterpret_cast<void **>(
      memory.take()->place(bytes, 8, /*isAtEnd=*/true, kBeside));
  llvm::copy(slots, place);
  return MutableArrayRef(place, slots.size());
}
