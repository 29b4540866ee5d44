//===- SplitMpiDialect.cpp - The split_mpi dialect ------------------------===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Shard/IR/ShardDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/InliningUtils.h"
#include "split-mlir/Dialect/Split/IR/Split.h"
#include "split-mlir/Dialect/SplitMpi/IR/Communicator.h"
#include "split-mlir/Dialect/SplitMpi/IR/SplitMpi.h"

using namespace mlir;
using namespace mlir::split;
using namespace mlir::split::mpi;

#include "split-mlir/Dialect/SplitMpi/IR/SplitMpiDialect.cpp.inc"

namespace {
/// All ops may be inlined: they have no regions and no symbols.
struct SplitMpiInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void SplitMpiDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "split-mlir/Dialect/SplitMpi/IR/SplitMpiOps.cpp.inc"
      >();
  addInterfaces<SplitMpiInlinerInterface>();
  declarePromisedInterfaces<bufferization::BufferizableOpInterface, AllReduceOp,
                            RedistributeOp, ReduceScatterOp>();
}

static LogicalResult reportAttribute(Operation *op, NamedAttribute attribute,
                                     StringRef expected) {
  return op->emitOpError("has '")
         << attribute.getName().getValue() << "' " << attribute.getValue()
         << ", expected " << expected;
}

LogicalResult
SplitMpiDialect::verifyOperationAttribute(Operation *op,
                                          NamedAttribute attribute) {
  if (attribute.getName() == kStatusAttrName && isa<AssertOp>(op) &&
      cast<AssertOp>(op).getValues().size() == 1)
    return success();
  auto grid = dyn_cast<DenseI64ArrayAttr>(attribute.getValue());
  if (attribute.getName() != kGridAttrName || !grid)
    return reportAttribute(op, attribute,
                           "only 'split_mpi.grid', an array of i64");
  return verifyGrid([&] { return op->emitOpError(); }, grid);
}

/// Checks an attribute of an argument or a result of `function`.
static LogicalResult verifyLayoutAttribute(Operation *function,
                                           NamedAttribute attribute) {
  Attribute value = attribute.getValue();
  if (attribute.getName() == kGlobalTypeAttrName) {
    auto type = dyn_cast<TypeAttr>(value);
    if (type && isa<RankedTensorType>(type.getValue()))
      return success();
    return reportAttribute(function, attribute, "a ranked tensor type");
  }
  if (attribute.getName() == kAxesAttrName) {
    if (isa<shard::GridAxesArrayAttr>(value))
      return success();
    return reportAttribute(function, attribute, "a '#shard<axisarray ...>'");
  }
  if (attribute.getName() == kOffsetsAttrName && isa<DenseI64ArrayAttr>(value))
    return success();
  return reportAttribute(
      function, attribute,
      "'split_mpi.global_type', 'split_mpi.axes', or an array of i64 in "
      "'split_mpi.offsets'");
}

LogicalResult SplitMpiDialect::verifyRegionArgAttribute(
    Operation *op, unsigned, unsigned index, NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function || attribute.getName() != kCommunicatorAttrName)
    return verifyLayoutAttribute(op, attribute);
  if (!isa<UnitAttr>(attribute.getValue()) ||
      !function.getArgumentTypes()[index].isSignlessInteger(32))
    return reportAttribute(op, attribute, "a unit attribute of an i32");
  for (unsigned other = 0; other < index; ++other)
    if (function.getArgAttr(other, kCommunicatorAttrName))
      return op->emitOpError("has two arguments with '")
             << kCommunicatorAttrName << "', expected one";
  return success();
}

LogicalResult
SplitMpiDialect::verifyRegionResultAttribute(Operation *op, unsigned, unsigned,
                                             NamedAttribute attribute) {
  return verifyLayoutAttribute(op, attribute);
}
