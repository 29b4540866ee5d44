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
             description # "; -1 for the target spec's value">;

/// The options that all passes with a MachineModel have.
defvar MachineOptions = [
  Option<"machine", "machine", "::mlir::split::MachineValues",
         "::mlir::split::MachineValues::Constant",
         "Source of machine parameters that neither an option nor the target "
         "spec sets",
         [{::llvm::cl::values(
           clEnumValN(::mlir::split::MachineValues::Constant, "constant",
                      "defaults for an unknown machine"),
           clEnumValN(::mlir::split::MachineValues::Host, "host",
                      "the machine that runs the compiler"),
           clEnumValN(::mlir::split::MachineValues::Runtime, "runtime",
                      "the runtime library"))}]>,
  MachineOption<"nontemporalThreshold", "nontemporal-threshold",
                "Least number of bytes, read plus written, for which stores "
                "are non-temporal, or 0 for never">,
  Option<"storeFence", "store-fence", "::mlir::split::StoreFence",
         "::mlir::split::StoreFence::None",
         "Instruction that orders non-temporal stores before later stores",
         [{::llvm::cl::values(
           clEnumValN(::mlir::split::StoreFence::None, "none",
                      "no instruction"),
           clEnumValN(::mlir::split::StoreFence::X86SFence, "x86-sfence",
                      "the instruction sfence of x86"))}]>,
  Option<"threads", "threads", "unsigned", "1",
         "Number of threads that share the work on large operands">
];

#endif // SPLIT_MLIR_MACHINE_MACHINEOPTIONS_TD
