//===- SplitOps.cpp - The ops of the split dialect ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/IR/Split.h"

#include "Folds.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "split-mlir/Dialect/Split/IR/Counts.h"
#include "split-mlir/Dialect/Split/IR/Pieces.h"
#include "split-mlir/Dialect/Split/IR/SizeBounds.h"

using namespace mlir;
using namespace mlir::split;

/// Limits for how many lengths getAsList proves that they are not negative:
/// patterns visit an op again for each of its pieces.
static constexpr unsigned kMaxListedLengths = 256;

#include "split-mlir/Dialect/Split/IR/SplitInterfaces.cpp.inc"

//===----------------------------------------------------------------------===//
// Functions for both split ops
//===----------------------------------------------------------------------===//

/// Converts the result of an accessor of an I64Attr, which is unsigned.
static std::optional<int64_t> getSigned(std::optional<uint64_t> value) {
  if (!value)
    return std::nullopt;
  return static_cast<int64_t>(*value);
}

/// Returns the attribute in `source`, or null if `source` is a value.
template <typename AttrTy>
static AttrTy getAttr(OpFoldResult source) {
  return dyn_cast_if_present<AttrTy>(dyn_cast<Attribute>(source));
}

/// Returns the value in `source`, or nothing if `source` is an attribute.
static SmallVector<Value, 1> toOperands(OpFoldResult source) {
  if (auto value = dyn_cast<Value>(source))
    return {value};
  return {};
}

/// C3, V1: axis and lengths are each either an operand or an attribute, unless
/// lengths are a list (V7).
static LogicalResult verifyOneOf(EmitErrorFn emitError, bool hasOperand,
                                 bool hasAttribute, StringRef name) {
  if (hasOperand != hasAttribute)
    return success();
  return emitError() << "expects " << name
                     << " as an operand or as the attribute 'static_" << name
                     << "', got " << (hasOperand ? "both" : "neither");
}

/// C6: the spec depends on attributes and types only, never on the ops that
/// define operands.
static LogicalResult verifyPieces(SplitOpInterface op) {
  if (op->getNumResults() == 0)
    return op->emitOpError("expects at least one result"); // C5
  return verifySplitSpec([&] { return op->emitOpError(); }, op.getSpec(),
                         op->getResultTypes());
}

/// Returns an emitter that is silent without a location, for inference.
static auto getEmitter(MLIRContext *context, std::optional<Location> location) {
  return [=] { return location ? emitError(*location) : emitNothing(context); };
}

/// Infers the types of an op that need not be valid yet.
static LogicalResult inferTypes(const SplitSpec &spec,
                                std::optional<Location> location,
                                SmallVectorImpl<Type> &types) {
  if (failed(
          verifySplitSpec(getEmitter(spec.data.getContext(), location), spec)))
    return failure();
  types = inferPieceTypes(spec);
  return success();
}

static bool areCompatible(TypeRange inferred, TypeRange actual) {
  return inferred.size() == actual.size() &&
         llvm::all_of(llvm::zip_equal(inferred, actual), [](auto pair) {
           return isCompatiblePieceType(std::get<0>(pair), std::get<1>(pair));
         });
}

bool mlir::split::isCertain(SplitOpInterface op) {
  return isCertain(op.getSpec(), op->getResultTypes());
}

/// C9: an op that needs none of the checks R1 to R6 cannot fail.
static Speculation::Speculatability
getPiecesSpeculatability(SplitOpInterface op) {
  return isCertain(op) ? Speculation::Speculatable
                       : Speculation::NotSpeculatable;
}

static void nameResults(SplitOpInterface op, OpAsmSetValueNameFn setName) {
  setName(op->getResult(0), op->getNumResults() == 1 ? "piece" : "pieces");
}

/// Returns an attribute exactly where the type is static: upstream's drivers
/// create destinations of these sizes, which must have the type of the result.
static OpFoldResult reifyDim(OpBuilder &builder, Location loc,
                             PieceShapes &shapes, RankedTensorType type,
                             unsigned index, int64_t dim) {
  if (!type.isDynamicDim(dim))
    return builder.getIndexAttr(type.getDimSize(dim));
  return getValueOrCreateConstantIndexOp(builder, loc,
                                         shapes.getDim(index, dim));
}

/// Leaves the shapes of unranked results empty.
static LogicalResult reifyShapes(OpBuilder &builder, SplitOpInterface op,
                                 ReifiedRankedShapedTypeDims &reified) {
  reified.assign(op->getNumResults(), {});
  std::optional<PieceShapes> shapes;
  for (auto [index, type] : llvm::enumerate(op->getResultTypes())) {
    auto ranked = dyn_cast<RankedTensorType>(type);
    if (!ranked)
      continue;
    if (!shapes)
      shapes.emplace(builder, op, op->getOperands(), ranked.getRank());
    for (int64_t dim = 0; dim < ranked.getRank(); ++dim)
      reified[index].push_back(
          reifyDim(builder, op.getLoc(), *shapes, ranked, index, dim));
  }
  return success();
}

/// The default implementation prints an error for unranked results.
static FailureOr<OpFoldResult>
reifyDimOf(OpBuilder &builder, SplitOpInterface op, int result, int dim) {
  auto type = dyn_cast<RankedTensorType>(op->getResult(result).getType());
  if (!type || dim < 0 || dim >= type.getRank())
    return failure();
  PieceShapes shapes(builder, op, op->getOperands(), type.getRank());
  return reifyDim(builder, op.getLoc(), shapes, type, result, dim);
}

//===----------------------------------------------------------------------===//
// Constant operands
//===----------------------------------------------------------------------===//

std::optional<SmallVector<int64_t>> mlir::split::getConstantInts(Value value) {
  Attribute attr;
  if (!value || !matchPattern(value, m_Constant(&attr)))
    return std::nullopt;
  bool isUnsigned = getElementTypeOrSelf(value).isUnsignedInteger();
  SmallVector<int64_t> constants;
  auto append = [&](const APInt &element) {
    if (isUnsigned && element.getActiveBits() > 63)
      return false;
    constants.push_back(isUnsigned ? element.getZExtValue()
                                   : element.getSExtValue());
    return true;
  };
  if (auto integer = dyn_cast<IntegerAttr>(attr))
    return append(integer.getValue()) ? std::optional(constants) : std::nullopt;
  auto elements = dyn_cast<DenseIntElementsAttr>(attr);
  if (!elements || !llvm::all_of(elements.getValues<APInt>(), append))
    return std::nullopt;
  return constants;
}

OpFoldResult mlir::split::getRunTimeLength(Value lengths, unsigned index) {
  auto elements =
      lengths ? lengths.getDefiningOp<tensor::FromElementsOp>() : nullptr;
  if (!elements)
    return {};
  Value length = elements.getElements()[index];
  if (auto constant = getConstantInts(length))
    return IntegerAttr::get(IndexType::get(length.getContext()),
                            constant->front());
  auto cast = length.getDefiningOp<arith::IndexCastOp>();
  if (cast && length.getType().isInteger(64))
    return cast.getIn();
  return length.getType().isIndex() ? length : OpFoldResult();
}

std::optional<SmallVector<OpFoldResult>> mlir::split::getAsList(Value lengths) {
  if (auto constants = getConstantInts(lengths))
    return getAsIndexOpFoldResult(lengths.getContext(), *constants);
  auto elements =
      lengths ? lengths.getDefiningOp<tensor::FromElementsOp>() : nullptr;
  if (!elements || elements.getElements().size() > kMaxListedLengths)
    return std::nullopt;
  SmallVector<OpFoldResult> list;
  for (unsigned index = 0; index < elements.getElements().size(); ++index) {
    list.push_back(getRunTimeLength(lengths, index));
    auto value = dyn_cast_if_present<Value>(list.back());
    if (!list.back() || (value && !isNonNegative(value)))
      return std::nullopt;
  }
  return list;
}

SmallVector<OpFoldResult> mlir::split::getFoldedLengths(SplitOpInterface op) {
  SmallVector<OpFoldResult> lengths = op.getMixedLengths();
  for (OpFoldResult &length : lengths)
    if (auto constant = getConstantIntValue(length);
        isa<Value>(length) && constant && *constant >= 0)
      length = IntegerAttr::get(IndexType::get(op.getContext()), *constant);
  return lengths;
}

/// R3: an index value in a list is at least 0 (V7).
static LogicalResult verifyIndexLengths(EmitErrorFn emitError,
                                        SplitOpInterface op) {
  for (auto [index, length] : llvm::enumerate(op.getMixedLengths()))
    if (auto constant = getConstantIntValue(length);
        isa<Value>(length) && constant && *constant < 0)
      return emitError() << "length " << index << " is the index value "
                         << *constant << ", expected at least 0";
  return success();
}

LogicalResult mlir::split::verifyConstantOperands(EmitErrorFn emitError,
                                                  SplitOpInterface op) {
  SplitSpec spec = op.getSpec();
  if (auto axis = getConstantInts(op.getAxisOperand()))
    spec.axis = axis->front();
  std::optional<SmallVector<int64_t>> lengths =
      getConstantInts(op.getLengthsOperand());
  if (spec.hasIndexLengths) {
    if (failed(verifyIndexLengths(emitError, op)))
      return failure();
    lengths = decomposeMixedValues(getFoldedLengths(op)).first;
  }
  if (lengths)
    spec.lengths = *lengths;
  return verifySplitSpec(emitError, spec, op->getResultTypes());
}

//===----------------------------------------------------------------------===//
// split.split
//===----------------------------------------------------------------------===//

void SplitOp::build(OpBuilder &builder, OperationState &state,
                    TypeRange results, Value data, OpFoldResult axis,
                    int64_t numSplits) {
  build(builder, state, results, data, dyn_cast<Value>(axis),
        getAttr<IntegerAttr>(axis), numSplits);
}

void SplitOp::build(OpBuilder &builder, OperationState &state, Value data,
                    OpFoldResult axis, int64_t numSplits) {
  build(builder, state, data, dyn_cast<Value>(axis), getAttr<IntegerAttr>(axis),
        numSplits);
}

LogicalResult SplitOp::verify() {
  auto emit = [&] { return emitOpError(); };
  if (failed(verifyOneOf(emit, bool(getAxis()), getStaticAxis().has_value(),
                         "axis")))
    return failure();
  return verifyPieces(*this);
}

SplitSpec SplitOp::getSpec() {
  return {getData().getType(), getSigned(getStaticAxis()),
          static_cast<int64_t>(getNumSplits()), /*equalPieces=*/true,
          /*lengths=*/std::nullopt};
}

Value SplitOp::getLengthsOperand() { return {}; }

SmallVector<OpFoldResult> SplitOp::getMixedLengths() { return {}; }

LogicalResult
SplitOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                          Adaptor adaptor,
                          SmallVectorImpl<Type> &inferredReturnTypes) {
  SplitSpec spec{cast<TensorType>(adaptor.getData().getType()),
                 getSigned(adaptor.getStaticAxis()),
                 static_cast<int64_t>(adaptor.getNumSplits()),
                 /*equalPieces=*/true, /*lengths=*/std::nullopt};
  return inferTypes(spec, location, inferredReturnTypes);
}

//===----------------------------------------------------------------------===//
// split.variadic_split
//===----------------------------------------------------------------------===//

void VariadicSplitOp::build(OpBuilder &builder, OperationState &state,
                            TypeRange results, Value data, OpFoldResult axis,
                            OpFoldResult lengths) {
  build(builder, state, results, data, dyn_cast<Value>(axis),
        toOperands(lengths), getAttr<IntegerAttr>(axis),
        getAttr<DenseI64ArrayAttr>(lengths));
}

void VariadicSplitOp::build(OpBuilder &builder, OperationState &state,
                            Value data, OpFoldResult axis,
                            OpFoldResult lengths) {
  build(builder, state, data, dyn_cast<Value>(axis), toOperands(lengths),
        getAttr<IntegerAttr>(axis), getAttr<DenseI64ArrayAttr>(lengths));
}

void VariadicSplitOp::build(OpBuilder &builder, OperationState &state,
                            TypeRange results, Value data, OpFoldResult axis,
                            ArrayRef<OpFoldResult> lengths) {
  auto [constants, values] = decomposeMixedValues(lengths);
  build(builder, state, results, data, dyn_cast<Value>(axis), values,
        getAttr<IntegerAttr>(axis), builder.getDenseI64ArrayAttr(constants));
}

void VariadicSplitOp::build(OpBuilder &builder, OperationState &state,
                            Value data, OpFoldResult axis,
                            ArrayRef<OpFoldResult> lengths) {
  auto [constants, values] = decomposeMixedValues(lengths);
  build(builder, state, data, dyn_cast<Value>(axis), values,
        getAttr<IntegerAttr>(axis), builder.getDenseI64ArrayAttr(constants));
}

/// V1, V7: lengths are one tensor, or a list of constants and index values.
static LogicalResult verifyLengthsForm(EmitErrorFn emitError,
                                       TypeRange operands,
                                       std::optional<ArrayRef<int64_t>> list) {
  bool hasTensor = llvm::any_of(operands, llvm::IsaPred<TensorType>);
  if (failed(verifyOneOf(emitError, list ? hasTensor : !operands.empty(),
                         list.has_value(), "lengths")))
    return failure();
  if (!list && (!hasTensor || operands.size() != 1))
    return emitError() << "has " << formatCount(operands.size(), "operand")
                       << " for 'lengths' without 'static_lengths', "
                          "expected one tensor";
  if (!list)
    return success();
  size_t numDynamic = llvm::count_if(*list, ShapedType::isDynamic);
  if (operands.size() == numDynamic)
    return success();
  return emitError() << "number of index values for 'lengths' is "
                     << operands.size() << ", expected " << numDynamic
                     << ", the number of run-time lengths in 'static_lengths'";
}

LogicalResult VariadicSplitOp::verify() {
  // ODS counts optional operands, but not required ones among them.
  unsigned numData = getODSOperandIndexAndLength(0).second;
  if (numData != 1)
    return emitOpError() << "has " << formatCount(numData, "operand")
                         << " for 'data', expected 1";
  auto emit = [&] { return emitOpError(); };
  if (failed(verifyOneOf(emit, bool(getAxis()), getStaticAxis().has_value(),
                         "axis")) ||
      failed(
          verifyLengthsForm(emit, getLengths().getTypes(), getStaticLengths())))
    return failure();
  return verifyPieces(*this);
}

/// Creates the spec of lengths that verifyLengthsForm accepts.
static SplitSpec createSpec(Value data, std::optional<int64_t> axis,
                            ValueRange lengths,
                            std::optional<ArrayRef<int64_t>> list) {
  // V1: the type of a tensor states the number of lengths.
  int64_t numPieces =
      list ? int64_t(list->size())
           : cast<RankedTensorType>(lengths.front().getType()).getDimSize(0);
  return {cast<TensorType>(data.getType()),
          axis,
          numPieces,
          /*equalPieces=*/false,
          list,
          /*hasIndexLengths=*/list && !lengths.empty()};
}

SplitSpec VariadicSplitOp::getSpec() {
  return createSpec(getData(), getSigned(getStaticAxis()), getLengths(),
                    getStaticLengths());
}

Value VariadicSplitOp::getLengthsOperand() {
  return getStaticLengths() ? Value() : getLengths().front();
}

SmallVector<OpFoldResult> VariadicSplitOp::getMixedLengths() {
  if (!getStaticLengths())
    return {};
  return getMixedValues(*getStaticLengths(), getLengths(), getContext());
}

LogicalResult VariadicSplitOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
    SmallVectorImpl<Type> &inferredReturnTypes) {
  if (failed(verifyLengthsForm(getEmitter(context, location),
                               adaptor.getLengths().getTypes(),
                               adaptor.getStaticLengths())))
    return failure();
  SplitSpec spec =
      createSpec(adaptor.getData(), getSigned(adaptor.getStaticAxis()),
                 adaptor.getLengths(), adaptor.getStaticLengths());
  return inferTypes(spec, location, inferredReturnTypes);
}

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

/// Parses `(%tensor : type)` or `[%n, 4, -1]`.
static ParseResult
parseLengths(OpAsmParser &parser,
             SmallVectorImpl<OpAsmParser::UnresolvedOperand> &lengths,
             SmallVectorImpl<Type> &types, DenseI64ArrayAttr &staticLengths) {
  if (succeeded(parser.parseOptionalLParen()))
    return failure(parser.parseOperand(lengths.emplace_back()) ||
                   parser.parseColonType(types.emplace_back()) ||
                   parser.parseRParen());
  SMLoc loc = parser.getCurrentLocation();
  DenseBoolArrayAttr scalable;
  if (parseDynamicIndexList(parser, lengths, staticLengths, scalable))
    return failure();
  if (llvm::is_contained(scalable.asArrayRef(), true))
    return parser.emitError(loc, "expected no brackets inside of lengths");
  types.assign(lengths.size(), parser.getBuilder().getIndexType());
  return success();
}

static void printLengths(OpAsmPrinter &printer, Operation *op,
                         OperandRange lengths, TypeRange types,
                         DenseI64ArrayAttr staticLengths) {
  if (!staticLengths) {
    printer << "(" << lengths << " : " << types << ")";
    return;
  }
  printer << " ";
  printDynamicIndexList(printer, op, lengths, staticLengths);
}

/// Parses types with or without the parentheses that most ops of upstream have.
static ParseResult parsePieceTypes(OpAsmParser &parser,
                                   SmallVectorImpl<Type> &types) {
  if (failed(parser.parseOptionalLParen()))
    return parser.parseTypeList(types);
  return failure(parser.parseTypeList(types) || parser.parseRParen());
}

static void printPieceTypes(OpAsmPrinter &printer, Operation *,
                            TypeRange types) {
  printer << types;
}

//===----------------------------------------------------------------------===//
// split.assert
//===----------------------------------------------------------------------===//

/// A write effect prevents passes from moving, merging or erasing the op.
void AssertOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Write::get());
}

LogicalResult AssertOp::verify() {
  size_t placeholders = getFormat().count("{}") + getFormat().count("{u}");
  if (placeholders != getValues().size())
    return emitOpError() << "number of placeholders in the format is "
                         << placeholders << ", expected " << getValues().size()
                         << ", the number of values";
  return success();
}

LogicalResult AssertOp::canonicalize(AssertOp op, PatternRewriter &rewriter) {
  if (!matchPattern(op.getCondition(), m_One()))
    return failure();
  rewriter.eraseOp(op);
  return success();
}

#define GET_OP_CLASSES
#include "split-mlir/Dialect/Split/IR/SplitOps.cpp.inc"
