//===- VerifyElementTypes.cpp - tensors that memory can hold -------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "split-mlir/Transforms/Passes.h"
#include "llvm/IR/DerivedTypes.h"

namespace mlir {
namespace split {
#define GEN_PASS_DEF_SPLITVERIFYELEMENTTYPESPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace split
} // namespace mlir

using namespace mlir;

/// Whether a memref can have elements of type `type`, and LLVM a type for it.
/// The converter crashes on complexes of what it has no type for, and LLVM on
/// integers beyond its limits and, but for some processors, on vectors of a
/// length known only at run time.
static bool hasFormInMemory(Type type, const LLVMTypeConverter &converter) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return hasFormInMemory(complex.getElementType(), converter);
  if (auto vector = dyn_cast<VectorType>(type))
    return !vector.isScalable() &&
           hasFormInMemory(vector.getElementType(), converter);
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.getWidth() >= llvm::IntegerType::MIN_INT_BITS &&
           integer.getWidth() <= llvm::IntegerType::MAX_INT_BITS;
  return BaseMemRefType::isValidElementType(type) &&
         converter.convertType(type);
}

namespace {
/// Finds the first type of an op that bufferization must not meet.
class TypeVerifier {
public:
  explicit TypeVerifier(MLIRContext *context) : converter(context) {}

  LogicalResult verify(Operation *op) {
    auto verifyAll = [&](TypeRange types, StringRef what) -> LogicalResult {
      for (auto [index, type] : llvm::enumerate(types))
        if (failed(verify(op, type, what, index)))
          return failure();
      return success();
    };
    // Blocks that are entered otherwise have their arguments' types from
    // operands and results.
    if (auto function = dyn_cast<FunctionOpInterface>(op))
      if (failed(verifyAll(function.getArgumentTypes(), "argument")) ||
          failed(verifyAll(function.getResultTypes(), "result")))
        return failure();
    return failure(failed(verifyAll(op->getOperandTypes(), "operand")) ||
                   failed(verifyAll(op->getResultTypes(), "result")));
  }

private:
  /// Also what `type` consists of: a type of functions has tensors in it, and
  /// these are what the message names.
  LogicalResult verify(Operation *op, Type type, StringRef what,
                       unsigned index) {
    if (!verified.insert(type).second)
      return success();
    auto verifyPart = [&](Type part) -> WalkResult {
      return verifyTensor(op, part, what, index);
    };
    return failure(type.walk<WalkOrder::PreOrder>(verifyPart).wasInterrupted());
  }

  LogicalResult verifyTensor(Operation *op, Type type, StringRef what,
                             unsigned index) {
    auto tensor = dyn_cast<TensorType>(type);
    Type element = tensor ? tensor.getElementType() : type;
    // C1 ends here for elements that no memory can hold. Of scalars, complexes
    // alone crash where others are refused later.
    if ((tensor || isa<ComplexType>(type)) &&
        !hasFormInMemory(element, converter))
      return op->emitOpError()
             << what << " " << index << " of type " << type
             << " has no form in memory; expected elements that are integers, "
                "index, floats of LLVM, or complexes or vectors of these";
    // C8. What an encoding means to others ends here, unless it is that the
    // elements do not lie next to each other.
    auto ranked = dyn_cast<RankedTensorType>(type);
    if (ranked && ranked.getEncoding() &&
        isa<sparse_tensor::SparseTensorDialect>(
            ranked.getEncoding().getDialect()))
      return op->emitOpError() << what << " " << index << " of type " << type
                               << " has an encoding of sparse storage; "
                                  "expected a dense tensor";
    return success();
  }

  LLVMTypeConverter converter;
  DenseSet<Type> verified;
};

struct SplitVerifyElementTypesPass
    : split::impl::SplitVerifyElementTypesPassBase<
          SplitVerifyElementTypesPass> {
  void runOnOperation() override {
    TypeVerifier verifier(&getContext());
    auto verify = [&](Operation *op) {
      return WalkResult(verifier.verify(op));
    };
    if (getOperation()->walk<WalkOrder::PreOrder>(verify).wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
