// Listed folds and patterns are applied, and no others.
// RUN: split-opt %s -split-canonicalize -split-input-file | FileCheck %s
// RUN: split-opt %s -split-canonicalize=merge-blocks=false -split-input-file \
// RUN:   | FileCheck %s --check-prefix=BLOCKS

// CHECK-LABEL: func @fold_constants(
// CHECK: %[[C:.+]] = arith.constant 7 : i32
// CHECK-NEXT: return %[[C]]
func.func @fold_constants() -> i32 {
  %c3 = arith.constant 3 : i32
  %c4 = arith.constant 4 : i32
  %0 = arith.addi %c3, %c4 : i32
  return %0 : i32
}

// CHECK-LABEL: func @fold_in_place(
// CHECK: arith.addi %{{.*}}, %c3
func.func @fold_in_place(%x: i32) -> i32 {
  %c3 = arith.constant 3 : i32
  %0 = arith.addi %c3, %x : i32
  return %0 : i32
}

// CHECK-LABEL: func @fold_to_value(
// CHECK-SAME: %[[X:.+]]: i1
// CHECK-NEXT: return %[[X]]
func.func @fold_to_value(%x: i1) -> i1 {
  %0 = arith.andi %x, %x : i1
  return %0 : i1
}

// The results of one fold are operands of the next, and of a pattern of a split.
// CHECK-LABEL: func @pattern(
// CHECK: split.split %{{.+}} axis(1) into 2
func.func @pattern(%x: tensor<4x6xf32>) -> tensor<4x3xf32> {
  %c = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %a = arith.subi %c, %c3 : i32
  %0:2 = split.split %x axis(%a : i32) into 2
      : tensor<4x6xf32> -> tensor<4x3xf32>, tensor<4x3xf32>
  return %0#1 : tensor<4x3xf32>
}

// A listed pattern whose root is another op than the one that adds it.
// CHECK-LABEL: func @pattern_of_another_op(
// CHECK-SAME: %[[N:.+]]: index
// CHECK-NEXT: return %[[N]]
func.func @pattern_of_another_op(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %e = tensor.empty(%n) : tensor<?xf32>
  %d = tensor.dim %e, %c0 : tensor<?xf32>
  return %d : index
}

// -----

// CHECK-LABEL: func @lossless_casts(
// CHECK-SAME: %[[N:.+]]: index, %[[X:.+]]: i8
// CHECK-NEXT: return %[[N]], %[[X]]
func.func @lossless_casts(%n: index, %x: i8) -> (index, i8) {
  %0 = arith.index_cast %n : index to i64
  %1 = arith.index_cast %0 : i64 to index
  %2 = arith.index_castui %x : i8 to index
  %3 = arith.index_castui %2 : index to i8
  return %1, %3 : index, i8
}

// CHECK-LABEL: func @no_fold_lossy_casts(
// CHECK-COUNT-2: arith.index_cast %
// CHECK-COUNT-2: arith.index_castui %
func.func @no_fold_lossy_casts(%n: index, %x: i128) -> (index, i128) {
  %0 = arith.index_cast %n : index to i63
  %1 = arith.index_cast %0 : i63 to index
  %2 = arith.index_castui %x : i128 to index
  %3 = arith.index_castui %2 : index to i128
  return %1, %3 : index, i128
}

// CHECK-LABEL: func @no_fold_to_dynamic_constant(
// CHECK: arith.cmpi eq
// CHECK: arith.xori
func.func @no_fold_to_dynamic_constant(%x: tensor<?xi32>, %y: tensor<*xi32>)
    -> (tensor<?xi1>, tensor<*xi32>) {
  %0 = arith.cmpi eq, %x, %x : tensor<?xi32>
  %1 = arith.xori %y, %y : tensor<*xi32>
  return %0, %1 : tensor<?xi1>, tensor<*xi32>
}

// CHECK-LABEL: func @no_unlisted_pattern(
// CHECK: index.sub
// CHECK: index.cmp
func.func @no_unlisted_pattern(%x: index, %y: index) -> i1 {
  %z = index.constant 0
  %d = index.sub %x, %y
  %0 = index.cmp slt(%d, %z)
  return %0 : i1
}

// -----

func.func private @g() -> i32

// Two blocks with the same contents.
// CHECK-LABEL: func @blocks(
// CHECK-COUNT-1: call @g
// CHECK-NOT: call @g
// BLOCKS-LABEL: func @blocks(
// BLOCKS-COUNT-2: call @g
func.func @blocks(%c: i1) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = func.call @g() : () -> i32
  return %0 : i32
^b:
  %1 = func.call @g() : () -> i32
  return %1 : i32
}

// -----

// What follows a check that always fails is removed.
// CHECK-LABEL: func @after_failure(
// CHECK-SAME: %[[X:.+]]: tensor<4xf32>
// CHECK: scf.if
// CHECK-NEXT: split.assert %false
// CHECK-NOT: tensor.pad
// CHECK-NOT: tensor.extract
// CHECK: } else {
func.func @after_failure(%x: tensor<4xf32>, %c: i1) -> (tensor<*xf32>, f32) {
  %low = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %y = tensor.cast %x : tensor<4xf32> to tensor<*xf32>
  %r:2 = scf.if %c -> (tensor<*xf32>, f32) {
    %false = arith.constant false
    split.assert %false, "negative"
    %p = tensor.pad %x low[%low] high[0] {
    ^bb0(%i: index):
      tensor.yield %zero : f32
    } : tensor<4xf32> to tensor<?xf32>
    %e = tensor.extract %p[%c0] : tensor<?xf32>
    %q = tensor.cast %p : tensor<?xf32> to tensor<*xf32>
    scf.yield %q, %e : tensor<*xf32>, f32
  } else {
    scf.yield %y, %zero : tensor<*xf32>, f32
  }
  return %r#0, %r#1 : tensor<*xf32>, f32
}

// -----

// CHECK-LABEL: func @negative_padding(
// CHECK-NEXT: tensor.empty() : tensor<3xf32>
func.func @negative_padding(%x: tensor<4xf32>, %v: f32) -> tensor<3xf32> {
  %0 = tensor.pad %x low[-1] high[0] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<4xf32> to tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func @too_long_concat(
// CHECK: tensor.empty(%c0) : tensor<?x0xf32>
func.func @too_long_concat(%x: tensor<4611686018427387904x0xf32>) -> tensor<?x0xf32> {
  %0 = tensor.concat dim(0) %x, %x : (tensor<4611686018427387904x0xf32>, tensor<4611686018427387904x0xf32>) -> tensor<?x0xf32>
  return %0 : tensor<?x0xf32>
}

// -----

// CHECK-LABEL: func @negative_offset(
// CHECK-SAME: %[[X:.+]]: memref<?xf32>, %[[N:.+]]: index)
// CHECK: memref.subview %[[X]][0] [%[[N]]] [1]
func.func @negative_offset(%x: memref<?xf32>, %n: index) -> memref<?xf32, strided<[1], offset: ?>> {
  %o = arith.constant -1 : index
  %0 = memref.subview %x[%o] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
  return %0 : memref<?xf32, strided<[1], offset: ?>>
}

// -----

// Sizes that contradict each other stay behind the cast.
// CHECK-LABEL: func @contradiction(
// CHECK: %[[Z:.+]] = tensor.cast
// CHECK: linalg.copy {{.*}} outs(%[[Z]] : tensor<?xf32>)
func.func @contradiction(%x: tensor<4xf32>, %y: tensor<5xf32>) -> tensor<?xf32> {
  %z = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %0 = linalg.copy ins(%y : tensor<5xf32>) outs(%z : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A sum of many sizes is not composed with the maps of its operands.
#sum = affine_map<(a, b, c, d, e, f, g, h, i) -> (a + b + c + d + e + f + g + h + i)>
// CHECK-LABEL: func @long_map(
// CHECK-COUNT-8: arith.addi
// CHECK-NOT: affine.apply
func.func @long_map(%a: index, %b: index, %c: index, %d: index, %e: index, %f: index, %g: index, %h: index, %i: index) -> index {
  %0 = affine.apply #sum(%a, %b, %c, %d, %e, %f, %g, %h, %i)
  return %0 : index
}

// -----

#sum = affine_map<(a, b, c, d, e, f, g, h, i) -> (a + b + c + d + e + f + g + h + i)>
// CHECK-LABEL: func @no_expansion_for_affine(
// CHECK: affine.apply
// CHECK: affine.load
func.func @no_expansion_for_affine(%m: memref<100xf32>, %a: index, %b: index, %c: index, %d: index, %e: index, %f: index, %g: index, %h: index) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to 4 iter_args(%s = %zero) -> f32 {
    %k = affine.apply #sum(%a, %b, %c, %d, %e, %f, %g, %h, %i)
    %v = affine.load %m[%k] : memref<100xf32>
    %t = arith.addf %s, %v : f32
    affine.yield %t : f32
  }
  return %r : f32
}
