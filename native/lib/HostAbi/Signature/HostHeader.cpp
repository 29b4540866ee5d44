//===- HostHeader.cpp - C headers of compiled modules ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/HostAbi/HostHeader.h"

#include "mlir/IR/TypeUtilities.h"
#include "split-mlir/HostAbi/HostNames.h"
#include "split-mlir/HostAbi/HostSignature.h"
#include "split-mlir/HostAbi/HostTensor.h"
#include "split-mlir/HostAbi/Runtime.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

/// Returns the C type of one number; `void` if C has none.
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

static std::string getDeclaration(const HostParameter &parameter,
                                  bool isResult) {
  std::string text;
  llvm::raw_string_ostream os(text);
  bool isValue = !isResult && isPassedByValue(parameter.type);
  if (isResult ? parameter.ownership == Ownership::Caller : !isValue)
    os << "const ";
  if (auto ranked = dyn_cast<RankedTensorType>(parameter.type))
    os << "SplitMlirMemRef" << ranked.getRank();
  else if (isa<TensorType>(parameter.type))
    os << "SplitMlirUnrankedMemRef";
  else
    os << getNumberType(*ElementLayout::get(parameter.type));
  os << (isValue ? " " : " *") << parameter.name;
  return text;
}

/// Prints `2x?`.
static void printShape(ArrayRef<int64_t> shape, raw_ostream &os) {
  if (shape.empty())
    os << "rank 0";
  auto printSize = [&](int64_t size) {
    if (ShapedType::isDynamic(size))
      os << '?';
    else
      os << size;
  };
  llvm::interleave(shape, os, printSize, "x");
}

/// Prints `2x? of float (f32)`.
static void describe(const HostParameter &parameter, raw_ostream &os) {
  if (auto ranked = dyn_cast<RankedTensorType>(parameter.type)) {
    printShape(ranked.getShape(), os);
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

/// Declares the descriptors of ranks above 4; Runtime.h has the others.
static void declareDescriptors(ArrayRef<HostSignature> signatures,
                               raw_ostream &os) {
  std::set<int64_t> ranks;
  for (const HostSignature &signature : signatures)
    for (const auto &parameters : {signature.arguments, signature.results})
      for (const HostParameter &parameter : parameters)
        if (auto ranked = dyn_cast<RankedTensorType>(parameter.type))
          if (ranked.getRank() > 4)
            ranks.insert(ranked.getRank());
  for (int64_t rank : ranks) {
    os << "#ifndef SPLIT_MLIR_MEMREF" << rank << "\n"
       << "#define SPLIT_MLIR_MEMREF" << rank << "\n"
       << "typedef struct {\n  void *allocated;\n  void *aligned;\n"
       << "  int64_t offset;\n  int64_t sizes[" << rank << "], strides[" << rank
       << "];\n} SplitMlirMemRef" << rank << ";\n#endif\n\n";
  }
}

static StringRef describeOwnership(const HostParameter &result) {
  switch (result.ownership) {
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
  if (isa<UnrankedTensorType>(result.type))
    return "filled in by the call; free it with split_mlir_free_unranked";
  return "filled in by the call; free allocated with split_mlir_free";
}

static void printModelName(StringRef modelName, raw_ostream &os) {
  os << '"';
  llvm::printEscapedString(modelName, os);
  os << '"';
}

static void describeAll(ArrayRef<HostParameter> parameters, bool isResult,
                        raw_ostream &os) {
  if (!parameters.empty())
    os << (isResult ? "// Results\n" : "// Arguments\n");
  for (const HostParameter &parameter : parameters) {
    os << "//   " << parameter.name << ": ";
    describe(parameter, os);
    if (!parameter.modelName.empty() && parameter.modelName != parameter.name) {
      os << ", ";
      printModelName(parameter.modelName, os);
    }
    if (parameter.isWritable)
      os << "; may be written to";
    os << parameter.notes.comment;
    if (isResult)
      os << "; " << describeOwnership(parameter);
    os << '\n';
  }
}

static void declare(const HostSignature &signature, raw_ostream &os) {
  StringRef name = signature.name;
  if (signature.modelName != name) {
    os << "// In the model: ";
    printModelName(signature.modelName, os);
    os << '\n';
  }
  os << signature.notes.comment;
  describeAll(signature.arguments, /*isResult=*/false, os);
  describeAll(signature.results, /*isResult=*/true, os);
  SmallVector<std::string> declarations;
  for (const HostParameter &argument : signature.arguments)
    declarations.push_back(getDeclaration(argument, /*isResult=*/false));
  for (const HostParameter &result : signature.results)
    declarations.push_back(getDeclaration(result, /*isResult=*/true));
  os << "// Returns SPLIT_MLIR_SUCCESS, or another status:\n"
        "// split_mlir_last_error then describes the error.\n"
     << "int32_t " << name << "(" << (declarations.empty() ? "void" : "\n    ")
     << llvm::join(declarations, ",\n    ") << ");\n"
     << "// Describes the function in JSON; the string is constant.\n"
     << "const char *" << name << kSignatureSuffix << "(void);\n\n";
}

LogicalResult mlir::split::native::writeHostHeader(ModuleOp module,
                                                   StringRef title,
                                                   const NativeOptions &options,
                                                   raw_ostream &os) {
  FailureOr<SmallVector<HostSignature>> signatures =
      getHostSignatures(module, options.views);
  if (failed(signatures))
    return failure();
  StringRef first = signatures->front().name;
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
  declareDescriptors(*signatures, os);
  for (const HostSignature &signature : *signatures)
    declare(signature, os);
  os << "#ifdef __cplusplus\n}\n#endif\n\n#endif // " << guard << '\n';
  return success();
}
