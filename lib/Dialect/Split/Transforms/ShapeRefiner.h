//===- ShapeRefiner.h - refinement of types within a body -------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_DIALECT_SPLIT_TRANSFORMS_SHAPEREFINER_H
#define SPLIT_MLIR_LIB_DIALECT_SPLIT_TRANSFORMS_SHAPEREFINER_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "llvm/ADT/ScopedHashTable.h"
#include "llvm/ADT/SetVector.h"
#include <deque>

namespace mlir {
namespace split {

/// Changes types so that IR stays valid, and keeps account of it.
class TypeChanger {
public:
  /// Gives `value` a more precise type; its uses keep the old one by a cast
  /// right after its definition.
  void refineType(Value value, TensorType type);
  /// Inserts a cast of `source` before `op`.
  Value castBefore(Operation *op, Value source, Type type);
  void setOperand(OpOperand &operand, Value value);
  void replaceAllUses(tensor::CastOp op, Value value);
  /// Erases the casts that lost their last use since the last time.
  void eraseDeadCasts();

  unsigned getNumRefinedValues() const { return refinedValues.size(); }
  unsigned getNumCasts() const { return insertedCasts.size(); }

private:
  void noteLostUse(Value value);

  llvm::DenseSet<Value> refinedValues;
  llvm::DenseSet<Operation *> insertedCasts;
  llvm::SmallSetVector<tensor::CastOp, 8> maybeDead;
};

/// Ops where types are to be equal to a function's signature, which may change:
/// calls and returns, with the most precise types known of their operands.
using BoundaryTypes = llvm::DenseMap<Operation *, SmallVector<Type>>;

/// Refines types within one op that stands in a module's body. Values are
/// visited after what they depend on, so once is enough, as long as signatures
/// do not change. `boundary` has the ops whose operands' types are asked for.
class ShapeRefiner {
public:
  ShapeRefiner(TypeChanger &changer, BoundaryTypes &boundary, Operation *root)
      : changer(changer), boundary(boundary), dominance(root) {}

  void run(Operation *root) {
    visitRegions(root);
    changer.eraseDeadCasts();
  }

private:
  /// What a value is known to be where ops are visited: a value of a more
  /// precise type, or a recipe for a cast that makes it once it is asked for.
  struct Form {
    Value value;
    TensorType type;
    /// What is to be cast, and where.
    Form *source = nullptr;
    Operation *before = nullptr;
    /// Takes the cast, if not null.
    OpOperand *user = nullptr;
  };
  using FormTable = llvm::ScopedHashTable<Value, Form *>;
  struct DominatorTreeNode;

  void visitRegions(Operation *op);
  void visitRegion(Region &region);
  void visitBlock(Block &block);
  void visitOp(Operation *op);

  void visitCast(tensor::CastOp op);
  void visitSplit(SplitOpInterface op);
  void acceptForm(OpOperand &operand);
  void learn(Value data, Form *known);

  Form *createForm(Form form) { return &forms.emplace_back(form); }
  Form *getForm(Value value);
  Value getValue(Form *form);

  TypeChanger &changer;
  BoundaryTypes &boundary;
  DominanceInfo dominance;
  std::deque<Form> forms;
  FormTable table;
};

} // namespace split
} // namespace mlir

#endif // SPLIT_MLIR_LIB_DIALECT_SPLIT_TRANSFORMS_SHAPEREFINER_H
