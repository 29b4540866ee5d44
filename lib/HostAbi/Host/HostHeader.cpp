//===- HostHeader.cpp - C headers of compiled modules ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/HostAbi/HostHeader.h"
#include "ExportedFunctions.h"
#include "HostSignature.h"
#include "mlir/IR/TypeUtilities.h"
#include "split-mlir/HostAbi/HostNames.h"
#include "split-mlir/HostAbi/HostTensor.h"
#include "split-mlir/HostAbi/Runtime.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace mlir;
using namespace mlir::split;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// The C type of one number; `void` for what C has no type for.
static std::string getNumberType(const ElementLayout &layout) {
  Type number = layout.number;
  if (number.isF32())
    return "float";
  if (number.isF64())
    return "double";
  if (number.isF16())
    return "_Float16";
  if (number.isBF16())
    return "__bf16";
  if (layout.bytesPerNumber > 8 ||
      (isa<FloatType>(number) && layout.bytesPerNumber > 1))
    return "void";
  bool isUnsigned = number.isUnsignedInteger() || isa<FloatType>(number);
  return ((isUnsigned ? "uint" : "int") + Twine(8 * layout.bytesPerNumber) +
          "_t")
      .str();
}

static bool isPassedByValue(const ElementLayout &layout) {
  return layout.numbersPerElement == 1 && layout.bitsPerNumber <= 64;
}

static std::string getDeclaration(const HostParameter &parameter, bool views) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto tensor = dyn_cast<TensorType>(parameter.type);
  auto ranked = dyn_cast<RankedTensorType>(parameter.type);
  ElementLayout layout =
      *ElementLayout::get(getElementTypeOrSelf(parameter.type));
  bool isValue = !tensor && !parameter.isResult && isPassedByValue(layout);
  if (parameter.isResult
          ? getOwnership(parameter.type, views) == Ownership::Caller
          : !isValue)
    os << "const ";
  if (ranked)
    os << "SplitMlirMemRef" << ranked.getRank();
  else if (tensor)
    os << "SplitMlirUnrankedMemRef";
  else
    os << getNumberType(layout);
  os << (isValue ? " " : " *") << parameter.name;
  return text;
}

/// `2x? of float (f32)`.
static void describe(const HostParameter &parameter, raw_ostream &os) {
  if (auto ranked = dyn_cast<RankedTensorType>(parameter.type)) {
    if (ranked.getRank() == 0)
      os << "rank 0";
    for (auto [dim, size] : llvm::enumerate(ranked.getShape())) {
      os << (dim == 0 ? "" : "x");
      if (ShapedType::isDynamic(size))
        os << '?';
      else
        os << size;
    }
    os << " of ";
  } else if (isa<TensorType>(parameter.type)) {
    os << "any rank of ";
  }
  Type element = getElementTypeOrSelf(parameter.type);
  ElementLayout layout = *ElementLayout::get(element);
  std::string number = getNumberType(layout);
  if (layout.numbersPerElement == 2)
    os << "pairs of ";
  if (number == "void")
    os << layout.bytesPerNumber << " bytes";
  else
    os << number;
  os << " (" << element << ')';
}

//===----------------------------------------------------------------------===//
// The header
//===----------------------------------------------------------------------===//

/// Runtime.h has those up to rank 4.
static void declareDescriptors(ArrayRef<func::FuncOp> functions,
                               raw_ostream &os) {
  std::set<int64_t> ranks;
  for (func::FuncOp function : functions)
    for (const HostParameter &parameter : getHostParameters(function))
      if (auto ranked = dyn_cast<RankedTensorType>(parameter.type))
        ranks.insert(ranked.getRank());
  for (int64_t rank : ranks) {
    if (rank <= 4)
      continue;
    os << "#ifndef SPLIT_MLIR_MEMREF" << rank << "\n"
       << "#define SPLIT_MLIR_MEMREF" << rank << "\n"
       << "typedef struct {\n  void *allocated;\n  void *aligned;\n"
       << "  int64_t offset;\n  int64_t sizes[" << rank << "], strides[" << rank
       << "];\n} SplitMlirMemRef" << rank << ";\n#endif\n\n";
  }
}

/// What a host has to know of the memory of a result.
static StringRef describeOwnership(Type type, bool views) {
  switch (getOwnership(type, views)) {
  case Ownership::Value:
    return "stored there";
  case Ownership::Caller:
    return "the caller's buffer, written to";
  case Ownership::ViewOrCallee:
    return "filled in by the call; a view of an argument if allocated is NULL, "
           "else free allocated with split_mlir_free";
  case Ownership::Callee:
    break;
  }
  if (isa<UnrankedTensorType>(type))
    return "filled in by the call; free it with split_mlir_free_unranked";
  return "filled in by the call; free allocated with split_mlir_free";
}

static void printModelName(StringRef modelName, raw_ostream &os) {
  os << '"';
  llvm::printEscapedString(modelName, os);
  os << '"';
}

static void declare(func::FuncOp function, bool views, raw_ostream &os) {
  SmallVector<HostParameter> parameters = getHostParameters(function);
  StringRef name = function.getSymName(), modelName = getModelName(function);
  if (modelName != name) {
    os << "// In the model: ";
    printModelName(modelName, os);
    os << '\n';
  }
  for (bool isResult : {false, true}) {
    bool isFirst = true;
    for (const HostParameter &parameter : parameters) {
      if (parameter.isResult != isResult)
        continue;
      if (isFirst)
        os << (isResult ? "// Results\n" : "// Arguments\n");
      isFirst = false;
      os << "//   " << parameter.name << ": ";
      describe(parameter, os);
      if (!parameter.modelName.empty() &&
          parameter.modelName != parameter.name) {
        os << ", ";
        printModelName(parameter.modelName, os);
      }
      if (parameter.isWritable)
        os << "; may be written to";
      if (isResult)
        os << "; " << describeOwnership(parameter.type, views);
      os << '\n';
    }
  }
  os << "// Returns SPLIT_MLIR_SUCCESS, or another status:\n"
        "// split_mlir_last_error then describes the error.\n";
  os << "int32_t " << name << "(";
  llvm::interleave(
      parameters, os,
      [&](const HostParameter &parameter) {
        os << "\n    " << getDeclaration(parameter, views);
      },
      ",");
  os << (parameters.empty() ? "void" : "") << ");\n";
  os << "// Describes the function in JSON; the string is constant.\n";
  os << "const char *" << name << kSignatureSuffix << "(void);\n\n";
}

LogicalResult mlir::split::writeHostHeader(ModuleOp module, StringRef title,
                                           const NativeOptions &options,
                                           raw_ostream &os) {
  FailureOr<SmallVector<func::FuncOp>> functions = getExportedFunctions(module);
  if (failed(functions))
    return failure();
  StringRef first = functions->front().getSymName();
  std::string guard = StringRef("SPLIT_MLIR_" + makeIdentifier(title, "x_") +
                                "_" + first.str() + "_H")
                          .upper();
  os << "// A compiled model; Runtime.h describes how its functions are "
        "called.\n"
     << "// Descriptors count sizes, strides and offsets in elements.\n\n"
     << "#ifndef " << guard << "\n#define " << guard << "\n\n"
     << "#include \"split-mlir/HostAbi/Runtime.h\"\n\n"
     << "#if SPLIT_MLIR_ABI_VERSION != " << SPLIT_MLIR_ABI_VERSION
     << "\n#error \"this header needs version " << SPLIT_MLIR_ABI_VERSION
     << " of split-mlir's ABI, but Runtime.h has another version\"\n#endif\n\n"
     << "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  declareDescriptors(*functions, os);
  for (func::FuncOp function : *functions)
    declare(function, options.views, os);
  os << "#ifdef __cplusplus\n}\n#endif\n\n#endif // " << guard << '\n';
  return success();
}
