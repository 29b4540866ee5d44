//===- FunctionAttributes.cpp - Linkage and extensions of functions -------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "split-mlir/HostAbi/HostAbi.h"
#include "split-mlir/HostAbi/Passes.h"

namespace mlir::split::native {
#define GEN_PASS_DEF_SPLITEXTENDEXTERNALARGUMENTSPASS
#define GEN_PASS_DEF_SPLITINTERNALIZEFUNCTIONSPASS
#include "split-mlir/HostAbi/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

/// Returns the name of the attribute for an argument of type `type`; empty if
/// it is not an integer of up to 32 bits.
static StringRef getExtension(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || integer.getWidth() > 32)
    return "";
  bool isUnsigned = integer.isUnsigned() || integer.getWidth() == 1;
  return isUnsigned && integer.getWidth() < 32
             ? LLVM::LLVMDialect::getZExtAttrName()
             : LLVM::LLVMDialect::getSExtAttrName();
}

namespace {
struct SplitExtendExternalArgumentsPass
    : split::native::impl::SplitExtendExternalArgumentsPassBase<
          SplitExtendExternalArgumentsPass> {
  void runOnOperation() override {
    auto unit = UnitAttr::get(&getContext());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!function.isExternal())
        continue;
      for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
        StringRef extension = getExtension(type);
        bool isMarked =
            function.getArgAttr(index, LLVM::LLVMDialect::getSExtAttrName()) ||
            function.getArgAttr(index, LLVM::LLVMDialect::getZExtAttrName());
        if (extension.empty() || isMarked)
          continue;
        function.setArgAttr(index, extension, unit);
        ++numArguments;
      }
    }
  }
};

struct SplitInternalizeFunctionsPass
    : split::native::impl::SplitInternalizeFunctionsPassBase<
          SplitInternalizeFunctionsPass> {
  void runOnOperation() override {
    // The conversion to LLVM handles each nested module on its own.
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!function.isPrivate() || function.isExternal() ||
          function->hasAttr(kLinkageAttrName))
        continue;
      setInternal(function);
      ++numFunctions;
    }
  }
};
} // namespace
