//===- ShapeRefiner.h - Refinement of types within a body -------*- C++ -*-===//
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

namespace mlir::split {

/// Changes types with casts that keep the IR valid, and counts the changes.
class TypeChanger {
public:
  /// Gives `value` a more precise type. A cast after its definition keeps the
  /// old type for its uses.
  void refineType(Value value, TensorType type);
  /// Inserts a cast of `source` before `op`.
  Value castBefore(Operation *op, Value source, Type type);
  void setOperand(OpOperand &operand, Value value);
  void replaceAllUses(tensor::CastOp op, Value value);
  /// Erases casts that have lost their last use.
  void eraseDeadCasts();

  unsigned getNumRefinedValues() const { return refinedValues.size(); }
  unsigned getNumCasts() const { return insertedCasts.size(); }

private:
  void noteLostUse(Value value);

  llvm::DenseSet<Value> refinedValues;
  llvm::DenseSet<Operation *> insertedCasts;
  llvm::SmallSetVector<tensor::CastOp, 8> maybeDead;
};

/// Calls and returns, whose operand types must match a function's signature,
/// and the most precise known types of their operands.
using BoundaryTypes = llvm::DenseMap<Operation *, SmallVector<Type>>;

/// Refines types within one op of a module's body. Visits values after their
/// operands, so one run suffices unless signatures change. Updates the operand
/// types in `boundary`.
class ShapeRefiner {
public:
  ShapeRefiner(TypeChanger &changer, BoundaryTypes &boundary, Operation *root)
      : changer(changer), boundary(boundary), dominance(root) {}

  void run(Operation *root) {
    visitRegions(root);
    changer.eraseDeadCasts();
  }

private:
  /// The form of a value: its most precise equivalent at the current op, which
  /// is a value, or a cast that is created when first needed.
  struct Form {
    Value value;
    TensorType type;
    /// The source of the cast and the op before which it goes.
    Form *source = nullptr;
    Operation *before = nullptr;
    /// An operand that uses the cast, or null.
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

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_DIALECT_SPLIT_TRANSFORMS_SHAPEREFINER_H
