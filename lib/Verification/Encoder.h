//===- Encoder.h - Functions as terms ---------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_VERIFICATION_ENCODER_H
#define SPLIT_MLIR_LIB_VERIFICATION_ENCODER_H

#include "Dimensions.h"
#include "Residues.h"
#include "Rules.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::split {

/// Arguments that are not free.
struct Case {
  /// An argument and its value, or that of its only element.
  std::optional<std::pair<unsigned, int64_t>> axis;
  /// An argument and whether it, or its only element, is negative.
  std::optional<std::pair<unsigned, bool>> axisSign;
  /// The number of the argument that is split along this axis.
  unsigned data = 0;
  /// The rank of this argument, if its type does not state it.
  std::optional<int64_t> rank;
  /// The sizes of this argument are at most 4.
  bool hasSmallSizes = false;
  /// The axis is a dimension of data of unknown rank.
  bool hasAxis = false;
};

/// What a function copies between buffers.
struct BufferCopies {
  unsigned count = 0;
  /// The numbers of the destinations.
  llvm::DenseSet<unsigned> targets;
  /// The product of the last data's sizes before the axis, and of the others.
  Value rows, rowElements;
};

/// The arguments of a function as free variables, which the function and its
/// lowering share.
struct Arguments {
  Arguments(Terms &terms, func::FuncOp function, const Case &fixed);

  /// Declares a tensor or memref of arbitrary sizes. Its static sizes are
  /// constants.
  TensorSymbol declareTensor(Terms &terms, ShapedType type,
                             const std::string &name);
  /// Declares the memory of a memref, if pointers into it can be modelled.
  void declareBuffer(Terms &terms, MemRefType type, const TensorSymbol &memref,
                     const std::string &name);
  TensorSymbol declareUnranked(Terms &terms, unsigned number,
                               const std::string &name, const Case &fixed);
  Symbol declareScalar(Terms &terms, Type type, const std::string &name);
  /// Declares a number without bounds.
  Value declareNumber(Terms &terms, StringRef prefix);
  /// Returns a boolean that the solver chooses, because `op` is not modelled.
  Value declareUnknown(Terms &terms, Operation *op);
  /// Returns the number of a tensor that is no part of others.
  unsigned createRoot() { return numRoots++; }
  /// Returns a number for an element of a constant, another one for each other
  /// element of the same type.
  Value getNumber(Terms &terms, Attribute element);

  SmallVector<Type> types;
  llvm::MapVector<unsigned, Symbol> scalars;
  /// Tensors and memrefs.
  llvm::MapVector<unsigned, TensorSymbol> tensors;
  /// The sizes of tensors of unknown rank.
  SmallVector<std::unique_ptr<Dimensions>, 0> unranked;
  /// Buffers by the numbers of their memrefs.
  llvm::DenseMap<unsigned, BufferSymbol> buffers;
  /// The copies of buffers in the original function.
  BufferCopies copies;
  /// The variables and their names, which are unique.
  llvm::MapVector<Value, std::string> variables;
  /// The induction variables of loops, and terms that they are equal to.
  llvm::MapVector<Value, Value> loops;
  /// Numbers fit their types, and no size is negative.
  Value facts;
  /// Data exists: it has fewer than 2^63 elements. Products of sizes need this.
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
  void joinSizes(Terms &terms, CopyOp op);
  void fix(Terms &terms, const Case &fixed);
  void fixSign(Terms &terms, std::pair<unsigned, bool> axisSign);
  Symbol &getAxisArgument(unsigned number);
  void group(Terms &terms, ArrayRef<Value> sizes, const std::string &name);

  unsigned numRoots = 0;
  /// The numbers of elements of constants that are not integers.
  llvm::DenseMap<Attribute, int64_t> numbers;
};

/// Returns the number of bits of an index or of an integer of up to 64 bits,
/// and 0 for any other type.
unsigned getScalarWidth(Type type);

/// Returns the axis of a copy, counted from the front.
int64_t getAxis(CopyOp op);

/// Returns the terms of numbers, and products as they are without wrap-around.
SmallVector<Value, 0> getExact(ArrayRef<Symbol> symbols);

/// What an op needs at run time.
struct Requirement {
  Operation *op;
  StringRef claim;
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

  /// Returns whether the function has ops on memory, and none on tensors.
  bool isOnBuffers() const { return isExact; }

  /// Whether rules state what the function returns.
  bool hasPieces = false;
  SmallVector<Requirement> requirements;
  SmallVector<Check> checks;
  SmallVector<std::pair<Operation *, SplitRules>, 1> splits;
  /// The returned tensors; scalars are null.
  SmallVector<const TensorSymbol *> results;
  /// The returned numbers; those of tensors and of other types have no term.
  SmallVector<Symbol> scalarResults;
  /// No check has failed so far.
  Value passed;
  /// The copies of buffers obey the rules, which those who call them ensure.
  Value contract;
  /// Ops that contain slices, checks or splits that the encoder does not know.
  SmallVector<Operation *> skipped;
  /// The first op that was left out because too many ran before it, or null.
  Operation *cutOff = nullptr;
  /// Loops and calls within each other may run more ops than anyone waits for.
  static constexpr unsigned kMaxOps = 100000;

private:
  void encodeBlock(Block &block);
  void encodeOp(Operation *op);
  void encodeUnknown(Operation *op);
  bool isNeverPoison(Operation *op);
  /// Makes `value` one that nothing is known about.
  void forget(Value value);
  /// Gives an arbitrary value to `value`, which `op` computes. One of unknown
  /// rank is forgotten.
  void declareUnknown(Value value, Operation *op);
  /// The same for a value that may be poison, or may have wrapped around.
  void declareAny(Value value, Operation *op);
  bool encodeControl(Operation *op);
  void encodeBlockIf(Block &block, Value condition);
  bool encodeIf(scf::IfOp op);
  void encodeMerge(Value result, const Symbol &condition, Value lhs, Value rhs,
                   Operation *op);
  bool encodeBlocks(Region &body);
  void encodeEdges(Block &block, ArrayRef<Edge> edges);
  void encodeReturn(ValueRange operands);
  bool encodeFor(scf::ForOp op);
  bool encodeParallel(scf::ParallelOp op);
  bool encodeCall(func::CallOp op);
  /// From the first row, or byte, of a kernel to the one after its last one.
  using Part = std::pair<Symbol, Symbol>;
  std::optional<Part> getPart(func::CallOp op);
  void requireParts(func::CallOp op, ArrayRef<Part> parts);
  bool requireThreadParts(scf::ParallelOp op);
  void runLoop(scf::ForOp op, const llvm::APInt &lower, const llvm::APInt &step,
               uint64_t count);
  void copySymbols(ValueRange from, ValueRange to);
  /// Returns the residue of `value`, from 0 on.
  Value getRemainder(Value value, const llvm::APInt &modulus);
  Value selectBits(Operation *op, Value value, Value rhs, unsigned width);
  Value holds(const Symbol &condition);
  void skipInexact(Operation *op, const Symbol &condition);
  std::optional<SmallVector<Symbol, 3>> getRange(Value lower, Value upper,
                                                 Value step);
  void requireRange(Operation *op, ArrayRef<Symbol> range);
  Value declareInduction(Operation *op, Value variable, ArrayRef<Symbol> range);
  bool encodeInteger(Operation *op);
  bool encodeWrapping(Operation *op, ArrayRef<Symbol> operands, unsigned width);
  bool encodeCast(Operation *op);
  bool encodeTensor(Operation *op);
  void encodeDim(Operation *op, Value tensor, Value dimension);
  void encodeExtract(tensor::ExtractOp op);
  void encodeSlice(OffsetSizeAndStrideOpInterface op, Value whole,
                   const llvm::SmallBitVector &dropped);
  void encodeInsertSlice(tensor::InsertSliceOp op);
  void encodeConcat(tensor::ConcatOp op);
  void encodeSplat(tensor::SplatOp op);
  void declareWhole(Value value, SmallVector<Symbol> sizes, RootSymbol symbol);
  /// Returns all of `tensor` as a part that starts at `begin`, in a tensor that
  /// `op` computes.
  TensorPart getPart(Value tensor, SmallVector<Value, 0> begin, Operation *op);
  Symbol getElement(Value value);
  void encodeTensorCast(tensor::CastOp op, const TensorSymbol &source);
  void encodeEmpty(tensor::EmptyOp op);
  void encodeFromElements(tensor::FromElementsOp op);
  bool encodeReshape(tensor::ReshapeOp op);
  bool encodeUnranked(Operation *op);
  bool encodeUnrankedCast(tensor::CastOp op);
  bool encodeGenerate(tensor::GenerateOp op);
  bool encodeElements(tensor::GenerateOp op, int64_t count);
  Dimensions *findDimensions(Value rank);
  bool encodeProducts(scf::ForOp op, ArrayRef<Symbol> range);
  Value findProduct(scf::ForOp op, Dimensions &data, Value isInLoop,
                    Value product, const Symbol &init, const Symbol &next);
  Symbol makeProduct(Value exact);
  Value isDimension(Value dim, Value rank);
  Value countElements(const TensorSymbol &tensor);
  Value areSizes(ArrayRef<Symbol> sizes);
  Value areExact(ArrayRef<Symbol> sizes);
  TensorSymbol getPositioned(Value value, Operation *op);
  void encodeConstant(Operation *op, Attribute value);
  void encodeTensorConstant(Operation *op, ElementsAttr value);
  void encodeCopy(CopyOp op);
  bool encodeLinalgCopy(linalg::CopyOp op);
  void requireDestination(Operation *op, Value buffer);
  void encodeBufferCopy(CopyOp op);
  Value obeysRules(CopyOp op);
  Value fitsMemory(CopyOp op);
  bool encodeMemory(Operation *op);
  bool encodeAlloca(LLVM::AllocaOp op);
  bool encodeDescriptor(LLVM::ExtractValueOp op);
  bool encodeAddress(LLVM::GEPOp op);
  bool encodePointerToInteger(LLVM::PtrToIntOp op);
  bool requireAccess(Operation *op, Value pointer, const Symbol &bytes,
                     uint64_t alignment);
  void requireTarget(Operation *op, Value pointer);
  const PointerTarget *getStackTarget(Value pointer);
  bool mayPointToStack(Value pointer);
  Value getAddress(unsigned root);
  bool encodeLoad(LLVM::LoadOp op);
  void encodeEntry(LLVM::LoadOp op, const PointerTarget &target);
  bool encodeStore(LLVM::StoreOp op);
  bool encodeMemcpy(LLVM::MemcpyOp op);
  void forgetTables(const llvm::DenseMap<unsigned, Table> &before);
  bool canEncodeSplit(Operation *op);
  void encodeSplit(Operation *op);
  void encodeCheck(Value condition, StringRef message, Operation *op,
                   ValueRange values = {});

  bool isKnown(Value value) const {
    return scalars.count(value) || tensors.count(value);
  }
  bool areKnown(ValueRange values) const {
    return llvm::all_of(values, [&](Value value) { return isKnown(value); });
  }
  Symbol getScalar(Value value);
  Symbol getScalar(OpFoldResult value);
  /// The same for numbers alone: a boolean has no term.
  Symbol getNumber(Value value);
  SmallVector<Symbol> getScalars(ArrayRef<OpFoldResult> values);
  Symbol select(const Symbol &condition, const Symbol &lhs, const Symbol &rhs);
  TensorSymbol &getTensor(Value value);
  Symbol makeSymbol(Value term) {
    return {term, terms.getBool(false), terms.getBool(false)};
  }
  /// Returns a term with the poison and the wraps of all operands.
  Symbol taint(Value term, ArrayRef<Symbol> operands);
  void require(Operation *op, StringRef claim, Value condition);
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
  /// Whether terms of integers are exact numbers, which those of the program
  /// are only if they do not wrap around. This serves functions on buffers,
  /// where what wraps must not become an address.
  bool isExact = false;
  /// The number of ops so far, counting those of loops and calls each time.
  unsigned numOps = 0;
  /// The number of loops around the current block.
  unsigned loopDepth = 0;
  unsigned callDepth = 0;
  bool isInThread = false;
  llvm::DenseMap<Value, PointerSymbol> pointers;
  llvm::DenseMap<unsigned, Table> tables;
  std::map<uint64_t, Residues> residues;
  llvm::DenseMap<Value, Symbol> scalars;
  /// Pointers to the symbols stay valid.
  llvm::DenseMap<Value, std::unique_ptr<TensorSymbol>> tensors;
};

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_VERIFICATION_ENCODER_H
