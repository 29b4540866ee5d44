//===- Split.h - The split dialect ------------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLIT_IR_SPLIT_H
#define SPLIT_MLIR_DIALECT_SPLIT_IR_SPLIT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "split-mlir/Dialect/Split/IR/Rules.h"

namespace mlir {
class PatternRewriter;
} // namespace mlir

#include "split-mlir/Dialect/Split/IR/SplitDialect.h.inc"

#include "split-mlir/Dialect/Split/IR/SplitInterfaces.h.inc"

#define GET_OP_CLASSES
#include "split-mlir/Dialect/Split/IR/SplitOps.h.inc"

namespace mlir::split {

/// Adds the dialect to `registry`. Ends the process with a message if it has
/// two MLIRs, libMLIR.so and static libraries, or when a context of another
/// MLIR than that of this code uses the registry.
void registerSplitDialect(DialectRegistry &registry);

/// A discardable unit attribute of an op on tensors: its indices are known to
/// be in bounds, so that no check of them is needed.
inline constexpr StringLiteral kInBoundsAttrName("split.in_bounds");

/// Returns the elements of a constant of C3's types, or none if `value` is
/// null, not a constant, or has an element that does not fit into 64 signed
/// bits.
std::optional<SmallVector<int64_t>> getConstantInts(Value value);

/// Returns element `index` of `lengths`, a 1-D tensor or null: an attribute if
/// it is constant, an index value if it is one or is cast from one without
/// loss, else null. The length may be -1.
OpFoldResult getRunTimeLength(Value lengths, unsigned index);

/// Returns all elements of `lengths`, a 1-D tensor or null, as a list (V7), or
/// nothing unless each is a constant or an index value that is certainly at
/// least 0. The constants may break a rule.
std::optional<SmallVector<OpFoldResult>> getAsList(Value lengths);

/// Returns the lengths of a list as getMixedLengths does, with attributes in
/// place of constant index values that are not negative.
SmallVector<OpFoldResult> getFoldedLengths(SplitOpInterface op);

/// Checks the rules as verifySplitSpec does, but uses the values of constant
/// operands. Verifiers must not do so: an op whose constant operands break a
/// rule is valid and fails at run time.
LogicalResult verifyConstantOperands(EmitErrorFn emitError,
                                     SplitOpInterface op);

/// Returns whether types and attributes prove that `op` cannot fail.
bool isCertain(SplitOpInterface op);

/// Checks the sizes of a copy's destinations (R7) as far as types state them.
/// Verifiers must not do so: the op is valid and fails at run time.
LogicalResult verifyCopySizes(CopyOp op, EmitErrorFn emitError);

/// Returns whether verifyCopySizes succeeds, without any diagnostic.
bool obeysRules(CopyOp op);

} // namespace mlir::split

#endif // SPLIT_MLIR_DIALECT_SPLIT_IR_SPLIT_H
