// A program may declare the library functions that a failed check calls, but not
// define others of their names.
// RUN: split-opt %s -convert-split-assert-to-llvm -split-input-file -verify-diagnostics | FileCheck %s
// RUN: %if native %{ split-opt %s -split-to-llvm -split-input-file -verify-diagnostics -o /dev/null %}

// expected-error @below {{'write' is also the name of a library function that compiled code calls; expected another name}}
func.func @write(%c: i1) {
  split.assert %c, "broken"
  return
}

// -----

// expected-error @below {{'abort' is also the name}}
llvm.func @abort() -> i32
func.func @f(%c: i1) {
  split.assert %c, "broken"
  return
}

// -----

func.func private @abort()
llvm.func @write(i32, !llvm.ptr, i64) -> i64
// CHECK: llvm.call @write(
// CHECK: call @abort() : () -> ()
// CHECK-LABEL: func.func @declared
// CHECK: llvm.call @split_mlir_fail(
func.func @declared(%c: i1) {
  split.assert %c, "broken"
  return
}

// -----

// Without a check nothing is called, and all names are free.
// CHECK-LABEL: func.func @abort
func.func @abort() {
  return
}

// -----

// Names of other things than functions, and of functions of other types.
// expected-error @below {{'write' is also the name}}
llvm.mlir.global @write(0 : i32) : i32
func.func @f(%c: i1) {
  split.assert %c, "broken"
  return
}

// -----

// expected-error @below {{'write' is also the name}}
llvm.func @write(i32, !llvm.ptr, i32) -> i64
func.func @f(%c: i1) {
  split.assert %c, "broken"
  return
}

// -----

// CHECK-LABEL: llvm.func @abort()
llvm.func @abort()
func.func @void_result(%c: i1) {
  split.assert %c, "broken"
  return
}
