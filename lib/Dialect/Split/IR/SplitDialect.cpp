//===- SplitDialect.cpp - The split dialect -------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/IR/Split.h"

#include "SplitBytecode.h"
#include "mlir/Conversion/ConvertToLLVM/ToLLVMInterface.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/RuntimeVerifiableOpInterface.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "mlir/Transforms/InliningUtils.h"
#include "split-mlir/Dialect/Split/IR/AssertMessages.h"
#include "split-mlir/Dialect/Split/IR/Canonicalization.h"

using namespace mlir;
using namespace mlir::split;

#include "split-mlir/Dialect/Split/IR/SplitDialect.cpp.inc"

namespace {
/// All ops may be inlined: they have no regions and no symbols.
struct SplitInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void SplitDialect::getCanonicalizationPatterns(
    RewritePatternSet &results) const {
  populateConcatOfSplitsPatterns(results);
  populateNestedSplitPatterns(results);
  populateSplitCanonicalizationPatterns(results);
  populateSplitOfConcatPatterns(results);
}

Operation *SplitDialect::materializeConstant(OpBuilder &builder,
                                             Attribute value, Type type,
                                             Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

LogicalResult SplitDialect::verifyOperationAttribute(Operation *op,
                                                     NamedAttribute attribute) {
  if (attribute.getName() != kAbortFunctionAttrName)
    return success();
  if (!isa<ModuleOp>(op))
    return op->emitOpError("has 'split.abort_function', expected it on a "
                           "module");
  auto name = dyn_cast<FlatSymbolRefAttr>(attribute.getValue());
  if (!name)
    return op->emitOpError("has 'split.abort_function' ")
           << attribute.getValue() << ", expected the symbol of a function";
  Operation *symbol = SymbolTable::lookupSymbolIn(op, name);
  auto function = dyn_cast_if_present<FunctionOpInterface>(symbol);
  if (!symbol || (function && function.getNumArguments() == 0 &&
                  function.getNumResults() == 0))
    return success();
  InFlightDiagnostic error = op->emitOpError("has 'split.abort_function' ")
                             << name
                             << ", expected a function without arguments and "
                                "results";
  error.attachNote(symbol->getLoc()) << "the symbol is defined here";
  return error;
}

void SplitDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "split-mlir/Dialect/Split/IR/SplitOps.cpp.inc"
      >();
  addInterfaces<SplitInlinerInterface>();
  addBytecodeInterface(*this);
  declarePromisedInterface<ConvertToLLVMPatternInterface, SplitDialect>();
  declarePromisedInterfaces<bufferization::BufferizableOpInterface, CopyOp,
                            SplitOp, VariadicSplitOp>();
  declarePromisedInterfaces<RuntimeVerifiableOpInterface, CopyOp, SplitOp,
                            VariadicSplitOp>();
  declarePromisedInterfaces<TilingInterface, CopyOp, SplitOp,
                            VariadicSplitOp>();
  declarePromisedInterfaces<ValueBoundsOpInterface, SplitOp, VariadicSplitOp>();
}
