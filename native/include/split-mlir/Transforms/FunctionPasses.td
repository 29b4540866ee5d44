//===- FunctionPasses.td - Passes that create functions ----*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_TRANSFORMS_FUNCTIONPASSES_TD
#define SPLIT_MLIR_TRANSFORMS_FUNCTIONPASSES_TD

include "mlir/Pass/PassBase.td"

def SplitOutlineKernelsPass
    : Pass<"split-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "Move loops to functions, one for all equal loops";
  let description = [{
    The passes of LLVM take more than linear time for a function with many
    loops, and networks repeat blocks of the same ops. In functions with at
    least `min-loops` loop nests, this pass replaces each nest by a call of a
    private function. Nests that are equal, except for the values from outside
    that they use, share one function. Constants are part of the nest.

    A loop nest is an op of `scf` without results at the top level of a
    function. It contains a loop, but no op that may fail, call a function of
    the program, or allocate or free memory.

    ```mlir
    scf.for %i = %c0 to %c8 step %c1 {
      memref.store %x, %a[%i] : memref<8xf32>
    }
    scf.for %i = %c0 to %c8 step %c1 {
      memref.store %y, %b[%i] : memref<8xf32>
    }
    ```

    becomes

    ```mlir
    call @split_kernel(%x, %a) : (f32, memref<8xf32>) -> ()
    call @split_kernel(%y, %b) : (f32, memref<8xf32>) -> ()
    ```
  }];
  let options = [
    Option<"minLoops", "min-loops", "unsigned", /*default=*/"6",
           "Least number of loop nests of a function from which they are moved">
  ];
  let statistics = [
    Statistic<"numKernels", "kernels", "Number of functions created">,
    Statistic<"numCalls", "calls", "Number of loop nests replaced by calls">
  ];
  let dependentDialects = [
    "::mlir::func::FuncDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

def SplitMultiversionFunctionsPass
    : Pass<"split-multiversion-functions", "::mlir::ModuleOp"> {
  let summary = "Compile functions for several levels of x86-64";
  let description = [{
    The pass works on the LLVM dialect. It clones functions for each of `cpus`,
    with the attribute `target_cpu`. Callers select a clone by the `isaLevel`
    that `split_mlir_machine` of the runtime library returns. Clones for one
    level call each other directly, so only calls from functions without clones
    select one.

    Private functions with a body are cloned if they contain a loop, a vector or
    an op of OpenMP, or if they have at most 1000 ops and call a function with
    clones. Compiling longer callers several times would take more time than it
    saves.
    The following functions are not cloned:

    - functions whose address is taken, functions marked `optnone` or `cold`,
      and functions with a `target_cpu`;
    - functions that would pass vectors to, or get them from, a function without
      clones, because different levels pass vectors in different registers.

    ```mlir
    llvm.func internal @work(%x: !llvm.ptr) { ... }
    llvm.func @f(%x: !llvm.ptr) {
      llvm.call @work(%x) : (!llvm.ptr) -> ()
      llvm.return
    }
    ```

    becomes, with `cpus=x86-64-v3`,

    ```mlir
    llvm.func internal @work(%x: !llvm.ptr) { ... }
    llvm.func internal @work.x86_64_v3(%x: !llvm.ptr)
        attributes {target_cpu = "x86-64-v3"} { ... }
    llvm.func @f(%x: !llvm.ptr) {
      // @split_mlir_get_machine calls split_mlir_machine the first time.
      %machine = llvm.call @split_mlir_get_machine() : () -> !llvm.ptr
      %level = llvm.load %machine : !llvm.ptr -> i64
      %has = llvm.icmp "sge" %level, %three : i64
      llvm.cond_br %has, ^version, ^otherwise
    ^version:
      llvm.call @work.x86_64_v3(%x) : (!llvm.ptr) -> ()
      llvm.br ^rest
    ^otherwise:
      llvm.call @work(%x) : (!llvm.ptr) -> ()
      llvm.br ^rest
    ^rest:
      llvm.return
    }
    ```
  }];
  let options = [
    ListOption<"cpus", "cpus", "std::string",
               "Processors to make clones for: x86-64-v2, x86-64-v3 and "
               "x86-64-v4">
  ];
  let statistics = [
    Statistic<"numFunctions", "functions", "Number of functions with clones">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // SPLIT_MLIR_TRANSFORMS_FUNCTIONPASSES_TD
