//===- LowerSplitCopy.cpp - split.copy to calls of kernels ----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyKernels.h"
#include "CopyStrategy.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "split-mlir/Conversion/NativePasses.h"
#include "split-mlir/Dialect/Split/IR/ElementBytes.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/HostAbi/NativeOptions.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_LOWERSPLITCOPYPASS
#include "split-mlir/Conversion/NativePasses.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;
using arith::CmpIPredicate;

//===----------------------------------------------------------------------===//
// Copies that kernels support
//===----------------------------------------------------------------------===//

/// Returns the size of elements that kernels can copy as bytes: those without
/// padding, of 1, 2, 4, 8 or 16 bytes.
static std::optional<int64_t> getCopiedBytes(Type type) {
  std::optional<int64_t> bytes = getElementBytes(type);
  if (!bytes || !llvm::isPowerOf2_64(*bytes) || *bytes > 16 ||
      (!type.isIndex() && *bytes != getUnpaddedBytes(type)))
    return std::nullopt;
  return bytes;
}

/// Whether the sizes and strides that `type` states are so small that numbers
/// of bytes do not overflow. A type may state sizes that no memory has.
static bool isCountable(MemRefType type, ArrayRef<int64_t> strides) {
  constexpr int64_t kMaxElements = int64_t(1) << 48;
  int64_t elements = 1;
  for (auto [size, stride] : llvm::zip_equal(type.getShape(), strides)) {
    if (!ShapedType::isDynamic(size) && size != 0 &&
        llvm::MulOverflow(elements, size, elements))
      return false;
    if (!ShapedType::isDynamic(stride) && stride > kMaxElements)
      return false;
  }
  return elements <= kMaxElements;
}

/// Returns the product of `sizes`, kDynamic if one of them is.
static int64_t countElements(ArrayRef<int64_t> sizes) {
  auto product = SaturatedInteger::wrap(1);
  for (int64_t size : sizes)
    product = product * SaturatedInteger::wrap(size);
  return product.asInteger();
}

/// Returns the distance between rows of `type` in elements. Returns none if the
/// dimensions before `axis` cannot be collapsed to rows, or rows may overlap.
static std::optional<int64_t>
getRowStride(MemRefType type, ArrayRef<int64_t> strides, int64_t axis) {
  ArrayRef<int64_t> shape = type.getShape();
  int64_t rowElements = countElements(shape.drop_front(axis));
  if (axis == 0 || type.getLayout().isIdentity())
    return rowElements;
  if (ShapedType::isDynamic(rowElements))
    return std::nullopt;
  int64_t stride = strides[axis - 1];
  if (ShapedType::isDynamic(stride) || stride < rowElements)
    return std::nullopt;
  for (int64_t dim = axis - 1; dim > 0; --dim)
    if (ShapedType::isDynamic(shape[dim]) ||
        strides[dim - 1] != strides[dim] * shape[dim])
      return std::nullopt;
  return stride;
}

static bool isInDefaultMemory(Value value) {
  return !cast<MemRefType>(value.getType()).getMemorySpace();
}

/// Returns the copy as rows of bytes. Fails if kernels do not support the
/// strides, the element type or a memory space.
static FailureOr<CopyShape> getCopyShape(CopyOp op) {
  int64_t axis = op.getNormalizedAxis();
  auto type = cast<MemRefType>(op.getData().getType());
  CopyShape shape;
  std::optional<int64_t> bytes = getCopiedBytes(type.getElementType());
  SmallVector<int64_t> strides;
  int64_t offset;
  if (!bytes || !isInDefaultMemory(op.getData()) ||
      failed(type.getStridesAndOffset(strides, offset)) ||
      !isCountable(type, strides) ||
      !type.areTrailingDimsContiguous(type.getRank() - axis))
    return failure();
  std::optional<int64_t> rowStride = getRowStride(type, strides, axis);
  if (!rowStride)
    return failure();
  shape.elementBytes = *bytes;
  shape.rowStride = countElements({*rowStride, *bytes});
  shape.rows = countElements(type.getShape().take_front(axis));
  int64_t inner = countElements(type.getShape().drop_front(axis + 1));
  for (Value out : op.getOuts()) {
    auto outType = cast<MemRefType>(out.getType());
    SmallVector<int64_t> outStrides;
    if (!isInDefaultMemory(out) ||
        failed(outType.getStridesAndOffset(outStrides, offset)) ||
        !isCountable(outType, outStrides) ||
        !outType.areTrailingDimsContiguous(outType.getRank()))
      return failure();
    shape.runs.push_back(
        countElements({outType.getDimSize(axis), inner, *bytes}));
  }
  // Without gaps, a row is the sum of its runs, even if the type does not state
  // its size.
  if (shape.hasStaticRuns() && type.getLayout().isIdentity())
    shape.rowStride = shape.getRowBytes();
  return shape;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

namespace {
/// Builds the code that replaces one split.copy.
class CopyCall {
public:
  CopyCall(ByteBuilder &b, const LLVMTypeConverter &types, CopyKernels &kernels,
           CopyOp op, const CopyShape &shape)
      : b(b), types(types), kernels(kernels), op(op), shape(shape),
        axis(op.getNormalizedAxis()),
        rank(cast<MemRefType>(op.getData().getType()).getRank()) {}

  void build(const CopyPlan &plan);

private:
  Value getPointer(Value memref);
  Value getSize(Value memref, int64_t dim);
  Value mulSizes(Value factor, int64_t first, int64_t last);
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
  void buildIf(Value condition, llvm::function_ref<void()> then,
               llvm::function_ref<void()> otherwise);
  bool hasParallelRow();
  void buildParallelRow(const CopyPlan &plan);

  ByteBuilder &b;
  const LLVMTypeConverter &types;
  CopyKernels &kernels;
  CopyOp op;
  const CopyShape &shape;
  int64_t axis, rank;
  Value source;
};
} // namespace

/// Returns a pointer to the first element. The descriptor of the memref becomes
/// known when memrefs are converted to LLVM; a pointer from an integer would
/// hide from LLVM what it points into.
Value CopyCall::getPointer(Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  MemRefDescriptor descriptor(
      UnrealizedConversionCastOp::create(b, types.convertType(type), memref)
          .getResult(0));
  Value pointer = descriptor.alignedPtr(b, b.getLoc());
  if (type.getLayout().isIdentity())
    return pointer;
  auto [strides, offset] = type.getStridesAndOffset();
  Value elements = ShapedType::isDynamic(offset)
                       ? descriptor.offset(b, b.getLoc())
                       : b.constant(offset);
  return b.at(pointer, b.mul(elements, shape.elementBytes));
}

Value CopyCall::getSize(Value memref, int64_t dim) {
  auto type = cast<MemRefType>(memref.getType());
  if (!type.isDynamicDim(dim))
    return b.constant(type.getDimSize(dim));
  Value size = memref::DimOp::create(b, memref, dim);
  return arith::IndexCastOp::create(b, b.getI64Type(), size);
}

/// Returns `factor` times the sizes of the source's dimensions `first` to
/// `last`.
Value CopyCall::mulSizes(Value factor, int64_t first, int64_t last) {
  for (int64_t dim = first; dim < last; ++dim)
    factor = b.mul(factor, getSize(op.getData(), dim));
  return factor;
}

/// Returns the length of the run of `out` in bytes.
Value CopyCall::getRun(Value out) {
  Value run = b.mul(getSize(out, axis), shape.elementBytes);
  return mulSizes(run, axis + 1, rank);
}

Value CopyCall::getRowStride() {
  // Only sources with a static row stride have gaps between rows.
  if (shape.rowStride != CopyShape::kDynamic)
    return b.constant(shape.rowStride);
  return mulSizes(b.constant(shape.elementBytes), axis, rank);
}

/// Allocates a table on the stack, at the beginning of the allocation scope
/// around the op. Sequential loops are not such scopes, because the stack would
/// grow with each iteration. Parallel loops are, because each iteration needs
/// its own table.
Value CopyCall::createTable(int64_t values) {
  Operation *scope =
      op->getParentWithTrait<OpTrait::AutomaticAllocationScope>();
  while (isa<LoopLikeOpInterface>(scope) &&
         !scope->hasTrait<OpTrait::HasParallelRegion>())
    scope = scope->getParentWithTrait<OpTrait::AutomaticAllocationScope>();
  OpBuilder::InsertionGuard guard(b);
  Region *region = op->getParentRegion();
  while (region->getParentOp() != scope)
    region = region->getParentRegion();
  b.setInsertionPointToStart(&region->front());
  return LLVM::AllocaOp::create(b, b.getPointerType(), b.getI64Type(),
                                b.constant(values),
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

/// Returns the operands for the outputs of the kernel.
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

/// Calls `body` with the kind of stores for `bytes`, which may be decided at
/// run time.
void CopyCall::buildStores(const CopyPlan &plan, Value bytes,
                           llvm::function_ref<void(StoreKind)> body) {
  auto buildFor = [&](SizeRange range, auto isAbove,
                      llvm::function_ref<void()> then,
                      llvm::function_ref<void()> otherwise) {
    if (range == SizeRange::AboveThreshold)
      return b.ifThenElse(isAbove(), then, otherwise);
    range == SizeRange::All ? then() : otherwise();
  };
  auto buildOrdinary = [&] {
    buildFor(
        plan.prefetched,
        [&] { return b.compare(CmpIPredicate::sge, bytes, kLeastLargeBytes); },
        [&] { body(StoreKind::Prefetched); },
        [&] { body(StoreKind::Ordinary); });
  };
  buildFor(
      plan.nontemporal, [&] { return kernels.isAboveThreshold(b, bytes); },
      [&] { body(StoreKind::Nontemporal); }, buildOrdinary);
}

/// Builds an scf.if, or only the branch that is taken if `condition` is a
/// constant.
void CopyCall::buildIf(Value condition, llvm::function_ref<void()> then,
                       llvm::function_ref<void()> otherwise) {
  if (std::optional<int64_t> known = getConstantIntValue(condition))
    return *known ? then() : otherwise();
  b.ifThenElse(condition, then, otherwise);
}

/// Calls `body` with all rows or, in each thread, with a part of them.
void CopyCall::buildParallel(const CopyPlan &plan, Value rows, Value bytes,
                             llvm::function_ref<void(Value, Value)> body) {
  int64_t threads = kernels.getMachine().threads;
  // Parts begin with whole blocks. Those of Generic have up to 64 rows.
  int64_t step = plan.strategy == CopyStrategy::Generic ? 64 : plan.blockRows;
  bool hasParts =
      threads > 1 && (shape.rows == CopyShape::kDynamic || shape.rows > step);
  auto buildSequential = [&] { body(b.constant(0), rows); };
  if (!hasParts) {
    buildSequential();
    return;
  }
  auto buildParts = [&] {
    createThreads(b, b.getLoc(), threads, [&](Value thread) {
      auto [begin, end] =
          createThreadPart(b, b.getLoc(), thread, threads, rows, step);
      body(begin, end);
    });
  };
  buildIf(kernels.isShared(b, bytes), buildParts, buildSequential);
}

/// Returns whether the op copies a single row, of which each thread can copy a
/// part of each run.
bool CopyCall::hasParallelRow() {
  int64_t threads = kernels.getMachine().threads;
  int64_t least = kLineBytes * threads * threads;
  return threads > 1 && shape.rows == 1 && shape.getBytes() &&
         llvm::all_of(shape.runs,
                      [&](int64_t run) { return run == 0 || run >= least; });
}

void CopyCall::buildParallelRow(const CopyPlan &plan) {
  int64_t threads = kernels.getMachine().threads;
  SmallVector<Value> pointers;
  for (Value out : op.getOuts())
    pointers.push_back(getPointer(out));
  buildStores(plan, b.constant(*shape.getBytes()), [&](StoreKind stores) {
    func::FuncOp kernel = kernels.getBytes(op.getLoc(), stores);
    createThreads(b, b.getLoc(), threads, [&](Value thread) {
      int64_t offset = 0;
      for (auto [run, pointer] : llvm::zip_equal(shape.runs, pointers)) {
        if (run == 0)
          continue;
        auto [begin, end] = createThreadPart(b, b.getLoc(), thread, threads,
                                             b.constant(run), kLineBytes);
        func::CallOp::create(
            b, kernel, ValueRange{b.at(source, offset), pointer, begin, end});
        offset += run;
      }
    });
  });
}

void CopyCall::buildPlan(const CopyShape &shape, const CopyPlan &plan) {
  SmallVector<Value> outputs = getOutputs(plan);
  Value rows = mulSizes(b.constant(1), 0, axis);
  Value rowStride = getRowStride();
  // Empty rows need no iterations, of which there may be very many.
  if (shape.rowStride == CopyShape::kDynamic)
    rows = b.mul(rows, b.minimum(rowStride, b.constant(1)));
  // Gaps between rows count as well: the number need not be exact.
  Value bytes = b.mul(b.mul(rows, rowStride), 2);
  buildStores(plan, bytes, [&](StoreKind stores) {
    func::FuncOp kernel = kernels.get(op.getLoc(), shape, plan, stores);
    buildParallel(plan, rows, bytes, [&](Value begin, Value end) {
      SmallVector<Value> operands = {source, begin, end, rowStride};
      operands.append(outputs);
      func::CallOp::create(b, kernel, operands);
    });
  });
}

/// Builds the generic copy, and specialized code for likely lengths.
void CopyCall::buildGuarded(const CopyPlan &plan) {
  Value isLikely;
  for (auto [likely, known, out] :
       llvm::zip_equal(plan.likelyRuns, shape.runs, op.getOuts())) {
    if (known == likely)
      continue;
    Value isEqual = b.compare(CmpIPredicate::eq, getRun(out), likely);
    isLikely = isLikely ? arith::AndIOp::create(b, isLikely, isEqual) : isEqual;
  }
  b.ifThenElse(
      isLikely,
      [&] {
        CopyShape likely = shape;
        likely.runs = plan.likelyRuns;
        // A static row stride may include a gap.
        if (likely.rowStride == CopyShape::kDynamic)
          likely.rowStride = shape.elementBytes * likely.runs.size();
        buildPlan(likely, planCopy(likely, kernels.getMachine()));
      },
      [&] { buildPlan(shape, plan); });
}

void CopyCall::build(const CopyPlan &plan) {
  source = getPointer(op.getData());
  auto buildRows = [&] {
    if (plan.likelyRuns.empty())
      buildPlan(shape, plan);
    else
      buildGuarded(plan);
  };
  if (!hasParallelRow()) {
    buildRows();
    return;
  }
  buildIf(
      kernels.isShared(b, b.constant(*shape.getBytes())),
      [&] { buildParallelRow(plan); }, buildRows);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct LowerSplitCopyPass
    : split::native::impl::LowerSplitCopyPassBase<LowerSplitCopyPass> {
  using LowerSplitCopyPassBase::LowerSplitCopyPassBase;

  void runOnOperation() override {
    if (threads < 1 || threads > NativeOptions::kMaxThreads) {
      emitError(getOperation().getLoc())
          << "option 'threads' is " << threads.getValue() << ", expected 1 to "
          << NativeOptions::kMaxThreads;
      return signalPassFailure();
    }
    FailureOr<MachineModel> model =
        resolveMachine(getOperation(), machine, threads);
    RuntimeCalls calls(getOperation());
    if (failed(model) || (model->values == MachineValues::Runtime &&
                          failed(calls.verify(RuntimeFunction::Machine))))
      return signalPassFailure();
    CopyKernels kernels(calls, *model);
    LLVMTypeConverter types(&getContext());
    SmallVector<CopyOp> copies;
    getOperation()->walk([&](CopyOp op) {
      bool isOurs =
          op.hasPureBufferSemantics() && op->getParentOfType<func::FuncOp>() &&
          op->getParentWithTrait<OpTrait::SymbolTable>() == getOperation();
      if (isOurs)
        copies.push_back(op);
    });
    for (CopyOp op : copies)
      lower(op, types, kernels);
  }

private:
  void lower(CopyOp op, const LLVMTypeConverter &types, CopyKernels &kernels);
  void count(const CopyPlan &plan);
};
} // namespace

void LowerSplitCopyPass::count(const CopyPlan &plan) {
  Statistic *counters[] = {/*Nothing=*/nullptr, &numUnrolled, &numLooped,
                           &numTransposed, &numGeneric};
  if (Statistic *counter = counters[static_cast<size_t>(plan.strategy)])
    ++*counter;
}

void LowerSplitCopyPass::lower(CopyOp op, const LLVMTypeConverter &types,
                               CopyKernels &kernels) {
  auto options =
      remark::RemarkOpts::name("split-copy").category("lower-split-copy");
  // Leave copies that certainly fail at run time to the plain lowering.
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
  CopyPlan plan = planCopy(*shape, kernels.getMachine());
  remark::passed(op.getLoc(), options) << describe(plan);
  count(plan);
  if (plan.strategy != CopyStrategy::Nothing) {
    OpBuilder builder(op);
    ByteBuilder bytes(builder, op.getLoc());
    CopyCall(bytes, types, kernels, op, *shape).build(plan);
  }
  op.erase();
}
