// Which pieces get storage of their own, and how they are written: by one
// split.copy for each run of neighbours.
// RUN: split-opt %s -convert-split-to-linalg | FileCheck %s --check-prefixes=CHECK,NONE --implicit-check-not=split.copy
// RUN: split-opt %s -convert-split-to-linalg=materialize=none | FileCheck %s --check-prefixes=CHECK,NONE
// RUN: split-opt %s -convert-split-to-linalg=materialize=results | FileCheck %s --check-prefixes=CHECK,RESULTS
// RUN: split-opt %s -convert-split-to-linalg=materialize=all | FileCheck %s --check-prefixes=CHECK,ALL
// RUN: not split-opt %s -convert-split-to-linalg=materialize=some 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: Cannot find option named 'some'

func.func private @callee(tensor<?xf32>)

// Two neighbours escape: one copy writes both, from the slice that they cover. The
// third piece is a view.
// CHECK-LABEL: func @run(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>
// RESULTS: %[[SIZE:.+]] = affine.apply #{{.+}}()[%{{.+}}]
// RESULTS: %[[E:.+]] = tensor.empty(%[[SIZE]]) : tensor<?xf32>
// RESULTS: %[[F:.+]] = tensor.empty(%[[SIZE]]) : tensor<?xf32>
// RESULTS: %[[S:.+]] = tensor.extract_slice %[[X]][0] [%{{.+}}] [1]
// RESULTS: %[[COPY:.+]]:2 = split.copy ins(%[[S]] : tensor<?xf32>) outs(%[[E]], %[[F]] : tensor<?xf32>, tensor<?xf32>) axis(0) -> tensor<?xf32>, tensor<?xf32>
// RESULTS: %[[C:.+]] = tensor.extract_slice %[[X]]
// RESULTS: call @callee(%[[COPY]]#1)
// RESULTS: tensor.extract %[[C]]
// RESULTS: return %[[COPY]]#0
// NONE: %[[A:.+]] = tensor.extract_slice
// NONE: %[[B:.+]] = tensor.extract_slice
// NONE: call @callee(%[[B]])
// NONE: return %[[A]]
// All of it is copied from the data itself.
// ALL: split.copy ins(%[[X]] : tensor<?xf32>) outs(%{{.+}}, %{{.+}}, %{{.+}} :
func.func @run(%x: tensor<?xf32>) -> (tensor<?xf32>, f32) {
  %0:3 = split.split %x axis(0) into 3 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  %c0 = arith.constant 0 : index
  call @callee(%0#1) : (tensor<?xf32>) -> ()
  %e = tensor.extract %0#2[%c0] : tensor<?xf32>
  return %0#0, %e : tensor<?xf32>, f32
}

// A view between them makes two runs; the second has two pieces.
// CHECK-LABEL: func @two_runs(
// CHECK-SAME: %[[X:.+]]: tensor<2x10xf32>
// RESULTS: %[[S:.+]] = tensor.extract_slice %[[X]][0, 0] [2, 1] [1, 1]
// RESULTS: %[[FIRST:.+]] = split.copy ins(%[[S]] : tensor<2x1xf32>) outs(%{{.+}} : tensor<2x1xf32>) axis(1)
// RESULTS: %[[T:.+]] = tensor.extract_slice %[[X]][0, 3] [2, 7] [1, 1]
// RESULTS: %[[SECOND:.+]]:2 = split.copy ins(%[[T]] : tensor<2x7xf32>) outs(%{{.+}}, %{{.+}} : tensor<2x3xf32>, tensor<2x4xf32>) axis(1)
// RESULTS: tensor.extract_slice %[[X]][0, 1] [2, 2] [1, 1]
// RESULTS: return %[[FIRST]], %[[SECOND]]#0, %[[SECOND]]#1
func.func @two_runs(%x: tensor<2x10xf32>) -> (tensor<2x1xf32>, tensor<2x3xf32>, tensor<2x4xf32>, f32) {
  %0:4 = split.variadic_split %x axis(1) lengths [1, 2, 3, 4] : tensor<2x10xf32> -> tensor<2x1xf32>, tensor<2x2xf32>, tensor<2x3xf32>, tensor<2x4xf32>
  %c0 = arith.constant 0 : index
  %e = tensor.extract %0#1[%c0, %c0] : tensor<2x2xf32>
  return %0#0, %0#2, %0#3, %e : tensor<2x1xf32>, tensor<2x3xf32>, tensor<2x4xf32>, f32
}

// An empty piece has nothing to copy, and ends no run.
// CHECK-LABEL: func @split_c7_empty_in_a_run(
// CHECK-SAME: %[[X:.+]]: tensor<5xf32>
// RESULTS: %[[E:.+]] = tensor.empty() : tensor<0xf32>
// RESULTS: %[[COPY:.+]]:2 = split.copy ins(%[[X]] : tensor<5xf32>) outs(%{{.+}}, %{{.+}} : tensor<2xf32>, tensor<3xf32>) axis(0)
// RESULTS: return %[[COPY]]#0, %[[E]], %[[COPY]]#1
func.func @split_c7_empty_in_a_run(%x: tensor<5xf32>) -> (tensor<2xf32>, tensor<0xf32>, tensor<3xf32>) {
  %0:3 = split.variadic_split %x axis(0) lengths [2, 0, 3] : tensor<5xf32> -> tensor<2xf32>, tensor<0xf32>, tensor<3xf32>
  return %0#0, %0#1, %0#2 : tensor<2xf32>, tensor<0xf32>, tensor<3xf32>
}

// CHECK-LABEL: func @split_c7_empty(
// CHECK-NOT: split.copy
// CHECK: return
func.func @split_c7_empty(%x: tensor<0xf32>) -> tensor<0xf32> {
  %0:2 = split.split %x axis(0) into 2 : tensor<0xf32> -> tensor<0xf32>, tensor<0xf32>
  return %0#0 : tensor<0xf32>
}

// A type of unknown rank cannot state strides.
// CHECK-LABEL: func @to_unknown_rank(
// NONE: %[[V:.+]] = tensor.extract_slice
// NONE: tensor.cast %[[V]] : tensor<2x1xf32> to tensor<*xf32>
// RESULTS: %[[COPY:.+]]:2 = split.copy ins(%{{.+}} : tensor<2x2xf32>)
// RESULTS: tensor.cast %[[COPY]]#0 : tensor<2x1xf32> to tensor<*xf32>
// RESULTS: tensor.cast %[[COPY]]#1 : tensor<2x1xf32> to tensor<*xf32>
func.func @to_unknown_rank(%x: tensor<2x2xf32>) -> index {
  %0:2 = split.split %x axis(1) into 2 : tensor<2x2xf32> -> tensor<*xf32>, tensor<2x1xf32>
  %1 = tensor.cast %0#1 : tensor<2x1xf32> to tensor<*xf32>
  %2 = tensor.rank %0#0 : tensor<*xf32>
  %3 = tensor.rank %1 : tensor<*xf32>
  %4 = arith.addi %2, %3 : index
  return %4 : index
}

// A terminator that leaves a region, but not the function.
// CHECK-LABEL: func @yielded(
// RESULTS-NOT: split.copy
// ALL: split.copy
// CHECK: scf.yield
func.func @yielded(%x: tensor<4xf32>, %c: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %r = scf.if %c -> tensor<2xf32> {
    %0:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
    scf.yield %0#0 : tensor<2xf32>
  } else {
    %e = tensor.empty() : tensor<2xf32>
    scf.yield %e : tensor<2xf32>
  }
  %e = tensor.extract %r[%c0] : tensor<2xf32>
  return %e : f32
}

// A piece has the sizes that its type states, wherever it is.
// CHECK-LABEL: func @split_r6_claims(
// NONE: tensor.extract_slice %{{.+}}[0] [3] [1] : tensor<?xf32> to tensor<3xf32>
// RESULTS: split.copy ins(%{{.+}} : tensor<?xf32>) outs(%{{.+}} : tensor<3xf32>)
// ALL: split.copy ins(%{{.+}} : tensor<?xf32>) outs(%{{.+}} : tensor<3xf32>)
// CHECK-NOT: tensor.cast
// CHECK: return
func.func @split_r6_claims(%x: tensor<?xf32>) -> tensor<3xf32> {
  %p = split.split %x axis(0) into 1 : tensor<?xf32> -> tensor<3xf32>
  return %p : tensor<3xf32>
}
