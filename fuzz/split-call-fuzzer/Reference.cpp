//===- Reference.cpp - Expected results of calls --------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"

#include <cstring>

using namespace mlir;
using namespace mlir::split;

/// Returns whether a call with views needs the argument in row-major order.
static bool isReshaped(const Call &call, const Operand &operand) {
  const SplitStep &step = call.program.source.steps.front();
  return call.program.source.views && step.isFlattened &&
         &operand == &call.operands[step.data];
}

/// Returns whether a tensor of these sizes can have type `type`.
static bool fits(ArrayRef<int64_t> sizes, Type type) {
  auto ranked = dyn_cast<RankedTensorType>(type);
  if (!ranked)
    return true;
  auto fitsDim = [](auto dim) {
    auto [size, expected] = dim;
    return ShapedType::isDynamic(expected) || size == expected;
  };
  return sizes.size() == ranked.getShape().size() &&
         llvm::all_of(llvm::zip_equal(sizes, ranked.getShape()), fitsDim);
}

static bool isWrong(const Call &call, const Operand &operand) {
  if (operand.isNull)
    return true;
  if (!operand.isBuffer())
    return false;
  if (operand.isUnranked() && (operand.rank < 0 || operand.hasNullDescriptor))
    return true;
  bool isNegative =
      llvm::any_of(operand.sizes, [](int64_t size) { return size < 0; });
  if (isNegative || !fits(operand.sizes, operand.type) ||
      (operand.hasElements() && operand.aligned == 0))
    return true;
  return (operand.isResult || isReshaped(call, operand)) &&
         !operand.isRowMajor();
}

/// Returns whether the call accesses the elements where they are.
static bool isInPlace(const Operand &operand) {
  return operand.isBuffer() && operand.hasElements() && operand.isRowMajor() &&
         (!operand.isUnranked() || operand.offset == 0);
}

static bool overlap(const Operand &a, const Operand &b) {
  std::optional<Extent> first = a.getExtent(), second = b.getExtent();
  return first && second && first->first < second->end &&
         second->first < first->end;
}

bool mlir::split::violatesOperandRules(const Call &call) {
  for (const Operand &operand : call.operands)
    if (isWrong(call, operand))
      return true;
  for (const Operand &result : call.getResults())
    for (const Operand &other : call.operands)
      if (&other != &result && isInPlace(result) && isInPlace(other) &&
          overlap(result, other))
        return true;
  return false;
}

bool mlir::split::isInMemory(const Call &call, const CallMemory &memory) {
  for (const Operand &operand : call.operands) {
    if (!operand.isBuffer() || !operand.hasElements())
      continue;
    std::optional<Extent> extent = operand.getExtent();
    if (!extent || !memory.contains(*extent))
      return false;
  }
  return true;
}

bool mlir::split::needsTooMuchMemory(const Call &call) {
  constexpr int64_t kTooMany = int64_t(1) << 30;
  for (const Operand &operand : call.operands) {
    int64_t count = 1;
    for (int64_t size : operand.sizes)
      if (operand.hasElements() &&
          (llvm::MulOverflow(count, size, count) || count > kTooMany))
        return true;
  }
  return false;
}

bool mlir::split::needsTooMuchTime(const Call &call) {
  constexpr int64_t kTooMany = int64_t(1) << 20;
  for (const Operand &operand : call.getInputs()) {
    bool isPadded =
        operand.isBuffer() &&
        cast<TensorType>(operand.type).getElementType().isInteger(24);
    if (isPadded && !operand.hasElements() &&
        llvm::any_of(operand.sizes,
                     [](int64_t size) { return size > kTooMany; }))
      return true;
  }
  return false;
}

/// Returns the lengths that the program is given, or none if one is not valid.
static std::optional<SmallVector<int64_t>> readLengths(const Call &call,
                                                       const SplitStep &step) {
  SmallVector<int64_t> lengths;
  for (const Number &length : step.lengths) {
    lengths.push_back(call.getNumber(length));
    if (length.argument && lengths.back() < 0)
      return std::nullopt;
  }
  if (!step.lengthsArgument)
    return lengths;
  const Operand &list = call.operands[*step.lengthsArgument];
  std::vector<char> bytes = *list.gather();
  for (size_t i = 0; i < bytes.size(); i += countBytes(list.type)) {
    lengths.push_back(readInteger(list.type, &bytes[i]));
    if (cast<TensorType>(list.type).getElementType().isUnsignedInteger() &&
        lengths.back() < 0)
      return std::nullopt;
  }
  return lengths;
}

/// Returns the lengths of the pieces of a dimension of size `size`, or none if
/// they violate a rule.
static std::optional<SmallVector<int64_t>>
computeLengths(const Call &call, const SplitStep &step, int64_t size) {
  if (step.lengths.empty() && !step.lengthsArgument) {
    if (size % step.numPieces != 0)
      return std::nullopt;
    return SmallVector<int64_t>(step.numPieces, size / step.numPieces);
  }
  std::optional<SmallVector<int64_t>> lengths = readLengths(call, step);
  if (!lengths)
    return std::nullopt;
  __int128 sum = 0;
  int64_t *rest = nullptr;
  for (int64_t &length : *lengths) {
    if (length < -1 || (length == -1 && rest))
      return std::nullopt;
    if (length == -1)
      rest = &length;
    else
      sum += length;
  }
  if (sum > size || (sum < size && !rest))
    return std::nullopt;
  if (rest)
    *rest = int64_t(size - sum);
  return lengths;
}

/// Copies `length` positions from `begin` on along dimension `axis`.
static std::vector<char> copyPiece(ArrayRef<char> data, ArrayRef<int64_t> sizes,
                                   int64_t axis, int64_t begin, int64_t length,
                                   int64_t bytes) {
  int64_t outer = 1, inner = bytes;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    if (int64_t(dim) < axis)
      outer *= size;
    if (int64_t(dim) > axis)
      inner *= size;
  }
  std::vector<char> piece;
  for (int64_t i = 0; i < outer; ++i)
    for (int64_t k = begin * inner; k < (begin + length) * inner; ++k)
      piece.push_back(data[i * sizes[axis] * inner + k]);
  return piece;
}

/// Adds the pieces of `step` to `pieces`. Returns false if a rule is violated.
static bool addPieces(const Call &call, const SplitStep &step,
                      std::vector<ExpectedPiece> &pieces) {
  const Operand &data = call.operands[step.data];
  SmallVector<int64_t, 4> sizes = data.sizes;
  if (step.isFlattened)
    // If it overflows, there is no memory to pack the data.
    sizes = {int64_t(uint64_t(data.sizes[0]) * uint64_t(data.sizes[1])) &
             INT64_MAX};
  int64_t axis = call.getNumber(step.axis), rank = sizes.size();
  if (axis < -rank || axis >= rank)
    return false;
  axis += axis < 0 ? rank : 0;
  std::optional<SmallVector<int64_t>> lengths =
      computeLengths(call, step, sizes[axis]);
  if (!lengths)
    return false;
  std::optional<std::vector<char>> elements = data.gather();
  int64_t begin = 0;
  for (int64_t length : *lengths) {
    ExpectedPiece piece{sizes, std::nullopt};
    piece.sizes[axis] = length;
    if (!fits(piece.sizes, call.getResults()[pieces.size()].type))
      return false;
    if (elements && elements->empty())
      piece.elements.emplace();
    else if (elements)
      piece.elements = copyPiece(*elements, sizes, axis, begin, length,
                                 countBytes(data.type));
    pieces.push_back(std::move(piece));
    begin += length;
  }
  return true;
}

std::optional<std::vector<ExpectedPiece>>
mlir::split::computePieces(const Call &call) {
  std::vector<ExpectedPiece> pieces;
  for (const SplitStep &step : call.program.source.steps)
    if (!addPieces(call, step, pieces))
      return std::nullopt;
  return pieces;
}
