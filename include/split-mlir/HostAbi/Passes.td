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
    Part of the host ABI. A result of a public function that is a memref of
    static shape becomes a last argument, marked `split.result` with the number
    that the result had. What the function allocates only to return it is
    written there at once; anything else is copied there. Other results stay.
    Calls in the module allocate the buffers that they pass.

    Run it after bufferization, with identity layouts, and before deallocation.
    (Upstream's `buffer-results-to-out-params` takes all results of a function
    or none, and puts allocations that are alive at the same time into one
    buffer when a function has several returns.) It is an error if the address
    of such a function is taken.

    ```mlir
    func.func @f(%x: memref<4xf32>) -> (memref<2xf32>, memref<?xf32>) {
      %0 = memref.alloc() : memref<2xf32>
      linalg.fill ins(%c : f32) outs(%0 : memref<2xf32>)
      return %0, %1 : memref<2xf32>, memref<?xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: memref<4xf32>, %r: memref<2xf32> {split.result = 0 : index})
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
    descriptor of a view of it, in which the pointer to what was allocated is
    null. Nothing is copied, and nothing is to be freed. A part is what splits
    along a static axis, slices and casts of ranked tensors lead to, from an
    argument that is not marked `bufferization.writable`, or from a reshape of
    one. If a function returns in several places, it has to be one in all.
    Other results stay. Calls in the module are of a private copy of the
    function, which has the results that it had.

    The function gets an additional argument for each argument that results are
    parts of. It has a layout of any strides, the strides that the host passes,
    and is marked `split.given` with the number of the original argument. The
    results become views of the additional argument. A part of a reshape becomes
    a view of the original argument, which is marked `split.row_major`, because
    a reshape of memory in another order would be a copy.
    `split-emit-host-functions` reads both marks.

    Run it before splits are lowered to copies, and before bufferization.

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
      %view = bufferization.to_buffer %0#1 read_only
          : tensor<4x3xf32> to memref<4x3xf32, strided<[?, ?], offset: ?>>
      %descriptor = builtin.unrealized_conversion_cast %view
          : memref<4x3xf32, strided<[?, ?], offset: ?>>
          to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
      %null = llvm.mlir.zero : !llvm.ptr
      %result = llvm.insertvalue %null, %descriptor[0]
          : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
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
    checks whether the allocation succeeded; otherwise compiled code would use a
    null pointer. The message states the type of the buffer and its sizes, and
    the status is `SPLIT_MLIR_OUT_OF_MEMORY`.

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
    Part of the host ABI. Each public function `f` with a body becomes private as
    `f.impl`, and two functions are added: the private `f.call` reads what the
    host passes, checks it, calls `f.impl` and stores the results; the public `f`
    calls it. If the call may allocate, `f` brackets it with
    `split_mlir_begin_call` and `split_mlir_end_call` of the runtime library,
    which frees what a failed call left allocated. Calls in the module are of
    `f.impl`. In C,

    ```c
    int32_t f(argument..., result...);
    ```

    returns a status of `Runtime.h`. A memref is a pointer to its descriptor; a
    number is passed by value, but by pointer if it is complex or has more than
    64 bits; a result is a pointer to where it is stored, or to the descriptor of
    the caller's buffer if its shape is static. `Runtime.h` says it in full.

    With `runtime-checks`, `split.assert`s with the status
    `SPLIT_MLIR_INVALID_ARGUMENT` check that no pointer is null, that descriptors
    have the sizes that types state and no negative size, that buffers for
    results are in row-major order, and that they overlap nothing else (R7). If
    an argument is not in row-major order, `split_mlir_pack` of the runtime
    library copies it, and `f` frees the copy. An argument that is marked
    `split.row_major` is rejected instead, and an unused argument is not copied.
    Offsets may have any value, and so may strides that no element's address
    depends on.

    An argument that is marked `split.given` with the number of another argument
    receives that argument's descriptor as the host passes it, with any strides.

    All functions except the public ones get internal linkage. The module refers
    to the symbol of the runtime library that names the version of the ABI.

    Run `split-results-to-out-params` before it, and `split-asserts-to-status`
    after. With `views` results of static shape are described as others are;
    run `split-results-to-views` instead of the former.

    ```mlir
    func.func @f(%x: memref<4xf32>, %n: index) -> memref<?xf32>
    ```

    becomes

    ```mlir
    func.func @f(%x: !llvm.ptr, %n: index, %r: !llvm.ptr)
        -> (i32 {llvm.signext}) {
      %call = llvm.alloca %one x !llvm.array<16 x ptr> : (i64) -> !llvm.ptr
      llvm.call @split_mlir_begin_call(%call) : (!llvm.ptr) -> ()
      %status = call @f.call(%x, %n, %r, %packed)
          : (!llvm.ptr, index, !llvm.ptr, !llvm.ptr) -> i32
      llvm.call @split_mlir_end_call(%call, %wide) : (!llvm.ptr, i64) -> ()
      // Free what is in %packed.
      return %status : i32
    }
    func.func private @f.call(%x: !llvm.ptr, %n: index, %r: !llvm.ptr,
                              %packed: !llvm.ptr) -> i32
        attributes {llvm.linkage = #llvm.linkage<internal>, split.returns_status} {
      split.assert %is_there, "argument 0 is a null pointer"
          {split.status = 1 : i32}
      %given = llvm.load %x
          : !llvm.ptr -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
      split.assert %fits, "argument 0 has size {} along dimension 0, expected 4"(%size)
          {split.status = 1 : i32}
      cf.cond_br %is_contiguous, ^read(%data : !llvm.ptr), ^pack
    ^pack:
      %copy = llvm.call @split_mlir_pack(%rank, %x, %bytes, %packed)
          : (i64, !llvm.ptr, i64, !llvm.ptr) -> !llvm.ptr
      split.assert %is_copied, "out of memory: cannot copy argument 0 to row-major order"
          {split.status = 3 : i32}
      cf.br ^read(%copy : !llvm.ptr)
    ^read(%pointer: !llvm.ptr):
      %buffer = builtin.unrealized_conversion_cast %made
          : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<4xf32>
      %0 = call @f.impl(%buffer, %n) : (memref<4xf32>, index) -> memref<?xf32>
      llvm.store %result, %r
      return %zero : i32
    }
    func.func private @f.impl(%x: memref<4xf32>, %n: index) -> memref<?xf32>
        attributes {llvm.linkage = #llvm.linkage<internal>}
    ```
  }];
  let options = [
    Option<"runtimeChecks", "runtime-checks", "bool", /*default=*/"true",
           "Check the descriptors that the host passes">,
    Option<"views", "views", "bool", /*default=*/"false",
           "Describe all results to the host, those of static shape too">
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
    Part of the host ABI. Each function that holds a `split.assert`, or calls one
    that does, through however many calls, returns an i32 first: 0, or the status
    of the check that failed; its other results are then unspecified. A failed
    check hands location, format and values to `split_mlir_record_failure` of the
    runtime library and returns its status (R5): the value of `split.status`, by
    default 2, SPLIT_MLIR_CHECK_FAILED of Runtime.h. Each call of such a
    function is followed by a test of the status, and a failure is returned to
    the caller.

    Functions without a body keep their signature. A function marked
    `split.returns_status` returns the status as its first result already, and
    what calls it does with that result what it likes; the mark is removed.

    Buffers that a failing function has allocated are not freed: run this pass
    after deallocation, and let the runtime library free them (see
    `split-emit-host-functions`). Checks and calls have to stand in a region that
    may have several blocks, so run it after the conversion of structured
    control flow too. It is an error if what may fail stands in a region of
    another op, or if the address of a function that may fail is taken.

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
    unless it has a linkage. The conversion to LLVM keeps `private` only as the
    visibility of the symbol in MLIR. In an object file such a function would be
    global, and two modules that have private functions of the same name would
    call each other's functions when they are linked or loaded together.

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
    Marks arguments of external `func.func`s that are integers of up to 32 bits
    with `llvm.signext` or `llvm.zeroext`. Compilers of C extend what they pass in
    a register, and take it for granted in what they are passed. `i1` and unsigned
    integers are zero-extended, others sign-extended, and so are all of 32 bits,
    as RISC-V demands. Arguments that have one of the attributes stay.

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
