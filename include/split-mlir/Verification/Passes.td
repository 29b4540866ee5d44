//===- Passes.td - Passes that prove properties ------------*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_VERIFICATION_PASSES_TD
#define SPLIT_MLIR_VERIFICATION_PASSES_TD

include "mlir/Pass/PassBase.td"

def SplitVerifyArithmeticPass
    : Pass<"split-verify-arithmetic", "::mlir::ModuleOp"> {
  let summary = "Prove the arithmetic of lowered splits for all sizes";
  let description = [{
    Compares each function with its lowering, for all values of its arguments
    and all sizes of their dimensions. Values are integers without bounds, and
    results of operations wrap to the width of their type. The lowering is the
    function of the same name in the module after `pipeline`, or in the file
    `lowered`. The pass states the claims in MLIR's `smt` dialect, exports them
    to SMT-LIB, and decides them by the program `solver`, which is z3. Without
    `emit-claims`, it does not change the module.

    It reports a remark for each claim that the solver proves, an error with a
    counterexample for each claim that it refutes, and a warning for each claim
    that it cannot decide. If no claim is refuted, the pass succeeds. The
    claims about a function are:

    - *rule R1* to *rule R6*: the checks named after the rule fail exactly if
      the arguments violate it, provided that they obey the rules before it
      (for functions with one split; for others, all checks together hold
      exactly if all rules do);
    - *rule R1* to *rule R6: its message is true*: if a check of the rule fails,
      and none before it, the rule is broken as the message says, with the
      numbers of the message (for functions with one split);
    - *bounds*: if no earlier check fails, a slice lies within its source, an
      element and a dimension exist, a cast states true sizes, no division is
      undefined, no condition of a check is poison, and a copy fits its
      destinations;
    - *wrap*: if no earlier check fails, no sum, difference or product that an
      offset or a size depends on wraps around, and no such value is poison;
    - *pieces*: if no check fails, the pieces of a split that the function
      returns are disjoint and cover the data;
    - *other checks*: the checks of the program itself, which no rule names,
      fail in the lowered function exactly if they do in the original;
    - *results*: if no check fails, each returned number is the same, and each
      returned tensor has the sizes and the elements that the rules state; the
      elements of `tensor.empty` may become any others;
    - *uneven*, with that option: no check fails, and the results are the pieces
      that rule O7 states, for splits into `num_outputs` from ONNX.

    The rules are written a second time in `lib/Verification/Rules.cpp`, in
    integers without bounds, from the specifications; the pass does not use the
    code that lowers splits. A function without split ops, before and after, has
    the claims *bounds* and *wrap* alone. What other ops of a function with
    split ops do before `pipeline` is assumed to be defined: slices are in
    bounds.

    In functions on memrefs, each load and store must lie within its buffer,
    each store must write a destination of a copy or the stack, and threads must
    be told to copy different rows, and all of them, provided that the copies
    obey their rules and the data exists. Memory and pointers are known only in
    functions without tensors.

    For data of unknown rank, *invariant* states what loops over the dimensions
    multiply, and *shape* states the shape of a reshape. Other values that loops
    pass on, and results of ops that the pass does not know, are arbitrary. A
    claim that then fails to hold is reported as unknown, with the op.
  }];
  let options = [
    Option<"pipeline", "pipeline", "std::string",
           "\"split-generate-runtime-checks,convert-split-to-linalg\"",
           "The passes that lower the module, as for --pass-pipeline">,
    Option<"lowered", "lowered", "std::string", "\"\"",
           "A file with the lowered module, instead of running `pipeline`">,
    Option<"assumeRules", "assume-rules", "bool", "false",
           "Assume that the arguments obey the rules, for code without checks">,
    ListOption<"uneven", "uneven", "int64_t",
               "A dimension and a number of pieces: the functions also return "
               "the pieces of their first argument that rule O7 states">,
    Option<"solver", "solver", "std::string", "\"z3\"",
           "The solver, a program that takes the options of z3">,
    Option<"timeout", "timeout", "unsigned", "10",
           "The time limit of each claim, in seconds">,
    Option<"emitClaims", "emit-claims", "bool", "false",
           "Replace the module by the claims, one `smt.solver` for each, and "
           "do not run the solver">
  ];
  let statistics = [
    Statistic<"numProven", "proven", "Number of claims proven">,
    Statistic<"numRefuted", "refuted", "Number of claims refuted">,
    Statistic<"numUnknown", "unknown", "Number of claims left undecided">
  ];
}

#endif // SPLIT_MLIR_VERIFICATION_PASSES_TD
