//===- MachineOptions.td - Pass options for the machine ----*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_MACHINE_MACHINEOPTIONS_TD
#define SPLIT_MLIR_MACHINE_MACHINEOPTIONS_TD

include "mlir/Pass/PassBase.td"

/// An option for a field of MachineModel (MachineModel.h).
class MachineOption<string member, string argument, string description>
    : Option<member, argument, "int64_t", "-1",
             description # "; -1 to take the target spec's">;

/// The options that all passes with a MachineModel have.
defvar MachineOptions = [
  Option<"machine", "machine", "::mlir::split::MachineValues",
         "::mlir::split::MachineValues::Constant",
         "Where values come from that neither an option nor the target spec "
         "states",
         [{::llvm::cl::values(
           clEnumValN(::mlir::split::MachineValues::Constant, "constant",
                      "those of an unknown machine"),
           clEnumValN(::mlir::split::MachineValues::Host, "host",
                      "those of this machine"),
           clEnumValN(::mlir::split::MachineValues::Runtime, "runtime",
                      "the runtime library"))}]>,
  MachineOption<"nontemporalThreshold", "nontemporal-threshold",
                "Number of bytes, read and written, from which stores are "
                "non-temporal, or 0 for never">,
  Option<"storeFence", "store-fence", "::mlir::split::StoreFence",
         "::mlir::split::StoreFence::None",
         "What orders non-temporal stores before later stores",
         [{::llvm::cl::values(
           clEnumValN(::mlir::split::StoreFence::None, "none", "nothing"),
           clEnumValN(::mlir::split::StoreFence::X86SFence, "x86-sfence",
                      "the instruction sfence of x86"))}]>,
  Option<"threads", "threads", "unsigned", "1",
         "Number of threads that share the work on large operands">
];

#endif // SPLIT_MLIR_MACHINE_MACHINEOPTIONS_TD
