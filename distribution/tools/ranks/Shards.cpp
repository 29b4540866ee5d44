//===- Shards.cpp - Functions whose tensors ranks share -------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MpiRanks.h"

#include "split-mlir/Dialect/SplitMpi/IR/Communicator.h"
#include "split-mlir/Target/Native/NativeModule.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;
using namespace mlir::split::native;

/// Returns the types of whole tensors for the first types in `types`.
static SmallVector<Type>
getWholeTypes(ArrayRef<Type> types,
              ArrayRef<std::optional<ShardLayout>> layouts) {
  SmallVector<Type> whole;
  for (auto [type, layout] : llvm::zip(types, layouts))
    whole.push_back(layout ? layout->wholeType : type);
  return whole;
}

FailureOr<ShardedFunction> ShardedFunction::get(func::FuncOp function) {
  auto arguments = getArgumentLayouts(function);
  auto results = getResultLayouts(function);
  if (failed(arguments) || failed(results))
    return failure();
  bool hasCommunicator = getCommunicator(function) != nullptr;
  if (hasCommunicator)
    arguments->pop_back();
  auto type =
      FunctionType::get(function.getContext(),
                        getWholeTypes(function.getArgumentTypes(), *arguments),
                        getWholeTypes(function.getResultTypes(), *results));
  return ShardedFunction{type, std::move(*arguments), std::move(*results),
                         hasCommunicator};
}

llvm::Expected<TensorBox> ShardedFunction::selectPart(unsigned index,
                                                      RankedTensorType whole,
                                                      int64_t rank) const {
  // adaptInputs reports inputs without an argument.
  if (index >= arguments.size() || !arguments[index])
    return TensorBox::getWhole(whole.getShape());
  if (llvm::Error error = checkInput(type.getInput(index), whole))
    return error;
  return arguments[index]->getBox(whole.getShape(), rank);
}
