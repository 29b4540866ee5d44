//===- CheckAllocations.cpp - too little memory is a failed check ---------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "split-mlir/Conversion/Passes.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir {
namespace split {
#define GEN_PASS_DEF_SPLITCHECKALLOCATIONSPASS
#include "split-mlir/Conversion/Passes.h.inc"
} // namespace split
} // namespace mlir

using namespace mlir;
using namespace mlir::split;

/// `out of memory: cannot allocate a buffer of {}x4xf32`.
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

/// Checks that `op` found memory:
///
///   %pointer = memref.extract_aligned_pointer_as_index %0
///   %ok = arith.cmpi ne, %pointer, %c0 : index
///   split.assert %ok, "out of memory: ..."(%size)
static void check(memref::AllocOp op) {
  OpBuilder builder(op.getContext());
  builder.setInsertionPointAfter(op);
  Location loc = op.getLoc();
  Value pointer =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, op);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value ok = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                   pointer, zero);
  AssertOp::create(builder, loc, ok, getMessage(op.getType()),
                   op.getDynamicSizes());
}

namespace {
struct SplitCheckAllocationsPass
    : split::impl::SplitCheckAllocationsPassBase<SplitCheckAllocationsPass> {
  void runOnOperation() override {
    getOperation()->walk([&](memref::AllocOp op) {
      check(op);
      ++numChecks;
    });
  }
};
} // namespace
