//===- Shards.cpp - Functions whose tensors ranks share -------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shards.h"

#include "mlir/IR/Builders.h"
#include "split-mlir/Dialect/SplitMpi/IR/Communicator.h"
#include "split-mlir/Target/Native/NativeModule.h"
#include "tensors/NpyParts.h"

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

llvm::Error
mlir::split::native::addCommunicator(SmallVectorImpl<HostTensor> &inputs,
                                     const Ranks &ranks, MLIRContext *context) {
  int32_t communicator = ranks.getCommunicator();
  llvm::Expected<HostTensor> input = HostTensor::copyOf(
      {}, IntegerType::get(context, 32),
      ArrayRef(reinterpret_cast<char *>(&communicator), sizeof(communicator)));
  if (!input)
    return input.takeError();
  inputs.push_back(std::move(*input));
  return llvm::Error::success();
}

static ExitStatus getStatus(llvm::Error error) {
  return error ? fail(std::move(error)) : Success;
}

/// Writes the file `path` of parts. Collective.
static ExitStatus saveParts(StringRef path, const ShardLayout &layout,
                            RankedTensorType whole, const HostTensor &part,
                            const Ranks &ranks) {
  ExitStatus status = Success;
  if (ranks.isFirst())
    status = getStatus(createNpy(path, whole));
  status = ranks.agree(status);
  if (status != Success)
    return status;
  if (layout.isFirstHolder(ranks.getRank())) {
    llvm::Expected<TensorBox> box =
        layout.getBox(whole.getShape(), ranks.getRank());
    status =
        getStatus(box ? writeNpyBox(path, whole, *box, part) : box.takeError());
  }
  status = ranks.agree(status);
  if (status == Success && ranks.isFirst())
    status = getStatus(finishNpy(path));
  return ranks.agree(status);
}

ExitStatus mlir::split::native::saveShards(StringRef path,
                                           const ShardLayout &layout,
                                           const HostTensor &part,
                                           const Ranks &ranks) {
  FailureOr<SmallVector<int64_t>> shape = ranks.getWholeShape(layout, part);
  if (failed(shape))
    return WrongInput;
  auto whole = RankedTensorType::get(*shape, part.getElementType());
  ExitStatus status = saveParts(path, layout, whole, part, ranks);
  if (status != Success && ranks.isFirst())
    discardNpy(path);
  return status;
}

ExitStatus mlir::split::native::gatherShards(const ShardLayout &layout,
                                             HostTensor &part,
                                             const Ranks &ranks) {
  FailureOr<SmallVector<int64_t>> shape = ranks.getWholeShape(layout, part);
  if (failed(shape))
    return WrongInput;
  FailureOr<HostTensor> whole = ranks.gather(layout, *shape, std::move(part));
  if (failed(whole))
    return WrongInput;
  part = std::move(*whole);
  return Success;
}
