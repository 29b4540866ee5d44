//===- VerifyElementTypes.cpp - Check of element types --------------------===//
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

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITVERIFYELEMENTTYPESPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;

/// Whether memrefs can have elements of type `type`, and LLVM has such a type.
/// The converter crashes on complex numbers of other types, and LLVM on
/// integers beyond its limits and, on most processors, on scalable vectors.
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

/// Verifies one type of `op`, which `what` and `index` describe.
static LogicalResult verifyType(Operation *op, Type type, StringRef what,
                                unsigned index,
                                const LLVMTypeConverter &converter) {
  auto tensor = dyn_cast<TensorType>(type);
  Type element = tensor ? tensor.getElementType() : type;
  // C1, for elements that memory can hold. Other scalars than complex numbers
  // are rejected later.
  if ((tensor || isa<ComplexType>(type)) &&
      !hasFormInMemory(element, converter))
    return op->emitOpError()
           << what << " " << index << " of type " << type
           << " has no form in memory; expected elements that are integers, "
              "index, floats of LLVM, or complexes or vectors of these";
  // C8
  auto ranked = dyn_cast<RankedTensorType>(type);
  if (ranked && ranked.getEncoding() &&
      isa<sparse_tensor::SparseTensorDialect>(
          ranked.getEncoding().getDialect()))
    return op->emitOpError() << what << " " << index << " of type " << type
                             << " has an encoding of sparse storage; "
                                "expected a dense tensor";
  return success();
}

namespace {
struct SplitVerifyElementTypesPass
    : split::native::impl::SplitVerifyElementTypesPassBase<
          SplitVerifyElementTypesPass> {
  void runOnOperation() override {
    LLVMTypeConverter converter(&getContext());
    DenseSet<Type> verified;
    // Also verifies types in `types`, such as tensors in a function type.
    auto verifyAll = [&](Operation *op, TypeRange types, StringRef what) {
      for (auto [index, type] : llvm::enumerate(types)) {
        auto verifyPart = [&, index = index](Type part) -> WalkResult {
          return verifyType(op, part, what, index, converter);
        };
        if (verified.insert(type).second &&
            type.walk<WalkOrder::PreOrder>(verifyPart).wasInterrupted())
          return failure();
      }
      return success();
    };
    auto verify = [&](Operation *op) -> WalkResult {
      // Other block arguments have types of operands and results.
      if (auto function = dyn_cast<FunctionOpInterface>(op))
        if (failed(verifyAll(op, function.getArgumentTypes(), "argument")) ||
            failed(verifyAll(op, function.getResultTypes(), "result")))
          return failure();
      return failure(failed(verifyAll(op, op->getOperandTypes(), "operand")) ||
                     failed(verifyAll(op, op->getResultTypes(), "result")));
    };
    if (getOperation()->walk<WalkOrder::PreOrder>(verify).wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
