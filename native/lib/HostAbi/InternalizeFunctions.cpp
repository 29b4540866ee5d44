//===- InternalizeFunctions.cpp - Internal linkage of private functions ---===//
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
#define GEN_PASS_DEF_SPLITINTERNALIZEFUNCTIONSPASS
#include "split-mlir/HostAbi/Passes.h.inc"
} // namespace mlir::split::native

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

namespace {
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
