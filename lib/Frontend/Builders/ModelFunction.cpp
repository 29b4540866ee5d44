//===- ModelFunction.cpp - The function of a model ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelFunction.h"

#include "ShapeValues.h"

#include "split-mlir/Dialect/Split/IR/Split.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::split;

void mlir::split::registerModelDialects(DialectRegistry &registry) {
  registry.insert<SplitDialect, arith::ArithDialect, func::FuncDialect,
                  linalg::LinalgDialect, math::MathDialect, scf::SCFDialect,
                  tensor::TensorDialect>();
}

void mlir::split::loadModelDialects(MLIRContext *context) {
  DialectRegistry registry;
  registerModelDialects(registry);
  context->appendDialectRegistry(registry);
  for (StringRef name : registry.getDialectNames())
    context->getOrLoadDialect(name);
}

static std::string getFunctionName(StringRef modelName) {
  if (modelName.empty())
    return "main";
  std::string name = modelName.str();
  for (char &c : name)
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f)
      c = '_';
  return name;
}

ModelFunction::ModelFunction(ModuleOp module, ImplicitLocOpBuilder &builder,
                             StringRef modelName, StringRef nameAttr)
    : builder(builder), nameAttr(nameAttr) {
  builder.setInsertionPointToEnd(module.getBody());
  func = func::FuncOp::create(builder, getFunctionName(modelName),
                              builder.getFunctionType({}, {}));
  builder.setInsertionPointToEnd(func.addEntryBlock());
}

DictionaryAttr ModelFunction::getNames(StringRef name) {
  return builder.getDictionaryAttr(
      builder.getNamedAttr(nameAttr, builder.getStringAttr(name)));
}

Value ModelFunction::addArgument(Type type, StringRef name) {
  argumentAttrs.push_back(getNames(name));
  return func.front().addArgument(type, builder.getLoc());
}

void ModelFunction::addResult(Value value, StringRef name) {
  results.push_back(value);
  resultAttrs.push_back(getNames(name));
}

void ModelFunction::finish() {
  func::ReturnOp::create(builder, func.getLoc(), results);
  func.setFunctionType(builder.getFunctionType(func.front().getArgumentTypes(),
                                               TypeRange(ValueRange(results))));
  func.setAllArgAttrs(argumentAttrs);
  func.setAllResultAttrs(resultAttrs);
  // Blocks of regions come before the block that they are in.
  func.walk([](Block *block) { eraseUnusedShapeOps(*block); });
}
