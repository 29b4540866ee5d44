//===- TorchPieces.cpp - Values that a list of torch-mlir holds -----------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TorchPieces.h"

#include "../Builders/RuntimeChecks.h"
#include "TorchValues.h"
#include "split-mlir/Dialect/Split/IR/Counts.h"
#include "split-mlir/Dialect/Split/IR/Rules.h"
#include "split-mlir/Dialect/Split/IR/TensorTypes.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

StringRef TorchPieces::read() {
  for (Operation *user : list->getUsers()) {
    StringRef name = user->getName().getStringRef();
    if (name == "torch.prim.ListUnpack" && user->getNumOperands() == 1) {
      unpackedCounts.push_back(user->getNumResults());
      for (OpResult result : user->getResults())
        uses.push_back({result, result.getResultNumber()});
      continue;
    }
    std::optional<int64_t> index;
    if (name == "torch.aten.__getitem__.t" && user->getNumOperands() == 2 &&
        user->getNumResults() == 1)
      index = getTorchInt(user->getOperand(1));
    if (!index)
      return "whose list has other uses than unpacking";
    uses.push_back({user->getResult(0), *index});
  }
  if (uses.empty())
    return "whose list is not unpacked";
  for (const PieceUse &use : uses)
    if (!getBuiltinTensorType(use.value.getType()))
      return "with a piece of unknown type";
  return {};
}

int64_t TorchPieces::getUnpackedCount() const {
  return unpackedCounts.empty() ? ShapedType::kDynamic : unpackedCounts.front();
}

LogicalResult TorchPieces::verify(int64_t numPieces) {
  for (int64_t count : unpackedCounts)
    if (count != numPieces)
      return list->emitOpError()
             << "is unpacked into " << formatCount(count, "value")
             << ", expected " << numPieces << ", the number of pieces";
  for (PieceUse &use : uses) {
    std::optional<int64_t> index = normalizeAxis(use.index, numPieces);
    if (!index)
      return list->emitOpError()
             << "index " << use.index << " is out of range [-" << numPieces
             << ", " << numPieces - 1 << "] for " << numPieces << " pieces";
    use.index = *index;
  }
  return success();
}

LogicalResult TorchPieces::replace(ImplicitLocOpBuilder &builder,
                                   ValueRange pieces) {
  for (const PieceUse &use : uses) {
    Value piece = pieces[use.index];
    TensorType stated = getBuiltinTensorType(use.value.getType());
    if (!joinTypes(stated, cast<TensorType>(piece.getType())))
      return list->emitOpError()
             << "piece " << use.index << " is of type " << use.value.getType()
             << ", expected " << piece.getType();
    if (use.value.use_empty())
      continue;
    std::string of = (" of piece " + Twine(use.index)).str();
    replaceTorchValue(
        builder, use.value,
        createCheckedCast(builder, piece, stated, of, "its type states"));
  }
  return success();
}

void TorchPieces::eraseList() {
  SmallVector<Value> operands(list->getOperands());
  for (Operation *user : llvm::make_early_inc_range(list->getUsers())) {
    llvm::append_range(operands, user->getOperands().drop_front());
    user->erase();
  }
  list->erase();
  eraseUnusedTorchOps(operands);
}
