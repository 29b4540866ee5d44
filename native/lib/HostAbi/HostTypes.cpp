//===- HostTypes.cpp - Types of host functions ----------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostTypes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "split-mlir/Dialect/Split/IR/ElementBytes.h"
#include "split-mlir/HostAbi/HostAbi.h"
#include "split-mlir/HostAbi/HostSignature.h"
#include "split-mlir/HostAbi/Runtime.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

Type mlir::split::native::getPassedType(Type type,
                                        const LLVMTypeConverter &converter) {
  if (!converter.convertType(type))
    return {};
  auto pointer = LLVM::LLVMPointerType::get(type.getContext());
  if (auto buffer = dyn_cast<BaseMemRefType>(type)) {
    auto ranked = dyn_cast<MemRefType>(type);
    bool isPlain = (!ranked || ranked.getLayout().isIdentity()) &&
                   !buffer.getMemorySpace() &&
                   getElementBytes(buffer.getElementType());
    return isPlain ? pointer : Type();
  }
  if (!type.isIntOrIndexOrFloat() && !isa<ComplexType>(type))
    return {};
  return isPassedByValue(type) ? type : pointer;
}

static bool isMarked(func::FuncOp function, unsigned argument) {
  return function.getArgAttr(argument, kResultAttrName) ||
         function.getArgAttr(argument, kGivenAttrName);
}

/// Reads the marked arguments, which follow the inputs.
static LogicalResult readMarks(func::FuncOp function, HostTypes &signature) {
  unsigned numInputs = signature.inputs.size();
  for (unsigned i = numInputs, e = function.getNumArguments(); i < e; ++i) {
    Type type = function.getArgumentTypes()[i];
    if (function.getArgAttr(i, kResultAttrName) &&
        function.getArgAttr(i, kGivenAttrName))
      return function.emitOpError("argument ")
             << i << ": expected only one of '" << kResultAttrName << "' and '"
             << kGivenAttrName << "'";
    auto given = function.getArgAttrOfType<IntegerAttr>(i, kGivenAttrName);
    if (given && given.getValue().ult(numInputs) && isa<MemRefType>(type) &&
        signature.outParams.empty()) {
      signature.given.push_back(given.getInt());
      continue;
    }
    auto result = function.getArgAttrOfType<IntegerAttr>(i, kResultAttrName);
    if (!result || result.getValue().uge(signature.results.size()) ||
        signature.results[result.getInt()] || !isa<BaseMemRefType>(type))
      return function.emitOpError("argument ")
             << i << ": expected '" << kResultAttrName
             << "' on the last arguments, memrefs, with each the number of a "
                "result";
    signature.results[result.getInt()] = type;
    signature.outParams.push_back(result.getInt());
    signature.isOutParam.set(result.getInt());
  }
  return success();
}

FailureOr<HostTypes> mlir::split::native::getHostTypes(func::FuncOp function) {
  HostTypes signature;
  unsigned numMarked = 0;
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
    numMarked += function.getArgAttr(index, kResultAttrName) != nullptr;
    if (signature.inputs.size() == index && !isMarked(function, index))
      signature.inputs.push_back(type);
  }
  signature.results.resize(function.getNumResults() + numMarked);
  signature.isOutParam.resize(signature.results.size());
  if (failed(readMarks(function, signature)))
    return failure();
  const auto *next = function.getResultTypes().begin();
  for (Type &type : signature.results)
    if (!type)
      type = *next++;
  return signature;
}

LogicalResult mlir::split::native::verifyHostTypes(
    func::FuncOp function, const HostTypes &signature,
    const LLVMTypeConverter &converter, bool views) {
  auto verify = [&](StringRef what, unsigned index,
                    Type type) -> LogicalResult {
    // split-results-to-views turns results into structs.
    bool isView = views && what == "result" && isa<LLVM::LLVMStructType>(type);
    if (isView || getPassedType(type, converter))
      return success();
    return function.emitOpError()
           << what << " " << index << " of type " << type
           << " cannot be passed by a host program; expected a "
              "row-major memref or a number";
  };
  for (auto [index, type] : llvm::enumerate(signature.inputs))
    if (failed(verify("argument", index, type)))
      return failure();
  for (auto [index, type] : llvm::enumerate(signature.results)) {
    if (failed(verify("result", index, type)))
      return failure();
    if (getOwnership(type, views) == Ownership::Caller &&
        !signature.isOutParam[index])
      return function.emitOpError("result ")
             << index << " of type " << type
             << " must be in a buffer of the caller; run "
                "split-results-to-out-params first";
  }
  return success();
}

int64_t mlir::split::native::getHostLayout(func::FuncOp function,
                                           unsigned index) {
  if (llvm::all_of(function.getArgument(index).getUsers(),
                   llvm::IsaPred<memref::DimOp>))
    return SPLIT_MLIR_LAYOUT_UNUSED;
  return function.getArgAttr(index, kRowMajorAttrName)
             ? SPLIT_MLIR_LAYOUT_ROW_MAJOR
             : SPLIT_MLIR_LAYOUT_PACKED;
}
