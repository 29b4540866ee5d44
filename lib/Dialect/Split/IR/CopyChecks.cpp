//===- CopyChecks.cpp - the rules of split.copy at run time ---------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "split-mlir/Dialect/Split/IR/RuntimeChecks.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

using namespace mlir;
using namespace mlir::split;

namespace {
/// Generates the checks of one split.copy (R7).
class CopyCheckGenerator : CheckBuilder {
public:
  CopyCheckGenerator(OpBuilder &builder, CopyOp op, EmitCheckFn emitCheck)
      : CheckBuilder(builder, op.getLoc(), emitCheck), op(op),
        axis(op.getNormalizedAxis()) {}

  void run() {
    auto data = cast<ShapedType>(op.getData().getType());
    for (unsigned index = 0; index < op.getOuts().size(); ++index)
      for (int64_t dim = 0; dim < data.getRank(); ++dim)
        if (dim != axis)
          checkSameSize(index, dim);
    if (!isSumCertain())
      checkSum();
  }

private:
  OpFoldResult getDim(Value value, int64_t dim) {
    auto type = cast<ShapedType>(value.getType());
    if (!type.isDynamicDim(dim))
      return getSize(type.getDimSize(dim));
    if (isa<TensorType>(type))
      return tensor::DimOp::create(builder, loc, value, dim).getResult();
    return memref::DimOp::create(builder, loc, value, dim).getResult();
  }

  /// Away from the axis.
  void checkSameSize(unsigned index, int64_t dim) {
    auto data = cast<ShapedType>(op.getData().getType());
    auto destination = cast<ShapedType>(op.getOuts()[index].getType());
    if (!data.isDynamicDim(dim) &&
        data.getDimSize(dim) == destination.getDimSize(dim))
      return;
    OpFoldResult got = getDim(op.getOuts()[index], dim);
    OpFoldResult expected = getDim(op.getData(), dim);
    CheckMessage message("destination ");
    message << index << " has size " << got << " along dimension " << dim
            << ", expected " << expected << " as data has";
    emitCheck(compare(arith::CmpIPredicate::eq, got, expected), message);
  }

  bool isSumCertain() {
    auto hasStaticSize = [&](Value value) {
      return !cast<ShapedType>(value.getType()).isDynamicDim(axis);
    };
    return llvm::all_of(op->getOperands(), hasStaticSize) &&
           succeeded(verifyCopySizes(
               op, [&] { return emitNothing(op.getContext()); }));
  }

  CheckMessage formatSizes(ArrayRef<OpFoldResult> sizes) {
    CheckMessage message("destinations have sizes ");
    message.appendList(sizes);
    return message << " along dimension " << axis << ", which sum to ";
  }

  /// Subtracts one size after the other from what is left: a sum might
  /// overflow.
  void checkSum() {
    OpFoldResult size = getDim(op.getData(), axis);
    SmallVector<OpFoldResult> sizes;
    for (Value destination : op.getOuts())
      sizes.push_back(getDim(destination, axis));
    Value left = materialize(size);
    Value fits;
    for (OpFoldResult taken : sizes) {
      Value takenValue = materialize(taken);
      fits =
          conjoin(fits, compare(arith::CmpIPredicate::sle, takenValue, left));
      left = arith::SubIOp::create(builder, loc, left, takenValue);
    }
    CheckMessage tooMuch = formatSizes(sizes);
    emitCheck(fits, tooMuch << "more than " << size << ", the size of data");

    Value total = materialize(size);
    Value sum = arith::SubIOp::create(builder, loc, total, left);
    CheckMessage tooLittle = formatSizes(sizes);
    tooLittle << OpFoldResult(sum) << ", expected " << size
              << ", the size of data";
    emitCheck(compare(arith::CmpIPredicate::eq, left, getSize(0)), tooLittle);
  }

  CopyOp op;
  int64_t axis;
};
} // namespace

void mlir::split::generateRuntimeChecks(OpBuilder &builder, CopyOp op,
                                        EmitCheckFn emitCheck) {
  CopyCheckGenerator(builder, op, emitCheck).run();
}
