// RUN: split-opt %s --split-profile-ops --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-DAG: llvm.mlir.global internal constant @[[A:.*]]("a\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[B:.*]]("b\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[FUSED:.*]]("a + b\00")

// Bytes are those of the memrefs that a sequence accesses: 4 * n, and 4 * (8 + 8).
// CHECK-LABEL: func.func @sequences(
// CHECK-SAME:    %[[X:.*]]: memref<?xf32>, %[[Y:.*]]: memref<8xf32>, %[[Z:.*]]: memref<8xf32>)
// CHECK:         %[[NULL:.*]] = llvm.mlir.zero
// CHECK:         llvm.call @split_mlir_profile_op(%[[NULL]], %{{.*}})
// CHECK:         linalg.fill {{.*}} outs(%[[X]]
// CHECK:         %[[NAME:.*]] = llvm.mlir.addressof @[[A]]
// CHECK:         %[[DIM:.*]] = memref.dim %[[X]]
// CHECK:         %[[BYTES:.*]] = arith.muli %[[DIM]], %c4
// CHECK:         %[[CAST:.*]] = arith.index_cast %[[BYTES]]
// CHECK:         llvm.call @split_mlir_profile_op(%[[NAME]], %[[CAST]])
// CHECK:         memref.copy
// CHECK-NEXT:    linalg.fill
// CHECK-NOT:     llvm.call
// CHECK:         memref.dealloc
// CHECK:         llvm.mlir.addressof @[[B]]
// CHECK:         %[[C64:.*]] = arith.constant 64 : index
// CHECK:         llvm.call @split_mlir_profile_op
// CHECK-NOT:     llvm.call
// CHECK:         return
func.func @sequences(%x: memref<?xf32>, %y: memref<8xf32>, %z: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %temporary = memref.alloc() : memref<4xi8> loc("a")
  linalg.fill ins(%zero : f32) outs(%x : memref<?xf32>) loc("a")
  memref.copy %y, %z : memref<8xf32> to memref<8xf32> loc("b")
  linalg.fill ins(%zero : f32) outs(%y : memref<8xf32>) loc("b")
  memref.dealloc %temporary : memref<4xi8> loc("a")
  return
}

// Ops that were fused have one call. A loop is one op, with the views in it.
// CHECK-LABEL: func.func @fused(
// CHECK:         scf.for
// CHECK-NOT:     llvm.call
// CHECK:         }
// CHECK:         llvm.mlir.addressof @[[FUSED]]
// CHECK:         %[[C24:.*]] = arith.constant 24 : index
// CHECK:         llvm.call @split_mlir_profile_op
func.func @fused(%x: memref<2x3xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    %row = memref.subview %x[%i, 0] [1, 3] [1, 1]
        : memref<2x3xf32> to memref<3xf32, strided<[1], offset: ?>>
    linalg.fill ins(%zero : f32) outs(%row : memref<3xf32, strided<[1], offset: ?>>)
  } loc(fused["a", "b"])
  return
}

// The bytes of a memref whose rank only a branch knows are not counted.
// CHECK-LABEL: func.func @unranked(
// CHECK:         }
// CHECK:         %[[C0:.*]] = arith.constant 0 : index
// CHECK:         llvm.call @split_mlir_profile_op
func.func @unranked(%x: memref<*xf32>, %c: i1) {
  %zero = arith.constant 0.0 : f32
  scf.if %c {
    %ranked = memref.cast %x : memref<*xf32> to memref<4xf32>
    linalg.fill ins(%zero : f32) outs(%ranked : memref<4xf32>)
  } loc("a")
  return
}

// Functions without ops, without bodies, and those that passes have created.
// CHECK-LABEL: func.func @empty()
// CHECK-COUNT-1: llvm.call
// CHECK-NOT:   llvm.call
func.func @empty() {
  return
}
func.func private @external(memref<4xf32>)
func.func private @kernel(%x: memref<4xf32>) attributes {passthrough = ["noinline"]} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%x : memref<4xf32>) loc("a")
  return
}

// -----

// expected-error@+1 {{'split_mlir_profile_op' is also the name of a library function that compiled code calls; expected another name}}
func.func @split_mlir_profile_op() {
  return
}
