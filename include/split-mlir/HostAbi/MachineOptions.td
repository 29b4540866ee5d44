//===- MachineOptions.td - Pass options for MachineOptions -*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_HOSTABI_MACHINEOPTIONS_TD
#define SPLIT_MLIR_HOSTABI_MACHINEOPTIONS_TD

include "mlir/Pass/PassBase.td"

/// The pass options for members of MachineOptions (MachineOptions.h).
defvar MachineOptions = [
  Option<"machine", "machine", "::mlir::split::MachineValues",
         "::mlir::split::MachineValues::Constant",
         "Where values that depend on the machine come from",
         [{::llvm::cl::values(
           clEnumValN(::mlir::split::MachineValues::Constant, "constant",
                      "the options"),
           clEnumValN(::mlir::split::MachineValues::Runtime, "runtime",
                      "the runtime library"))}]>,
  Option<"nontemporalThreshold", "nontemporal-threshold", "int64_t", "0",
         "Number of bytes, read and written, from which stores are "
         "non-temporal; 0 for never">,
  Option<"storeFence", "store-fence", "::mlir::split::StoreFence",
         "::mlir::split::StoreFence::None",
         "What orders non-temporal stores before later stores",
         [{::llvm::cl::values(
           clEnumValN(::mlir::split::StoreFence::None, "none", "nothing"),
           clEnumValN(::mlir::split::StoreFence::X86SFence, "x86-sfence",
                      "the instruction sfence of x86"))}]>,
  Option<"threads", "threads", "unsigned", "1",
         "Number of threads that share the work on large operands">,
  Option<"parallelThreshold", "parallel-threshold", "int64_t", "1048576",
         "Number of bytes, read and written, from which threads share the work">
];

#endif // SPLIT_MLIR_HOSTABI_MACHINEOPTIONS_TD
