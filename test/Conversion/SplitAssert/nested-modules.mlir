// Messages and functions belong to the module that the assert stands in.
// RUN: split-opt %s -convert-split-assert-to-llvm | FileCheck %s -DCALLEE=split_mlir_fail
// RUN: %if native %{ split-opt %s -split-asserts-to-status | FileCheck %s -DCALLEE=split_mlir_record_failure %}

// CHECK: module {
// CHECK-NOT: @[[CALLEE]]
// CHECK: module @inner {
// CHECK-DAG: llvm.mlir.global internal constant @{{.+}}("{{.*}}inner{{.*}}\00")
// CHECK-DAG: llvm.func {{(internal )?}}@[[CALLEE]]
// CHECK: func.func @f
// CHECK: llvm.call @[[CALLEE]]
module {
  module @inner {
    func.func @f(%ok: i1) {
      split.assert %ok, "inner"
      return
    }
  }
}
