//===- VerifyLowered.cpp - Check that all ops were lowered ----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "split-mlir/Transforms/Passes.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITVERIFYLOWEREDPASS
#include "split-mlir/Transforms/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;

/// Whether `split-to-llvm` converts all ops of this dialect.
static bool isConverted(StringRef dialect) {
  // Without a destructor: a thread may compile while the process exits.
  static constexpr StringLiteral kConverted[] = {
      "affine", "arith", "bufferization", "cf",  "complex", "func",   "index",
      "linalg", "math",  "memref",        "scf", "split",   "tensor", "vector"};
  return llvm::is_contained(kConverted, dialect);
}

/// Returns a type of `op` without an equivalent in the LLVM dialect, or null.
static Type findUnconvertible(Operation *op,
                              const LLVMTypeConverter &converter) {
  SmallVector<Type> types(op->getOperandTypes());
  llvm::append_range(types, op->getResultTypes());
  if (auto function = dyn_cast<FunctionOpInterface>(op)) {
    llvm::append_range(types, function.getArgumentTypes());
    llvm::append_range(types, function.getResultTypes());
  }
  for (Type type : types)
    if (!converter.convertType(type))
      return type;
  return {};
}

namespace {
struct SplitVerifyLoweredPass
    : split::native::impl::SplitVerifyLoweredPassBase<SplitVerifyLoweredPass> {
  void runOnOperation() override {
    LLVMTypeConverter converter(&getContext());
    Operation *left = nullptr;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isConverted(op->getName().getDialectNamespace())) {
        left = op;
        return WalkResult::interrupt();
      }
      // A cast shows that an op of the program is left, which comes later.
      if (!left && isa<UnrealizedConversionCastOp>(op))
        left = op;
      return WalkResult::advance();
    });
    if (!left)
      return;
    InFlightDiagnostic diag =
        left->emitOpError("has no lowering to the LLVM dialect");
    if (Type type = findUnconvertible(left, converter))
      diag << ", which has nothing for type " << type;
    signalPassFailure();
  }
};
} // namespace
