// Which pieces get storage of their own.
// RUN: split-opt %s -convert-split-to-linalg | FileCheck %s --check-prefixes=CHECK,NONE
// RUN: split-opt %s -convert-split-to-linalg=materialize=none | FileCheck %s --check-prefixes=CHECK,NONE
// RUN: split-opt %s -convert-split-to-linalg=materialize=results | FileCheck %s --check-prefixes=CHECK,RESULTS
// RUN: split-opt %s -convert-split-to-linalg=materialize=all | FileCheck %s --check-prefixes=CHECK,ALL
// RUN: not split-opt %s -convert-split-to-linalg=materialize=some 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: Cannot find option named 'some'

func.func private @callee(tensor<?xf32>)

// NONE-NOT: linalg.copy

// CHECK-LABEL: func @pieces(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>
func.func @pieces(%x: tensor<?xf32>) -> (tensor<?xf32>, f32) {
  // CHECK: %[[A:.+]] = tensor.extract_slice
  // RESULTS: %[[EMPTY:.+]] = tensor.empty(%[[SIZE:.+]]) : tensor<?xf32>
  // RESULTS: %[[COPY:.+]] = linalg.copy ins(%[[A]] : tensor<?xf32>) outs(%[[EMPTY]] : tensor<?xf32>)
  // ALL: linalg.copy ins(%[[A]] :
  // CHECK: %[[B:.+]] = tensor.extract_slice
  // RESULTS: %[[COPY_B:.+]] = linalg.copy ins(%[[B]] :
  // ALL: linalg.copy ins(%[[B]] :
  // CHECK: %[[C:.+]] = tensor.extract_slice
  // RESULTS-NOT: linalg.copy
  // ALL: linalg.copy ins(%[[C]] :
  // NONE: call @callee(%[[B]])
  // RESULTS: call @callee(%[[COPY_B]])
  // NONE: return %[[A]]
  // RESULTS: return %[[COPY]]
  %0:3 = split.split %x axis(0) into 3 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  %c0 = arith.constant 0 : index
  call @callee(%0#1) : (tensor<?xf32>) -> ()
  %e = tensor.extract %0#2[%c0] : tensor<?xf32>
  return %0#0, %e : tensor<?xf32>, f32
}

// An empty piece has nothing to copy.
// CHECK-LABEL: func @empty(
// CHECK-NOT: linalg.copy
// CHECK: return
func.func @empty(%x: tensor<0xf32>) -> tensor<0xf32> {
  %0:2 = split.split %x axis(0) into 2 : tensor<0xf32> -> tensor<0xf32>, tensor<0xf32>
  return %0#0 : tensor<0xf32>
}

// A terminator that leaves a region, but not the function.
// CHECK-LABEL: func @yielded(
// RESULTS-NOT: linalg.copy
// ALL-COUNT-2: linalg.copy
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
