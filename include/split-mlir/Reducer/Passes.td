//===- Passes.td - Passes that shrink failing modules ------*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_REDUCER_PASSES_TD
#define SPLIT_MLIR_REDUCER_PASSES_TD

include "mlir/Pass/PassBase.td"

def SplitShrinkPass : Pass<"split-shrink", "::mlir::ModuleOp"> {
  let summary = "Shrink a module while a test finds it interesting";
  let description = [{
    Runs `test` with the arguments `test-arg` and, last, a file with the module.
    As for upstream's `reduction-tree`, an exit status other than 0 means that
    the module is interesting. The pass tries each step below separately and
    keeps it if the resulting module is valid and still interesting, until no
    step succeeds:

    - erase an op, or a function, that has no uses;
    - replace the results of an op by operands of the same types, or by new
      arguments of its function, and erase the op;
    - move the ops of a region with one block before the op, and erase the op;
      the block's arguments become arguments of the function;
    - replace a branch by a return, or by a branch to one of its successors;
      merge a block into its only predecessor;
    - drop a result of a function, or an argument without uses;
    - apply the patterns of dialects that test their own steps
      (`populateReductionPatternsWithTester` of
      `DialectReductionPatternInterface`). The patterns of the split dialect
      turn a run-time axis and run-time lengths into attributes, replace
      `split.variadic_split` by `split.split`, and join adjacent pieces without
      uses.

    Each step removes or simplifies an op, so the pass terminates.

    Unlike `reduction-tree`, which first folds all ops and erases dead ones, and
    fails if the result is not interesting, this pass applies only single steps.

    ```mlir
    func.func @f(%x: tensor<?xf32>, %n: tensor<2xi64>) -> tensor<?xf32> {
      %y = linalg.exp ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>)
          -> tensor<?xf32>
      %0:2 = split.variadic_split %y axis(0) lengths(%n : tensor<2xi64>)
          : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
      return %0#1 : tensor<?xf32>
    }
    ```

    becomes, if every module with a split is interesting,

    ```mlir
    func.func @f(%x: tensor<?xf32>) {
      %0:2 = split.split %x axis(0) into 2
          : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
      return
    }
    ```
  }];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect"];
  let options = [
    Option<"test", "test", "std::string", /*default=*/"",
           "The program whose exit status tells whether a module is "
           "interesting">,
    ListOption<"testArgs", "test-arg", "std::string",
               "The arguments of the test before the file">
  ];
  let statistics = [
    Statistic<"numSteps", "steps", "Number of successful steps">
  ];
}

#endif // SPLIT_MLIR_REDUCER_PASSES_TD
