//===- HostHeader.cpp - C headers of compiled modules ---------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExportedFunctions.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/IR/TypeUtilities.h"
#include "split-mlir/Target/Native/HostTensor.h"
#include "split-mlir/Target/Native/NativeCode.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace mlir;
using namespace mlir::split;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Of C or C++.
static bool isKeyword(StringRef name) {
  static const llvm::StringSet<> keywords = {"alignas",
                                             "alignof",
                                             "and",
                                             "and_eq",
                                             "asm",
                                             "auto",
                                             "bitand",
                                             "bitor",
                                             "bool",
                                             "break",
                                             "case",
                                             "catch",
                                             "char",
                                             "char16_t",
                                             "char32_t",
                                             "char8_t",
                                             "class",
                                             "co_await",
                                             "co_return",
                                             "co_yield",
                                             "compl",
                                             "concept",
                                             "const",
                                             "const_cast",
                                             "consteval",
                                             "constexpr",
                                             "constinit",
                                             "continue",
                                             "decltype",
                                             "default",
                                             "delete",
                                             "do",
                                             "double",
                                             "dynamic_cast",
                                             "else",
                                             "enum",
                                             "explicit",
                                             "export",
                                             "extern",
                                             "false",
                                             "float",
                                             "for",
                                             "friend",
                                             "goto",
                                             "if",
                                             "inline",
                                             "int",
                                             "long",
                                             "mutable",
                                             "namespace",
                                             "new",
                                             "noexcept",
                                             "not",
                                             "not_eq",
                                             "nullptr",
                                             "operator",
                                             "or",
                                             "or_eq",
                                             "private",
                                             "protected",
                                             "public",
                                             "register",
                                             "reinterpret_cast",
                                             "requires",
                                             "restrict",
                                             "return",
                                             "short",
                                             "signed",
                                             "sizeof",
                                             "static",
                                             "static_assert",
                                             "static_cast",
                                             "struct",
                                             "switch",
                                             "template",
                                             "this",
                                             "thread_local",
                                             "throw",
                                             "true",
                                             "try",
                                             "typedef",
                                             "typeid",
                                             "typename",
                                             "typeof",
                                             "typeof_unqual",
                                             "union",
                                             "unsigned",
                                             "using",
                                             "virtual",
                                             "void",
                                             "volatile",
                                             "wchar_t",
                                             "while",
                                             "xor",
                                             "xor_eq"};
  return keywords.contains(name);
}

static bool isIdentifier(StringRef name) {
  auto isPart = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name, isPart) && !isKeyword(name);
}

/// `name` with `_` for what no identifier has.
static std::string makeIdentifier(StringRef name) {
  std::string identifier;
  for (char c : name)
    identifier += llvm::isAlnum(c) ? c : '_';
  // Identifiers that begin with an underscore and a capital are the compiler's.
  if (identifier.empty() || !llvm::isAlpha(identifier.front()))
    identifier.insert(0, "x");
  if (isKeyword(identifier))
    identifier += '_';
  return identifier;
}

static LogicalResult checkIdentifier(func::FuncOp function) {
  StringRef name = function.getSymName();
  if (name == "main")
    return emitError(function.getLoc(),
                     "'main' is the function that a C program begins "
                     "with; expected another name for a header");
  if (!isIdentifier(name))
    return emitError(function.getLoc())
           << "'" << name
           << "' is no identifier of C and C++; expected one for a header";
  return success();
}

namespace {
/// One argument or result.
struct Parameter {
  Type type;
  bool isResult;
  /// Whether the function may write to an argument.
  bool isWritable;
  /// In the model; may be empty.
  StringRef modelName;
  std::string name;
};
} // namespace

/// What an importer has kept of the model.
static StringRef getModelName(DictionaryAttr attributes) {
  if (attributes)
    for (NamedAttribute attribute : attributes)
      if (attribute.getName().getValue().ends_with(".name"))
        if (auto name = dyn_cast<StringAttr>(attribute.getValue()))
          return name;
  return "";
}

static SmallVector<Parameter> getParameters(func::FuncOp function) {
  SmallVector<Parameter> parameters;
  llvm::StringSet<> taken{function.getSymName()};
  auto add = [&](Type type, bool isResult, unsigned index,
                 DictionaryAttr attributes) {
    StringRef modelName = getModelName(attributes);
    std::string name =
        modelName.empty()
            ? ((isResult ? "result" : "argument") + Twine(index)).str()
            : makeIdentifier(modelName);
    while (!taken.insert(name).second)
      name += '_';
    auto writable = dyn_cast_or_null<BoolAttr>(
        attributes ? attributes.get(
                         bufferization::BufferizationDialect::kWritableAttrName)
                   : Attribute());
    parameters.push_back(
        {type, isResult, writable && writable.getValue(), modelName, name});
  };
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes()))
    add(type, false, index, function.getArgAttrDict(index));
  for (auto [index, type] : llvm::enumerate(function.getResultTypes()))
    add(type, true, index, function.getResultAttrDict(index));
  return parameters;
}

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

/// Whether the caller has the buffer of a result.
static bool isCallersBuffer(Type type, bool views) {
  auto ranked = dyn_cast<RankedTensorType>(type);
  return ranked && ranked.hasStaticShape() && !views;
}

static std::string getDeclaration(const Parameter &parameter, bool views) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto tensor = dyn_cast<TensorType>(parameter.type);
  auto ranked = dyn_cast<RankedTensorType>(parameter.type);
  ElementLayout layout =
      *ElementLayout::get(getElementTypeOrSelf(parameter.type));
  bool isValue = !tensor && !parameter.isResult && isPassedByValue(layout);
  if (parameter.isResult ? isCallersBuffer(parameter.type, views) : !isValue)
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
static void describe(const Parameter &parameter, raw_ostream &os) {
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
    for (const Parameter &parameter : getParameters(function))
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

/// Who has the memory of a result.
static StringRef getOwnership(Type type, bool views) {
  auto ranked = dyn_cast<RankedTensorType>(type);
  if (!isa<TensorType>(type))
    return "stored there";
  if (!ranked)
    return "filled in; for split_mlir_free_unranked";
  if (views)
    return "filled in; a view of an argument if allocated is NULL, else "
           "allocated is for split_mlir_free";
  if (isCallersBuffer(type, views))
    return "the caller's buffer, written to";
  return "filled in; allocated is for split_mlir_free";
}

static void declare(func::FuncOp function, bool views, raw_ostream &os) {
  SmallVector<Parameter> parameters = getParameters(function);
  for (bool isResult : {false, true}) {
    bool isFirst = true;
    for (const Parameter &parameter : parameters) {
      if (parameter.isResult != isResult)
        continue;
      if (isFirst)
        os << (isResult ? "// Results\n" : "// Arguments\n");
      isFirst = false;
      os << "//   " << parameter.name << ": ";
      describe(parameter, os);
      if (!parameter.modelName.empty() &&
          parameter.modelName != parameter.name) {
        os << ", \"";
        llvm::printEscapedString(parameter.modelName, os);
        os << '"';
      }
      if (parameter.isWritable)
        os << "; may be written to";
      if (isResult)
        os << "; " << getOwnership(parameter.type, views);
      os << '\n';
    }
  }
  os << "// Returns 0, or 1 when a check failed: see split_mlir_last_error.\n";
  os << "int32_t " << function.getSymName() << "(";
  llvm::interleave(
      parameters, os,
      [&](const Parameter &parameter) {
        os << "\n    " << getDeclaration(parameter, views);
      },
      ",");
  os << (parameters.empty() ? "void" : "") << ");\n\n";
}

LogicalResult mlir::split::writeHostHeader(ModuleOp module, StringRef title,
                                           const NativeOptions &options,
                                           raw_ostream &os) {
  FailureOr<SmallVector<func::FuncOp>> functions = getExportedFunctions(module);
  if (failed(functions))
    return failure();
  for (func::FuncOp function : *functions)
    if (failed(checkIdentifier(function)))
      return failure();
  StringRef first = functions->front().getSymName();
  std::string guard = StringRef("SPLIT_MLIR_" + makeIdentifier(title) + "_" +
                                first.str() + "_H")
                          .upper();
  os << "// A compiled model; Runtime.h describes how its functions are "
        "called.\n"
     << "// Descriptors count sizes, strides and offsets in elements.\n\n"
     << "#ifndef " << guard << "\n#define " << guard << "\n\n"
     << "#include \"split-mlir/Runtime/Runtime.h\"\n\n"
     << "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  declareDescriptors(*functions, os);
  for (func::FuncOp function : *functions)
    declare(function, options.views, os);
  os << "#ifdef __cplusplus\n}\n#endif\n\n#endif // " << guard << '\n';
  return success();
}
