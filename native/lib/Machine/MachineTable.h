//===- MachineTable.h - Properties of a machine at run time -----*- C++ -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_NATIVE_LIB_MACHINE_MACHINETABLE_H
#define SPLIT_MLIR_NATIVE_LIB_MACHINE_MACHINETABLE_H

#include "split-mlir/HostAbi/RuntimeCalls.h"

namespace mlir::split::native {

/// The fields of SplitMlirMachine (Runtime.h), in order.
enum class MachineField {
  IsaLevel,
  NontemporalThreshold,
  Streams,
  PrefetchDistance,
  ParallelThreshold,
  StorePrefetchDistance
};

/// Loads `field`, an i64. `machine` is the result of split_mlir_machine.
Value loadMachineField(OpBuilder &builder, Location loc, Value machine,
                       MachineField field);

/// Returns an i1: whether `bytes`, an i64, is at least the value of `field`,
/// one of the two thresholds of the machine that runs the code. If `unless` is
/// given, the value of that field must also be 0. Creates an scf.if, so that
/// small copies do not call split_mlir_machine.
Value isAboveMachineThreshold(
    OpBuilder &builder, Location loc, RuntimeCalls &calls, Value bytes,
    MachineField field, std::optional<MachineField> unless = std::nullopt);

} // namespace mlir::split::native

#endif // SPLIT_MLIR_NATIVE_LIB_MACHINE_MACHINETABLE_H
