//===- PlanBuffers.cpp - Buffers that share memory ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "split-mlir/Transforms/Passes.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITPLANBUFFERSPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

/// The alignment in bytes of all buffers.
static constexpr int64_t kAlignment = 64;
/// Larger buffers are not planned, so sums of sizes do not overflow.
static constexpr int64_t kMaxBytes = int64_t(1) << 40;

namespace {
/// A buffer of static size that is allocated and freed in the same block.
struct Buffer {
  memref::AllocOp alloc;
  memref::DeallocOp dealloc;
  int64_t bytes;
  /// The numbers of the first op that may use the buffer, and of `dealloc`, in
  /// the order of the text. In loops, too, two buffers are never alive at once
  /// if these intervals are disjoint: a block frees its buffers before it
  /// ends.
  int64_t begin = 0, end = 0;
  /// The position in the memory that the buffers share.
  int64_t offset = 0;

  bool overlaps(const Buffer &other) const {
    return begin < other.end && other.begin < end;
  }
};
} // namespace

/// Returns the number of bytes to reserve for `alloc`, or none if it cannot be
/// planned.
static std::optional<int64_t> getPlannedBytes(memref::AllocOp alloc) {
  MemRefType type = alloc.getType();
  std::optional<int64_t> bytes = getStaticBytes(type);
  if (!bytes || *bytes == 0 || *bytes > kMaxBytes || type.getMemorySpace() ||
      alloc.getAlignment().value_or(1) > kAlignment)
    return std::nullopt;
  return llvm::alignTo(*bytes, kAlignment);
}

/// Whether one thread executes the regions of `op`, each at most once at a
/// time.
static bool isSequential(Operation *op) {
  return isa<func::FuncOp>(op) || (isa<scf::SCFDialect>(op->getDialect()) &&
                                   !isa<scf::ParallelOp, scf::ForallOp>(op));
}

static SmallVector<Buffer> findBuffers(func::FuncOp function) {
  SmallVector<Buffer> buffers;
  DenseMap<Operation *, int64_t> numbers;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    numbers[op] = numbers.size();
    if (op->getNumRegions() != 0 && !isSequential(op))
      return WalkResult::skip();
    if (auto alloc = dyn_cast<memref::AllocOp>(op)) {
      memref::DeallocOp dealloc = findDealloc(alloc);
      std::optional<int64_t> bytes = getPlannedBytes(alloc);
      if (dealloc && bytes)
        buffers.push_back({alloc, dealloc, *bytes});
    }
    return WalkResult::advance();
  });
  for (Buffer &buffer : buffers) {
    buffer.end = buffer.begin = numbers.lookup(buffer.dealloc);
    for (Operation *user : buffer.alloc->getUsers()) {
      Operation *op = buffer.alloc->getBlock()->findAncestorOpInBlock(*user);
      buffer.begin = std::min(buffer.begin, numbers.lookup(op));
    }
  }
  return buffers;
}

/// Sets the offsets so that buffers that are alive at once do not overlap. The
/// largest buffer comes first; each goes to the lowest offset that is free.
/// Returns the number of bytes that the buffers need together.
static int64_t assignOffsets(MutableArrayRef<Buffer> buffers) {
  auto order =
      llvm::map_to_vector(buffers, [](Buffer &buffer) { return &buffer; });
  llvm::sort(order, [](const Buffer *left, const Buffer *right) {
    return std::pair(-left->bytes, left) < std::pair(-right->bytes, right);
  });
  // The buffers that have an offset, sorted by it.
  SmallVector<Buffer *> placed;
  int64_t total = 0;
  for (Buffer *buffer : order) {
    for (const Buffer *other : placed) {
      if (!buffer->overlaps(*other))
        continue;
      if (other->offset >= buffer->offset + buffer->bytes)
        break;
      buffer->offset = std::max(buffer->offset, other->offset + other->bytes);
    }
    total = std::max(total, buffer->offset + buffer->bytes);
    placed.insert(
        llvm::upper_bound(placed, buffer,
                          [](const Buffer *left, const Buffer *right) {
                            return left->offset < right->offset;
                          }),
        buffer);
  }
  return total;
}

/// Returns a memref of the type of `alloc` that begins `offset` bytes after the
/// address `begin`, an i64.
static Value createPart(OpBuilder &builder, memref::AllocOp alloc, Value begin,
                        int64_t offset, const LLVMTypeConverter &converter) {
  Location loc = alloc.getLoc();
  Value distance = arith::ConstantIntOp::create(builder, loc, offset, 64);
  Value address = arith::AddIOp::create(builder, loc, begin, distance);
  auto pointerType = LLVM::LLVMPointerType::get(builder.getContext());
  Value pointer = LLVM::IntToPtrOp::create(builder, loc, pointerType, address);
  Value descriptor = MemRefDescriptor::fromStaticShape(
      builder, loc, converter, alloc.getType(), pointer);
  return UnrealizedConversionCastOp::create(builder, loc, alloc.getType(),
                                            descriptor)
      .getResult(0);
}

/// Replaces the allocations by parts of one allocation for the whole function.
/// LLVM finds out that views of one memref are in one object, and then does not
/// check at run time whether they overlap, but gives up vectorizing a loop. So
/// the parts are created from integers.
static void shareMemory(func::FuncOp function, ArrayRef<Buffer> buffers,
                        int64_t bytes) {
  IRRewriter rewriter(function.getContext());
  LLVMTypeConverter converter(function.getContext());
  Location loc = function.getLoc();
  rewriter.setInsertionPointToStart(&function.front());
  Value memory = memref::AllocOp::create(
      rewriter, loc, MemRefType::get({bytes}, rewriter.getI8Type()),
      rewriter.getI64IntegerAttr(kAlignment));
  Value begin =
      memref::ExtractAlignedPointerAsIndexOp::create(rewriter, loc, memory);
  begin =
      arith::IndexCastOp::create(rewriter, loc, rewriter.getI64Type(), begin);
  for (const Buffer &buffer : buffers) {
    memref::AllocOp alloc = buffer.alloc;
    rewriter.eraseOp(buffer.dealloc);
    rewriter.setInsertionPoint(alloc);
    rewriter.replaceOp(
        alloc, createPart(rewriter, alloc, begin, buffer.offset, converter));
  }
  for (auto op : function.getOps<func::ReturnOp>()) {
    rewriter.setInsertionPoint(op);
    memref::DeallocOp::create(rewriter, loc, memory);
  }
}

namespace {
struct SplitPlanBuffersPass
    : split::native::impl::SplitPlanBuffersPassBase<SplitPlanBuffersPass> {
  void runOnOperation() override {
    getOperation()->walk([&](func::FuncOp function) {
      SmallVector<Buffer> buffers = findBuffers(function);
      if (buffers.size() < 2)
        return;
      int64_t bytes = assignOffsets(buffers);
      shareMemory(function, buffers, bytes);
      numPlanned += buffers.size();
    });
  }
};
} // namespace
