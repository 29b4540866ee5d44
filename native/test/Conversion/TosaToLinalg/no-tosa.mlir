// Without TOSA ops nothing changes: canonicalization would remove the constant.
// RUN: split-opt %s -split-lower-tosa | FileCheck %s

// CHECK-LABEL: func @unused(
func.func @unused() {
  // CHECK-NEXT: arith.constant 1 : index
  %c = arith.constant 1 : index
  return
}
