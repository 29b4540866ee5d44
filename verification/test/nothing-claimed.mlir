// Functions about which nothing is claimed, and ranks about which claims say nothing.
// REQUIRES: z3
// RUN: not split-verify %s 2>&1 | FileCheck %s
// RUN: not split-verify %s --pipeline=symbol-dce 2>&1 | FileCheck %s --check-prefix=DCE

// CHECK: [[#@LINE+2]]:1: warning: unknown for data of a rank above 6{{$}}
// CHECK: [[#@LINE+1]]:1: remark: nothing is claimed: the function has no split, and is not changed{{$}}
func.func @no_split(%x: tensor<*xf32>) {
  return
}

// CHECK: [[#@LINE+1]]:1: remark: nothing is claimed: no check is needed, and nothing is returned{{$}}
func.func @no_check(%x: tensor<4xf32>) {
  %p:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  return
}

// DCE: [[#@LINE+1]]:1: remark: nothing is claimed: the lowered module has no private function 'unused', and its callers are compared{{$}}
func.func private @unused(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}
