//===- ExportedFunctions.cpp - Functions that hosts call ------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExportedFunctions.h"

#include "mlir/IR/TypeUtilities.h"
#include "split-mlir/Target/Native/HostTensor.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

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

/// Compiled code would call the function where it means the library's.
static bool isLibraryName(StringRef name) {
  llvm::Triple triple(llvm::sys::getProcessTriple());
  llvm::TargetLibraryInfoImpl library(triple);
  llvm::LibFunc function;
  return library.getLibFunc(name, function) || name == "abort" ||
         name == "memrefCopy" || name.starts_with("split_mlir_") ||
         name.starts_with("_mlir_");
}

/// Linkers take `@` for the beginning of a version, and symbols in their
/// scripts end at quotes.
static bool isSymbol(StringRef name) {
  return !name.empty() && llvm::all_of(name, [](char c) {
    return llvm::isPrint(c) && !StringRef(" \"\\@").contains(c);
  });
}

static LogicalResult checkName(func::FuncOp function) {
  StringRef name = function.getSymName();
  if (isLibraryName(name))
    return emitError(function.getLoc())
           << "'" << name
           << "' is also the name of a library function that compiled code may "
              "call; expected another name";
  if (!isSymbol(name))
    return emitError(function.getLoc())
           << "'" << name
           << "' cannot name a function of a compiled file; expected printable "
              "ASCII other than blanks, quotes, backslashes and '@'";
  return success();
}

FailureOr<SmallVector<func::FuncOp>>
mlir::split::getExportedFunctions(ModuleOp module) {
  SmallVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isPublic() || function.isExternal())
      continue;
    if (failed(checkName(function)) || failed(checkSignature(function)))
      return failure();
    functions.push_back(function);
  }
  if (functions.empty())
    return emitError(module.getLoc(),
                     "no public function with a body, so there is nothing "
                     "that a program could call");
  return functions;
}
