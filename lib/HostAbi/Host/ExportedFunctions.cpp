//===- ExportedFunctions.cpp - Functions that hosts call ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExportedFunctions.h"

#include "mlir/IR/TypeUtilities.h"
#include "split-mlir/HostAbi/HostTensor.h"

using namespace mlir;
using namespace mlir::split;

LogicalResult mlir::split::checkSignature(func::FuncOp function) {
  auto check = [&](TypeRange types, StringRef what) -> LogicalResult {
    for (auto [index, type] : llvm::enumerate(types)) {
      bool hasForm = isa<RankedTensorType, UnrankedTensorType>(type) ||
                     !isa<ShapedType>(type);
      if (!hasForm || !ElementLayout::get(getElementTypeOrSelf(type)))
        return function.emitError()
               << what << " " << index << " is of type " << type
               << ", only tensors and scalars of integers, index, floats, "
                  "complexes and quantized integers can be passed";
    }
    return success();
  };
  return failure(failed(check(function.getArgumentTypes(), "argument")) ||
                 failed(check(function.getResultTypes(), "result")));
}

FailureOr<SmallVector<func::FuncOp>>
mlir::split::getExportedFunctions(ModuleOp module) {
  SmallVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isPublic() || function.isExternal())
      continue;
    if (failed(checkSignature(function)))
      return failure();
    functions.push_back(function);
  }
  if (functions.empty())
    return emitError(module.getLoc(),
                     "no public function with a body, so there is nothing "
                     "that a program could call");
  return functions;
}
