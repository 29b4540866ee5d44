//===- SignatureJson.cpp - Signatures of functions in JSON ----------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SignatureJson.h"

#include "Version/Commit.h"
#include "mlir/IR/TypeUtilities.h"
#include "split-mlir/HostAbi/HostTensor.h"
#include "split-mlir/HostAbi/Runtime.h"
#include "split-mlir/Version.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

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

/// Names in models may have any bytes; strings in JSON are Unicode.
static std::string toUnicode(StringRef name) {
  return llvm::json::fixUTF8(name);
}

static void writeSizes(StringRef key, ArrayRef<int64_t> sizes,
                       llvm::json::OStream &json) {
  json.attributeArray(key, [&] {
    for (int64_t size : sizes) {
      if (ShapedType::isDynamic(size))
        json.value(nullptr);
      else
        json.value(size);
    }
  });
}

static void writeShape(Type type, llvm::json::OStream &json) {
  if (isa<UnrankedTensorType>(type))
    return json.attribute("shape", nullptr);
  auto ranked = dyn_cast<RankedTensorType>(type);
  writeSizes("shape", ranked ? ranked.getShape() : ArrayRef<int64_t>(), json);
}

static void writeNotes(const HostNotes &notes, llvm::json::OStream &json) {
  for (const auto &[key, value] : notes.keys)
    json.attribute(key, value);
}

static void writeParameter(const HostParameter &parameter, bool isResult,
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
  if (isResult)
    json.attribute("ownership", getOwnershipName(parameter.ownership));
  else
    json.attribute("writable", parameter.isWritable);
  writeNotes(parameter.notes, json);
}

static void writeFunction(const HostSignature &signature,
                          llvm::json::OStream &json) {
  auto writeParameters = [&](StringRef key, bool isResult,
                             ArrayRef<HostParameter> parameters) {
    json.attributeArray(key, [&] {
      for (const HostParameter &parameter : parameters)
        json.object([&] { writeParameter(parameter, isResult, json); });
    });
  };
  json.attribute("name", signature.name);
  json.attribute("model_name", toUnicode(signature.modelName));
  writeNotes(signature.notes, json);
  writeParameters("arguments", /*isResult=*/false, signature.arguments);
  writeParameters("results", /*isResult=*/true, signature.results);
}

std::string mlir::split::native::getSignatureJson(
    ArrayRef<HostSignature> functions, StringRef source, StringRef triple,
    const NativeOptions &options, const WeightsDescription &weights) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os);
  json.object([&] {
    json.attribute("abi_version", SPLIT_MLIR_ABI_VERSION);
    json.attributeObject("producer", [&] {
      json.attribute("version", SPLIT_MLIR_VERSION_STRING);
      json.attribute("commit", getCommit());
    });
    json.attribute("target", triple);
    json.attribute("cpu", options.cpu);
    json.attribute("threads", options.threads);
    json.attribute("results", options.views ? "views" : "copies");
    json.attribute("runtime_checks", options.runtimeChecks);
    json.attribute("source", toUnicode(source));
    if (!weights.file.empty())
      json.attributeObject("weights", [&] {
        json.attribute("file", toUnicode(weights.file));
        json.attribute("bytes", weights.bytes);
        json.attribute("id", weights.id);
      });
    json.attributeArray("functions", [&] {
      for (const HostSignature &signature : functions)
        json.object([&] { writeFunction(signature, json); });
    });
  });
  return text;
}
