//===- IRMutator.h - Random changes of modules ------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TOOLS_SPLIT_MLIR_FUZZER_IRMUTATOR_H
#define SPLIT_MLIR_TOOLS_SPLIT_MLIR_FUZZER_IRMUTATOR_H

#include "Fuzzing.h"

namespace mlir::split {

/// Changes ops, attributes and types of modules, so that most results can be
/// printed and parsed, and many are valid. The same seed causes the same
/// changes.
class IRMutator : RandomChoices {
public:
  explicit IRMutator(unsigned seed) : RandomChoices(seed) {}

  /// Makes a few changes anywhere in `module`, which need not be valid. The
  /// signatures of functions follow their bodies.
  void mutate(ModuleOp module);

  /// Adds a function of `other` to `module`, under a name that is not used.
  void crossOver(ModuleOp module, ModuleOp other);

private:
  void mutateOnce(ModuleOp module);
  /// Changes a size or an element type wherever it occurs in `module`.
  void substitute(ModuleOp module);
  void mutateAttributes(Operation *op);
  void mutateTypeOf(Operation *op);
  void mutateOperand(Operation *op);
  void moveOrCopy(Operation *op);
  void erase(Operation *op);
  /// Adds or removes a result at the end.
  void mutateResultCount(Operation *op);

  int64_t makeSize();
  Type makeElementType(MLIRContext *context);
  Type mutateType(Type type);
  Attribute mutateAttribute(Attribute attribute);

  /// The ops of the module except itself, and the values in it.
  SmallVector<Operation *> ops;
  SmallVector<Value> values;
};

} // namespace mlir::split

#endif // SPLIT_MLIR_TOOLS_SPLIT_MLIR_FUZZER_IRMUTATOR_H
