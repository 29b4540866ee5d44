//===- Encoder.h - Functions as terms ---------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_VERIFICATION_LIB_ENCODER_H
#define SPLIT_MLIR_VERIFICATION_LIB_ENCODER_H

#include "Rules.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::split::verification {

/// The properties of a function's arguments that one case of a proof fixes.
struct Case {
  /// The rank of each argument whose type does not state it.
  llvm::MapVector<unsigned, int64_t> ranks;
  /// The argument that one split has as its data.
  unsigned data = 0;
  /// The axis of this split, counted from the front or from the end.
  std::optional<int64_t> axis;
  /// The argument that is this axis, or whose only element is, unless the axis
  /// is an attribute.
  std::optional<unsigned> axisArgument;
  /// The axis is no dimension of the data.
  bool isOutOfRange = false;
};

/// The arguments of a function as free variables, which the function and its
/// lowering share.
struct Arguments {
  Arguments(Terms &terms, func::FuncOp function, const Case &fixed);

  /// Declares a tensor or memref of arbitrary sizes. Its static sizes are
  /// constants.
  TensorSymbol declareTensor(Terms &terms, ShapedType type,
                             const std::string &name);
  Symbol declareScalar(Terms &terms, Type type, const std::string &name);
  /// Returns a boolean that the solver chooses, because `op` is not modelled.
  Value declareUnknown(Terms &terms, Operation *op);
  /// Returns the number of a tensor that is no part of others.
  unsigned createRoot() { return numRoots++; }
  /// Returns a number for an element of a constant, another one for each other
  /// element of the same type.
  Value getNumber(Terms &terms, Attribute element);

  SmallVector<Type> types;
  llvm::MapVector<unsigned, Symbol> scalars;
  llvm::MapVector<unsigned, TensorSymbol> tensors;
  /// The variables and their names, which are unique.
  llvm::MapVector<Value, std::string> variables;
  /// The induction variables of loops.
  llvm::SetVector<Value> loops;
  /// Numbers fit their types, and no size is negative.
  Value facts;
  /// Data exists: it has fewer than 2^63 elements.
  Value exists;
  /// What variables that stand for products are equal to.
  SmallVector<Value> definitions;
  /// The tensors, by their numbers, that are made up of others or have elements
  /// that are known.
  llvm::DenseMap<unsigned, RootSymbol> roots;
  /// The numbers of the tensors that are constants.
  llvm::DenseMap<Attribute, unsigned> constants;
  /// Tensors whose elements no rule states, by the ops that create them.
  llvm::DenseMap<unsigned, Operation *> unknownRoots;
  /// Variables for results of ops that the encoder does not know.
  llvm::DenseMap<Value, Operation *> unknowns;

private:
  void group(Terms &terms, ArrayRef<Value> sizes, const std::string &name);

  unsigned numRoots = 0;
  /// The numbers of elements of constants that are not integers.
  llvm::DenseMap<Attribute, int64_t> numbers;
};

/// Returns the number of bits of an index or of an integer of up to 64 bits,
/// and 0 for any other type.
unsigned getScalarWidth(Type type);

/// Returns whether `predicate` holds for `op` or an op in its regions.
bool hasNested(Operation *op, function_ref<bool(Operation *)> predicate);

/// Returns the axis of a copy, counted from the front.
int64_t getAxis(CopyOp op);

/// Returns the terms of numbers, and products as they are without wrap-around.
SmallVector<Value, 0> getExact(ArrayRef<Symbol> symbols);

/// What is required of an op at run time.
enum class Need {
  /// What the op does is defined.
  Bounds,
  /// A product that is a size does not wrap around, unless data is empty.
  Product,
  /// No value that the op depends on wraps around. The op may be right even so.
  NoWrap,
};
StringRef getName(Need need);

struct Requirement {
  Operation *op;
  Need need;
  /// No check before the op has failed, and the op runs.
  Value assumption;
  Value condition;
};

/// A `split.assert` or `cf.assert` and its condition.
struct Check {
  Operation *op;
  StringRef message;
  Value condition;
  /// No check before the op has failed, and the op runs.
  Value assumption;
  /// What a `split.assert` shows.
  SmallVector<Symbol> values;
};

/// A branch from one block to another one, or from a return to the end.
struct Edge {
  /// Whether it is taken.
  Value condition;
  ValueRange operands;
  Operation *op;
};

/// Walks a function and notes what its ops compute, need and check.
class Encoder {
public:
  Encoder(Terms &terms, Arguments &arguments, bool isLowered);

  void encode(func::FuncOp function);

  SmallVector<Requirement> requirements;
  SmallVector<Check> checks;
  SmallVector<std::pair<Operation *, SplitRules>, 1> splits;
  /// The number of copies that return pieces, and so have rule R7.
  unsigned numCopies = 0;
  /// Whether the function has splits, or copies that return pieces.
  bool hasPieces = false;
  /// The returned tensors. Null stands for a result of another type, and for a
  /// tensor that is not known.
  SmallVector<const TensorSymbol *> results;
  /// The returned numbers; those of tensors and of other types have no term.
  SmallVector<Symbol> scalarResults;
  /// No check has failed so far.
  Value passed;
  /// No check that is not modelled has failed: not known if there are any.
  Value passedUnknown;
  /// Splits that are reached obey their rules.
  Value rulesHold;
  /// Products that are sizes have not wrapped around so far, as is claimed.
  Value products;
  /// Ops whose effects or needs the encoder does not know.
  SmallVector<Operation *> skipped;
  /// The first op that was left out because too many ran before it, or null. It
  /// is among those that are skipped.
  Operation *cutOff = nullptr;
  /// Loops and calls within each other may run more ops than anyone waits for.
  static constexpr unsigned kMaxOps = 100000;

private:
  void encodeBlock(Block &block);
  void encodeOp(Operation *op);
  void encodeUnknown(Operation *op);
  /// Notes that `op` may stop the program or has other effects.
  void skip(Operation *op);
  bool isNeverPoison(Operation *op);
  /// Makes `value` one that nothing is known about.
  void forget(Value value);
  /// Gives an arbitrary value to `value`, which `op` computes. A tensor of
  /// unknown rank is forgotten.
  void declareUnknown(Value value, Operation *op);
  /// The same for a value that may be poison, or may have wrapped around.
  void declareAny(Value value, Operation *op);
  bool encodeControl(Operation *op);
  void encodeBlockIf(Block &block, Value condition);
  bool encode(scf::IfOp op);
  void encodeMerge(Value result, const Symbol &condition, Value lhs, Value rhs,
                   Operation *op);
  /// Returns null, or the end of a block that is not modelled.
  Operation *encodeBlocks(Region &body);
  void encodeEdges(Block &block, ArrayRef<Edge> edges);
  void encodeReturn(ValueRange operands);
  bool encode(scf::ForOp op);
  bool encode(scf::ParallelOp op);
  bool encode(func::CallOp op);
  void runLoop(scf::ForOp op, const llvm::APInt &lower, const llvm::APInt &step,
               uint64_t count);
  void copySymbols(ValueRange from, ValueRange to);
  std::optional<SmallVector<Symbol, 3>> getRange(Value lower, Value upper,
                                                 Value step);
  void requireRange(Operation *op, ArrayRef<Symbol> range);
  Value declareInduction(Operation *op, Value variable, ArrayRef<Symbol> range);
  bool encodeInteger(Operation *op);
  bool encodeWrapping(Operation *op, ArrayRef<Symbol> operands, unsigned width);
  bool encodeCast(Operation *op);
  bool encodeTensor(Operation *op);
  bool encode(tensor::DimOp op);
  bool encode(tensor::ExtractOp op);
  bool encode(tensor::ExtractSliceOp op);
  bool encode(tensor::InsertSliceOp op);
  bool encode(tensor::ConcatOp op);
  bool encode(tensor::SplatOp op);
  bool encode(tensor::CastOp op);
  bool encode(tensor::EmptyOp op);
  bool encode(tensor::FromElementsOp op);
  bool encode(tensor::InsertOp op);
  bool encode(tensor::ReshapeOp op);
  bool encode(CopyOp op);
  bool encode(linalg::CopyOp op);
  void declareWhole(Value value, SmallVector<Symbol> sizes, RootSymbol symbol);
  /// Returns all of `tensor` as a part that starts at `begin`, in a tensor that
  /// `op` computes.
  TensorPart getPart(Value tensor, SmallVector<Value, 0> begin, Operation *op);
  Symbol getElement(Value value);
  Value isExact(const Symbol &size);
  Value isEmpty(ArrayRef<Symbol> sizes);
  Value areSizes(ArrayRef<Symbol> sizes);
  Value areExact(ArrayRef<Symbol> sizes);
  Value haveStatedSizes(RankedTensorType type, ArrayRef<Symbol> sizes);
  TensorSymbol getPositioned(Value value, Operation *op);
  void encodeConstant(Operation *op, Attribute value);
  void encodeTensorConstant(Operation *op, ElementsAttr value);
  Value obeysRules(CopyOp op);
  bool canEncodeSplit(Operation *op);
  void encodeSplit(Operation *op);
  void encodeCheck(Value condition, StringRef message, Operation *op,
                   ValueRange values = {});

  bool isKnown(Value value) const {
    return scalars.count(value) || tensors.count(value);
  }
  Symbol getScalar(Value value);
  Symbol getScalar(OpFoldResult value);
  /// The same for numbers alone: a boolean has no term.
  Symbol getNumber(Value value);
  SmallVector<Symbol> getScalars(ArrayRef<OpFoldResult> values);
  Symbol select(const Symbol &condition, const Symbol &lhs, const Symbol &rhs);
  /// Returns a tensor that is known. Creates one for a new result.
  TensorSymbol &getTensor(Value value);
  Symbol makeSymbol(Value term) {
    return {term, terms.getBool(false), terms.getBool(false)};
  }
  /// Returns a term with the poison and the wraps of all operands.
  Symbol taint(Value term, ArrayRef<Symbol> operands);
  void require(Operation *op, Value condition, Need need = Need::Bounds);
  void requireSlice(Operation *op, const TensorSymbol &source,
                    ArrayRef<Symbol> offsets, ArrayRef<Symbol> sizes);
  /// Reads an axis or a length of a split: a scalar, or an element of a tensor.
  /// Honours the sign of its type.
  Value readElement(Operation *op, Value value, unsigned index);

  Terms &terms;
  Arguments &arguments;
  bool isLowered;
  /// Whether the current block runs.
  Value path;
  /// The entry of the function.
  Block *entry = nullptr;
  /// Takes what the returns of a function of several blocks give.
  std::unique_ptr<Block> exit;
  /// The number of ops so far, counting those of loops and calls each time.
  unsigned numOps = 0;
  /// The function, and those that it calls here.
  SmallVector<func::FuncOp> callStack;
  llvm::DenseMap<Value, Symbol> scalars;
  /// Pointers to the symbols stay valid.
  llvm::DenseMap<Value, std::unique_ptr<TensorSymbol>> tensors;
};

} // namespace mlir::split::verification

#endif // SPLIT_MLIR_VERIFICATION_LIB_ENCODER_H
