//===- KeptOperators.cpp - Operators kept as unregistered ops -------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeptOperators.h"

#include "OperatorImporter.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

bool mlir::split::frontends::isNumber(Type elementType) {
  return elementType.isIntOrFloat() || isa<ComplexType>(elementType);
}

Type mlir::split::frontends::getOpaqueType(MLIRContext *context,
                                           StringRef format,
                                           const Twine &name) {
  return OpaqueType::get(StringAttr::get(context, format), name.str());
}

/// Returns whether a text may be part of the name of an op.
static bool isIdentifier(StringRef text) {
  return !text.empty() && llvm::all_of(text, [](char c) {
    return llvm::isAlnum(c) || c == '_';
  });
}

OperationState
mlir::split::frontends::createKeptState(ImplicitLocOpBuilder &builder,
                                        StringRef format, StringRef domain,
                                        StringRef operatorName) {
  bool isCustom = !domain.empty() || !isIdentifier(operatorName);
  OperationState state(
      builder.getLoc(),
      (format + "." + (isCustom ? "Custom" : operatorName)).str());
  if (!domain.empty())
    state.addAttribute("domain_name", builder.getStringAttr(domain));
  if (isCustom)
    state.addAttribute("function_name", builder.getStringAttr(operatorName));
  return state;
}

/// Returns how messages call an operator.
static std::string getDisplayName(StringRef domain, StringRef operatorName) {
  return domain.empty() ? operatorName.str()
                        : (domain + "." + operatorName).str();
}

/// Returns how messages call the operator that an op stands for.
static std::string getDisplayName(Operation *op) {
  StringRef name = op->getName().stripDialect();
  auto function = op->getAttrOfType<StringAttr>("function_name");
  if (name != "Custom" || !function)
    return name.str();
  auto domain = op->getAttrOfType<StringAttr>("domain_name");
  return getDisplayName(domain ? domain.getValue() : "", function.getValue());
}

/// Returns why an operator was not imported.
static std::string getReason(ArrayRef<Diagnostic> diagnostics) {
  for (const Diagnostic &diagnostic : diagnostics)
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      return diagnostic.str();
  return "it is not supported";
}

/// Runs `import`, and collects what it emits.
static LogicalResult collect(MLIRContext *context,
                             llvm::function_ref<LogicalResult()> import,
                             std::vector<Diagnostic> &diagnostics) {
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    diagnostics.push_back(std::move(diagnostic));
  });
  return import();
}

FailureOr<bool>
KeptOperators::tryImport(ImplicitLocOpBuilder &builder, StringRef domain,
                         StringRef operatorName,
                         llvm::function_ref<LogicalResult()> import,
                         llvm::function_ref<bool()> mustImport) {
  std::vector<Diagnostic> diagnostics;
  Region region;
  LogicalResult result = failure();
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(&region.emplaceBlock());
    result = collect(builder.getContext(), import, diagnostics);
  }
  if (succeeded(result) || mustImport()) {
    builder.getInsertionBlock()->getOperations().splice(
        builder.getInsertionPoint(), region.front().getOperations());
    for (Diagnostic &diagnostic : diagnostics)
      builder.getContext()->getDiagEngine().emit(std::move(diagnostic));
    return failed(result) ? FailureOr<bool>() : true;
  }
  reasons.try_emplace(getDisplayName(domain, operatorName),
                      getReason(diagnostics));
  return false;
}

void KeptOperators::report(Operation *root, StringRef kind) const {
  UnsupportedOperators kept(kind);
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->isRegistered())
      return;
    std::string name = getDisplayName(op);
    auto reason = reasons.find(name);
    if (reason != reasons.end())
      kept.add(
          name, [&] { return op->getLoc(); }, "is kept: " + reason->getValue());
  });
  kept.report(DiagnosticSeverity::Remark);
}
