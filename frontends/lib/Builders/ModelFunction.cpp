//===- ModelFunction.cpp - The function of a model ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelFunction.h"

#include "Shapes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "split-mlir/Dialect/Split/IR/AssertMessages.h"
#include "split-mlir/Dialect/Split/IR/Checks.h"
#include "split-mlir/Dialect/Split/IR/IndexMath.h"
#include "split-mlir/Dialect/Split/IR/Split.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::frontends;

void mlir::split::frontends::registerModelDialects(DialectRegistry &registry) {
  registry.insert<SplitDialect, arith::ArithDialect, func::FuncDialect,
                  linalg::LinalgDialect, math::MathDialect, scf::SCFDialect,
                  tensor::TensorDialect>();
}

void mlir::split::frontends::loadModelDialects(MLIRContext *context) {
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

/// Quotes a name for a check's message. Names may contain placeholders.
static std::string quote(StringRef name) {
  std::string text = "'" + escapeControls(name) + "'";
  llvm::replace(text, '{', '(');
  llvm::replace(text, '}', ')');
  return text;
}

void ModelFunction::checkSize(Value size, StringRef name, int64_t dim,
                              StringRef symbol, const SymbolicSize &first) {
  IndexMath math(builder, builder.getLoc());
  CheckMessage message("dimension ");
  message << dim << " of input " << quote(name) << " is " << size
          << ", expected " << first.size << ": it is " << quote(symbol)
          << ", as dimension " << first.dim << " of input "
          << quote(first.argument) << " is";
  AssertOp::create(builder, math.isEqual(size, first.size), message.getFormat(),
                   message.getValues());
}

Value ModelFunction::addArgument(Type type, StringRef name,
                                 ArrayRef<StringRef> symbols) {
  argumentAttrs.push_back(getNames(name));
  Value argument = func.front().addArgument(type, builder.getLoc());
  auto tensorType = dyn_cast<RankedTensorType>(type);
  if (!tensorType || tensorType.hasStaticShape())
    return argument;
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(builder, builder.getLoc(), argument);
  for (auto [dim, symbol] : llvm::enumerate(symbols)) {
    if (symbol.empty() || !tensorType.isDynamicDim(dim))
      continue;
    auto size = cast<Value>(sizes[dim]);
    auto [place, isNew] = symbolicSizes.try_emplace(
        symbol, SymbolicSize{name, int64_t(dim), size});
    if (!isNew)
      checkSize(size, name, dim, symbol, place->second);
    sizes[dim] = place->second.size;
  }
  SmallVector<OpFoldResult> zeros(sizes.size(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> ones(sizes.size(), builder.getIndexAttr(1));
  return sizedArguments.emplace_back(tensor::ExtractSliceOp::create(
      builder, tensorType, argument, zeros, sizes, ones));
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
  for (tensor::ExtractSliceOp sized : sizedArguments) {
    sized.replaceAllUsesWith(sized.getSource());
    sized.erase();
  }
  // Blocks of regions come before the block that they are in.
  func.walk([](Block *block) { eraseUnusedShapeOps(*block); });
}
