// Elementwise ops become one, and nothing is computed twice.
// RUN: split-opt %s --split-fuse-elementwise --split-input-file | FileCheck %s

// CHECK-LABEL: func @swiglu(
// CHECK-SAME: %[[X:.+]]: tensor<8x10xf32>)
// CHECK-NOT: dense
// CHECK-DAG: %[[ONE:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-DAG: %[[P:.+]]:2 = split.split %[[X]]
// CHECK-DAG: %[[E:.+]] = tensor.empty() : tensor<8x5xf32>
// CHECK: %[[R:.+]] = linalg.generic {{.+}} ins(%[[P]]#0, %[[P]]#1 : {{.+}}) outs(%[[E]] :
// CHECK-NEXT: ^bb0(%[[A:.+]]: f32, %[[B:.+]]: f32, %{{.+}}: f32):
// CHECK-NEXT: %[[N:.+]] = arith.negf %[[A]]
// CHECK-NEXT: %[[EXP:.+]] = math.exp %[[N]]
// CHECK-NEXT: %[[D:.+]] = arith.addf %[[EXP]], %[[ONE]]
// CHECK-NEXT: %[[S:.+]] = arith.divf %[[A]], %[[D]]
// CHECK-NEXT: %[[M:.+]] = arith.mulf %[[S]], %[[B]]
// CHECK-NEXT: linalg.yield %[[M]]
// CHECK: return %[[R]]
func.func @swiglu(%x: tensor<8x10xf32>) -> tensor<8x5xf32> {
  %a, %b = split.split %x axis(1) into 2 : tensor<8x10xf32> -> tensor<8x5xf32>, tensor<8x5xf32>
  %one = arith.constant dense<1.0> : tensor<8x5xf32>
  %n = linalg.negf ins(%a : tensor<8x5xf32>) outs(%a : tensor<8x5xf32>) -> tensor<8x5xf32>
  %e = linalg.exp ins(%n : tensor<8x5xf32>) outs(%n : tensor<8x5xf32>) -> tensor<8x5xf32>
  %d = linalg.add ins(%e, %one : tensor<8x5xf32>, tensor<8x5xf32>) outs(%e : tensor<8x5xf32>) -> tensor<8x5xf32>
  %s = linalg.div ins(%a, %d : tensor<8x5xf32>, tensor<8x5xf32>) outs(%a : tensor<8x5xf32>) -> tensor<8x5xf32>
  %m = linalg.mul ins(%s, %b : tensor<8x5xf32>, tensor<8x5xf32>) outs(%s : tensor<8x5xf32>) -> tensor<8x5xf32>
  return %m : tensor<8x5xf32>
}

// -----

// What is used again, also by a later op that is fused, is another result.
// CHECK-LABEL: func @used_again(
// CHECK: %[[R:.+]]:2 = linalg.generic
// CHECK: math.exp
// CHECK-NOT: math.exp
// CHECK: linalg.yield
// CHECK-NOT: linalg.generic
// CHECK: return %[[R]]#1, %[[R]]#0
func.func @used_again(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %e = linalg.exp ins(%x : tensor<?xf32>) outs(%y : tensor<?xf32>) -> tensor<?xf32>
  %t = linalg.tanh ins(%e : tensor<?xf32>) outs(%y : tensor<?xf32>) -> tensor<?xf32>
  %m = linalg.mul ins(%e, %t : tensor<?xf32>, tensor<?xf32>) outs(%y : tensor<?xf32>) -> tensor<?xf32>
  return %e, %m : tensor<?xf32>, tensor<?xf32>
}

// -----

// Sizes are asked of what is there before.
// CHECK-LABEL: func @sizes(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>)
// CHECK: %[[N:.+]] = tensor.dim %[[X]]
// CHECK: tensor.empty(%[[N]])
// CHECK: linalg.generic {{.+}} ins(%[[X]] :
// CHECK: math.exp
// CHECK: math.tanh
func.func @sizes(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %e = linalg.exp ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
  %n = tensor.dim %e, %c0 : tensor<?xf32>
  %0 = tensor.empty(%n) : tensor<?xf32>
  %t = linalg.tanh ins(%e : tensor<?xf32>) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
  return %t : tensor<?xf32>
}

// -----

// A broadcast bias is read as it is; one that is computed is computed once for
// each of its elements.
// CHECK-LABEL: func @broadcast(
// CHECK-SAME: %[[X:.+]]: tensor<4x5xf32>, %[[B:.+]]: tensor<5xf32>
// CHECK: %[[E:.+]] = linalg.generic {{.+}} ins(%[[B]] :
// CHECK: math.exp
// CHECK: linalg.generic {{.+}} ins(%[[X]], %[[E]] :
// CHECK-NOT: math.exp
#row = affine_map<(d0, d1) -> (d1)>
#all = affine_map<(d0, d1) -> (d0, d1)>
func.func @broadcast(%x: tensor<4x5xf32>, %b: tensor<5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %e = linalg.exp ins(%b : tensor<5xf32>) outs(%b : tensor<5xf32>) -> tensor<5xf32>
  %r = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %e : tensor<4x5xf32>, tensor<5xf32>) outs(%o : tensor<4x5xf32>) {
  ^bb0(%p: f32, %q: f32, %u: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<4x5xf32>
  return %r : tensor<4x5xf32>
}

// -----

// The value is needed before, by an op that is not elementwise.
// CHECK-LABEL: func @no_fuse_used_before(
// CHECK: linalg.generic
// CHECK: math.exp
// CHECK: linalg.generic
// CHECK: math.tanh
func.func @no_fuse_used_before(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %e = linalg.exp ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
  %f = tensor.extract %e[%c0] : tensor<4xf32>
  %t = linalg.tanh ins(%e : tensor<4xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
  return %t, %f : tensor<4xf32>, f32
}

// -----

// Division by zero is not to be moved, nor done for elements that are not there.
// CHECK-LABEL: func @no_fuse_division(
// CHECK: linalg.generic
// CHECK: arith.divsi
// CHECK: linalg.generic
// CHECK: arith.addi
func.func @no_fuse_division(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4xi32>) outs(%y : tensor<4xi32>) {
  ^bb0(%p: i32, %q: i32):
    %s = arith.divsi %p, %q : i32
    linalg.yield %s : i32
  } -> tensor<4xi32>
  %1 = linalg.add ins(%0, %x : tensor<4xi32>, tensor<4xi32>) outs(%y : tensor<4xi32>) -> tensor<4xi32>
  return %1 : tensor<4xi32>
}

// -----

// What a loop carries may be overwritten, which saves a buffer.
// CHECK-LABEL: func @in_place(
// CHECK: scf.for {{.+}} iter_args(%[[X:.+]] =
// CHECK: linalg.generic {{.+}} outs(%[[X]] :
func.func @in_place(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> tensor<4xf32> {
    %z = linalg.add ins(%y, %y : tensor<4xf32>, tensor<4xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %z : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
