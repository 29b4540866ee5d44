// What is raised, and what stays beside it.
// RUN: split-opt %s -split-raise-slices | FileCheck %s

// A slice becomes a result of one split: what then covers the tensor only with
// its help stays.
// CHECK-LABEL: func @shared(
// CHECK-SAME: %[[X:.+]]: tensor<12xf32>
func.func @shared(%x: tensor<12xf32>) -> (tensor<4xf32>, tensor<8xf32>, tensor<4xf32>, tensor<4xf32>) {
  // CHECK-DAG: %[[P:.+]]:2 = split.variadic_split %[[X]] axis(0) lengths [4, 8]
  // CHECK-DAG: %[[C:.+]] = tensor.extract_slice %[[X]][4] [4] [1]
  // CHECK-DAG: %[[D:.+]] = tensor.extract_slice %[[X]][8] [4] [1]
  // CHECK-NOT: split.
  // CHECK: return %[[P]]#0, %[[P]]#1, %[[C]], %[[D]]
  %a = tensor.extract_slice %x[0] [4] [1] : tensor<12xf32> to tensor<4xf32>
  %b = tensor.extract_slice %x[4] [8] [1] : tensor<12xf32> to tensor<8xf32>
  %c = tensor.extract_slice %x[4] [4] [1] : tensor<12xf32> to tensor<4xf32>
  %d = tensor.extract_slice %x[8] [4] [1] : tensor<12xf32> to tensor<4xf32>
  return %a, %b, %c, %d : tensor<4xf32>, tensor<8xf32>, tensor<4xf32>, tensor<4xf32>
}

// Slices that lead nowhere are passed over, and the whole is no piece.
// CHECK-LABEL: func @others(
// CHECK-SAME: %[[X:.+]]: tensor<6x2xf32>
func.func @others(%x: tensor<6x2xf32>) -> (tensor<1x2xf32>, tensor<4x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>, tensor<6x2xf32>, tensor<3x1xf32>) {
  // CHECK-DAG: %[[P:.+]]:2 = split.split %[[X]] axis(0) into 2
  // CHECK-DAG: %[[A:.+]] = tensor.extract_slice %[[X]][0, 0] [1, 2] [1, 1]
  // CHECK-DAG: %[[B:.+]] = tensor.extract_slice %[[X]][1, 0] [4, 2] [1, 1]
  // CHECK-DAG: %[[E:.+]] = tensor.extract_slice %[[X]][0, 0] [6, 2] [1, 1]
  // CHECK-DAG: %[[F:.+]] = tensor.extract_slice %[[X]][3, 0] [3, 1] [1, 1]
  // CHECK: return %[[A]], %[[B]], %[[P]]#0, %[[P]]#1, %[[E]], %[[F]]
  %a = tensor.extract_slice %x[0, 0] [1, 2] [1, 1] : tensor<6x2xf32> to tensor<1x2xf32>
  %b = tensor.extract_slice %x[1, 0] [4, 2] [1, 1] : tensor<6x2xf32> to tensor<4x2xf32>
  %c = tensor.extract_slice %x[0, 0] [3, 2] [1, 1] : tensor<6x2xf32> to tensor<3x2xf32>
  %d = tensor.extract_slice %x[3, 0] [3, 2] [1, 1] : tensor<6x2xf32> to tensor<3x2xf32>
  %e = tensor.extract_slice %x[0, 0] [6, 2] [1, 1] : tensor<6x2xf32> to tensor<6x2xf32>
  %f = tensor.extract_slice %x[3, 0] [3, 1] [1, 1] : tensor<6x2xf32> to tensor<3x1xf32>
  return %a, %b, %c, %d, %e, %f : tensor<1x2xf32>, tensor<4x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>, tensor<6x2xf32>, tensor<3x1xf32>
}

// Slices without elements are no pieces.
// CHECK-LABEL: func @empty(
// CHECK-SAME: %[[X:.+]]: tensor<4xf32>
func.func @empty(%x: tensor<4xf32>) -> (tensor<2xf32>, tensor<0xf32>, tensor<2xf32>, tensor<?xf32>) {
  // CHECK-DAG: %[[P:.+]]:2 = split.split %[[X]] axis(0) into 2
  // CHECK-DAG: %[[B:.+]] = tensor.extract_slice %[[X]][2] [0] [1]
  // CHECK-DAG: %[[D:.+]] = tensor.extract_slice %[[X]][%c4] [%c0] [1]
  // CHECK: return %[[P]]#0, %[[B]], %[[P]]#1, %[[D]]
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %a = tensor.extract_slice %x[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %b = tensor.extract_slice %x[2] [0] [1] : tensor<4xf32> to tensor<0xf32>
  %c = tensor.extract_slice %x[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %d = tensor.extract_slice %x[%c4] [%c0] [1] : tensor<4xf32> to tensor<?xf32>
  return %a, %b, %c, %d : tensor<2xf32>, tensor<0xf32>, tensor<2xf32>, tensor<?xf32>
}

// Duplicates in other blocks, and the rest of the IR, stay where they are.
// CHECK-LABEL: func @duplicate_elsewhere(
// CHECK-SAME: %[[X:.+]]: tensor<4xf32>
func.func @duplicate_elsewhere(%x: tensor<4xf32>, %c: i1) -> (tensor<2xf32>, tensor<2xf32>) {
  // CHECK: %[[P:.+]]:2 = split.split %[[X]] axis(0) into 2
  // CHECK: scf.if
  // CHECK-NEXT: tensor.extract_slice %[[X]][2] [2] [1]
  // CHECK-NEXT: scf.yield
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield %[[P]]#0
  %a = tensor.extract_slice %x[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %b = tensor.extract_slice %x[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %r = scf.if %c -> tensor<2xf32> {
    %d = tensor.extract_slice %x[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
    scf.yield %d : tensor<2xf32>
  } else {
    scf.yield %a : tensor<2xf32>
  }
  return %b, %r : tensor<2xf32>, tensor<2xf32>
}
