//===- BufferOverlaps.cpp - Checks for overlapping buffers ----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferOverlaps.h"

#include "HostAbi.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/HostAbi/Runtime.h"

using namespace mlir;
using namespace mlir::split;
using arith::CmpIPredicate;

/// The largest number of pairs of buffers that are compared inline. One
/// comparison takes less than a nanosecond; a call of the runtime library takes
/// about as long as 16 of them.
static constexpr size_t kMaxInlinePairs = 16;

static Value getInteger(ImplicitLocOpBuilder &builder, int64_t value) {
  return arith::ConstantIntOp::create(builder, value, 64);
}

static void check(ImplicitLocOpBuilder &builder, Value condition,
                  const Twine &format, ValueRange values = {}) {
  createCheck(builder, builder.getLoc(), condition, format, values,
              SPLIT_MLIR_INVALID_ARGUMENT);
}

/// Let `distance` be the result's address minus the other buffer's address.
/// The buffers overlap if -resultBytes < distance < otherBytes: in unsigned
/// arithmetic, if
/// distance + resultBytes - 1 < resultBytes + otherBytes - 1.
static void checkPair(ImplicitLocOpBuilder &builder, const BufferRange &result,
                      const BufferRange &other) {
  IndexMath math(builder, builder.getLoc());
  Value distance = math.sub(result.address, other.address);
  Value least = math.sub(result.bytes, getInteger(builder, 1));
  Value position = math.add(distance, least);
  Value limit = math.add(other.bytes, least);
  Value isApart = math.compare(CmpIPredicate::uge, position, limit);
  if (other.mayBeEmpty)
    isApart =
        math.either(isApart, math.isEqual(other.bytes, getInteger(builder, 0)));
  std::string message = ("result " + Twine(result.index) + " overlaps " +
                         (other.isResult ? "result " : "argument ") +
                         Twine(other.index) + ", expected separate memory")
                            .str();
  if (!other.isInPlace) {
    check(builder, isApart, message);
    return;
  }
  // The call packs arguments before it writes results. The check whether the
  // argument was packed runs only if the buffers overlap.
  Block *before = builder.getInsertionBlock();
  Region *body = before->getParent();
  Block *close = builder.createBlock(body, body->end());
  check(builder, math.negate(other.isInPlace), message);
  Block *after = builder.createBlock(body, body->end());
  builder.setInsertionPointToEnd(close);
  cf::BranchOp::create(builder, after);
  builder.setInsertionPointToEnd(before);
  cf::CondBranchOp::create(builder, isApart, after, close);
  builder.setInsertionPointToEnd(after);
}

/// The table has an entry for each argument and each result, of 0 bytes if it
/// has no buffer, so that the library returns the index of a result.
static void checkAll(ImplicitLocOpBuilder &builder, LibraryCalls &calls,
                     const HostTypes &signature, ArrayRef<BufferRange> ranges) {
  IndexMath math(builder, builder.getLoc());
  auto toIndex = [&](Value value) -> Value {
    return arith::IndexCastOp::create(builder, builder.getIndexType(), value);
  };
  size_t numInputs = signature.inputs.size();
  SmallVector<Value> table(2 * (numInputs + signature.results.size()),
                           math.get(0));
  for (const BufferRange &range : ranges) {
    size_t entry = range.index + (range.isResult ? numInputs : 0);
    Value bytes = range.bytes;
    if (range.isInPlace)
      bytes = math.select(range.isInPlace, bytes, getInteger(builder, 0));
    table[2 * entry] = toIndex(range.address);
    table[2 * entry + 1] = toIndex(bytes);
  }
  Value pointer = calls.storeValues(builder, builder.getLoc(), table);
  Value found =
      calls.call(builder, builder.getLoc(), RuntimeFunction::FindOverlap,
                 {pointer, getInteger(builder, table.size() / 2),
                  getInteger(builder, numInputs)});
  createMemoryCheck(
      builder, builder.getLoc(),
      math.compare(CmpIPredicate::ne, found, getInteger(builder, -2)),
      "cannot compare the buffers that are passed");
  check(builder, math.isLess(found, getInteger(builder, 0)),
        "result {} overlaps another buffer that is passed, expected separate "
        "memory",
        toIndex(found));
}

void mlir::split::emitOverlapChecks(ImplicitLocOpBuilder &builder,
                                    LibraryCalls &calls,
                                    const HostTypes &signature,
                                    ArrayRef<BufferRange> ranges) {
  size_t numResults = llvm::count_if(
      ranges, [](const BufferRange &range) { return range.isResult; });
  size_t numInputs = ranges.size() - numResults;
  size_t numPairs = numResults * numInputs + numResults * (numResults - 1) / 2;
  if (numPairs > kMaxInlinePairs)
    return checkAll(builder, calls, signature, ranges);
  for (auto [number, result] : llvm::enumerate(ranges))
    if (result.isResult)
      for (const BufferRange &other : ranges.take_front(number))
        checkPair(builder, result, other);
}
