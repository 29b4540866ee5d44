// RUN: split-opt %s --split-outline-kernels=min-loops=2 | FileCheck %s
// RUN: split-opt %s --split-outline-kernels=min-loops=3 \
// RUN:   | FileCheck %s --check-prefix=FEW

// Equal loops share a function, which has the constants and takes the rest.
// CHECK-LABEL: func @equal(
// CHECK-SAME: %[[X:.+]]: f32, %[[Y:.+]]: f32, %[[A:.+]]: memref<8xf32>, %[[B:.+]]: memref<8xf32>)
// CHECK-NOT: scf.for
// CHECK: call @[[FILL:split_kernel.*]](%[[X]], %[[A]]) : (f32, memref<8xf32>) -> ()
// CHECK-NEXT: call @[[FILL]](%[[Y]], %[[B]]) : (f32, memref<8xf32>) -> ()
// CHECK-NEXT: return
// FEW-LABEL: func @equal(
// FEW-COUNT-2: scf.for
// FEW-NOT: call
// FEW: return
func.func @equal(%x: f32, %y: f32, %a: memref<8xf32>, %b: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %x, %a[%i] : memref<8xf32>
  }
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %y, %b[%i] : memref<8xf32>
  }
  return
}

// So do loops over pieces, wherever these begin, and loops of other functions.
// CHECK-LABEL: func @offsets(
// CHECK-SAME: %[[A:[^:]+]]: memref<8xf32, strided<[2], offset: 1>>, %[[B:[^:]+]]: memref<8xf32, strided<[2], offset: 4>>
// CHECK: %[[C:.+]] = memref.cast %[[A]] : {{.+}} to memref<8xf32, strided<[2], offset: ?>>
// CHECK: call @[[PIECE:split_kernel.*]](%{{.+}}, %[[C]])
// CHECK: %[[D:.+]] = memref.cast %[[B]] : {{.+}} to memref<8xf32, strided<[2], offset: ?>>
// CHECK: call @[[PIECE]](%{{.+}}, %[[D]])
// CHECK: call @[[FILL]](
func.func @offsets(%x: f32, %a: memref<8xf32, strided<[2], offset: 1>>, %b: memref<8xf32, strided<[2], offset: 4>>, %c: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %x, %a[%i] : memref<8xf32, strided<[2], offset: 1>>
  }
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %x, %b[%i] : memref<8xf32, strided<[2], offset: 4>>
  }
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %x, %c[%i] : memref<8xf32>
  }
  return
}

// What differs has functions of its own: constants, attributes, types, the
// order of operands, and operands that are equal in one loop only. Pieces that
// another op reads keep their types.
// CHECK-LABEL: func @different(
// CHECK: call @[[K0:split_kernel.*]](%arg0, %arg1, %arg2)
// CHECK-NOT: call @[[K0]](
// CHECK: call @[[K1:split_kernel.*]](%arg0, %arg1, %arg2)
// CHECK-NOT: call @[[K1]](
// CHECK: call @[[K2:split_kernel.*]](%arg0, %arg1, %arg2)
// CHECK-NOT: call @[[K2]](
// CHECK: call @[[K3:split_kernel.*]](%arg0, %arg2)
// CHECK-NOT: call @[[K3]](
// CHECK: call @[[K4:split_kernel.*]](%arg3)
// CHECK-NOT: call @[[K4]](
// CHECK: return
func.func @different(%x: f32, %y: f32, %a: memref<8xf32>, %s: memref<8xf32, strided<[2], offset: 1>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %z = arith.subf %x, %y : f32
    memref.store %z, %a[%i] : memref<8xf32>
  }
  scf.for %i = %c0 to %c7 step %c1 {
    %z = arith.subf %x, %y : f32
    memref.store %z, %a[%i] : memref<8xf32>
  }
  scf.for %i = %c0 to %c8 step %c1 {
    %z = arith.subf %x, %y fastmath<contract> : f32
    memref.store %z, %a[%i] : memref<8xf32>
  }
  scf.for %i = %c0 to %c8 step %c1 {
    %z = arith.subf %x, %x : f32
    memref.store %z, %a[%i] : memref<8xf32>
  }
  scf.for %i = %c0 to %c8 step %c1 {
    %v = memref.subview %s[%i] [1] [1] : memref<8xf32, strided<[2], offset: 1>> to memref<1xf32, strided<[2], offset: ?>>
    memref.prefetch %v[%c0], read, locality<3>, data : memref<1xf32, strided<[2], offset: ?>>
  }
  return
}

// Loops stay that may fail, allocate memory, call functions, have results, or
// use vectors from outside; and branches without loops.
func.func private @g()
// CHECK-LABEL: func @others(
// CHECK-NOT: call @split_kernel
// CHECK: return
func.func @others(%x: f32, %c: i1, %a: memref<8xf32>, %v: vector<4xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    split.assert %c, "no"
  }
  scf.for %i = %c0 to %c8 step %c1 {
    %m = memref.alloc() : memref<4xf32>
    memref.store %x, %m[%c0] : memref<4xf32>
    memref.dealloc %m : memref<4xf32>
  }
  scf.for %i = %c0 to %c8 step %c1 {
    func.call @g() : () -> ()
  }
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> f32 {
    %n = arith.negf %s : f32
    scf.yield %n : f32
  }
  scf.for %i = %c0 to %c8 step %c1 {
    vector.store %v, %a[%c0] : memref<8xf32>, vector<4xf32>
  }
  scf.if %c {
    memref.store %x, %a[%c0] : memref<8xf32>
  }
  return %r : f32
}

// CHECK: func.func private @[[FILL]](%[[V:.+]]: f32, %[[M:.+]]: memref<8xf32>) attributes {passthrough = ["noinline", "split-kernel"]} {
// CHECK: %[[ZERO:.+]] = arith.constant 0 : index
// CHECK: scf.for %[[I:.+]] = %[[ZERO]] to
// CHECK-NEXT: memref.store %[[V]], %[[M]][%[[I]]]
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK: func.func private @[[PIECE]](%{{.+}}: f32, %{{.+}}: memref<8xf32, strided<[2], offset: ?>>)
