//===- Passes.td - Passes of the host ABI ------------------*- tablegen -*-===//
//
// Part of split-mlir, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPLIT_MLIR_HOSTABI_PASSES_TD
#define SPLIT_MLIR_HOSTABI_PASSES_TD

include "mlir/Pass/PassBase.td"

def SplitResultsToOutParamsPass
    : Pass<"split-results-to-out-params", "::mlir::ModuleOp"> {
  let summary = "Write results of static shape to buffers of the caller";
  let description = [{
    Part of the host ABI. Each result of a public function that is a memref of
    static shape becomes an argument after the others, with the result's index
    in the attribute `split.result`. The argument replaces the allocation of the
    result if possible; otherwise the function copies the result to it. Calls in
    the module allocate the buffers that they pass.

    Run the pass after bufferization with identity layouts, and before
    deallocation. It reports an error if such a function has uses other than
    direct calls.

    ```mlir
    func.func @f(%x: memref<4xf32>) -> (memref<2xf32>, memref<?xf32>) {
      %0 = memref.alloc() : memref<2xf32>
      linalg.fill ins(%c : f32) outs(%0 : memref<2xf32>)
      return %0, %1 : memref<2xf32>, memref<?xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: memref<4xf32>,
                 %r: memref<2xf32> {split.result = 0 : index})
        -> memref<?xf32> {
      linalg.fill ins(%c : f32) outs(%r : memref<2xf32>)
      return %1 : memref<?xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
  let statistics = [
    Statistic<"numResults", "results",
              "Number of results that became arguments">
  ];
}

def SplitResultsToViewsPass
    : Pass<"split-results-to-views", "::mlir::ModuleOp"> {
  let summary = "Return parts of arguments as views";
  let description = [{
    A result of a public function that is a part of an argument becomes the
    descriptor of a view of the argument. The pointer to allocated memory in the
    descriptor is null, because the caller must not free a view. A part of an
    argument is what splits along a static axis, slices and casts of ranked
    tensors extract from the argument or from a reshape of it. The argument must
    not have the attribute `bufferization.writable`. The result must be a part
    of an argument at each return of the function. Other results do not change.
    Calls in the module call a private copy of the original function.

    If results are parts of an argument, the function gets an additional
    argument, whose attribute `split.given` is the index of the original one.
    Its layout has dynamic strides: those that the host passes. The results
    become views of the additional argument. A part of a reshape becomes a view
    of the original argument instead, which gets the attribute
    `split.row_major`, because a reshape of memory in another order would be a
    copy. `split-emit-host-functions` reads both attributes.

    Run the pass before splits are lowered to copies, and before bufferization.

    ```mlir
    func.func @f(%x: tensor<4x6xf32>) -> tensor<4x3xf32> {
      %0:2 = split.split %x axis(1) into 2
          : tensor<4x6xf32> -> tensor<4x3xf32>, tensor<4x3xf32>
      return %0#1 : tensor<4x3xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: tensor<4x6xf32>,
                 %given: tensor<4x6xf32>
                     {bufferization.buffer_layout = strided<[?, ?], offset: ?>,
                      bufferization.writable = false, split.given = 0 : index})
        -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> {
      %0:2 = split.split %given axis(1) into 2
          : tensor<4x6xf32> -> tensor<4x3xf32>, tensor<4x3xf32>
      // %result describes %0#1, with a null pointer to allocated memory.
      return %result
          : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::LLVM::LLVMDialect"
  ];
  let statistics = [
    Statistic<"numResults", "results", "Number of results that became views">
  ];
}

def SplitCheckAllocationsPass : Pass<"split-check-allocations"> {
  let summary = "Turn allocation failures into failed checks";
  let description = [{
    Part of the host ABI. Adds a `split.assert` after each `memref.alloc` that
    fails if the pointer is null, or if the computation of the number of bytes
    overflows. The message states the type and the sizes of the buffer, and the
    status is `SPLIT_MLIR_OUT_OF_MEMORY`.

    ```mlir
    %0 = memref.alloc(%n) : memref<?x4xf32>
    ```

    becomes

    ```mlir
    %0 = memref.alloc(%n) : memref<?x4xf32>
    %pointer = memref.extract_aligned_pointer_as_index %0
        : memref<?x4xf32> -> index
    %ok = arith.cmpi ne, %pointer, %c0 : index
    split.assert %ok, "out of memory: cannot allocate a buffer of {}x4xf32"(%n)
        {split.status = 3 : i32}
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::split::SplitDialect"
  ];
  let statistics = [
    Statistic<"numChecks", "checks", "Number of allocations checked">
  ];
}

def SplitEmitHostFunctionsPass
    : Pass<"split-emit-host-functions", "::mlir::ModuleOp"> {
  let summary = "Give public functions the signature that host programs call";
  let description = [{
    Part of the host ABI. Each public function `f` with a body becomes the
    private function `f.impl`, and the pass adds two functions. The private
    `f.call` reads and checks what the host passes, calls `f.impl` and stores
    the results. The public `f` calls `f.call`. If the call may allocate, `f`
    calls `split_mlir_begin_call` before and `split_mlir_end_call` after it, so
    that the runtime library frees what a failed call left allocated. Calls in
    the module call `f.impl`. In C, the function

    ```c
    int32_t f(argument..., result...);
    ```

    returns a status of `Runtime.h`, which describes the parameters. A memref is
    passed as a pointer to its descriptor. A scalar is passed by value, or by
    pointer if it is complex or has more than 64 bits. A result is a pointer to
    where it is stored, or to the descriptor of the caller's buffer if its shape
    is static.

    With `runtime-checks`, a call checks rule R7: that no pointer is null, that
    descriptors have the sizes of the types and no negative size, and that
    buffers for results are in row-major order and overlap no other buffer. If
    not, it returns `SPLIT_MLIR_INVALID_ARGUMENT`. Arguments that are not in
    row-major order are copied, and the copies are freed. Arguments with the
    attribute `split.row_major` are rejected instead, and unused arguments are
    not copied. Offsets may have any value, and so may strides that no element's
    address depends on.

    `f` calls `f.fast`, which calls `f.impl` if all pointers, sizes and strides
    are as expected, no tensor of dynamic shape is empty, and no buffers
    overlap. Vectors compare descriptors of static shape. Otherwise, `f.fast`
    calls `f.slow`, which passes a table of pointers to all arguments and
    results to `f.call`. The runtime library checks what is in the table,
    reports the first failed check, and copies arguments
    (`split_mlir_prepare_operands`).

    An argument with the attribute `split.given` receives the descriptor that
    the host passes for the argument with this index, with any strides.

    If an argument has the attribute `split_mpi.communicator`, all ranks of the
    communicator must call `f` together. In this case, a private function
    `f.local` does the above, and `f` calls three functions: `split_mpi_begin`
    of libSplitMpi with the grid (`split_mpi.grid` of the function or the
    module), `f.local`, and `split_mpi_finish`. If the call fails on a rank,
    `f` returns the status of that rank on all ranks, and
    `split_mlir_last_error` returns its message.

    All functions except the public ones get internal linkage. The module refers
    to the symbol of the runtime library that names the version of the ABI.

    Run `split-results-to-out-params` before the pass, and
    `split-asserts-to-status` after it. With `views`, run
    `split-results-to-views` instead of the former; the function then fills in
    the descriptors of all results.

    ```mlir
    func.func @f(%x: memref<4xf32>, %n: index) -> memref<?xf32>
    ```

    becomes

    ```mlir
    func.func @f(%x: !llvm.ptr, %n: index, %r: !llvm.ptr)
        -> (i32 {llvm.signext}) {
      llvm.call @split_mlir_begin_call(%call) : (!llvm.ptr) -> ()
      %status = call @f.fast(%x, %n, %r) : (!llvm.ptr, index, !llvm.ptr) -> i32
      llvm.call @split_mlir_end_call(%call, %wide) : (!llvm.ptr, i64) -> ()
      return %status : i32
    }
    func.func private @f.fast(%x: !llvm.ptr, %n: index, %r: !llvm.ptr)
        -> (i32 {llvm.signext})
        attributes {llvm.linkage = #llvm.linkage<internal>,
                    split.returns_status} {
      // Branch to ^slow if something is not as expected.
      %0 = call @f.impl(%buffer, %n) : (memref<4xf32>, index) -> memref<?xf32>
      llvm.store %descriptor, %r
      return %zero : i32
    ^slow:
      %status = call @f.slow(%x, %n, %r) : (!llvm.ptr, index, !llvm.ptr) -> i32
      return %status : i32
    }
    func.func private @f.slow(%x: !llvm.ptr, %n: index, %r: !llvm.ptr) -> i32 {
      // Store the addresses of %x, of a copy of %n, and of %r to %table.
      %status = call @f.call(%table, %packed) : (!llvm.ptr, !llvm.ptr) -> i32
      // Free the list %packed.
      return %status : i32
    }
    func.func private @f.call(%table: !llvm.ptr, %packed: !llvm.ptr) -> i32 {
      %status = llvm.call @split_mlir_prepare_operands(%types, %table,
                              %location, %packed, %place)
      // Return %status unless it is 0. Load %buffer, %n and %r.
      %0 = call @f.impl(%buffer, %n) : (memref<4xf32>, index) -> memref<?xf32>
      llvm.store %descriptor, %r
      return %zero : i32
    }
    func.func private @f.impl(%x: memref<4xf32>, %n: index) -> memref<?xf32>
        attributes {llvm.linkage = #llvm.linkage<internal>}
    ```

    If each descriptor had code of its own, LLVM would take minutes to compile a
    function with thousands of descriptors. Therefore, a function of more than
    64 arguments and results has no fast path, and takes the table itself if
    nothing in the module calls it. The attribute `split-mlir-table-function` of
    the public function names the function that takes the table.

    ```mlir
    func.func @f(%x0: !llvm.ptr, ..., %r999: !llvm.ptr) -> i32 {
      // Store all arguments to %table.
      %status = call @f.table(%table) : (!llvm.ptr) -> i32
      return %status : i32
    }
    // Begins and ends the call, and frees the list %packed.
    func.func private @f.table(%table: !llvm.ptr) -> i32
    func.func private @f.call(%table: !llvm.ptr, %packed: !llvm.ptr) -> i32 {
      // Call split_mlir_prepare_operands as above. Load %prepared from %place.
      call @f.impl(%table, %prepared) : (!llvm.ptr, !llvm.ptr) -> ()
      return %zero : i32
    }
    ```
  }];
  let options = [
    Option<"runtimeChecks", "runtime-checks", "bool", /*default=*/"true",
           "Check the descriptors that the host passes">,
    Option<"views", "views", "bool", /*default=*/"false",
           "Fill in the descriptors of results of static shape too">,
    Option<"weights", "weights", "bool", /*default=*/"false",
           "Call split_mlir_map_weights for the external global "
           "`split_mlir_weights` first, and return its status if it fails">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect",
    "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect",
    "::mlir::split::SplitDialect"
  ];
  let statistics = [
    Statistic<"numFunctions", "functions", "Number of functions emitted">
  ];
}

def SplitAssertsToStatusPass
    : Pass<"split-asserts-to-status", "::mlir::ModuleOp"> {
  let summary = "Return failed checks to the caller as a status";
  let description = [{
    Part of the host ABI. A `cf.assert` of the program becomes a `split.assert`.
    Each function that contains a `split.assert`, or calls such a function
    directly or indirectly, gets an i32 as its first result: 0,
    or the status of the check that failed; the other results are then
    unspecified. A failed check passes its location, format and values to
    `split_mlir_record_failure` of the runtime library and returns its status
    (R5): the value of `split.status`, by default 2, SPLIT_MLIR_CHECK_FAILED of
    Runtime.h. After each call of such a function, the caller tests the status
    and returns if the call failed.

    Functions without a body keep their signature. A function with the attribute
    `split.returns_status` already returns the status as its first result, so
    the pass does not change calls of it. The pass removes the attribute.

    A function that fails does not free the buffers that it has allocated: run
    this pass after deallocation, and let the runtime library free them (see
    `split-emit-host-functions`). Run it also after the conversion of structured
    control flow, because each check and each call splits its block. The pass
    reports an error if a check or a call of a function that may fail is in a
    region of an op other than a function, or if a function that may fail has
    uses other than direct calls.

    ```mlir
    func.func private @g(%ok: i1, %v: index) -> index {
      split.assert %ok, "got {}"(%v)
      return %v : index
    }
    func.func @f(%ok: i1, %v: index) -> index {
      %0 = call @g(%ok, %v) : (i1, index) -> index
      return %0 : index
    }
    ```

    becomes

    ```mlir
    func.func private @g(%ok: i1, %v: index) -> (i32, index) {
      cf.cond_br %ok, ^rest, ^failed
    ^rest:
      return %zero, %v : i32, index
    ^failed:
      // %values points to %v on the stack.
      llvm.call @split_mlir_record_failure(%location, %format, %values, %n)
      cf.br ^exit(%two : i32)
    ^exit(%failure: i32):
      return %failure, %poison : i32, index
    }
    func.func @f(%ok: i1, %v: index) -> (i32, index) {
      %status, %0 = call @g(%ok, %v) : (i1, index) -> (i32, index)
      %succeeded = arith.cmpi eq, %status, %zero : i32
      cf.cond_br %succeeded, ^rest, ^exit(%status : i32)
    ^rest:
      return %zero, %0 : i32, index
    ^exit(%failure: i32):
      return %failure, %poison : i32, index
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect",
    "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::ub::UBDialect"
  ];
  let statistics = [
    Statistic<"numFunctions", "functions",
              "Number of functions that may fail">
  ];
}

def SplitInternalizeFunctionsPass
    : Pass<"split-internalize-functions", "::mlir::ModuleOp"> {
  let summary = "Give private functions internal linkage";
  let description = [{
    Sets `llvm.linkage` of each private `func.func` with a body to internal,
    unless it has a linkage. The conversion to LLVM uses `private` only for the
    visibility of the symbol in MLIR, so the function would be global in an
    object file. If two modules have private functions of the same name, one
    would then call the other's function when they are linked or loaded
    together.

    ```mlir
    func.func private @halve(%x: memref<4xf32>) {
      return
    }
    ```

    becomes

    ```mlir
    func.func private @halve(%x: memref<4xf32>)
        attributes {llvm.linkage = #llvm.linkage<internal>} {
      return
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
  let statistics = [
    Statistic<"numFunctions", "functions", "Number of functions changed">
  ];
}

def SplitExtendExternalArgumentsPass
    : Pass<"split-extend-external-arguments", "::mlir::ModuleOp"> {
  let summary = "Pass narrow integers to external functions as C does";
  let description = [{
    Adds `llvm.signext` or `llvm.zeroext` to arguments of external `func.func`s
    that are integers of up to 32 bits. C compilers extend narrow integers that
    they pass in registers, and expect that their callers do. `i1` and unsigned
    integers of fewer than 32 bits are zero-extended. Other integers are
    sign-extended, and so are unsigned integers of 32 bits, as RISC-V requires.
    Arguments that already have one of the attributes do not change.

    ```mlir
    func.func private @callback(i8, ui8) -> i32
    ```

    becomes

    ```mlir
    func.func private @callback(i8 {llvm.signext}, ui8 {llvm.zeroext}) -> i32
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
  let statistics = [
    Statistic<"numArguments", "arguments", "Number of arguments marked">
  ];
}

#endif // SPLIT_MLIR_HOSTABI_PASSES_TD
