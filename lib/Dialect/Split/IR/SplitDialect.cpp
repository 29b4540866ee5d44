//===- SplitDialect.cpp - The split dialect -------------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "split-mlir/Dialect/Split/IR/Split.h"

#include "mlir/Bytecode/BytecodeImplementation.h"
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
#include <tuple>

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

/// The version of the dialect, which does not depend on the project's. In
/// version 0.2, lengths may be index values (V7).
struct SplitVersion : DialectVersion {
  bool operator<(const SplitVersion &other) const {
    return std::tie(major, minor) < std::tie(other.major, other.minor);
  }

  uint64_t major = 0;
  uint64_t minor = 2;
};

/// Writes the version, and rejects bytecode of newer ones. ODS generates the
/// code that writes the properties of ops.
struct SplitBytecodeInterface : BytecodeDialectInterface {
  explicit SplitBytecodeInterface(Dialect *dialect)
      : BytecodeDialectInterface(dialect) {}

  void writeVersion(DialectBytecodeWriter &writer) const final {
    SplitVersion current;
    writer.writeVarInt(current.major);
    writer.writeVarInt(current.minor);
  }

  std::unique_ptr<DialectVersion>
  readVersion(DialectBytecodeReader &reader) const final {
    auto version = std::make_unique<SplitVersion>();
    if (failed(reader.readVarInt(version->major)) ||
        failed(reader.readVarInt(version->minor)))
      return nullptr;
    SplitVersion current;
    if (current < *version) {
      reader.emitError() << "bytecode holds version " << version->major << "."
                         << version->minor
                         << " of dialect split, expected at most "
                         << current.major << "." << current.minor;
      return nullptr;
    }
    return version;
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
  addInterfaces<SplitBytecodeInterface, SplitInlinerInterface>();
  declarePromisedInterface<ConvertToLLVMPatternInterface, SplitDialect>();
  declarePromisedInterfaces<bufferization::BufferizableOpInterface, CopyOp,
                            SplitOp, VariadicSplitOp>();
  declarePromisedInterfaces<RuntimeVerifiableOpInterface, CopyOp, SplitOp,
                            VariadicSplitOp>();
  declarePromisedInterfaces<TilingInterface, CopyOp, SplitOp,
                            VariadicSplitOp>();
  declarePromisedInterfaces<ValueBoundsOpInterface, SplitOp, VariadicSplitOp>();
}
