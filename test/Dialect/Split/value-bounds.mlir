// What upstream's pass that simplifies minima and maxima knows of the sizes of
// pieces: it leaves those that it cannot decide.
// RUN: split-opt %s -pass-pipeline='builtin.module(func.func(affine-simplify-min-max))' | FileCheck %s

#min = affine_map<()[s0, s1] -> (s0, s1)>
#min_constant = affine_map<()[s0] -> (s0, 2)>
#min_plus_2 = affine_map<()[s0, s1] -> (s0 + 2, s1)>
#min_sum = affine_map<()[s0, s1, s2] -> (s0 + s1, s2)>

// S2: the pieces have one size,
// CHECK-LABEL: func @equal_s2(
func.func @equal_s2(%x: tensor<?x?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p:2 = split.split %x axis(0) into 2 : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %a = tensor.dim %p#0, %c0 : tensor<?x?xf32>
  %b = tensor.dim %p#1, %c0 : tensor<?x?xf32>
  // CHECK-NOT: affine.min
  %min = affine.min #min()[%a, %b]
  // CHECK: return
  return %min : index
}

// and together are data.
// CHECK-LABEL: func @equal_sum(
func.func @equal_sum(%x: tensor<?x?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p:2 = split.split %x axis(0) into 2 : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %d = tensor.dim %x, %c0 : tensor<?x?xf32>
  %a = tensor.dim %p#0, %c0 : tensor<?x?xf32>
  %b = tensor.dim %p#1, %c0 : tensor<?x?xf32>
  // CHECK-NOT: affine.min
  %min = affine.min #min_sum()[%a, %b, %d]
  // CHECK: return
  return %min : index
}

// C5: along other dimensions, they are as data is.
// CHECK-LABEL: func @equal_other_dim(
func.func @equal_other_dim(%x: tensor<?x?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p:2 = split.split %x axis(-1) into 2 : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %d = tensor.dim %x, %c0 : tensor<?x?xf32>
  %a = tensor.dim %p#1, %c0 : tensor<?x?xf32>
  // CHECK-NOT: affine.min
  %min = affine.min #min()[%a, %d]
  // CHECK: return
  return %min : index
}

// CHECK-LABEL: func @no_fold_equal_axes(
func.func @no_fold_equal_axes(%x: tensor<?x?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p:2 = split.split %x axis(0) into 2 : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %a = tensor.dim %p#0, %c0 : tensor<?x?xf32>
  %b = tensor.dim %p#0, %c1 : tensor<?x?xf32>
  // CHECK: affine.min
  %min = affine.min #min()[%a, %b]
  // CHECK: return
  return %min : index
}

// d + d / 3 or d / 3: it depends on whether data is empty.
// CHECK-LABEL: func @no_fold_equal_sum(
func.func @no_fold_equal_sum(%x: tensor<?x?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p:3 = split.split %x axis(0) into 3 : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
  %d = tensor.dim %x, %c0 : tensor<?x?xf32>
  %a = tensor.dim %p#0, %c0 : tensor<?x?xf32>
  %b = tensor.dim %p#1, %c0 : tensor<?x?xf32>
  // CHECK: affine.min
  %min = affine.min #min_sum()[%d, %a, %b]
  // CHECK: return
  return %min : index
}

// A single piece is data, whatever the axis.
// CHECK-LABEL: func @equal_one(
func.func @equal_one(%x: tensor<?x?xf32>, %i: i32) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = split.split %x axis(%i : i32) into 1 : tensor<?x?xf32> -> tensor<?x?xf32>
  %d = tensor.dim %x, %c0 : tensor<?x?xf32>
  %a = tensor.dim %p, %c0 : tensor<?x?xf32>
  // CHECK-NOT: affine.min
  %min = affine.min #min()[%a, %d]
  // CHECK: return
  return %min : index
}

// V4: constant lengths are sizes,
// CHECK-LABEL: func @variadic_static(
func.func @variadic_static(%x: tensor<?x?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p:2 = split.variadic_split %x axis(0) lengths [2, -1] : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %a = tensor.dim %p#0, %c0 : tensor<?x?xf32>
  // CHECK-NOT: affine.min
  %min = affine.min #min_constant()[%a]
  // CHECK: return
  return %min : index
}

// V3: and -1 is what they leave.
// CHECK-LABEL: func @variadic_rest(
func.func @variadic_rest(%x: tensor<?x?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p:2 = split.variadic_split %x axis(0) lengths [2, -1] : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %d = tensor.dim %x, %c0 : tensor<?x?xf32>
  %a = tensor.dim %p#1, %c0 : tensor<?x?xf32>
  // CHECK-NOT: affine.min
  %min = affine.min #min_plus_2()[%a, %d]
  // CHECK: return
  return %min : index
}

// CHECK-LABEL: func @no_fold_variadic_rest(
func.func @no_fold_variadic_rest(%x: tensor<?x?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p:2 = split.variadic_split %x axis(0) lengths [2, -1] : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %a = tensor.dim %p#1, %c0 : tensor<?x?xf32>
  // CHECK: affine.min
  %min = affine.min #min_constant()[%a]
  // CHECK: return
  return %min : index
}

// V6: whatever lengths are, no piece is larger than data.
// CHECK-LABEL: func @variadic_run_time(
func.func @variadic_run_time(%x: tensor<?x?xf32>, %l: tensor<2xi64>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %d = tensor.dim %x, %c0 : tensor<?x?xf32>
  %a = tensor.dim %p#1, %c0 : tensor<?x?xf32>
  // CHECK-NOT: affine.min
  %min = affine.min #min()[%a, %d]
  // CHECK: return
  return %min : index
}

// CHECK-LABEL: func @no_fold_variadic_run_time(
func.func @no_fold_variadic_run_time(%x: tensor<?x?xf32>, %l: tensor<2xi64>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %a = tensor.dim %p#0, %c0 : tensor<?x?xf32>
  %b = tensor.dim %p#1, %c0 : tensor<?x?xf32>
  // CHECK: affine.min
  %min = affine.min #min()[%a, %b]
  // CHECK: return
  return %min : index
}

// A length that is a size is not -1.
// CHECK-LABEL: func @variadic_sizes(
func.func @variadic_sizes(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %y, %c1 : tensor<?x?xf32>
  %n = arith.subi %m, %m : index
  %l = tensor.from_elements %n, %m : tensor<2xindex>
  %p:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xindex>) : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %a = tensor.dim %p#1, %c0 : tensor<?x?xf32>
  // CHECK-NOT: affine.min
  %min = affine.min #min()[%a, %m]
  // CHECK: return
  return %min : index
}

// CHECK-LABEL: func @variadic_sizes_i64(
func.func @variadic_sizes_i64(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %n: i64) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %y, %c1 : tensor<?x?xf32>
  %i = arith.index_cast %m : index to i64
  %l = tensor.from_elements %n, %i : tensor<2xi64>
  %p:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %a = tensor.dim %p#1, %c0 : tensor<?x?xf32>
  // CHECK-NOT: affine.min
  %min = affine.min #min()[%a, %m]
  // CHECK: return
  return %min : index
}

// A size need not fit into 32 bits.
// CHECK-LABEL: func @no_fold_variadic_sizes_i32(
func.func @no_fold_variadic_sizes_i32(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %n: i32) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %y, %c1 : tensor<?x?xf32>
  %i = arith.index_cast %m : index to i32
  %l = tensor.from_elements %n, %i : tensor<2xi32>
  %p:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi32>) : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %a = tensor.dim %p#1, %c0 : tensor<?x?xf32>
  // CHECK: affine.min
  %min = affine.min #min()[%a, %m]
  // CHECK: return
  return %min : index
}

// One that is no size may be -1,
// CHECK-LABEL: func @no_fold_variadic_sizes_v6(
func.func @no_fold_variadic_sizes_v6(%x: tensor<?x?xf32>, %m: index, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = tensor.from_elements %n, %m : tensor<2xindex>
  %p:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xindex>) : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %a = tensor.dim %p#1, %c0 : tensor<?x?xf32>
  // CHECK: affine.min
  %min = affine.min #min()[%a, %m]
  // CHECK: return
  return %min : index
}

// V2: but not if another is,
// CHECK-LABEL: func @variadic_v2(
func.func @variadic_v2(%x: tensor<?x?xf32>, %m: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = arith.constant -1 : index
  %l = tensor.from_elements %r, %m : tensor<2xindex>
  %p:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xindex>) : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %a = tensor.dim %p#1, %c0 : tensor<?x?xf32>
  // CHECK-NOT: affine.min
  %min = affine.min #min()[%a, %m]
  // CHECK: return
  return %min : index
}

// which then is what the others leave.
// CHECK-LABEL: func @variadic_run_time_rest(
func.func @variadic_run_time_rest(%x: tensor<?x?xf32>, %m: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = arith.constant -1 : index
  %l = tensor.from_elements %r, %m : tensor<2xindex>
  %p:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xindex>) : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %d = tensor.dim %x, %c0 : tensor<?x?xf32>
  %a = tensor.dim %p#0, %c0 : tensor<?x?xf32>
  // CHECK-NOT: affine.min
  %min = affine.min #min_sum()[%a, %m, %d]
  // CHECK: return
  return %min : index
}

// With an axis known at run time, pieces are no larger than data,
// CHECK-LABEL: func @run_time_axis(
func.func @run_time_axis(%x: tensor<?x?xf32>, %i: i32) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p:2 = split.split %x axis(%i : i32) into 2 : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %d = tensor.dim %x, %c0 : tensor<?x?xf32>
  %a = tensor.dim %p#1, %c0 : tensor<?x?xf32>
  // CHECK-NOT: affine.min
  %min = affine.min #min()[%a, %d]
  // CHECK: return
  return %min : index
}

// CHECK-LABEL: func @no_fold_run_time_axis(
func.func @no_fold_run_time_axis(%x: tensor<?x?xf32>, %i: i32) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p:2 = split.split %x axis(%i : i32) into 2 : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %a = tensor.dim %p#0, %c0 : tensor<?x?xf32>
  %b = tensor.dim %p#1, %c0 : tensor<?x?xf32>
  %c = tensor.dim %p#0, %c1 : tensor<?x?xf32>
  // CHECK: affine.min
  %min = affine.min #min()[%a, %c]
  // CHECK: return
  return %min : index
}

// which has no choice in rank 1.
// CHECK-LABEL: func @run_time_axis_rank_1(
func.func @run_time_axis_rank_1(%x: tensor<?xf32>, %i: i32) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p:2 = split.split %x axis(%i : i32) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %a = tensor.dim %p#0, %c0 : tensor<?xf32>
  %b = tensor.dim %p#1, %c0 : tensor<?xf32>
  // CHECK-NOT: affine.min
  %min = affine.min #min()[%a, %b]
  // CHECK: return
  return %min : index
}

// Of data without a rank, constant lengths are all there is.
// CHECK-LABEL: func @unranked_static(
func.func @unranked_static(%x: tensor<*xf32>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p:2 = split.variadic_split %x axis(1) lengths [2, -1] : tensor<*xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %a = tensor.dim %p#0, %c1 : tensor<?x?xf32>
  // CHECK-NOT: affine.min
  %min = affine.min #min_constant()[%a]
  // CHECK: return
  return %min : index
}

// CHECK-LABEL: func @no_fold_unranked(
func.func @no_fold_unranked(%x: tensor<*xf32>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p:2 = split.split %x axis(1) into 2 : tensor<*xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %a = tensor.dim %p#0, %c1 : tensor<?x?xf32>
  %b = tensor.dim %p#1, %c1 : tensor<?x?xf32>
  // CHECK: affine.min
  %min = affine.min #min()[%a, %b]
  // CHECK: return
  return %min : index
}

// CHECK-LABEL: func @no_fold_unranked_pieces(
func.func @no_fold_unranked_pieces(%x: tensor<?x?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p:2 = split.split %x axis(0) into 2 : tensor<?x?xf32> -> tensor<*xf32>, tensor<*xf32>
  %a = tensor.dim %p#0, %c0 : tensor<*xf32>
  %b = tensor.dim %p#1, %c0 : tensor<*xf32>
  // CHECK: affine.min
  %min = affine.min #min()[%a, %b]
  // CHECK: return
  return %min : index
}

// Copies have the sizes of their destinations.
// CHECK-LABEL: func @copy(
func.func @copy(%x: tensor<?x?xf32>, %o: tensor<?x?xf32>, %o1: tensor<?x?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p:2 = split.copy ins(%x : tensor<?x?xf32>) outs(%o, %o1 : tensor<?x?xf32>, tensor<?x?xf32>) axis(0) -> tensor<?x?xf32>, tensor<?x?xf32>
  %d = tensor.dim %o1, %c0 : tensor<?x?xf32>
  %a = tensor.dim %p#1, %c0 : tensor<?x?xf32>
  // CHECK-NOT: affine.min
  %min = affine.min #min()[%a, %d]
  // CHECK: return
  return %min : index
}


// V7: an index value in a list is a length,
// CHECK-LABEL: func @variadic_v7_index_value(
func.func @variadic_v7_index_value(%x: tensor<?x?xf32>, %m: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %p:3 = split.variadic_split %x axis(0) lengths [%m, 2, -1] : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
  %a = tensor.dim %p#0, %c0 : tensor<?x?xf32>
  %b = tensor.dim %p#1, %c0 : tensor<?x?xf32>
  // CHECK-NOT: affine.min
  %min = affine.min #min()[%a, %m]
  %min2 = affine.min #min_constant()[%b]
  // CHECK: return
  return %min, %min2 : index, index
}

// and the -1 what it leaves.
// CHECK-LABEL: func @variadic_v7_rest(
func.func @variadic_v7_rest(%x: tensor<?x?xf32>, %m: index) -> index {
  %c0 = arith.constant 0 : index
  %p:2 = split.variadic_split %x axis(0) lengths [%m, -1] : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %d = tensor.dim %x, %c0 : tensor<?x?xf32>
  %a = tensor.dim %p#1, %c0 : tensor<?x?xf32>
  // CHECK-NOT: affine.min
  %min = affine.min #min_sum()[%a, %m, %d]
  // CHECK: return
  return %min : index
}

// CHECK-LABEL: func @no_fold_variadic_v7_other(
func.func @no_fold_variadic_v7_other(%x: tensor<?x?xf32>, %m: index) -> index {
  %c0 = arith.constant 0 : index
  %p:2 = split.variadic_split %x axis(0) lengths [%m, -1] : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %a = tensor.dim %p#1, %c0 : tensor<?x?xf32>
  // CHECK: affine.min
  %min = affine.min #min()[%a, %m]
  // CHECK: return
  return %min : index
}
