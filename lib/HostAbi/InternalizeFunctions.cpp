//===- InternalizeFunctions.cpp - Private functions stay in their file ----===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "split-mlir/HostAbi/HostAbi.h"
#include "split-mlir/HostAbi/Passes.h"

namespace mlir {
namespace split {
#define GEN_PASS_DEF_SPLITINTERNALIZEFUNCTIONSPASS
#include "split-mlir/HostAbi/Passes.h.inc"
} // namespace split
} // namespace mlir

using namespace mlir;
using namespace mlir::split;

void mlir::split::setInternal(func::FuncOp function) {
  function.setPrivate();
  function->setAttr(
      kLinkageAttrName,
      LLVM::LinkageAttr::get(function.getContext(), LLVM::Linkage::Internal));
}

namespace {
struct SplitInternalizeFunctionsPass
    : split::impl::SplitInternalizeFunctionsPassBase<
          SplitInternalizeFunctionsPass> {
  void runOnOperation() override {
    // Nested modules become symbol tables of their own, or stay what they are.
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
