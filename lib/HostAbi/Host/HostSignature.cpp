//===- HostSignature.cpp - What a host knows of a function ----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostSignature.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"
#include "split-mlir/HostAbi/HostNames.h"
#include "split-mlir/HostAbi/HostTensor.h"
#include "split-mlir/HostAbi/Runtime.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::split;

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

/// What an importer has kept of the model.
static StringRef getModelName(DictionaryAttr attributes) {
  if (attributes)
    for (NamedAttribute attribute : attributes)
      if (attribute.getName().getValue().ends_with(".name"))
        if (auto name = dyn_cast<StringAttr>(attribute.getValue()))
          return name;
  return "";
}

StringRef mlir::split::getModelName(func::FuncOp function) {
  if (auto name = function->getAttrOfType<StringAttr>(kModelNameAttrName))
    return name;
  return function.getSymName();
}

SmallVector<HostParameter>
mlir::split::getHostParameters(func::FuncOp function) {
  SmallVector<HostParameter> parameters;
  llvm::StringSet<> taken{function.getSymName()};
  auto add = [&](Type type, bool isResult, unsigned index,
                 DictionaryAttr attributes) {
    StringRef modelName = ::getModelName(attributes);
    std::string name =
        modelName.empty()
            ? ((isResult ? "result" : "argument") + Twine(index)).str()
            : makeIdentifier(modelName, "x_");
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

Ownership mlir::split::getOwnership(Type type, bool views) {
  if (!isa<TensorType>(type))
    return Ownership::Value;
  auto ranked = dyn_cast<RankedTensorType>(type);
  if (!ranked)
    return Ownership::Callee;
  if (views)
    return Ownership::ViewOrCallee;
  return ranked.hasStaticShape() ? Ownership::Caller : Ownership::Callee;
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static StringRef getOwnershipName(Ownership ownership) {
  switch (ownership) {
  case Ownership::Value:
    return "value";
  case Ownership::Caller:
    return "caller";
  case Ownership::Callee:
    return "callee";
  case Ownership::ViewOrCallee:
    return "view_or_callee";
  }
  llvm_unreachable("all kinds are handled");
}

/// Names in models may be anything, strings in JSON are Unicode.
static std::string toUnicode(StringRef name) {
  return llvm::json::fixUTF8(name);
}

static void writeShape(Type type, llvm::json::OStream &json) {
  if (isa<UnrankedTensorType>(type))
    return json.attribute("shape", nullptr);
  json.attributeArray("shape", [&] {
    auto ranked = dyn_cast<RankedTensorType>(type);
    if (!ranked)
      return;
    for (int64_t size : ranked.getShape()) {
      if (ShapedType::isDynamic(size))
        json.value(nullptr);
      else
        json.value(size);
    }
  });
}

static void writeParameter(const HostParameter &parameter, bool views,
                           llvm::json::OStream &json) {
  Type element = getElementTypeOrSelf(parameter.type);
  std::string elementName;
  llvm::raw_string_ostream(elementName) << element;
  json.attribute("name", parameter.name);
  json.attribute("model_name", parameter.modelName.empty()
                                   ? llvm::json::Value(nullptr)
                                   : toUnicode(parameter.modelName));
  json.attribute("kind", isa<TensorType>(parameter.type) ? "tensor" : "scalar");
  json.attribute("element_type", toUnicode(elementName));
  json.attribute("element_bytes",
                 ElementLayout::get(element)->getBytesPerElement());
  writeShape(parameter.type, json);
  if (parameter.isResult)
    json.attribute("ownership",
                   getOwnershipName(getOwnership(parameter.type, views)));
  else
    json.attribute("writable", parameter.isWritable);
}

std::string mlir::split::getFunctionJson(func::FuncOp function, bool views) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os);
  SmallVector<HostParameter> parameters = getHostParameters(function);
  auto writeParameters = [&](StringRef key, bool isResult) {
    json.attributeArray(key, [&] {
      for (const HostParameter &parameter : parameters)
        if (parameter.isResult == isResult)
          json.object([&] { writeParameter(parameter, views, json); });
    });
  };
  json.object([&] {
    json.attribute("name", function.getSymName());
    json.attribute("model_name", toUnicode(getModelName(function)));
    writeParameters("arguments", /*isResult=*/false);
    writeParameters("results", /*isResult=*/true);
  });
  return text;
}

std::string mlir::split::getSignatureJson(ArrayRef<std::string> functions,
                                          StringRef source, StringRef triple,
                                          const NativeOptions &options) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os);
  json.object([&] {
    json.attribute("abi_version", SPLIT_MLIR_ABI_VERSION);
    json.attribute("target", triple);
    json.attribute("cpu", options.cpu);
    json.attribute("threads", options.threads);
    json.attribute("results", options.views ? "views" : "copies");
    json.attribute("runtime_checks", options.runtimeChecks);
    json.attribute("source", toUnicode(source));
    json.attributeArray("functions", [&] {
      for (StringRef function : functions)
        json.rawValue(function);
    });
  });
  return text;
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

void mlir::split::addStringFunction(ModuleOp module, StringRef name,
                                    StringRef text) {
  MLIRContext *context = module.getContext();
  auto b = ImplicitLocOpBuilder::atBlockEnd(UnknownLoc::get(context),
                                            module.getBody());
  std::string terminated = text.str() + '\0';
  auto global = LLVM::GlobalOp::create(
      b, LLVM::LLVMArrayType::get(b.getI8Type(), terminated.size()),
      /*isConstant=*/true, LLVM::Linkage::Internal, (name + ".text").str(),
      b.getStringAttr(terminated));
  SymbolTable(module).insert(global);
  auto pointer = LLVM::LLVMPointerType::get(context);
  auto function = LLVM::LLVMFuncOp::create(
      b, name, LLVM::LLVMFunctionType::get(pointer, {}));
  b.setInsertionPointToStart(function.addEntryBlock(b));
  LLVM::ReturnOp::create(b, LLVM::AddressOfOp::create(b, global).getResult());
}
