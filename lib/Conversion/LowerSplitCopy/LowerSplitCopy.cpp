//===- LowerSplitCopy.cpp - split.copy to calls of kernels ----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyKernels.h"
#include "CopyTypes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "split-mlir/Conversion/Passes.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

namespace mlir {
namespace split {
#define GEN_PASS_DEF_LOWERSPLITCOPYPASS
#include "split-mlir/Conversion/Passes.h.inc"
} // namespace split
} // namespace mlir

using namespace mlir;
using namespace mlir::split;
using arith::CmpIPredicate;

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

namespace {
/// Builds what takes the place of one split.copy.
class CopyCall {
public:
  CopyCall(ByteBuilder &b, CopyKernels &kernels, CopyOp op,
           const CopyShape &shape)
      : b(b), kernels(kernels), op(op), shape(shape),
        axis(op.getNormalizedAxis()) {}

  void build(const CopyPlan &plan);

private:
  Value getPointer(Value memref);
  Value getSize(Value memref, int64_t dim);
  Value getRows();
  Value getRun(Value out);
  Value getRowStride();
  Value createTable(int64_t values);
  SmallVector<Value> getOutputs(const CopyPlan &plan);
  SmallVector<Value> getGenericTable();
  void buildGuarded(const CopyPlan &plan);
  void buildPlan(const CopyShape &shape, const CopyPlan &plan);
  void buildStores(const CopyPlan &plan, Value bytes,
                   llvm::function_ref<void(StoreKind)> body);
  void buildParallel(const CopyPlan &plan, Value rows, Value bytes,
                     llvm::function_ref<void(Value, Value)> body);
  bool buildParallelRow(const CopyPlan &plan);

  ByteBuilder &b;
  CopyKernels &kernels;
  CopyOp op;
  const CopyShape &shape;
  int64_t axis;
  Value source;
};
} // namespace

/// To the first element.
Value CopyCall::getPointer(Value memref) {
  ImplicitLocOpBuilder &builder = b.getBuilder();
  auto type = cast<MemRefType>(memref.getType());
  Value index = memref::ExtractAlignedPointerAsIndexOp::create(builder, memref);
  Value address =
      arith::IndexCastOp::create(builder, builder.getI64Type(), index);
  if (!type.getLayout().isIdentity()) {
    SmallVector<int64_t> strides;
    int64_t offset;
    (void)type.getStridesAndOffset(strides, offset);
    Value elements;
    if (ShapedType::isDynamic(offset)) {
      auto metadata = memref::ExtractStridedMetadataOp::create(builder, memref);
      elements = arith::IndexCastOp::create(builder, builder.getI64Type(),
                                            metadata.getOffset());
    } else {
      elements = b.constant(offset);
    }
    address = b.add(address, b.mul(elements, shape.elementBytes));
  }
  return LLVM::IntToPtrOp::create(builder, b.getPointerType(), address);
}

Value CopyCall::getSize(Value memref, int64_t dim) {
  ImplicitLocOpBuilder &builder = b.getBuilder();
  auto type = cast<MemRefType>(memref.getType());
  if (!type.isDynamicDim(dim))
    return b.constant(type.getDimSize(dim));
  Value size = memref::DimOp::create(builder, memref, dim);
  return arith::IndexCastOp::create(builder, builder.getI64Type(), size);
}

Value CopyCall::getRows() {
  Value rows = b.constant(1);
  for (int64_t dim = 0; dim < axis; ++dim)
    rows = b.mul(rows, getSize(op.getData(), dim));
  return rows;
}

/// In bytes.
Value CopyCall::getRun(Value out) {
  int64_t rank = cast<MemRefType>(out.getType()).getRank();
  Value run = b.mul(getSize(out, axis), shape.elementBytes);
  for (int64_t dim = axis + 1; dim < rank; ++dim)
    run = b.mul(run, getSize(op.getData(), dim));
  return run;
}

Value CopyCall::getRowStride() {
  if (shape.rowStride != CopyShape::kDynamic)
    return b.constant(shape.rowStride);
  // Sources with gaps between rows have a known one.
  int64_t rank = cast<MemRefType>(op.getData().getType()).getRank();
  Value stride = b.constant(shape.elementBytes);
  for (int64_t dim = axis; dim < rank; ++dim)
    stride = b.mul(stride, getSize(op.getData(), dim));
  return stride;
}

/// On the stack, where the op's scope begins, but for loops: they would pile
/// tables up. Iterations that run in parallel each have one of their own.
Value CopyCall::createTable(int64_t values) {
  ImplicitLocOpBuilder &builder = b.getBuilder();
  Operation *scope =
      op->getParentWithTrait<OpTrait::AutomaticAllocationScope>();
  while (isa<LoopLikeOpInterface>(scope) &&
         !scope->hasTrait<OpTrait::HasParallelRegion>())
    scope = scope->getParentWithTrait<OpTrait::AutomaticAllocationScope>();
  OpBuilder::InsertionGuard guard(builder);
  for (Region &region : scope->getRegions())
    if (region.isAncestor(op->getParentRegion()))
      builder.setInsertionPointToStart(&region.front());
  return LLVM::AllocaOp::create(builder, b.getPointerType(),
                                builder.getI64Type(), b.constant(values),
                                /*alignment=*/8);
}

SmallVector<Value> CopyCall::getGenericTable() {
  Value table = createTable(op.getOuts().size() * kGenericEntryValues);
  Value offset = b.constant(0);
  for (auto [index, out] : llvm::enumerate(op.getOuts())) {
    Value run = getRun(out);
    int64_t entry = index * kGenericEntryValues * 8;
    b.storeBytes(getPointer(out), b.at(table, entry));
    b.storeBytes(run, b.at(table, entry + 8));
    b.storeBytes(offset, b.at(table, entry + 16));
    offset = b.add(offset, run);
  }
  return {table, b.constant(op.getOuts().size())};
}

/// The last operands of the plan's kernel.
SmallVector<Value> CopyCall::getOutputs(const CopyPlan &plan) {
  if (plan.strategy == CopyStrategy::Generic)
    return getGenericTable();
  SmallVector<Value> pointers;
  for (Value out : op.getOuts())
    pointers.push_back(getPointer(out));
  if (plan.strategy == CopyStrategy::Unrolled)
    return pointers;
  Value table = createTable(pointers.size());
  for (auto [index, pointer] : llvm::enumerate(pointers))
    b.storeBytes(pointer, b.at(table, index * 8));
  return {table};
}

/// Calls `body` with the kind of stores that is right for `bytes`.
void CopyCall::buildStores(const CopyPlan &plan, Value bytes,
                           llvm::function_ref<void(StoreKind)> body) {
  switch (plan.nontemporal) {
  case NontemporalStores::Never:
    return body(StoreKind::Ordinary);
  case NontemporalStores::Always:
    return body(StoreKind::Nontemporal);
  case NontemporalStores::AboveThreshold:
    b.ifThenElse(
        kernels.isAboveThreshold(b, bytes),
        [&] { body(StoreKind::Nontemporal); },
        [&] { body(StoreKind::Ordinary); });
  }
}

/// for t = 0 to threads, in parallel
static void buildThreads(ByteBuilder &b, int64_t threads,
                         llvm::function_ref<void(Value)> body) {
  ImplicitLocOpBuilder &builder = b.getBuilder();
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value one = arith::ConstantIndexOp::create(builder, 1);
  Value count = arith::ConstantIndexOp::create(builder, threads);
  auto loop = scf::ParallelOp::create(builder, zero, count, one);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  body(arith::IndexCastOp::create(builder, builder.getI64Type(),
                                  loop.getInductionVars()[0]));
}

/// Calls `body` with all rows, or with a part in each thread where that pays.
void CopyCall::buildParallel(const CopyPlan &plan, Value rows, Value bytes,
                             llvm::function_ref<void(Value, Value)> body) {
  const CopyTarget &target = kernels.getTarget();
  std::optional<int64_t> knownBytes = shape.getBytes();
  // Parts begin at whole blocks; those of Generic may have such of 64 rows.
  int64_t step = plan.strategy == CopyStrategy::Generic ? 64 : plan.blockRows;
  bool mayPay = target.threads > 1 &&
                (!knownBytes || *knownBytes >= target.parallelThreshold) &&
                (shape.rows == CopyShape::kDynamic || shape.rows > step);
  auto buildSequential = [&] { body(b.constant(0), rows); };
  if (!mayPay) {
    buildSequential();
    return;
  }
  auto buildParts = [&] {
    Value share = b.getBuilder().createOrFold<arith::CeilDivSIOp>(
        rows, b.constant(target.threads));
    Value part = b.mul(b.getBuilder().createOrFold<arith::CeilDivSIOp>(
                           share, b.constant(step)),
                       step);
    buildThreads(b, target.threads, [&](Value thread) {
      Value begin = b.minimum(b.mul(thread, part), rows);
      body(begin, b.minimum(b.add(begin, part), rows));
    });
  };
  if (knownBytes) {
    buildParts();
    return;
  }
  b.ifThenElse(b.compare(CmpIPredicate::sge, bytes, target.parallelThreshold),
               buildParts, buildSequential);
}

/// One row that several threads move: each a part of each run. Returns whether
/// it is one.
bool CopyCall::buildParallelRow(const CopyPlan &plan) {
  const CopyTarget &target = kernels.getTarget();
  std::optional<int64_t> bytes = shape.getBytes();
  int64_t least = kLineBytes * target.threads * target.threads;
  if (target.threads == 1 || shape.rows != 1 || !bytes ||
      *bytes < target.parallelThreshold ||
      llvm::any_of(
          shape.runs, [&](int64_t run) { return run != 0 && run < least; }))
    return false;
  SmallVector<Value> pointers;
  for (Value out : op.getOuts())
    pointers.push_back(getPointer(out));
  buildStores(plan, b.constant(*bytes), [&](StoreKind stores) {
    func::FuncOp kernel = kernels.getBytes(op.getLoc(), stores);
    buildThreads(b, target.threads, [&](Value thread) {
      int64_t offset = 0;
      for (auto [run, pointer] : llvm::zip_equal(shape.runs, pointers)) {
        int64_t part =
            llvm::alignTo(llvm::divideCeil(run, target.threads), kLineBytes);
        Value begin = b.mul(thread, part);
        Value end = b.minimum(b.add(begin, part), b.constant(run));
        if (run != 0)
          func::CallOp::create(
              b.getBuilder(), kernel,
              ValueRange{b.at(source, offset), pointer, begin, end});
        offset += run;
      }
    });
  });
  return true;
}

void CopyCall::buildPlan(const CopyShape &shape, const CopyPlan &plan) {
  SmallVector<Value> outputs = getOutputs(plan);
  Value rows = getRows();
  Value rowStride = getRowStride();
  // Rows may be many where they hold nothing.
  if (shape.rowStride == CopyShape::kDynamic)
    rows = b.mul(rows, b.minimum(rowStride, b.constant(1)));
  // Without gaps, for which there is no need to be exact.
  Value bytes = b.mul(b.mul(rows, rowStride), 2);
  buildStores(plan, bytes, [&](StoreKind stores) {
    func::FuncOp kernel = kernels.get(op.getLoc(), shape, plan, stores);
    buildParallel(plan, rows, bytes, [&](Value begin, Value end) {
      SmallVector<Value> operands = {source, begin, end, rowStride};
      operands.append(outputs);
      func::CallOp::create(b.getBuilder(), kernel, operands);
    });
  });
}

/// Generic, with a copy of the code for likely lengths.
void CopyCall::buildGuarded(const CopyPlan &plan) {
  Value isLikely;
  for (auto [likely, known, out] :
       llvm::zip_equal(plan.likelyRuns, shape.runs, op.getOuts())) {
    if (known == likely)
      continue;
    Value isEqual = b.compare(CmpIPredicate::eq, getRun(out), likely);
    isLikely = isLikely
                   ? arith::AndIOp::create(b.getBuilder(), isLikely, isEqual)
                   : isEqual;
  }
  b.ifThenElse(
      isLikely,
      [&] {
        CopyShape likely = shape;
        likely.runs = plan.likelyRuns;
        // A known one may have gaps between rows.
        if (likely.rowStride == CopyShape::kDynamic)
          likely.rowStride = shape.elementBytes * likely.runs.size();
        buildPlan(likely, planCopy(likely, kernels.getTarget()));
      },
      [&] { buildPlan(shape, plan); });
}

void CopyCall::build(const CopyPlan &plan) {
  source = getPointer(op.getData());
  if (buildParallelRow(plan))
    return;
  if (plan.likelyRuns.empty())
    buildPlan(shape, plan);
  else
    buildGuarded(plan);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct LowerSplitCopyPass
    : split::impl::LowerSplitCopyPassBase<LowerSplitCopyPass> {
  using LowerSplitCopyPassBase::LowerSplitCopyPassBase;

  void runOnOperation() override {
    if (failed(verifyOptions()))
      return signalPassFailure();
    LibraryCalls calls(getOperation());
    if (machine == MachineValues::Runtime &&
        failed(calls.verify(getMachine(&getContext()))))
      return signalPassFailure();
    CopyTarget target;
    target.machine = machine;
    target.nontemporalThreshold = nontemporalThreshold;
    target.streams = streams;
    target.prefetchDistance = prefetchDistance;
    target.storeFence = storeFence;
    target.threads = threads;
    target.parallelThreshold = parallelThreshold;
    CopyKernels kernels(calls, target);
    SmallVector<CopyOp> copies;
    getOperation()->walk([&](CopyOp op) {
      bool isOurs =
          op.hasPureBufferSemantics() && op->getParentOfType<func::FuncOp>() &&
          op->getParentWithTrait<OpTrait::SymbolTable>() == getOperation();
      if (isOurs)
        copies.push_back(op);
    });
    for (CopyOp op : copies)
      lower(op, kernels);
  }

private:
  LogicalResult verifyOptions();
  void lower(CopyOp op, CopyKernels &kernels);
  void count(const CopyPlan &plan);
};
} // namespace

LogicalResult LowerSplitCopyPass::verifyOptions() {
  Location loc = getOperation().getLoc();
  auto verifyNotNegative = [&](StringRef name, int64_t value) -> LogicalResult {
    if (value >= 0)
      return success();
    return emitError(loc) << "option '" << name << "' is " << value
                          << ", expected at least 0";
  };
  // As many as split-run takes.
  constexpr unsigned maxThreads = 1024;
  if (threads < 1 || threads > maxThreads)
    return emitError(loc) << "option 'threads' is " << threads.getValue()
                          << ", expected 1 to " << maxThreads;
  if (streams != 1 && streams != 4)
    return emitError(loc) << "option 'streams' is " << streams.getValue()
                          << ", expected 1 or 4";
  return success(succeeded(verifyNotNegative(nontemporalThreshold.getArgStr(),
                                             nontemporalThreshold)) &&
                 succeeded(verifyNotNegative(prefetchDistance.getArgStr(),
                                             prefetchDistance)) &&
                 succeeded(verifyNotNegative(parallelThreshold.getArgStr(),
                                             parallelThreshold)));
}

void LowerSplitCopyPass::count(const CopyPlan &plan) {
  switch (plan.strategy) {
  case CopyStrategy::Nothing:
    return;
  case CopyStrategy::Unrolled:
    ++numUnrolled;
    return;
  case CopyStrategy::Looped:
    ++numLooped;
    return;
  case CopyStrategy::Transposed:
    ++numTransposed;
    return;
  case CopyStrategy::Generic:
    ++numGeneric;
    return;
  }
}

void LowerSplitCopyPass::lower(CopyOp op, CopyKernels &kernels) {
  auto options =
      remark::RemarkOpts::name("split-copy").category("lower-split-copy");
  // What certainly fails at run time is left to the plain lowering.
  FailureOr<CopyShape> shape = failure();
  if (obeysRules(op))
    shape = getCopyShape(op);
  if (failed(shape)) {
    ++numLeft;
    remark::missed(op.getLoc(), options)
        << "left to the plain lowering: "
           "strides, element type or memory space";
    return;
  }
  CopyPlan plan = planCopy(*shape, kernels.getTarget());
  remark::passed(op.getLoc(), options) << describe(plan);
  count(plan);
  if (plan.strategy != CopyStrategy::Nothing) {
    OpBuilder builder(op);
    ByteBuilder bytes(builder, op.getLoc());
    CopyCall(bytes, kernels, op, *shape).build(plan);
  }
  op.erase();
}
