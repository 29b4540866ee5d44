// Messages and functions belong to the module that the assert stands in.
// RUN: split-opt %s -convert-split-assert-to-llvm=failure=report | FileCheck %s

// CHECK: module {
// CHECK-NOT: llvm.func @split_mlir_check_failed
// CHECK: module @inner {
// CHECK-DAG: llvm.mlir.global internal constant @{{.+}}("inner\00")
// CHECK-DAG: llvm.func @split_mlir_check_failed
// CHECK: func.func @f
// CHECK: llvm.call @split_mlir_check_failed
module {
  module @inner {
    func.func @f(%ok: i1) {
      split.assert %ok, "inner"
      return
    }
  }
}
