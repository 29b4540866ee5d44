//===- Rules.cpp - The rules of splitting ---------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/IR/Rules.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"
#include "split-mlir/Dialect/Split/IR/Pieces.h"

using namespace mlir;
using namespace mlir::split;

//===----------------------------------------------------------------------===//
// Inference
//===----------------------------------------------------------------------===//

std::optional<int64_t> mlir::split::normalizeAxis(int64_t axis, int64_t rank) {
  if (axis < -rank || axis >= rank)
    return std::nullopt;
  return axis < 0 ? axis + rank : axis;
}

std::string mlir::split::describeAxisRange(int64_t rank, StringRef what) {
  return (" is out of range [" + Twine(-rank) + ", " + Twine(rank - 1) +
          "] for " + what + " of rank " + Twine(rank))
      .str();
}

FailureOr<int64_t> mlir::split::normalizeAxis(EmitErrorFn emitError,
                                              int64_t axis, int64_t rank,
                                              StringRef what) {
  if (std::optional<int64_t> normalized = normalizeAxis(axis, rank))
    return *normalized;
  return emitError() << "axis " << axis << describeAxisRange(rank, what);
}

std::optional<int64_t> SplitSpec::getNormalizedAxis() const {
  if (!axis || !data.hasRank())
    return std::nullopt;
  return normalizeAxis(*axis, data.getRank());
}

int64_t SplitSpec::getAxisSize() const {
  if (std::optional<int64_t> normalized = getNormalizedAxis())
    return data.getDimSize(*normalized);
  return ShapedType::kDynamic;
}

bool SplitSpec::isStatic() const {
  if (!getNormalizedAxis())
    return false;
  // One piece that takes everything cannot break R2 to R4.
  if (equalPieces && numPieces == 1)
    return true;
  if (lengths && llvm::is_contained(*lengths, ShapedType::kDynamic))
    return false;
  if (lengths && llvm::is_contained(*lengths, -1) &&
      llvm::all_of(*lengths, [](int64_t length) { return length <= 0; }))
    return true;
  return (equalPieces || lengths) && !ShapedType::isDynamic(getAxisSize());
}

bool SplitSpec::setList(ArrayRef<OpFoldResult> list,
                        SmallVectorImpl<int64_t> &storage) {
  SmallVector<Value> values;
  storage.clear();
  dispatchIndexOpFoldResults(list, values, storage);
  lengths = ArrayRef(storage);
  hasIndexLengths = !values.empty();
  return size_t(llvm::count_if(storage, ShapedType::isDynamic)) ==
         values.size();
}

SplitSpec SplitSpec::withRank(int64_t rank) const {
  SplitSpec ranked = *this;
  if (!data.hasRank())
    ranked.data =
        RankedTensorType::get(SmallVector<int64_t>(rank, ShapedType::kDynamic),
                              data.getElementType());
  return ranked;
}

/// Infers types for a run-time axis: the size of a piece along a dimension is
/// certain if it equals the data's size even if that dimension is the axis. In
/// rank 1 there is no other axis.
static SmallVector<Type> inferTypesForAnyAxis(const SplitSpec &spec,
                                              RankedTensorType data) {
  SmallVector<SmallVector<int64_t>> shapes(spec.numPieces);
  for (int64_t dim : data.getShape()) {
    bool divides = !spec.equalPieces || ShapedType::isDynamic(dim) ||
                   dim % spec.numPieces == 0;
    for (auto [size, shape] :
         llvm::zip_equal(inferPieceSizes(spec, dim), shapes)) {
      bool isCertain = divides && (size == dim || data.getRank() == 1);
      shape.push_back(isCertain ? size : ShapedType::kDynamic);
    }
  }
  return llvm::map_to_vector(shapes, [&](ArrayRef<int64_t> shape) -> Type {
    return data.clone(shape);
  });
}

SmallVector<Type> mlir::split::inferPieceTypes(const SplitSpec &spec) {
  auto data = dyn_cast<RankedTensorType>(spec.data);
  if (!data)
    return SmallVector<Type>(spec.numPieces, spec.data);
  if (!spec.axis)
    return inferTypesForAnyAxis(spec, data);

  int64_t axis = *spec.getNormalizedAxis();
  SmallVector<int64_t> shape(data.getShape());
  SmallVector<Type> types;
  for (int64_t size : inferPieceSizes(spec)) {
    shape[axis] = size;
    types.push_back(data.clone(shape));
  }
  return types;
}

SmallVector<int64_t> mlir::split::getQuantizedDims(Type element) {
  if (auto type = dyn_cast<quant::UniformQuantizedPerAxisType>(element))
    return {type.getQuantizedDimension()};
  if (auto type = dyn_cast<quant::UniformQuantizedSubChannelType>(element))
    return llvm::to_vector_of<int64_t>(type.getQuantizedDimensions());
  return {};
}

bool mlir::split::isCompatiblePieceType(Type inferred, Type actual) {
  auto lhs = dyn_cast<TensorType>(inferred);
  auto rhs = dyn_cast<TensorType>(actual);
  if (!lhs || !rhs || lhs.getElementType() != rhs.getElementType() ||
      failed(verifyCompatibleShape(lhs, rhs)))
    return false;
  auto rankedResult = dyn_cast<RankedTensorType>(actual);
  if (!rankedResult)
    return true;
  auto rankedData = dyn_cast<RankedTensorType>(inferred);
  return rankedResult.getEncoding() ==
         (rankedData ? rankedData.getEncoding() : Attribute());
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

InFlightDiagnostic mlir::split::emitNothing(MLIRContext *context) {
  InFlightDiagnostic diag = emitError(UnknownLoc::get(context));
  diag.abandon();
  return diag;
}

void mlir::split::appendEncoding(InFlightDiagnostic &diag, Attribute encoding) {
  if (encoding)
    diag << "encoding " << encoding;
  else
    diag << "no encoding";
}

/// S1, V1: the number of pieces is the number of results. C5: at least one.
static LogicalResult verifyCounts(EmitErrorFn emitError, const SplitSpec &spec,
                                  TypeRange results) {
  if (spec.equalPieces && spec.numPieces < 1)
    return emitError() << "num_splits is " << spec.numPieces
                       << ", expected at least 1";
  if (spec.numPieces < 1)
    return emitError() << "lengths are empty, expected at least one";
  if (results.empty() || spec.numPieces == int64_t(results.size()))
    return success();
  if (spec.equalPieces)
    return emitError() << "num_splits is " << spec.numPieces << ", expected "
                       << results.size() << ", the number of results";
  return emitError() << "number of lengths is " << spec.numPieces
                     << ", expected " << results.size()
                     << ", the number of results";
}

/// V2: each length is a size, except for at most one -1. Index values are
/// checked at run time (V7).
static LogicalResult verifyLengths(EmitErrorFn emitError,
                                   const SplitSpec &spec) {
  std::optional<size_t> rest;
  for (auto [index, length] : llvm::enumerate(*spec.lengths)) {
    if (length >= 0 || (spec.hasIndexLengths && ShapedType::isDynamic(length)))
      continue;
    if (length != -1)
      return emitError() << "length " << index << " is " << length
                         << ", expected a size or -1";
    if (rest)
      return emitError() << "lengths " << *rest << " and " << index
                         << " are both -1, expected at most one";
    rest = index;
  }
  return success();
}

static std::string formatLengths(ArrayRef<int64_t> lengths) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "[";
  llvm::interleaveComma(lengths, os, [&](int64_t length) {
    if (ShapedType::isDynamic(length))
      os << "?";
    else
      os << length;
  });
  os << "]";
  return text;
}

/// V3 for `lengths` (negative: unknown) along dimension `axis` (none: a
/// run-time value) of size `dim`.
static LogicalResult verifySum(EmitErrorFn emitError, StringRef what,
                               ArrayRef<int64_t> lengths,
                               std::optional<int64_t> axis, int64_t dim) {
  bool isDynamic = ShapedType::isDynamic(dim);
  BoundedSum sum(dim);
  for (int64_t length : lengths) {
    if (length < 0 || sum.add(length))
      continue;
    InFlightDiagnostic diag = emitError();
    diag << what << " " << formatLengths(lengths) << " sum to more than ";
    if (isDynamic)
      return diag << BoundedSum().getLeft() << ", the largest size there is";
    return diag << dim << ", the size of dimension " << *axis;
  }
  auto isUnknown = [](int64_t length) { return length < 0; };
  if (isDynamic || sum.getLeft() == 0 || llvm::any_of(lengths, isUnknown))
    return success();
  return emitError() << what << " " << formatLengths(lengths) << " sum to "
                     << sum.get() << ", expected " << dim
                     << ", the size of dimension " << *axis;
}

/// S2.
static LogicalResult verifyDivides(EmitErrorFn emitError, int64_t numPieces,
                                   std::optional<int64_t> axis, int64_t dim) {
  if (ShapedType::isDynamic(dim) || dim % numPieces == 0)
    return success();
  return emitError() << "dimension " << *axis << " of size " << dim
                     << " is not divisible by num_splits " << numPieces;
}

/// C5: the quantization parameters of pieces along that axis would differ.
static LogicalResult verifyQuantization(EmitErrorFn emitError, Type element,
                                        int64_t axis) {
  if (llvm::is_contained(getQuantizedDims(element), axis))
    return emitError() << "dimension " << axis
                       << " is the axis, but data of element type " << element
                       << " is quantized along it";
  return success();
}

/// C2: a separate error because there is no range of axes to report.
static LogicalResult verifyRank(EmitErrorFn emitError, int64_t rank,
                                StringRef source) {
  if (rank != 0)
    return success();
  return emitError() << source
                     << " has rank 0, so there is no axis to split along";
}

LogicalResult mlir::split::verifyAxis(EmitErrorFn emitError, ShapedType data,
                                      int64_t axis) {
  if (failed(verifyRank(emitError, data.getRank(), "data")))
    return failure();
  FailureOr<int64_t> normalized = // C4
      normalizeAxis(emitError, axis, data.getRank());
  if (failed(normalized))
    return failure();
  return verifyQuantization(emitError, data.getElementType(), *normalized);
}

namespace {
/// Checks C5 for the results of one split.
class ResultVerifier {
public:
  ResultVerifier(EmitErrorFn emitError, const SplitSpec &spec,
                 TypeRange results)
      : emitError(emitError), spec(spec), results(results) {}

  /// Checks element types, encodings and ranks, and finds the rank.
  LogicalResult verifyTypes() {
    if (spec.data.hasRank())
      rank = spec.data.getRank();
    Attribute encoding;
    if (auto data = dyn_cast<RankedTensorType>(spec.data))
      encoding = data.getEncoding();
    for (auto [index, type] : llvm::enumerate(results)) {
      auto result = cast<TensorType>(type);
      if (result.getElementType() != spec.data.getElementType())
        return emitError() << "result " << index << " has element type "
                           << result.getElementType() << ", expected "
                           << spec.data.getElementType() << " as data has";
      auto ranked = dyn_cast<RankedTensorType>(type);
      if (!ranked)
        continue;
      if (ranked.getEncoding() != encoding)
        return emitEncodingError(index, ranked.getEncoding(), encoding);
      if (!rank) {
        rank = ranked.getRank();
        rankSource = "result " + std::to_string(index);
      }
      if (ranked.getRank() != *rank)
        return emitError() << "result " << index << " has rank "
                           << ranked.getRank() << ", expected " << *rank
                           << " as " << rankSource << " has";
    }
    return success();
  }

  /// Returns the rank of data and results if one of them is ranked.
  std::optional<int64_t> getRank() const { return rank; }
  StringRef getRankSource() const { return rankSource; }

  /// Checks every dimension against inference, with the rank of the results if
  /// data is unranked.
  LogicalResult verifyInferred() const {
    SplitSpec ranked = rank ? spec.withRank(*rank) : spec;
    for (auto [index, pair] :
         llvm::enumerate(llvm::zip_equal(inferPieceTypes(ranked), results))) {
      auto [inferred, actual] = pair;
      auto expected = dyn_cast<RankedTensorType>(inferred);
      auto got = dyn_cast<RankedTensorType>(actual);
      if (!expected || !got)
        continue;
      for (int64_t dim = 0, e = got.getRank(); dim < e; ++dim)
        if (!got.isDynamicDim(dim) && !expected.isDynamicDim(dim) &&
            got.getDimSize(dim) != expected.getDimSize(dim))
          return emitDimError(index, dim, got.getDimSize(dim))
                 << expected.getDimSize(dim);
    }
    return success();
  }

  /// Checks results against each other: their sizes agree except along the axis
  /// of unequal pieces, where they must fit into `data`.
  LogicalResult verifyAgreement(int64_t axis) const {
    for (int64_t dim = 0; dim < *rank; ++dim)
      if (dim != axis || spec.equalPieces)
        if (failed(verifySameSize(dim)))
          return failure();
    if (spec.equalPieces)
      return success();
    SmallVector<int64_t> sizes;
    for (auto [index, type] : llvm::enumerate(results)) {
      int64_t length = spec.lengths ? (*spec.lengths)[index] : -1;
      int64_t claimed = getDimSize(type, axis);
      if (length < 0 && !ShapedType::isDynamic(claimed))
        length = claimed;
      sizes.push_back(length);
    }
    return verifySum(emitError, "sizes of the results", sizes, axis,
                     getDimSize(spec.data, axis));
  }

private:
  static int64_t getDimSize(Type type, int64_t dim) {
    auto ranked = dyn_cast<RankedTensorType>(type);
    return ranked ? ranked.getDimSize(dim) : ShapedType::kDynamic;
  }

  InFlightDiagnostic emitDimError(size_t index, int64_t dim,
                                  int64_t size) const {
    return emitError() << "result " << index << " has size " << size
                       << " along dimension " << dim << ", expected ";
  }

  LogicalResult emitEncodingError(size_t index, Attribute got,
                                  Attribute expected) const {
    InFlightDiagnostic diag = emitError() << "result " << index << " has ";
    appendEncoding(diag, got);
    diag << ", expected ";
    appendEncoding(diag, expected);
    return diag << " as data has";
  }

  LogicalResult verifySameSize(int64_t dim) const {
    std::optional<size_t> first;
    for (auto [index, type] : llvm::enumerate(results)) {
      int64_t size = getDimSize(type, dim);
      if (ShapedType::isDynamic(size))
        continue;
      if (!first)
        first = index;
      int64_t expected = getDimSize(results[*first], dim);
      if (size != expected)
        return emitDimError(index, dim, size)
               << expected << " as result " << *first << " has";
    }
    return success();
  }

  EmitErrorFn emitError;
  const SplitSpec &spec;
  TypeRange results;
  std::optional<int64_t> rank;
  std::string rankSource = "data";
};
} // namespace

LogicalResult mlir::split::verifySplitSpec(EmitErrorFn emitError,
                                           const SplitSpec &spec,
                                           TypeRange results) {
  if (failed(verifyCounts(emitError, spec, results)))
    return failure();
  if (spec.lengths && failed(verifyLengths(emitError, spec)))
    return failure();
  ResultVerifier verifier(emitError, spec, results);
  if (failed(verifier.verifyTypes()))
    return failure();

  // The rank may be known from a result alone.
  std::optional<int64_t> rank = verifier.getRank();
  std::optional<int64_t> axis;
  if (rank && failed(verifyRank(emitError, *rank, verifier.getRankSource())))
    return failure();
  if (rank && spec.axis) {
    FailureOr<int64_t> normalized =
        normalizeAxis(emitError, *spec.axis, *rank, verifier.getRankSource());
    if (failed(normalized))
      return failure();
    axis = normalized;
  }
  // An axis counted from the front needs no rank.
  int64_t quantizedAxis = axis.value_or(spec.axis.value_or(-1));
  if (failed(verifyQuantization(emitError, spec.data.getElementType(),
                                quantizedAxis)))
    return failure();

  int64_t dim = spec.getAxisSize();
  if (spec.equalPieces &&
      failed(verifyDivides(emitError, spec.numPieces, axis, dim)))
    return failure();
  if (spec.lengths &&
      failed(verifySum(emitError, "lengths", *spec.lengths, axis, dim)))
    return failure();
  if (results.empty())
    return success();
  if (failed(verifier.verifyInferred()))
    return failure();
  return axis ? verifier.verifyAgreement(*axis) : success();
}

bool mlir::split::obeysRules(const SplitSpec &spec, TypeRange results) {
  return succeeded(verifySplitSpec(
      [&] { return emitNothing(spec.data.getContext()); }, spec, results));
}

bool mlir::split::isCertain(const SplitSpec &spec, TypeRange results) {
  if (!spec.isStatic())
    return false;
  if (spec.data.hasStaticShape())
    return true;
  int64_t axis = *spec.getNormalizedAxis();
  return allPieceKinds(spec, results, [&](Type type, bool isLengthKnown) {
    auto piece = dyn_cast<RankedTensorType>(type);
    return !piece || llvm::all_of(llvm::seq(piece.getRank()), [&](int64_t dim) {
      return piece.isDynamicDim(dim) || !spec.data.isDynamicDim(dim) ||
             (dim == axis && isLengthKnown);
    });
  });
}

bool mlir::split::allPieceKinds(
    const SplitSpec &spec, TypeRange types,
    function_ref<bool(Type type, bool isLengthKnown)> predicate) {
  std::pair<Type, bool> last;
  return llvm::all_of(llvm::enumerate(types), [&](auto piece) {
    bool isLengthKnown = spec.lengths && (*spec.lengths)[piece.index()] >= 0;
    std::pair<Type, bool> kind(piece.value(), isLengthKnown);
    return std::exchange(last, kind) == kind ||
           predicate(piece.value(), isLengthKnown);
  });
}

LogicalResult mlir::split::verifySplit(EmitErrorFn emitError, TensorType data,
                                       std::optional<int64_t> axis,
                                       int64_t numSplits) {
  SplitSpec spec{data, axis, numSplits, /*equalPieces=*/true, std::nullopt};
  return verifySplitSpec(emitError, spec);
}

LogicalResult mlir::split::verifyVariadicSplit(EmitErrorFn emitError,
                                               TensorType data,
                                               std::optional<int64_t> axis,
                                               ArrayRef<int64_t> lengths) {
  SplitSpec spec{data, axis, int64_t(lengths.size()), /*equalPieces=*/false,
                 lengths};
  return verifySplitSpec(emitError, spec);
}

LogicalResult mlir::split::verifyVariadicSplit(EmitErrorFn emitError,
                                               TensorType data,
                                               std::optional<int64_t> axis,
                                               ArrayRef<OpFoldResult> lengths) {
  SplitSpec spec{data, axis, int64_t(lengths.size()), /*equalPieces=*/false,
                 /*lengths=*/std::nullopt};
  SmallVector<int64_t> storage;
  // Without index values, the attribute that is no length breaks V2.
  if (!spec.setList(lengths, storage))
    spec.hasIndexLengths = false;
  return verifySplitSpec(emitError, spec);
}
