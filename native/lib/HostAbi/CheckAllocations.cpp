//===- CheckAllocations.cpp - Checks that memory was allocated ------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/HostAbi/HostAbi.h"
#include "split-mlir/HostAbi/Passes.h"
#include "split-mlir/HostAbi/Runtime.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITCHECKALLOCATIONSPASS
#include "split-mlir/HostAbi/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

/// Returns `out of memory: cannot allocate a buffer of {}x4xf32`.
static std::string getMessage(MemRefType type) {
  std::string message = "out of memory: cannot allocate a buffer of ";
  llvm::raw_string_ostream os(message);
  for (int64_t size : type.getShape()) {
    if (ShapedType::isDynamic(size))
      os << "{}x";
    else
      os << size << 'x';
  }
  os << type.getElementType();
  return message;
}

/// Returns a number of elements of `type` whose bytes 63 bits can count.
static int64_t getMaxElements(Type type) {
  int64_t parts = 1;
  if (auto vector = dyn_cast<VectorType>(type)) {
    type = vector.getElementType();
    parts = vector.getNumElements();
  }
  if (auto complexType = dyn_cast<ComplexType>(type)) {
    type = complexType.getElementType();
    parts *= 2;
  }
  int64_t bits = type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 64;
  // Padding at most doubles the bytes, and there are 8 bits in each.
  return std::numeric_limits<int64_t>::max() /
         (parts * std::max<int64_t>(bits, 8));
}

/// Returns whether 63 bits can count the bytes that `op` allocates, an i1; null
/// if they certainly can.
static Value hasSize(ImplicitLocOpBuilder &builder, memref::AllocOp op) {
  MemRefType type = op.getType();
  int64_t max = getMaxElements(type.getElementType());
  int64_t known = 1;
  for (int64_t size : type.getShape()) {
    if (size == 0)
      return {};
    if (!ShapedType::isDynamic(size) &&
        (llvm::MulOverflow(known, size, known) || known > max))
      known = max + 1;
  }
  if (op.getDynamicSizes().empty())
    return known <= max
               ? Value()
               : arith::ConstantIntOp::create(builder, 0, 1).getResult();

  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value limit = arith::ConstantIndexOp::create(builder, max);
  Value product = arith::ConstantIndexOp::create(builder, known);
  Value fits = arith::ConstantIntOp::create(builder, 1, 1);
  Value isEmpty = arith::ConstantIntOp::create(builder, 0, 1);
  auto compare = [&](arith::CmpIPredicate predicate, Value left, Value right) {
    return arith::CmpIOp::create(builder, predicate, left, right);
  };
  for (Value size : op.getDynamicSizes()) {
    auto step = arith::MulUIExtendedOp::create(builder, product, size);
    product = step.getLow();
    Value hasNoHigh = compare(arith::CmpIPredicate::eq, step.getHigh(), zero);
    fits = arith::AndIOp::create(builder, fits, hasNoHigh);
    Value isBelow = compare(arith::CmpIPredicate::ule, product, limit);
    fits = arith::AndIOp::create(builder, fits, isBelow);
    Value isZero = compare(arith::CmpIPredicate::eq, size, zero);
    isEmpty = arith::OrIOp::create(builder, isEmpty, isZero);
  }
  return arith::OrIOp::create(builder, isEmpty, fits);
}

/// Checks that `op` has allocated memory, and that the computation of its size
/// has not wrapped around:
///
///   %pointer = memref.extract_aligned_pointer_as_index %0
///   %ok = arith.cmpi ne, %pointer, %c0 : index
///   split.assert %ok, "out of memory: ..."(%size) {split.status = 3 : i32}
static void check(memref::AllocOp op) {
  ImplicitLocOpBuilder builder(op.getLoc(), op.getContext());
  builder.setInsertionPointAfter(op);
  Value pointer = memref::ExtractAlignedPointerAsIndexOp::create(builder, op);
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value ok =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, pointer, zero);
  if (Value fits = hasSize(builder, op))
    ok = arith::AndIOp::create(builder, ok, fits);
  createCheck(builder, op.getLoc(), ok, getMessage(op.getType()),
              op.getDynamicSizes(), SPLIT_MLIR_OUT_OF_MEMORY);
}

namespace {
struct SplitCheckAllocationsPass
    : split::native::impl::SplitCheckAllocationsPassBase<
          SplitCheckAllocationsPass> {
  void runOnOperation() override {
    getOperation()->walk([&](memref::AllocOp op) {
      check(op);
      ++numChecks;
    });
  }
};
} // namespace
