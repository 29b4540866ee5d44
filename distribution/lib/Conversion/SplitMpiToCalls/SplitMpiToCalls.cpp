//===- SplitMpiToCalls.cpp - The split_mpi ops to calls of a library ------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../HostAbi/MpiCalls.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"
#include "split-mlir/Dialect/Split/IR/ElementBytes.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/Dialect/SplitMpi/IR/Communicator.h"
#include "split-mlir/Dialect/SplitMpi/IR/SplitMpi.h"
#include "split-mlir/Distribution/Passes.h"
#include "split-mlir/MpiRuntime/MpiRuntime.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::split::mpi {
#define GEN_PASS_DEF_CONVERTSPLITMPITOCALLSPASS
#include "split-mlir/Distribution/Passes.h.inc"
} // namespace mlir::split::mpi

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;
using namespace mlir::split::native;

/// Returns the number by which MpiRuntime.h names `type`, an element type that
/// the verifiers of reductions accept.
static int64_t getElementKind(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return complex.getElementType().isF32() ? SPLIT_MPI_COMPLEX_F32
                                            : SPLIT_MPI_COMPLEX_F64;
  if (isa<FloatType>(type))
    return type.isF16()    ? SPLIT_MPI_F16
           : type.isBF16() ? SPLIT_MPI_BF16
           : type.isF32()  ? SPLIT_MPI_F32
                           : SPLIT_MPI_F64;
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer)
    return SPLIT_MPI_I64;
  bool isUnsigned = integer.isUnsigned();
  switch (integer.getWidth()) {
  case 1:
    return SPLIT_MPI_I1;
  case 8:
    return isUnsigned ? SPLIT_MPI_U8 : SPLIT_MPI_I8;
  case 16:
    return isUnsigned ? SPLIT_MPI_U16 : SPLIT_MPI_I16;
  case 32:
    return isUnsigned ? SPLIT_MPI_U32 : SPLIT_MPI_I32;
  default:
    return isUnsigned ? SPLIT_MPI_U64 : SPLIT_MPI_I64;
  }
}

/// Adds the number of `list`, and its elements.
template <typename List>
static void addList(SmallVectorImpl<int64_t> &words, const List &list) {
  words.push_back(list.size());
  words.append(list.begin(), list.end());
}

/// Adds for each dimension whether offsets are passed.
static void addOffsetFlags(SmallVectorImpl<int64_t> &words,
                           const Layout &layout) {
  for (const SmallVector<int16_t> &axes : layout.axes)
    words.push_back(!layout.offsets.empty() && !axes.empty());
}

namespace {
/// Converts the ops of one module.
class CallBuilder {
public:
  explicit CallBuilder(RuntimeCalls &calls) : calls(calls) {}

  LogicalResult convert(RewriterBase &rewriter, Operation *op) {
    return llvm::TypeSwitch<Operation *, LogicalResult>(op)
        .Case<RedistributeOp, AllReduceOp, ReduceScatterOp>(
            [&](auto transfer) { return convertTransfer(rewriter, transfer); })
        .Case<GlobalSizeOp, GridIndexOp>([&](auto query) {
          convert(rewriter, query);
          return success();
        })
        .Default([](Operation *) -> LogicalResult {
          llvm_unreachable("all ops of the dialect are handled");
        });
  }

private:
  /// Checks the operands, and replaces the op by a call.
  template <typename OpTy>
  LogicalResult convertTransfer(RewriterBase &rewriter, OpTy op) {
    auto type = dyn_cast<MemRefType>(op.getSource().getType());
    if (!type)
      return op.emitOpError(
          "is on tensors; expected one-shot-bufferize to have run");
    std::optional<int64_t> bytes = getElementBytes(type.getElementType());
    if (!bytes)
      return op.emitOpError("has element type ")
             << type.getElementType()
             << ", expected integers, floats, complex numbers or index";
    SmallVector<int64_t> constants;
    SmallVector<Value> values;
    addOperand(rewriter, op.getLoc(), values, op.getSource(), *bytes);
    addOperand(rewriter, op.getLoc(), values, op.getInit(), *bytes);
    MpiFunction function = describe(rewriter, op, *bytes, constants, values);
    Location loc = op.getLoc();
    Value words = calls.getWords(rewriter, loc, constants);
    Value array = calls.storeValues(rewriter, loc, values);
    checkStatus(rewriter, loc,
                callMpi(calls, rewriter, loc, function,
                        {op.getCommunicator(), words, array}));
    rewriter.eraseOp(op);
    return success();
  }

  /// Adds the address, the sizes and the strides of `memref`.
  static void addOperand(OpBuilder &builder, Location loc,
                         SmallVectorImpl<Value> &values, Value memref,
                         int64_t elementBytes) {
    IndexMath math(builder, loc);
    values.push_back(
        RuntimeCalls::getAddress(builder, loc, memref, elementBytes));
    auto layout =
        memref::ExtractStridedMetadataOp::create(builder, loc, memref);
    for (OpFoldResult size : layout.getConstifiedMixedSizes())
      values.push_back(math.get(size));
    for (OpFoldResult stride : layout.getConstifiedMixedStrides())
      values.push_back(math.get(stride));
  }

  /// Adds the coordinates of `root`, or -1 for each axis if it is empty.
  static void addRoot(OpBuilder &builder, Location loc,
                      SmallVectorImpl<Value> &values,
                      ArrayRef<OpFoldResult> root, size_t numAxes) {
    IndexMath math(builder, loc);
    for (OpFoldResult coordinate : root)
      values.push_back(math.get(coordinate));
    if (root.empty())
      values.append(numAxes, math.get(-1));
  }

  /// Adds what follows the operands, and the constants. Returns the function to
  /// call.
  static MpiFunction describe(OpBuilder &builder, RedistributeOp op,
                              int64_t elementBytes,
                              SmallVectorImpl<int64_t> &constants,
                              SmallVectorImpl<Value> &values) {
    Layout from = op.getFromLayout(), to = op.getToLayout();
    constants.push_back(elementBytes);
    addList(constants, op.getGrid());
    constants.push_back(op.getStaticSizes().size());
    for (const Layout *layout : {&from, &to})
      for (const SmallVector<int16_t> &axes : layout->axes)
        addList(constants, axes);
    addOffsetFlags(constants, from);
    addOffsetFlags(constants, to);

    Location loc = op.getLoc();
    IndexMath math(builder, loc);
    for (OpFoldResult size : op.getMixedSizes())
      values.push_back(math.get(size));
    addRoot(builder, loc, values, from.root, op.getGrid().size());
    addRoot(builder, loc, values, to.root, op.getGrid().size());
    for (const Layout *layout : {&from, &to})
      for (OpFoldResult offset : layout->offsets)
        values.push_back(math.get(offset));
    return MpiFunction::Redistribute;
  }

  template <typename OpTy>
  static void addReduction(OpTy op, SmallVectorImpl<int64_t> &constants) {
    auto type = cast<MemRefType>(op.getSource().getType());
    constants.push_back(getElementKind(type.getElementType()));
    constants.push_back(static_cast<int64_t>(op.getKind()));
    addList(constants, op.getGrid());
    addList(constants, op.getAxes());
    constants.push_back(type.getRank());
  }

  static MpiFunction describe(OpBuilder &builder, AllReduceOp op, int64_t,
                              SmallVectorImpl<int64_t> &constants,
                              SmallVectorImpl<Value> &values) {
    addReduction(op, constants);
    addRoot(builder, op.getLoc(), values, op.getMixedRoot(),
            op.getGrid().size());
    return MpiFunction::AllReduce;
  }

  static MpiFunction describe(OpBuilder &, ReduceScatterOp op, int64_t,
                              SmallVectorImpl<int64_t> &constants,
                              SmallVectorImpl<Value> &) {
    addReduction(op, constants);
    constants.push_back(op.getDimensionAttr().getInt());
    return MpiFunction::ReduceScatter;
  }

  void convert(RewriterBase &rewriter, GlobalSizeOp op) {
    Location loc = op.getLoc();
    Type i64 = rewriter.getI64Type();
    SmallVector<int64_t> constants;
    addList(constants, op.getGrid());
    addList(constants, op.getAxes());
    Value words = calls.getWords(rewriter, loc, constants);
    Value local = arith::IndexCastOp::create(rewriter, loc, i64, op.getLocal());
    Value place = calls.storeValues(rewriter, loc, op.getLocal());
    checkStatus(rewriter, loc,
                callMpi(calls, rewriter, loc, MpiFunction::GlobalSize,
                        {op.getCommunicator(), words, local, place}));
    Value size = LLVM::LoadOp::create(rewriter, loc, i64, place);
    rewriter.replaceOpWithNewOp<arith::IndexCastOp>(op, rewriter.getIndexType(),
                                                    size);
  }

  /// The last axis varies fastest.
  void convert(RewriterBase &rewriter, GridIndexOp op) {
    Location loc = op.getLoc();
    IndexMath math(rewriter, loc);
    Value rank =
        callMpi(calls, rewriter, loc, MpiFunction::Rank, op.getCommunicator());
    Value rest = arith::IndexCastOp::create(rewriter, loc,
                                            rewriter.getIndexType(), rank);
    SmallVector<Value> coordinates(op.getGrid().size());
    for (size_t axis = coordinates.size(); axis-- > 0;) {
      OpFoldResult size = rewriter.getIndexAttr(op.getGrid()[axis]);
      coordinates[axis] = axis == 0 ? rest : math.rem(rest, size);
      if (axis > 0)
        rest = math.div(rest, size);
    }
    rewriter.replaceOp(op, coordinates);
  }

  /// Ends the function with `status` unless it is success.
  static void checkStatus(OpBuilder &builder, Location loc, Value status) {
    Value zero = arith::ConstantIntOp::create(builder, loc, SPLIT_MPI_SUCCESS,
                                              /*width=*/32);
    Value isFine = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         status, zero);
    Value value = arith::IndexCastOp::create(builder, loc,
                                             builder.getIndexType(), status);
    auto check = AssertOp::create(
        builder, loc, isFine, "a function of libSplitMpi returned {}", value);
    check->setAttr(mpi::kStatusAttrName, builder.getUnitAttr());
  }

  RuntimeCalls &calls;
};

struct ConvertSplitMpiToCallsPass
    : split::mpi::impl::ConvertSplitMpiToCallsPassBase<
          ConvertSplitMpiToCallsPass> {
  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa_and_present<SplitMpiDialect>(op->getDialect()))
        ops.push_back(op);
    });
    RuntimeCalls calls(getOperation());
    if (ops.empty())
      return;
    if (failed(setGrid(ops)) ||
        failed(verifyMpiFunctions(calls, &getContext())))
      return signalPassFailure();
    CallBuilder builder(calls);
    IRRewriter rewriter(&getContext());
    for (Operation *op : ops) {
      rewriter.setInsertionPoint(op);
      if (failed(builder.convert(rewriter, op)))
        return signalPassFailure();
      ++numOps;
    }
  }

private:
  /// Checks that all ops have the same grid, and makes it an attribute of the
  /// module.
  LogicalResult setGrid(ArrayRef<Operation *> ops) {
    Operation *module = getOperation();
    auto grid = module->getAttrOfType<DenseI64ArrayAttr>(kGridAttrName);
    for (Operation *op : ops) {
      auto own = op->getAttrOfType<DenseI64ArrayAttr>("grid");
      if (grid && own != grid)
        return op->emitOpError("has grid [")
               << own.asArrayRef() << "], expected [" << grid.asArrayRef()
               << "], the grid of the module";
      grid = own;
    }
    module->setAttr(kGridAttrName, grid);
    return success();
  }
};
} // namespace
