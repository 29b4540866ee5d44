//===- ControlFlowGapPasses.td - Branches and loops --------*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TRANSFORMS_CONTROLFLOWGAPPASSES_TD
#define SPLIT_MLIR_TRANSFORMS_CONTROLFLOWGAPPASSES_TD

include "split-mlir/Transforms/PassDialects.td"

def SplitBranchesToSCFPass : Pass<"split-branches-to-scf"> {
  let summary = "Convert branches to scf.if and scf.while";
  let description = [{
    Upstream's one-shot bufferization does not find all conflicts of tensors
    that branches and `scf.index_switch` pass on, and upstream's deallocation
    rejects loops of branches, `cf.switch` and `ub.unreachable`. This pass lifts
    each region that has one of these, or branches and tensors, to structured
    control flow, by upstream's transformation of `lift-cf-to-scf`, irreducible
    loops included. It writes an `scf.index_switch` with tensors as a tree of
    `scf.if`, and an `scf.parallel` that reduces tensors as an `scf.for`. Where
    no value for a tensor is defined on a path, it creates an empty tensor.

    ```mlir
      cf.cond_br %c, ^a, ^b(%x : tensor<?xf32>)
    ^a:
      %y = "test"(%x) : (tensor<?xf32>) -> tensor<?xf32>
      cf.br ^b(%y : tensor<?xf32>)
    ^b(%z: tensor<?xf32>):
      return %z : tensor<?xf32>
    ```

    becomes

    ```mlir
    %z = scf.if %c -> (tensor<?xf32>) {
      %y = "test"(%x) : (tensor<?xf32>) -> tensor<?xf32>
      scf.yield %y : tensor<?xf32>
    } else {
      scf.yield %x : tensor<?xf32>
    }
    return %z : tensor<?xf32>
    ```
  }];
  let statistics = [
    Statistic<"numRegions", "regions", "Number of regions lifted">,
    Statistic<"numSwitches", "switches",
              "Number of scf.index_switch ops replaced">
  ];
  let dependentDialects = [Arith, ControlFlow, SCF, Tensor, UB];
}

def SplitSerializeParallelPass : Pass<"split-serialize-parallel"> {
  let summary = "Convert scf.parallel and scf.forall to scf.for";
  let description = [{
    Run this pass before passes that create parallel loops for threads. The
    loops of the program may contain checks that fail or allocations, which must
    happen on the thread of the caller.
  }];
  let dependentDialects = [Arith, ControlFlow, MemRef, SCF];
}

def SplitCountIterationsPass : Pass<"split-count-iterations"> {
  let summary = "Count iterations of loops whose counter may overflow";
  let description = [{
    An `scf.for` executes while its counter is in `[lower, upper)`, but
    `convert-scf-to-cf` compares it with the upper bound only. If the step
    overflows the type, the loop continues with a counter below the lower bound.
    This pass counts iterations instead, as unsigned numbers:

    ```mlir
    scf.for %i = %lower to %upper step %step {
      ...
    }
    ```

    becomes

    ```mlir
    %distance = arith.subi %upper, %lower : index
    %number = arith.ceildivui %distance, %step : index
    %any = arith.cmpi slt, %lower, %upper : index
    %count = arith.select %any, %number, %c0 : index
    scf.for unsigned %n = %c0 to %count step %c1 {
      %offset = arith.muli %n, %step : index
      %i = arith.addi %lower, %offset : index
      ...
    }
    ```

    Loops with a step of 1, and those whose constants exclude an overflow, do
    not change.
  }];
  let statistics = [
    Statistic<"numLoops", "loops", "Number of loops that count iterations">
  ];
  let dependentDialects = [Arith];
}

def SplitSkipEmptyLoopsPass : Pass<"split-skip-empty-loops"> {
  let summary = "Skip loops around a loop without iterations";
  let description = [{
    `convert-linalg-to-loops` creates a nest of loops. If an inner loop has no
    iterations, for example because the rows of a tensor are empty, the outer
    loops have nothing to do, but may take forever. In this case, this pass lets
    the outer loop have no iterations, either:

    ```mlir
    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c0 to %m step %c1 {
        ...
      }
    }
    ```

    becomes

    ```mlir
    %empty = arith.cmpi sge, %c0, %m : index
    %upper = arith.select %empty, %c0, %n : index
    scf.for %i = %c0 to %upper step %c1 {
      ...
    }
    ```
  }];
  let statistics = [
    Statistic<"numLoops", "loops", "Number of loops that may be skipped">
  ];
  let dependentDialects = [Arith];
}

def SplitInlineAllocaScopesPass : Pass<"split-inline-alloca-scopes"> {
  let summary = "Inline memref.alloca_scope without allocations";
  let description = [{
    `convert-scf-to-openmp` creates a `memref.alloca_scope` around the body of
    each loop. The scope must have one block, but the lowering of loops in it
    creates several. Upstream's canonicalization removes scopes only if they
    contain no op with unknown effects, such as calls and intrinsics. This pass
    inlines every scope that contains no `memref.alloca` and no `llvm.alloca`.
  }];
}

#endif // SPLIT_MLIR_TRANSFORMS_CONTROLFLOWGAPPASSES_TD
