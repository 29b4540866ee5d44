//===- OperatorImporter.h - Base class of operator importers ----*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_OPERATORIMPORTER_H
#define SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_OPERATORIMPORTER_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::split::frontends {

/// A set of element types. The number of a bit is the logarithm of the width,
/// plus 8 for integers without sign, 16 for unsigned ones and 24 for complex
/// numbers; bf16 has 7.
using ElementTypeSet = uint32_t;

inline constexpr ElementTypeSet kF16 = 1 << 4, kBF16 = 1 << 7, kF32 = 1 << 5,
                                kF64 = 1 << 6, kBool = 1 << 8, kI8 = 1 << 11,
                                kI16 = 1 << 12, kI32 = 1 << 13, kI64 = 1 << 14,
                                kU8 = 1 << 19, kU16 = 1 << 20, kU32 = 1 << 21,
                                kU64 = 1 << 22, kComplex64 = 1 << 29,
                                kComplex128 = 1 << 30, kAnyElement = ~0u;

/// Returns whether `type` is in the set.
bool contains(ElementTypeSet set, Type type);

/// One version of an operator. A version in a table leaves out what it has in
/// common with the version before. If the first version leaves out inputs or
/// attributes, it has one input and no attributes.
struct OperatorVersion {
  /// The first operation set with this version.
  int64_t since = 0;
  /// The element types that the first input may have.
  ElementTypeSet elementTypes = 0;
  /// Inputs beyond `minInputs` may be absent.
  int64_t minInputs = 1;
  int64_t maxInputs = 1;
  /// The names of its attributes, separated by blanks. A parameter of a scalar
  /// function is a float with a default, as in `alpha=1`. Reading an attribute
  /// that is marked, as in `axis!`, is an error if it is absent.
  StringRef attributes = "";

  constexpr OperatorVersion() = default;
  constexpr OperatorVersion(int64_t since, ElementTypeSet elementTypes,
                            int64_t minInputs, int64_t maxInputs,
                            StringRef attributes = {})
      : since(since), elementTypes(elementTypes), minInputs(minInputs),
        maxInputs(maxInputs), attributes(attributes) {}
  constexpr OperatorVersion(int64_t since, ElementTypeSet elementTypes = 0,
                            StringRef attributes = {})
      : OperatorVersion(since, elementTypes, -1, -1, attributes) {}
  constexpr OperatorVersion(int64_t since, StringRef attributes)
      : OperatorVersion(since, /*elementTypes=*/0, attributes) {}

  /// Replaces what `next` states.
  void update(const OperatorVersion &next);
  SmallVector<StringRef> getAttributeNames() const;
};

/// The kind of an operator's inputs.
enum class InputKind {
  /// Tensors whose rank is known.
  Ranked,
  /// Tensors.
  Tensors,
  /// A sequence, then tensors.
  Sequence
};

class OperatorImporter;

/// Imports an operation that has been checked against its row: defines its
/// outputs, or reports an error. The function is that of one importer, or one
/// that all importers share.
template <typename ImporterT>
class RowImport {
public:
  constexpr RowImport(LogicalResult (*own)(ImporterT &op)) : own(own) {}
  constexpr RowImport(LogicalResult (*shared)(OperatorImporter &op))
      : shared(shared) {}

  LogicalResult operator()(ImporterT &op) const {
    return own ? own(op) : shared(op);
  }

private:
  LogicalResult (*own)(ImporterT &op) = nullptr;
  LogicalResult (*shared)(OperatorImporter &op) = nullptr;
};

/// A row of an importer's table of operators.
template <typename ImporterT>
struct Operator {
  StringLiteral name;
  /// In ascending order.
  std::initializer_list<OperatorVersion> versions;
  RowImport<ImporterT> import;
  int64_t maxOutputs = 1;
  InputKind inputs = InputKind::Ranked;
  /// The first of the inputs that may be tensors or sequences.
  int64_t firstOfAnyKind = std::numeric_limits<int64_t>::max();

  /// Returns the version that an operation set selects, or none.
  std::optional<OperatorVersion> findVersion(int64_t opset) const {
    std::optional<OperatorVersion> found;
    for (const OperatorVersion &version : versions) {
      if (version.since > opset)
        break;
      if (!found)
        found.emplace();
      found->update(version);
    }
    return found;
  }
};

/// Returns the row of an operator, or null.
template <typename ImporterT>
const Operator<ImporterT> *findOperator(ArrayRef<Operator<ImporterT>> table,
                                        StringRef name) {
  const auto *row = llvm::find_if(
      table, [&](const Operator<ImporterT> &op) { return op.name == name; });
  return row == table.end() ? nullptr : row;
}

/// Collects the operators of a model that are not supported, so that one
/// message lists all of them.
class UnsupportedOperators {
public:
  /// `kind` is what the format calls an operator.
  explicit UnsupportedOperators(StringRef kind) : kind(kind) {}

  /// Adds a use of the operator `name`, of which the message says `text`.
  void add(StringRef name, llvm::function_ref<Location()> getLocation,
           const Twine &text = "is not supported");
  /// Emits a message at the first use of the first operator, with a note at the
  /// first use of each other one, if there are any. Returns whether there are.
  bool report(DiagnosticSeverity severity) const;

private:
  struct Uses {
    std::string text;
    Location first;
    int64_t count;
  };

  StringRef kind;
  SmallVector<Uses> operators;
  /// The indices into `operators`, by name.
  llvm::StringMap<size_t> indices;
};

/// The interface to an operation of a model that functions that import an
/// operator use.
class OperatorImporter {
public:
  /// The location of `builder` is that of the operation.
  explicit OperatorImporter(ImplicitLocOpBuilder &builder) : builder(builder) {}
  virtual ~OperatorImporter() = default;

  ImplicitLocOpBuilder &getBuilder() const { return builder; }
  InFlightDiagnostic emitError() const { return builder.emitError(); }
  virtual StringRef getOperator() const = 0;
  /// The version of the operator that the model's operation set selects.
  int64_t getVersion() const { return version->since; }

  /// Read an attribute; `value` stays as it is if there is none.
  virtual LogicalResult readFloat(StringRef name, double &value) const = 0;
  virtual LogicalResult readInt(StringRef name, int64_t &value) const = 0;
  virtual LogicalResult readBool(StringRef name, bool &value) const = 0;
  virtual LogicalResult readString(StringRef name, StringRef &value) const = 0;
  /// Reads an attribute that must be one of `choices`, and sets `index` to its
  /// position; the attribute may be absent.
  virtual LogicalResult readChoice(StringRef name, ArrayRef<StringRef> choices,
                                   int64_t &index) const = 0;
  /// Reads the attribute `axis`, and counts it from the front of the first
  /// input.
  LogicalResult readAxis(int64_t &axis) const;
  /// Reads the parameters of the scalar function, in the order of the table.
  LogicalResult readParameters(SmallVectorImpl<double> &parameters) const;

  virtual int64_t getNumInputs() const = 0;
  virtual TensorType getInputType(int64_t i) const = 0;
  virtual Value getInput(int64_t i) = 0;
  virtual bool hasInput(int64_t i) const { return i < getNumInputs(); }
  LogicalResult checkPresent(int64_t i) const;
  /// Reads all inputs, which must have the element type of input `first` from
  /// there on.
  LogicalResult readAlikeInputs(SmallVectorImpl<Value> &values,
                                int64_t first = 0);
  /// Reads an input of integers as i32 or i64. `what` is the input and a verb.
  virtual LogicalResult readIntegers(int64_t i, StringRef what,
                                     Value &value) = 0;
  /// Reads the integer in an input that is a scalar or of shape [1].
  virtual LogicalResult readIndex(int64_t i, StringRef what,
                                  OpFoldResult &index) = 0;
  /// Makes operands of an elementwise operator broadcast as in NumPy.
  virtual LogicalResult alignOperands(SmallVectorImpl<Value> &operands) = 0;

  /// Defines the outputs.
  virtual LogicalResult setResults(ValueRange results) = 0;
  /// Defines the only output as the given value, unless building it failed.
  LogicalResult setResult(FailureOr<Value> result) {
    return failed(result) ? failure() : setResults(*result);
  }

  Type getElementType(int64_t input) const {
    return getInputType(input).getElementType();
  }
  /// Checks that the rank of an input is known.
  LogicalResult checkRank(int64_t i) const;
  /// Checks that input `i` has the element type of input `first`.
  LogicalResult checkAlike(int64_t i, Type element, int64_t first = 0) const;
  /// Checks that `type` is one of the operator's element types.
  LogicalResult checkElementType(Type type) const;

protected:
  /// Whether the table marks an attribute.
  bool isRequired(StringRef name) const;

  ImplicitLocOpBuilder &builder;
  std::optional<OperatorVersion> version;
};

} // namespace mlir::split::frontends

#endif // SPLIT_MLIR_FRONTENDS_LIB_BUILDERS_OPERATORIMPORTER_H
