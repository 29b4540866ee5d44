// Splits bufferize by themselves to one view for each piece that is used.
// RUN: split-opt %s -one-shot-bufferize=bufferize-function-boundaries -cse -canonicalize -split-input-file | FileCheck %s
// RUN: split-opt %s -one-shot-bufferize=bufferize-function-boundaries -split-input-file | FileCheck %s --check-prefix=CAST
// RUN: split-opt %s -one-shot-bufferize="bufferize-function-boundaries test-analysis-only" -split-input-file | FileCheck %s --check-prefix=PLACE
// RUN: split-opt %s -one-shot-bufferize="bufferize-function-boundaries copy-before-write" -o /dev/null -split-input-file

// CHECK-LABEL: func @equal(
// CHECK-SAME: %[[X:.+]]: memref<6x8xf32, strided<[?, ?], offset: ?>>)
// CHECK-NOT: memref.alloc
// CHECK: %[[C:.+]] = memref.subview %[[X]][4, 0] [2, 8] [1, 1] : memref<6x8xf32, strided<[?, ?], offset: ?>> to memref<2x8xf32, strided<[?, ?], offset: ?>>
// CHECK-NOT: memref.subview
// CHECK: return %[[C]]
// PLACE-LABEL: func @equal
// PLACE: split.split {{.*}} {__inplace_operands_attr__ = ["true"]}
func.func @equal(%x: tensor<6x8xf32>) -> tensor<2x8xf32> {
  %a, %b, %c = split.split %x axis(0) into 3 : tensor<6x8xf32> -> tensor<2x8xf32>, tensor<2x8xf32>, tensor<2x8xf32>
  return %c : tensor<2x8xf32>
}

// -----

// A layout that is known stays known.
// CHECK-LABEL: func @known_layout(
// CHECK: %[[X:.+]] = memref.alloc() {{.*}} : memref<6x8xf32>
// CHECK: memref.subview %[[X]][0, 0] [6, 3] [1, 1] : memref<6x8xf32> to memref<6x3xf32, strided<[8, 1]>>
// CHECK: memref.subview %[[X]][0, 3] [6, 5] [1, 1] : memref<6x8xf32> to memref<6x5xf32, strided<[8, 1], offset: 3>>
func.func @known_layout(%f: f32) -> (tensor<6x3xf32>, tensor<6x5xf32>) {
  %e = tensor.empty() : tensor<6x8xf32>
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<6x8xf32>) -> tensor<6x8xf32>
  %a, %b = split.variadic_split %x axis(-1) lengths [3, -1] : tensor<6x8xf32> -> tensor<6x3xf32>, tensor<6x5xf32>
  return %a, %b : tensor<6x3xf32>, tensor<6x5xf32>
}

// -----

// The lengths are read, and are nothing's alias.
// CHECK-LABEL: func @run_time_lengths(
// CHECK-SAME: %[[X:.+]]: memref<6x?xf32, {{.*}}>, %[[LENGTHS:.+]]: memref<2xi64, {{.*}}>)
// CHECK: %[[L0:.+]] = memref.load %[[LENGTHS]]
// CHECK: %[[L1:.+]] = memref.load %[[LENGTHS]]
// CHECK-NOT: memref.alloc
// CHECK: memref.subview %[[X]][0, 0] [6, %{{.+}}] [1, 1]
// CHECK: memref.subview %[[X]][0, %{{.+}}] [6, 4] [1, 1] : {{.*}} to memref<6x4xf32, strided<[?, ?], offset: ?>>
// PLACE-LABEL: func @run_time_lengths
// PLACE: split.variadic_split {{.*}} {__inplace_operands_attr__ = ["true", "true"]}
func.func @run_time_lengths(%x: tensor<6x?xf32>, %l: tensor<2xi64>) -> (tensor<6x?xf32>, tensor<6x4xf32>) {
  %a, %b = split.variadic_split %x axis(1) lengths(%l : tensor<2xi64>) : tensor<6x?xf32> -> tensor<6x?xf32>, tensor<6x4xf32>
  return %a, %b : tensor<6x?xf32>, tensor<6x4xf32>
}

// -----

// CHECK-LABEL: func @run_time_axis(
// CHECK-SAME: %[[X:.+]]: memref<6x8xf32, {{.*}}>, %[[AXIS:.+]]: index)
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: memref.subview %[[X]][0, 0] [%{{.+}}, %{{.+}}] [1, 1]
// CHECK: memref.subview %[[X]][%{{.+}}, %{{.+}}] [%{{.+}}, %{{.+}}] [1, 1]
// CHECK: return
func.func @run_time_axis(%x: tensor<6x8xf32>, %axis: index) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %a, %b = split.split %x axis(%axis : index) into 2 : tensor<6x8xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return %a, %b : tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

// Less precise result types are casts, which upstream looks through at a return;
// more precise ones are the views' own.
// CHECK-LABEL: func @stated_sizes(
// CHECK-SAME: %[[X:.+]]: memref<4x?xf32, strided<[?, ?], offset: ?>>)
// CHECK: %[[A:.+]] = memref.subview %[[X]][0, 0] [2, %{{.+}}] [1, 1] : {{.*}} to memref<2x?xf32, strided<[?, ?], offset: ?>>
// CHECK: %[[B:.+]] = memref.subview %[[X]][2, 0] [2, 7] [1, 1] : {{.*}} to memref<2x7xf32, strided<[?, ?], offset: ?>>
// CHECK: return %[[A]], %[[B]]
// CAST-LABEL: func @stated_sizes(
// CAST: %[[A:.+]] = memref.subview {{.*}} to memref<2x?xf32, strided<[?, ?], offset: ?>>
// CAST: memref.cast %[[A]] : {{.*}} to memref<?x?xf32, strided<[?, ?], offset: ?>>
func.func @stated_sizes(%x: tensor<4x?xf32>) -> (tensor<?x?xf32>, tensor<2x7xf32>) {
  %a, %b = split.split %x axis(0) into 2 : tensor<4x?xf32> -> tensor<?x?xf32>, tensor<2x7xf32>
  return %a, %b : tensor<?x?xf32>, tensor<2x7xf32>
}

// -----

// C7: what is empty needs neither a place nor an allocation.
// CHECK-LABEL: func @empty_pieces(
// CHECK-SAME: %[[X:.+]]: memref<6x8xf32
// CHECK-NOT: memref.alloc
// CHECK-DAG: memref.reinterpret_cast %[[X]] to {{.*}} sizes: [6, 0], {{.*}} to memref<6x0xf32>
// CHECK-DAG: memref.reinterpret_cast %[[X]] to {{.*}} sizes: [6, 0], {{.*}} to memref<6x?xf32, strided<[?, ?], offset: ?>>
// CHECK: return
func.func @empty_pieces(%x: tensor<6x8xf32>) -> (tensor<6x0xf32>, tensor<6x?xf32>) {
  %a, %b, %c = split.variadic_split %x axis(1) lengths [0, 8, 0] : tensor<6x8xf32> -> tensor<6x0xf32>, tensor<6x8xf32>, tensor<6x?xf32>
  return %a, %c : tensor<6x0xf32>, tensor<6x?xf32>
}

// -----

// CHECK-LABEL: func @empty_data(
// CHECK-SAME: %[[X:.+]]: memref<4x0x?xf32
// CHECK-NOT: memref.alloc
// CHECK: memref.reinterpret_cast %[[X]] to {{.*}} sizes: [2, 0, %{{.+}}], {{.*}} to memref<2x0x?xf32>
func.func @empty_data(%x: tensor<4x0x?xf32>) -> tensor<2x0x?xf32> {
  %a, %b = split.split %x axis(0) into 2 : tensor<4x0x?xf32> -> tensor<2x0x?xf32>, tensor<2x0x?xf32>
  return %b : tensor<2x0x?xf32>
}

// -----

// C8: encodings end here.
// CHECK-LABEL: func @encoding(
// CHECK: memref.subview
// CHECK-NOT: "dense"
// CHECK: return
func.func @encoding(%x: tensor<4xf32, "dense">) -> tensor<2xf32, "dense"> {
  %a, %b = split.split %x axis(0) into 2 : tensor<4xf32, "dense"> -> tensor<2xf32, "dense">, tensor<2xf32, "dense">
  return %b : tensor<2xf32, "dense">
}

// -----

// C9: nothing is left of a split that nobody asks for. Checks hold no tensors.
// CHECK-LABEL: func @unused(
// CHECK-NEXT: split.assert %{{.+}}, "message"
// CHECK-NEXT: return
func.func @unused(%x: tensor<4xf32>, %ok: i1) {
  split.assert %ok, "message"
  %a, %b = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  return
}

// -----

// The memory space is data's.
// CHECK-LABEL: func @memory_space(
// CHECK: memref.subview {{.*}} : memref<4xf32, 3> to memref<2xf32, strided<[1], offset: 2>, 3>
func.func @memory_space() -> f32 {
  %c0 = arith.constant 0 : index
  %x = bufferization.alloc_tensor() {memory_space = 3 : i64} : tensor<4xf32>
  %a, %b = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %0 = tensor.extract %b[%c0] : tensor<2xf32>
  return %0 : f32
}

// -----

// Loops ask for the types of pieces before there are buffers.
// CHECK-LABEL: func @type_ahead(
// CHECK-SAME: %[[X:.+]]: memref<4xf32, strided<[?], offset: ?>>
// CHECK: %[[B:.+]] = memref.subview %[[X]][2]
// CHECK: scf.for
// CHECK-NEXT: memref.store %{{.+}}, %[[B]]
// CHECK-NOT: memref.copy
// CHECK: return %[[B]]
func.func @type_ahead(%x: tensor<4xf32>, %f: f32, %n: index) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a, %b = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %b) -> tensor<2xf32> {
    %t = tensor.insert %f into %s[%i] : tensor<2xf32>
    scf.yield %t : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}
