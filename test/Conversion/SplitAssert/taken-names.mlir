// convert-to-llvm: asserts of two functions call one function, whose name and
// those of the texts differ from the program's. A declared `abort` is called.
// RUN: split-opt %s -convert-to-llvm | FileCheck %s

// CHECK-DAG: llvm.mlir.global internal constant @[[TEXT:split_mlir_string_[0-9]+]]("{{.*}}: error: size \01 and \02\0A\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[OTHER:split_mlir_string_[0-9]+]]("{{.*}}: error: other\0A\00")
// CHECK: llvm.func internal @[[FAIL:split_mlir_fail_[0-9]+]](
// CHECK: llvm.call @abort() : () -> ()
// CHECK-NOT: llvm.func internal
// CHECK: llvm.func @abort()
// CHECK-LABEL: llvm.func @first
// CHECK: llvm.mlir.addressof @[[TEXT]]
// CHECK: llvm.call @[[FAIL]](
// CHECK-LABEL: llvm.func @second
// CHECK: llvm.mlir.addressof @[[OTHER]]
// CHECK: llvm.call @[[FAIL]](
func.func private @abort()

func.func @first(%ok: i1, %n: index) {
  split.assert %ok, "size {} and {u}"(%n, %n)
  return
}

func.func @second(%ok: i1) {
  split.assert %ok, "other"
  return
}

llvm.mlir.global internal constant @split_mlir_fail(0 : i32) : i32
llvm.mlir.global internal constant @split_mlir_string(0 : i32) : i32
