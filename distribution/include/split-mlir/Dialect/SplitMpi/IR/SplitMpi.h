//===- SplitMpi.h - The split_mpi dialect -----------------------*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_DIALECT_SPLITMPI_IR_SPLITMPI_H
#define SPLIT_MLIR_DIALECT_SPLITMPI_IR_SPLITMPI_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "split-mlir/Dialect/SplitMpi/IR/Layout.h"

#include "split-mlir/Dialect/SplitMpi/IR/SplitMpiDialect.h.inc"

#define GET_OP_CLASSES
#include "split-mlir/Dialect/SplitMpi/IR/SplitMpiOps.h.inc"

namespace mlir::split::mpi {

/// The resource that collectives write, so that passes neither remove,
/// duplicate nor reorder them.
struct CommunicationResource
    : SideEffects::Resource::Base<CommunicationResource> {
  StringRef getName() final { return "Communication"; }
};

/// Returns whether libSplitMpi can reduce elements of `type` by `kind`.
bool isReducibleBy(Type type, shard::ReductionKind kind);

} // namespace mlir::split::mpi

#endif // SPLIT_MLIR_DIALECT_SPLITMPI_IR_SPLITMPI_H
