// Slices that drop dimensions of size 1 do so on the piece.
// RUN: split-opt %s -split-raise-slices -o %t
// RUN: FileCheck %s --input-file=%t
// A slice of a whole piece is not raised again.
// RUN: split-opt %t -split-raise-slices | diff %t -

// CHECK-LABEL: func @rows(
func.func @rows(%x: tensor<2x3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  // CHECK-NEXT: %[[P:.+]]:2 = split.split %{{.+}} axis(0) into 2 : tensor<2x3xf32> -> tensor<1x3xf32>, tensor<1x3xf32>
  // CHECK-DAG: %[[A:.+]] = tensor.extract_slice %[[P]]#0[0, 0] [1, 3] [1, 1] : tensor<1x3xf32> to tensor<3xf32>
  // CHECK-DAG: %[[B:.+]] = tensor.extract_slice %[[P]]#1[0, 0] [1, 3] [1, 1] : tensor<1x3xf32> to tensor<3xf32>
  // CHECK: return %[[A]], %[[B]]
  %a = tensor.extract_slice %x[0, 0] [1, 3] [1, 1] : tensor<2x3xf32> to tensor<3xf32>
  %b = tensor.extract_slice %x[1, 0] [1, 3] [1, 1] : tensor<2x3xf32> to tensor<3xf32>
  return %a, %b : tensor<3xf32>, tensor<3xf32>
}

// CHECK-LABEL: func @to_rank_0(
func.func @to_rank_0(%x: tensor<2xf32>) -> (tensor<f32>, tensor<f32>) {
  // CHECK-NEXT: %[[P:.+]]:2 = split.split %{{.+}} axis(0) into 2 : tensor<2xf32> -> tensor<1xf32>, tensor<1xf32>
  // CHECK-DAG: %[[A:.+]] = tensor.extract_slice %[[P]]#0[0] [1] [1] : tensor<1xf32> to tensor<f32>
  // CHECK-DAG: %[[B:.+]] = tensor.extract_slice %[[P]]#1[0] [1] [1] : tensor<1xf32> to tensor<f32>
  // CHECK: return %[[A]], %[[B]]
  %a = tensor.extract_slice %x[0] [1] [1] : tensor<2xf32> to tensor<f32>
  %b = tensor.extract_slice %x[1] [1] [1] : tensor<2xf32> to tensor<f32>
  return %a, %b : tensor<f32>, tensor<f32>
}

// Some slices drop more than others; a size 1 of the tensor is dropped too.
// CHECK-LABEL: func @mixed(
func.func @mixed(%x: tensor<1x4x1x?xf32>) -> (tensor<?xf32>, tensor<1x1x1x?xf32>, tensor<1x2x?xf32>) {
  // CHECK: %[[D:.+]] = tensor.dim
  // CHECK: %[[P:.+]]:3 = split.variadic_split %{{.+}} axis(1) lengths [1, 1, 2]
  // CHECK-DAG: %[[A:.+]] = tensor.extract_slice %[[P]]#0[0, 0, 0, 0] [1, 1, 1, %[[D]]] [1, 1, 1, 1] : tensor<1x1x1x?xf32> to tensor<?xf32>
  // CHECK-DAG: %[[C:.+]] = tensor.extract_slice %[[P]]#2[0, 0, 0, 0] [1, 2, 1, %[[D]]] [1, 1, 1, 1] : tensor<1x2x1x?xf32> to tensor<1x2x?xf32>
  // CHECK: return %[[A]], %[[P]]#1, %[[C]]
  %c3 = arith.constant 3 : index
  %d = tensor.dim %x, %c3 : tensor<1x4x1x?xf32>
  %a = tensor.extract_slice %x[0, 0, 0, 0] [1, 1, 1, %d] [1, 1, 1, 1] : tensor<1x4x1x?xf32> to tensor<?xf32>
  %b = tensor.extract_slice %x[0, 1, 0, 0] [1, 1, 1, %d] [1, 1, 1, 1] : tensor<1x4x1x?xf32> to tensor<1x1x1x?xf32>
  %c = tensor.extract_slice %x[0, 2, 0, 0] [1, 2, 1, %d] [1, 1, 1, 1] : tensor<1x4x1x?xf32> to tensor<1x2x?xf32>
  return %a, %b, %c : tensor<?xf32>, tensor<1x1x1x?xf32>, tensor<1x2x?xf32>
}

// The same piece with and without a dimension.
// CHECK-LABEL: func @duplicates(
func.func @duplicates(%x: tensor<2x3xf32>) -> (tensor<3xf32>, tensor<1x3xf32>, tensor<1x3xf32>) {
  // CHECK: %[[P:.+]]:2 = split.split
  // CHECK: %[[A:.+]] = tensor.extract_slice %[[P]]#0[0, 0] [1, 3] [1, 1]
  // CHECK: return %[[A]], %[[P]]#1, %[[P]]#0
  %a = tensor.extract_slice %x[0, 0] [1, 3] [1, 1] : tensor<2x3xf32> to tensor<3xf32>
  %b = tensor.extract_slice %x[1, 0] [1, 3] [1, 1] : tensor<2x3xf32> to tensor<1x3xf32>
  %c = tensor.extract_slice %x[0, 0] [1, 3] [1, 1] : tensor<2x3xf32> to tensor<1x3xf32>
  return %a, %b, %c : tensor<3xf32>, tensor<1x3xf32>, tensor<1x3xf32>
}

// A size that is computed after the split is there for the slice.
// CHECK-LABEL: func @later_size(
func.func @later_size(%x: tensor<?x1xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  // CHECK: %[[P:.+]]:2 = split.variadic_split
  // CHECK-NEXT: tensor.extract_slice %[[P]]#0[0, 0] [%{{.+}}, 1] [1, 1] : tensor<?x1xf32> to tensor<?xf32>
  // CHECK-NEXT: linalg.exp
  // CHECK: %[[R:.+]] = arith.subi
  // CHECK-NEXT: tensor.extract_slice %[[P]]#1[0, 0] [%[[R]], 1] [1, 1] : tensor<?x1xf32> to tensor<?xf32>
  %c0 = arith.constant 0 : index
  %a = tensor.extract_slice %x[0, 0] [%n, 1] [1, 1] : tensor<?x1xf32> to tensor<?xf32>
  %u = linalg.exp ins(%a : tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  %d = tensor.dim %x, %c0 : tensor<?x1xf32>
  %r = arith.subi %d, %n : index
  %b = tensor.extract_slice %x[%n, 0] [%r, 1] [1, 1] : tensor<?x1xf32> to tensor<?xf32>
  return %u, %b : tensor<?xf32>, tensor<?xf32>
}

// An offset that is 0 only at run time stays, as upstream takes no static slice of
// no elements.
// CHECK-LABEL: func @empty_elsewhere(
func.func @empty_elsewhere(%x: tensor<2x0xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  // CHECK: %[[P:.+]]:2 = split.split %{{.+}} axis(0) into 2 : tensor<2x0xf32> -> tensor<1x0xf32>, tensor<1x0xf32>
  // CHECK-COUNT-2: tensor.extract_slice %{{.+}}[0, %c0] [1, %c0] [1, 1] : tensor<1x0xf32> to tensor<?xf32>
  %c0 = arith.constant 0 : index
  %a = tensor.extract_slice %x[0, %c0] [1, %c0] [1, 1] : tensor<2x0xf32> to tensor<?xf32>
  %b = tensor.extract_slice %x[1, %c0] [1, %c0] [1, 1] : tensor<2x0xf32> to tensor<?xf32>
  return %a, %b : tensor<?xf32>, tensor<?xf32>
}
