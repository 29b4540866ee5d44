//===- Encoder.h - Functions as terms ---------------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_LIB_VERIFICATION_ENCODER_H
#define SPLIT_MLIR_LIB_VERIFICATION_ENCODER_H

#include "Rules.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::split {

/// Arguments that are not free.
struct Case {
  /// An argument and its value, or that of its only element.
  std::optional<std::pair<unsigned, int64_t>> axis;
};

/// The arguments of a function as free variables, which the function and its
/// lowering share.
struct Arguments {
  Arguments(Terms &terms, func::FuncOp function, const Case &fixed);

  /// Declares a tensor of arbitrary sizes. Its static sizes are constants.
  TensorSymbol declareTensor(Terms &terms, RankedTensorType type,
                             const std::string &name);
  /// Declares a tensor that exists.
  TensorSymbol declareData(Terms &terms, RankedTensorType type,
                           const std::string &name);
  Symbol declareScalar(Terms &terms, Type type, const std::string &name);
  /// Returns the number of a tensor that is no part of others.
  unsigned createRoot() { return numRoots++; }

  SmallVector<Type> types;
  llvm::MapVector<unsigned, Symbol> scalars;
  llvm::MapVector<unsigned, TensorSymbol> tensors;
  /// The variables and their names, which are unique.
  llvm::MapVector<Value, std::string> variables;
  /// Numbers fit their types, and no size is negative.
  Value facts;
  /// Data exists: it has fewer than 2^63 elements. Products of sizes need this.
  Value exists;
  /// Tensors whose elements no rule states, by the ops that create them.
  llvm::DenseMap<unsigned, Operation *> unknownRoots;
  /// Variables for results of ops that the encoder does not know.
  llvm::DenseMap<Value, Operation *> unknowns;

private:
  unsigned numRoots = 0;
};

/// Returns the number of bits of an index or of an integer of up to 64 bits,
/// and 0 for any other type.
unsigned getScalarWidth(Type type);

SmallVector<Value, 0> getTerms(ArrayRef<Symbol> symbols);

/// What an op needs at run time.
struct Requirement {
  Operation *op;
  StringRef claim;
  /// No check before the op has failed, and the op runs.
  Value assumption;
  Value condition;
  bool usesProducts;
};

/// A `split.assert` or `cf.assert` and its condition.
struct Check {
  StringRef message;
  Value condition;
};

/// Walks a function and notes what its ops compute, need and check.
class Encoder {
public:
  Encoder(Terms &terms, Arguments &arguments);

  void encode(func::FuncOp function);

  SmallVector<Requirement> requirements;
  SmallVector<Check> checks;
  SmallVector<std::pair<Operation *, SplitRules>, 1> splits;
  /// The returned tensors; scalars are null.
  SmallVector<const TensorSymbol *> results;
  /// No check has failed so far.
  Value passed;
  /// Whether sizes have been multiplied.
  bool usesProducts = false;
  /// Ops that contain slices, checks or splits that the encoder does not know.
  SmallVector<Operation *> skipped;

private:
  void encodeBlock(Block &block);
  void encodeOp(Operation *op);
  void encodeUnknown(Operation *op);
  bool encodeInteger(Operation *op);
  bool encodeWrapping(Operation *op, ArrayRef<Symbol> operands, unsigned width);
  void encodeSelect(Operation *op, ArrayRef<Symbol> operands);
  bool encodeCast(Operation *op);
  bool encodeTensor(Operation *op);
  void encodeDim(tensor::DimOp op);
  void encodeExtract(tensor::ExtractOp op);
  void encodeExtractSlice(tensor::ExtractSliceOp op);
  void encodeInsertSlice(tensor::InsertSliceOp op);
  void encodeTensorCast(tensor::CastOp op);
  void encodeEmpty(tensor::EmptyOp op);
  void encodeFromElements(tensor::FromElementsOp op);
  bool encodeReshape(tensor::ReshapeOp op);
  Value areSizes(ArrayRef<Symbol> sizes);
  TensorSymbol getPositioned(Value value, Operation *op);
  void encodeConstant(Operation *op, Attribute value);
  void encodeCopy(CopyOp op);
  void encodeLinalgCopy(linalg::CopyOp op);
  bool canEncodeSplit(Operation *op);
  void encodeSplit(Operation *op);
  void encodeCheck(Value condition, StringRef message, Operation *op);

  bool isKnown(Value value) const {
    return scalars.count(value) || tensors.count(value);
  }
  Symbol getScalar(Value value);
  Symbol getScalar(OpFoldResult value);
  TensorSymbol &getTensor(Value value);
  Symbol makeSymbol(Value term) {
    return {term, terms.getBool(false), terms.getBool(false)};
  }
  /// Returns a term with the poison and the wraps of all operands.
  Symbol taint(Value term, ArrayRef<Symbol> operands);
  void require(Operation *op, StringRef claim, Value condition);
  void requireSlice(Operation *op, const TensorSymbol &source,
                    ArrayRef<Symbol> offsets, ArrayRef<Symbol> sizes);
  /// Reads an axis or a length: a scalar, or an element of a tensor. Honours
  /// the sign of its type.
  Value readElement(Value value, unsigned index);

  Terms &terms;
  Arguments &arguments;
  /// Whether the current block runs.
  Value path;
  llvm::DenseMap<Value, Symbol> scalars;
  /// Pointers to the symbols stay valid.
  llvm::DenseMap<Value, std::unique_ptr<TensorSymbol>> tensors;
};

} // namespace mlir::split

#endif // SPLIT_MLIR_LIB_VERIFICATION_ENCODER_H
