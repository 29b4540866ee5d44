// RUN: split-opt %s --split-serialize-parallel | FileCheck %s

// CHECK-LABEL: func @sum(
// CHECK-NOT: scf.parallel
// CHECK: scf.for
// CHECK: scf.for {{.+}} iter_args
// CHECK: arith.addf
func.func @sum(%m: memref<?x?xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %0 = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) init (%zero) -> f32 {
    %1 = memref.load %m[%i, %j] : memref<?x?xf32>
    scf.reduce(%1 : f32) {
    ^bb0(%x: f32, %y: f32):
      %2 = arith.addf %x, %y : f32
      scf.reduce.return %2 : f32
    }
  }
  return %0 : f32
}

// Other structured ops keep their structure.
// CHECK-LABEL: func @forall(
// CHECK-NOT: scf.forall
// CHECK: scf.for
// CHECK: scf.if
// CHECK-NOT: cf.
// CHECK: return
func.func @forall(%m: memref<?xf32>, %n: index, %b: i1) {
  %zero = arith.constant 0.0 : f32
  scf.forall (%i) in (%n) {
    scf.if %b {
      memref.store %zero, %m[%i] : memref<?xf32>
    }
  }
  return
}
