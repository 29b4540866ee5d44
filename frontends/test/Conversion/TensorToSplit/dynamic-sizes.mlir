// Slices whose sizes and offsets are known at run time.
// RUN: split-opt %s -split-raise-slices | FileCheck %s
// No check but that of the sum is needed where types tell more than the split.
// RUN: split-opt %s -split-raise-slices -split-generate-runtime-checks | FileCheck %s --check-prefix=CLAIMS

// CLAIMS-NOT: but its type states

// Other dimensions are taken whole, as tensor.dim tells.
// CHECK-LABEL: func @other_dimensions(
// CHECK-SAME: %[[X:.+]]: tensor<?x6x?xf32>
func.func @other_dimensions(%x: tensor<?x6x?xf32>) -> (tensor<?x3x?xf32>, tensor<?x3x?xf32>) {
  // CHECK: %[[P:.+]]:2 = split.split %[[X]] axis(1) into 2 : tensor<?x6x?xf32> -> tensor<?x3x?xf32>, tensor<?x3x?xf32>
  // CHECK-NEXT: return %[[P]]#0, %[[P]]#1
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x6x?xf32>
  %d2 = tensor.dim %x, %c2 : tensor<?x6x?xf32>
  %a = tensor.extract_slice %x[0, 0, 0] [%d0, 3, %d2] [1, 1, 1] : tensor<?x6x?xf32> to tensor<?x3x?xf32>
  %again = tensor.dim %x, %c0 : tensor<?x6x?xf32>
  %b = tensor.extract_slice %x[%c0, 3, 0] [%again, 3, %d2] [1, 1, 1] : tensor<?x6x?xf32> to tensor<?x3x?xf32>
  return %a, %b : tensor<?x3x?xf32>, tensor<?x3x?xf32>
}

// CHECK-LABEL: func @two_lengths(
// CHECK-SAME: %[[X:.+]]: tensor<?x2xf32>, %[[N:.+]]: index
func.func @two_lengths(%x: tensor<?x2xf32>, %n: index) -> (tensor<?x2xf32>, tensor<?x2xf32>) {
  // CHECK: %[[R:.+]] = arith.subi
  // CHECK-NEXT: %[[P:.+]]:2 = split.variadic_split %[[X]] axis(0) lengths [%[[N]], %[[R]]] : tensor<?x2xf32> -> tensor<?x2xf32>, tensor<?x2xf32>
  // CHECK-NEXT: return %[[P]]#0, %[[P]]#1
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x2xf32>
  %r = arith.subi %d, %n : index
  %a = tensor.extract_slice %x[0, 0] [%n, 2] [1, 1] : tensor<?x2xf32> to tensor<?x2xf32>
  %b = tensor.extract_slice %x[%n, 0] [%r, 2] [1, 1] : tensor<?x2xf32> to tensor<?x2xf32>
  return %a, %b : tensor<?x2xf32>, tensor<?x2xf32>
}

// One length is what the others leave.
// CHECK-LABEL: func @one_length(
func.func @one_length(%x: tensor<?xf32>) -> (tensor<2xf32>, tensor<?xf32>, tensor<3xf32>) {
  // CHECK: %[[P:.+]]:3 = split.variadic_split %{{.+}} axis(0) lengths [2, -1, 3] : tensor<?xf32> -> tensor<2xf32>, tensor<?xf32>, tensor<3xf32>
  // CHECK-NEXT: return %[[P]]#0, %[[P]]#1, %[[P]]#2
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %rest = affine.apply affine_map<()[s0] -> (s0 - 5)>()[%d]
  %last = affine.apply affine_map<(d0) -> (d0 - 3)>(%d)
  %a = tensor.extract_slice %x[0] [2] [1] : tensor<?xf32> to tensor<2xf32>
  %b = tensor.extract_slice %x[2] [%rest] [1] : tensor<?xf32> to tensor<?xf32>
  %c = tensor.extract_slice %x[%last] [3] [1] : tensor<?xf32> to tensor<3xf32>
  return %a, %b, %c : tensor<2xf32>, tensor<?xf32>, tensor<3xf32>
}

// Static lengths beside others stay static.
// CHECK-LABEL: func @mixed_lengths(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>, %[[N:.+]]: index
func.func @mixed_lengths(%x: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<2xf32>, tensor<?xf32>) {
  // CHECK: %[[R:.+]] = arith.subi
  // CHECK-NEXT: %[[P:.+]]:3 = split.variadic_split %[[X]] axis(0) lengths [%[[N]], 2, %[[R]]] : tensor<?xf32> -> tensor<?xf32>, tensor<2xf32>, tensor<?xf32>
  // CHECK-NEXT: return %[[P]]#0, %[[P]]#1, %[[P]]#2
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %o = arith.addi %n, %c2 : index
  %r = arith.subi %d, %o : index
  %a = tensor.extract_slice %x[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %b = tensor.extract_slice %x[%n] [2] [1] : tensor<?xf32> to tensor<2xf32>
  %c = tensor.extract_slice %x[%o] [%r] [1] : tensor<?xf32> to tensor<?xf32>
  return %a, %b, %c : tensor<?xf32>, tensor<2xf32>, tensor<?xf32>
}

// The split knows more than the types of the slices.
// CHECK-LABEL: func @constant_operands(
// CHECK-SAME: %[[X:.+]]: tensor<6x3xf32>
func.func @constant_operands(%x: tensor<6x3xf32>) -> (tensor<?x3xf32>, tensor<?x?xf32>) {
  // CHECK: %[[P:.+]]:2 = split.variadic_split %[[X]] axis(0) lengths [2, 4] : tensor<6x3xf32> -> tensor<2x3xf32>, tensor<4x3xf32>
  // CHECK-NEXT: %[[A:.+]] = tensor.cast %[[P]]#0 : tensor<2x3xf32> to tensor<?x3xf32>
  // CHECK-NEXT: %[[B:.+]] = tensor.cast %[[P]]#1 : tensor<4x3xf32> to tensor<?x?xf32>
  // CHECK-NEXT: return %[[A]], %[[B]]
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %a = tensor.extract_slice %x[0, 0] [%c2, 3] [%c1, 1] : tensor<6x3xf32> to tensor<?x3xf32>
  %b = tensor.extract_slice %x[%c2, 0] [%c4, %c3] [1, 1] : tensor<6x3xf32> to tensor<?x?xf32>
  return %a, %b : tensor<?x3xf32>, tensor<?x?xf32>
}

// The types of the slices know more than that of the tensor: lengths say it too.
// CHECK-LABEL: func @known_size(
func.func @known_size(%y: tensor<4x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  // CHECK: %[[X:.+]] = tensor.cast
  // CHECK-NEXT: %[[P:.+]]:2 = split.variadic_split %[[X]] axis(0) lengths [2, 2] : tensor<?x?xf32> -> tensor<2x?xf32>, tensor<2x?xf32>
  // CHECK-NEXT: %[[A:.+]] = tensor.cast %[[P]]#0 : tensor<2x?xf32> to tensor<2x2xf32>
  // CHECK-NEXT: %[[B:.+]] = tensor.cast %[[P]]#1 : tensor<2x?xf32> to tensor<2x2xf32>
  // CHECK-NEXT: return %[[A]], %[[B]]
  %x = tensor.cast %y : tensor<4x2xf32> to tensor<?x?xf32>
  %a = tensor.extract_slice %x[0, 0] [2, 2] [1, 1] : tensor<?x?xf32> to tensor<2x2xf32>
  %b = tensor.extract_slice %x[2, 0] [2, 2] [1, 1] : tensor<?x?xf32> to tensor<2x2xf32>
  return %a, %b : tensor<2x2xf32>, tensor<2x2xf32>
}

// The size of the tensor is a multiple of that of the slices.
// CHECK-LABEL: func @equal(
func.func @equal(%n: index) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  // CHECK: %[[X:.+]] = linalg.fill
  // CHECK: %[[P:.+]]:3 = split.split %[[X]] axis(0) into 3 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  // CHECK-NEXT: return %[[P]]#0, %[[P]]#1, %[[P]]#2
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f32
  %d = arith.muli %n, %c3 : index
  %e = tensor.empty(%d) : tensor<?xf32>
  %x = linalg.fill ins(%one : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %o = arith.muli %c2, %n : index
  %a = tensor.extract_slice %x[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %b = tensor.extract_slice %x[%n] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %c = tensor.extract_slice %x[%o] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  return %a, %b, %c : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// A half, and the other one, which may be longer. Terms of affine maps that are
// written alike are equal.
// CHECK-LABEL: func @halves(
func.func @halves(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [%{{.+}}, %{{.+}}]
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %h = affine.apply affine_map<()[s0] -> (s0 floordiv 2)>()[%d]
  %o = affine.apply affine_map<(d0)[s0] -> (s0 floordiv 2)>(%h)[%d]
  %r = affine.apply affine_map<(d0) -> (d0 - d0 floordiv 2)>(%d)
  %a = tensor.extract_slice %x[0] [%h] [1] : tensor<?xf32> to tensor<?xf32>
  %b = tensor.extract_slice %x[%o] [%r] [1] : tensor<?xf32> to tensor<?xf32>
  return %a, %b : tensor<?xf32>, tensor<?xf32>
}

// So are terms that have a value in two places.
// CHECK-LABEL: func @two_thirds(
func.func @two_thirds(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  // CHECK: split.variadic_split
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %n = affine.apply affine_map<()[s0] -> (s0 * 2 floordiv 3)>()[%d]
  %o = affine.apply affine_map<(d0)[s0] -> ((d0 + s0) floordiv 3)>(%d)[%d]
  %r = arith.subi %d, %n : index
  %a = tensor.extract_slice %x[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %b = tensor.extract_slice %x[%o] [%r] [1] : tensor<?xf32> to tensor<?xf32>
  return %a, %b : tensor<?xf32>, tensor<?xf32>
}

// Arithmetic on i64, as frontends write it.
// CHECK-LABEL: func @i64(
func.func @i64(%x: tensor<?xf32>, %k: i64) -> (tensor<?xf32>, tensor<?xf32>) {
  // CHECK: split.variadic_split
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %d64 = arith.index_cast %d : index to i64
  %r64 = arith.subi %d64, %k : i64
  %n = arith.index_cast %k : i64 to index
  %r = arith.index_castui %r64 : i64 to index
  %a = tensor.extract_slice %x[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %b = tensor.extract_slice %x[%n] [%r] [1] : tensor<?xf32> to tensor<?xf32>
  return %a, %b : tensor<?xf32>, tensor<?xf32>
}

// Sizes of what loops and conditionals yield are what they are.
// CHECK-LABEL: func @control_flow(
func.func @control_flow(%x: tensor<?xf32>, %n: index, %k: index, %c: i1) -> (tensor<?xf32>, tensor<?xf32>) {
  // CHECK: scf.for {{.*}} iter_args(%[[Z:.+]] = %{{.+}})
  // CHECK: split.variadic_split %[[Z]] axis(0)
  // CHECK: %[[W:.+]] = scf.if
  // CHECK: split.variadic_split %[[W]] axis(0)
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %k step %c1 iter_args(%z = %x) -> tensor<?xf32> {
    %d = tensor.dim %z, %c0 : tensor<?xf32>
    %m = arith.subi %d, %n : index
    %a = tensor.extract_slice %z[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
    %b = tensor.extract_slice %z[%n] [%m] [1] : tensor<?xf32> to tensor<?xf32>
    %r = tensor.concat dim(0) %b, %a : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %r : tensor<?xf32>
  }
  %w = scf.if %c -> tensor<?xf32> {
    scf.yield %x : tensor<?xf32>
  } else {
    scf.yield %y : tensor<?xf32>
  }
  %d = tensor.dim %w, %c0 : tensor<?xf32>
  %m = arith.subi %d, %n : index
  %a = tensor.extract_slice %w[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %b = tensor.extract_slice %w[%n] [%m] [1] : tensor<?xf32> to tensor<?xf32>
  return %a, %b : tensor<?xf32>, tensor<?xf32>
}

// The static sum is the size, by upstream's bounds of tensor.pad.
// CHECK-LABEL: func @padded(
func.func @padded(%y: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<3xf32>) {
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [-1, 3] : tensor<?xf32> -> tensor<?xf32>, tensor<3xf32>
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %x = tensor.pad %y low[0] high[3] {
  ^bb0(%i: index):
    tensor.yield %one : f32
  } : tensor<?xf32> to tensor<?xf32>
  %d = tensor.dim %y, %c0 : tensor<?xf32>
  %a = tensor.extract_slice %x[0] [%d] [1] : tensor<?xf32> to tensor<?xf32>
  %b = tensor.extract_slice %x[%d] [3] [1] : tensor<?xf32> to tensor<3xf32>
  return %a, %b : tensor<?xf32>, tensor<3xf32>
}

//===----------------------------------------------------------------------===//
// What may not cover the tensor
//===----------------------------------------------------------------------===//

// Static slices of a size that is not known.
// CHECK-LABEL: func @no_raise_unknown_size(
// CHECK-NOT: split.
func.func @no_raise_unknown_size(%x: tensor<?xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %a = tensor.extract_slice %x[0] [2] [1] : tensor<?xf32> to tensor<2xf32>
  %b = tensor.extract_slice %x[2] [2] [1] : tensor<?xf32> to tensor<2xf32>
  return %a, %b : tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: func @no_raise_unrelated_lengths(
// CHECK-NOT: split.
func.func @no_raise_unrelated_lengths(%x: tensor<?xf32>, %n: index, %m: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %a = tensor.extract_slice %x[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %b = tensor.extract_slice %x[%n] [%m] [1] : tensor<?xf32> to tensor<?xf32>
  return %a, %b : tensor<?xf32>, tensor<?xf32>
}

// The second starts elsewhere.
// CHECK-LABEL: func @no_raise_unrelated_offset(
// CHECK-NOT: split.
func.func @no_raise_unrelated_offset(%x: tensor<?xf32>, %n: index, %o: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %r = arith.subi %d, %o : index
  %a = tensor.extract_slice %x[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %b = tensor.extract_slice %x[%o] [%r] [1] : tensor<?xf32> to tensor<?xf32>
  return %a, %b : tensor<?xf32>, tensor<?xf32>
}

// One element may be left over.
// CHECK-LABEL: func @no_raise_floor_halves(
// CHECK-NOT: split.
func.func @no_raise_floor_halves(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %h = affine.apply affine_map<()[s0] -> (s0 floordiv 2)>()[%d]
  %a = tensor.extract_slice %x[0] [%h] [1] : tensor<?xf32> to tensor<?xf32>
  %b = tensor.extract_slice %x[%h] [%h] [1] : tensor<?xf32> to tensor<?xf32>
  return %a, %b : tensor<?xf32>, tensor<?xf32>
}

// The size of another dimension, or of another tensor.
// CHECK-LABEL: func @no_raise_other_dimension(
// CHECK-NOT: split.
func.func @no_raise_other_dimension(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %n: index) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %r0 = arith.subi %d0, %n : index
  %r1 = arith.subi %d1, %n : index
  %a = tensor.extract_slice %x[0, 0] [%n, %d1] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  %b = tensor.extract_slice %x[%n, 0] [%r1, %d1] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  %e1 = tensor.dim %y, %c1 : tensor<?x?xf32>
  %c = tensor.extract_slice %x[%n, 0] [%r0, %e1] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  return %a, %b, %c : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

// An offset along a dimension that is taken whole may be anything.
// CHECK-LABEL: func @no_raise_unknown_offset_elsewhere(
// CHECK-NOT: split.
func.func @no_raise_unknown_offset_elsewhere(%x: tensor<4x3xf32>, %o: index) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %a = tensor.extract_slice %x[0, %o] [2, 3] [1, 1] : tensor<4x3xf32> to tensor<2x3xf32>
  %b = tensor.extract_slice %x[2, %o] [2, 3] [1, 1] : tensor<4x3xf32> to tensor<2x3xf32>
  return %a, %b : tensor<2x3xf32>, tensor<2x3xf32>
}

// A dimension that is not there, and one that is known only at run time.
// CHECK-LABEL: func @no_raise_unknown_dimension(
// CHECK-NOT: split.
func.func @no_raise_unknown_dimension(%x: tensor<?xf32>, %i: index, %n: index) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %c7 = arith.constant 7 : index
  %d = tensor.dim %x, %c7 : tensor<?xf32>
  %e = tensor.dim %x, %i : tensor<?xf32>
  %r = arith.subi %d, %n : index
  %s = arith.subi %e, %n : index
  %a = tensor.extract_slice %x[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %b = tensor.extract_slice %x[%n] [%r] [1] : tensor<?xf32> to tensor<?xf32>
  %c = tensor.extract_slice %x[%n] [%s] [1] : tensor<?xf32> to tensor<?xf32>
  return %a, %b, %c : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// What i32 does not hold is lost.
// CHECK-LABEL: func @no_raise_i32(
// CHECK-NOT: split.
func.func @no_raise_i32(%x: tensor<?xf32>, %k: i32) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %d32 = arith.index_cast %d : index to i32
  %r32 = arith.subi %d32, %k : i32
  %n = arith.index_cast %k : i32 to index
  %r = arith.index_cast %r32 : i32 to index
  %a = tensor.extract_slice %x[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %b = tensor.extract_slice %x[%n] [%r] [1] : tensor<?xf32> to tensor<?xf32>
  return %a, %b : tensor<?xf32>, tensor<?xf32>
}

// A product that is doubled and divided again may have lost its first bit.
// CHECK-LABEL: func @no_raise_overflow(
// CHECK-NOT: split.
func.func @no_raise_overflow(%x: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %r = arith.subi %d, %n : index
  %twice = arith.muli %n, %c2 : index
  %o = arith.floordivsi %twice, %c2 : index
  %a = tensor.extract_slice %x[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %b = tensor.extract_slice %x[%o] [%r] [1] : tensor<?xf32> to tensor<?xf32>
  return %a, %b : tensor<?xf32>, tensor<?xf32>
}

// Unreachable code may use values before they are there, and compute them from
// themselves.
// CHECK-LABEL: func @unreachable(
func.func @unreachable(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  // CHECK: ^bb1:
  // CHECK: %[[P:.+]]:2 = split.split %[[Y:.+]] axis(0) into 2
  // CHECK-NEXT: %[[I:.+]] = tensor.insert_slice %[[P]]#0
  // CHECK-NEXT: %[[Y]] = tensor.insert_slice %[[P]]#1 into %[[I]]
  // CHECK-COUNT-2: tensor.extract_slice
  cf.br ^end(%x : tensor<4xf32>)
^dead:
  %p = arith.addi %q, %n : index
  %q = arith.subi %p, %n : index
  %i = tensor.insert_slice %s into %y[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %s = tensor.extract_slice %y[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %t = tensor.extract_slice %y[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %y = tensor.insert_slice %t into %i[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %v = tensor.extract_slice %y[%p] [%q] [1] : tensor<4xf32> to tensor<?xf32>
  %w = tensor.extract_slice %y[0] [%p] [1] : tensor<4xf32> to tensor<?xf32>
  cf.br ^end(%y : tensor<4xf32>)
^end(%z : tensor<4xf32>):
  return %z : tensor<4xf32>
}
