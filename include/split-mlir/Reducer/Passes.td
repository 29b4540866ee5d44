//===- Passes.td - passes that shrink failing modules ------*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_REDUCER_PASSES_TD
#define SPLIT_MLIR_REDUCER_PASSES_TD

include "mlir/Pass/PassBase.td"

def SplitShrinkPass : Pass<"split-shrink", "::mlir::ModuleOp"> {
  let summary = "makes a module smaller while a test finds it interesting";
  let description = [{
    Runs `test` with `test-arg`s and, last, a file with the module. As for
    upstream's `reduction-tree`, an exit status other than 0 says that the module
    is interesting. Each step below is tried alone, and kept if the module that it
    leaves is valid and still interesting, until none is:

    - an op, a function too, that nobody uses goes;
    - an op goes whose results are replaced by operands of their types, or else
      by new arguments of its function;
    - what a region of one block holds moves before the op, which goes; the
      block's arguments become arguments of the function;
    - a branch becomes a return, or goes to one of its successors whatever its
      condition is; a block that only one other goes to becomes part of that one;
    - a function loses a result, or an argument that nobody uses;
    - patterns that a dialect gives upstream's reducer, and that test what they
      do, are applied: `DialectReductionPatternInterface` with
      `populateReductionPatternsWithTester`. Those of the split dialect make a
      run-time axis and run-time lengths attributes, `split.variadic_split` a
      `split.split`, and two pieces next to each other that nobody uses one.

    Each step leaves fewer ops, or as many of which one is simpler, so there is an
    end to it.

    Unlike `reduction-tree`, which first folds all ops and erases those without
    uses and effects, and cannot go on where that is not interesting, this pass
    applies nothing but single steps.

    ```mlir
    func.func @f(%x: tensor<?xf32>, %n: tensor<2xi64>) -> tensor<?xf32> {
      %y = linalg.exp ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>)
          -> tensor<?xf32>
      %0:2 = split.variadic_split %y axis(0) lengths(%n : tensor<2xi64>)
          : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
      return %0#1 : tensor<?xf32>
    }
    ```

    becomes, if to have a split is interesting,

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
           "The program that tells by its exit status whether a module is "
           "interesting">,
    ListOption<"testArgs", "test-arg", "std::string",
               "What the test is given before the file">
  ];
  let statistics = [
    Statistic<"numSteps", "steps", "Number of steps that were kept">
  ];
}

#endif // SPLIT_MLIR_REDUCER_PASSES_TD
