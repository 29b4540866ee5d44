//===- HostSignature.cpp - Signatures of host functions -------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/HostAbi/HostSignature.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/IR/TypeUtilities.h"
#include "split-mlir/HostAbi/HostNames.h"
#include "split-mlir/HostAbi/HostTensor.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::native;

Ownership mlir::split::native::getOwnership(Type type, bool views) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped)
    return Ownership::Value;
  if (views && shaped.hasRank())
    return Ownership::ViewOrCallee;
  return shaped.hasStaticShape() ? Ownership::Caller : Ownership::Callee;
}

bool mlir::split::native::isPassedByValue(Type type) {
  std::optional<ElementLayout> layout = ElementLayout::get(type);
  return layout && layout->numbersPerElement == 1 &&
         layout->bitsPerNumber <= 64;
}

LogicalResult mlir::split::native::verifyHostSignature(func::FuncOp function) {
  auto verify = [&](TypeRange types, StringRef what) -> LogicalResult {
    for (auto [index, type] : llvm::enumerate(types)) {
      bool hasForm = isa<TensorType>(type) || !isa<ShapedType>(type);
      if (!hasForm || !ElementLayout::get(getElementTypeOrSelf(type)))
        return function.emitError()
               << what << " " << index << " is of type " << type
               << ", only tensors and scalars of integers, index, floats, "
                  "complexes and quantized integers can be passed";
    }
    return success();
  };
  return failure(failed(verify(function.getArgumentTypes(), "argument")) ||
                 failed(verify(function.getResultTypes(), "result")));
}

StringRef mlir::split::native::getModelName(DictionaryAttr attributes) {
  for (NamedAttribute attribute :
       attributes ? attributes.getValue() : ArrayRef<NamedAttribute>())
    if (attribute.getName().getValue().ends_with(".name"))
      if (auto name = dyn_cast<StringAttr>(attribute.getValue()))
        return name;
  return "";
}

/// Returns a parameter with a name that is not in `taken`, and adds the name.
/// `defaultName` is for parameters that have no name otherwise.
static HostParameter createParameter(Type type, DictionaryAttr attributes,
                                     HostNotes notes, const Twine &defaultName,
                                     bool views, llvm::StringSet<> &taken) {
  if (!attributes)
    attributes = DictionaryAttr::get(type.getContext());
  StringRef modelName = getModelName(attributes);
  std::string name = notes.defaultName;
  if (!modelName.empty())
    name = makeIdentifier(modelName, "x_");
  else if (name.empty())
    name = defaultName.str();
  while (!taken.insert(name).second)
    name += '_';
  auto writable = attributes.getAs<BoolAttr>(
      bufferization::BufferizationDialect::kWritableAttrName);
  return {type,
          name,
          modelName,
          writable && writable.getValue(),
          getOwnership(type, views),
          std::move(notes)};
}

static FailureOr<HostSignature> getHostSignature(func::FuncOp function,
                                                 bool views) {
  HostFunctionNotes notes;
  notes.arguments.resize(function.getNumArguments());
  notes.results.resize(function.getNumResults());
  HostAbiInterfaces interfaces(function.getContext());
  for (const HostAbiDialectInterface &interface : interfaces)
    if (failed(interface.describe(function, notes)))
      return failure();
  auto modelName = function->getAttrOfType<StringAttr>(kModelNameAttrName);
  HostSignature signature{function,
                          function.getSymName(),
                          modelName ? modelName.getValue()
                                    : function.getSymName(),
                          {},
                          {},
                          std::move(notes.function)};
  llvm::StringSet<> taken{function.getSymName()};
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes()))
    signature.arguments.push_back(createParameter(
        type, function.getArgAttrDict(index), std::move(notes.arguments[index]),
        "argument" + Twine(index), views, taken));
  for (auto [index, type] : llvm::enumerate(function.getResultTypes()))
    signature.results.push_back(
        createParameter(type, function.getResultAttrDict(index),
                        std::move(notes.results[index]),
                        "result" + Twine(index), views, taken));
  return signature;
}

FailureOr<SmallVector<HostSignature>>
mlir::split::native::getHostSignatures(ModuleOp module, bool views) {
  SmallVector<HostSignature> signatures;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isPublic())
      continue;
    if (failed(verifyHostSignature(function)))
      return failure();
    FailureOr<HostSignature> signature = getHostSignature(function, views);
    if (failed(signature))
      return failure();
    signatures.push_back(std::move(*signature));
  }
  if (signatures.empty())
    return emitError(module.getLoc(),
                     "no public function with a body, so there is nothing "
                     "that a program could call");
  return signatures;
}
