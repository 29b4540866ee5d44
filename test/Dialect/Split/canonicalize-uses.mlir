// Dimensions and slices of pieces are those of data.
// RUN: split-opt %s -allow-unregistered-dialect -canonicalize | FileCheck %s

// CHECK-DAG: #[[HALF:.+]] = affine_map<()[s0] -> (s0 floordiv 2)>
// CHECK-DAG: #[[REST:.+]] = affine_map<()[s0] -> (s0 - 3)>

// CHECK-LABEL: func @dim(
// CHECK-SAME: %[[X:.+]]: tensor<?x?xf32>
func.func @dim(%x: tensor<?x?xf32>) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK-NOT: split.
  // CHECK-DAG: %[[A:.+]] = tensor.dim %[[X]], %c0
  // CHECK-DAG: %[[D:.+]] = tensor.dim %[[X]], %c1
  // CHECK-DAG: %[[B:.+]] = affine.apply #[[HALF]]()[%[[D]]]
  // CHECK-DAG: %[[E:.+]] = tensor.dim %[[X]], %c0
  // CHECK-DAG: %[[C:.+]] = affine.apply #[[REST]]()[%[[E]]]
  // CHECK: return %{{.+}}, %[[B]], %[[C]]
  %0:2 = split.split %x axis(-1) into 2 : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %1:2 = split.variadic_split %x axis(0) lengths [3, -1] : tensor<?x?xf32> -> tensor<3x?xf32>, tensor<?x?xf32>
  %2 = tensor.dim %0#1, %c0 : tensor<?x?xf32>
  %3 = tensor.dim %0#1, %c1 : tensor<?x?xf32>
  %4 = tensor.dim %1#1, %c0 : tensor<?x?xf32>
  return %2, %3, %4 : index, index, index
}

// Away from the axis, lengths do not matter.
// CHECK-LABEL: func @dim_beside_lengths(
// CHECK-SAME: %[[X:.+]]: tensor<?x?xf32>
func.func @dim_beside_lengths(%x: tensor<?x?xf32>, %l: tensor<2xi64>) -> index {
  %c1 = arith.constant 1 : index
  // CHECK-NOT: split.
  // CHECK: tensor.dim %[[X]], %c1
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %1 = tensor.dim %0#1, %c1 : tensor<?x?xf32>
  return %1 : index
}

// CHECK-LABEL: func @no_fold_dim(
func.func @no_fold_dim(%x: tensor<?x?xf32>, %u: tensor<*xf32>, %l: tensor<2xi64>, %a: i32, %i: index) -> (index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  // CHECK: %[[A:.+]]:2 = split.variadic_split
  // CHECK: %[[B:.+]]:2 = split.split
  // CHECK: %[[C:.+]]:2 = split.split
  // CHECK: %[[D:.+]]:2 = split.split
  // CHECK: tensor.dim %[[A]]#1
  // CHECK: tensor.dim %[[B]]#1
  // CHECK: tensor.dim %[[C]]#1
  // CHECK: tensor.dim %[[D]]#1
  // CHECK: tensor.dim %[[D]]#1
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %1:2 = split.split %x axis(%a : i32) into 2 : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %2:2 = split.split %u axis(0) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
  %3:2 = split.split %x axis(0) into 2 : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %4 = tensor.dim %0#1, %c0 : tensor<?x?xf32>
  %5 = tensor.dim %1#1, %c0 : tensor<?x?xf32>
  %6 = tensor.dim %2#1, %c0 : tensor<*xf32>
  %7 = tensor.dim %3#1, %i : tensor<?x?xf32>
  %8 = tensor.dim %3#1, %c2 : tensor<?x?xf32>
  return %4, %5, %6, %7, %8 : index, index, index, index, index
}

// CHECK-LABEL: func @slice(
// CHECK-SAME: %[[X:.+]]: tensor<?x8xf32>, %[[I:.+]]: index
func.func @slice(%x: tensor<?x8xf32>, %i: index) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<?x1xf32>, tensor<2x0xf32>) {
  // CHECK-NOT: split.
  // CHECK-DAG: %[[A:.+]] = tensor.extract_slice %[[X]][%[[I]], 5] [2, 2] [1, 2] {kept} : tensor<?x8xf32> to tensor<2x2xf32>
  // CHECK-DAG: %[[B:.+]] = tensor.extract_slice %[[X]][1, 7] [2, 1] [3, 1] : tensor<?x8xf32> to tensor<2xf32>
  // CHECK-DAG: %[[C:.+]] = tensor.extract_slice %[[X]][0, 3] [%[[I]], 1] [1, 1] : tensor<?x8xf32> to tensor<?x1xf32>
  // CHECK-DAG: %[[D:.+]] = tensor.extract_slice %[[X]][0, 7] [2, 0] [1, 1] : tensor<?x8xf32> to tensor<2x0xf32>
  // CHECK: return %[[A]], %[[B]], %[[C]], %[[D]]
  %0:2 = split.split %x axis(1) into 2 : tensor<?x8xf32> -> tensor<?x4xf32>, tensor<?x4xf32>
  %1:3 = split.variadic_split %x axis(1) lengths [1, 6, 1] : tensor<?x8xf32> -> tensor<?x1xf32>, tensor<?x6xf32>, tensor<?x1xf32>
  %2 = tensor.extract_slice %0#1[%i, 1] [2, 2] [1, 2] {kept} : tensor<?x4xf32> to tensor<2x2xf32>
  %3 = tensor.extract_slice %1#2[1, 0] [2, 1] [3, 1] : tensor<?x1xf32> to tensor<2xf32>
  %4 = tensor.extract_slice %1#1[0, 2] [%i, 1] [1, 1] : tensor<?x6xf32> to tensor<?x1xf32>
  %5 = tensor.extract_slice %0#1[0, 3] [2, 0] [1, 1] : tensor<?x4xf32> to tensor<2x0xf32>
  return %2, %3, %4, %5 : tensor<2x2xf32>, tensor<2xf32>, tensor<?x1xf32>, tensor<2x0xf32>
}

// The split stays for others.
// CHECK-LABEL: func @slice_of_used_piece(
// CHECK-SAME: %[[X:.+]]: tensor<8xf32>
func.func @slice_of_used_piece(%x: tensor<8xf32>) -> (tensor<4xf32>, tensor<2xf32>) {
  // CHECK: %[[P:.+]]:2 = split.split
  // CHECK: tensor.extract_slice %[[X]][4] [2] [1]
  // CHECK: return %[[P]]#1
  %0:2 = split.split %x axis(0) into 2 : tensor<8xf32> -> tensor<4xf32>, tensor<4xf32>
  %1 = tensor.extract_slice %0#1[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %0#1, %1 : tensor<4xf32>, tensor<2xf32>
}

// Along the axis it may end behind the piece, where data goes on.
// CHECK-LABEL: func @no_fold_slice_out_of_piece(
func.func @no_fold_slice_out_of_piece(%x: tensor<8xf32>, %i: index) -> (tensor<2xf32>, tensor<?xf32>, tensor<2xf32>) {
  // CHECK: %[[P:.+]]:2 = split.split
  // CHECK: tensor.extract_slice %[[P]]#0[%{{.+}}] [2] [1]
  // CHECK: tensor.extract_slice %[[P]]#0[0] [%{{.+}}] [1]
  // CHECK: tensor.extract_slice %[[P]]#0[0] [2] [%{{.+}}]
  %0:2 = split.split %x axis(0) into 2 : tensor<8xf32> -> tensor<4xf32>, tensor<4xf32>
  %1 = tensor.extract_slice %0#0[%i] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %2 = tensor.extract_slice %0#0[0] [%i] [1] : tensor<4xf32> to tensor<?xf32>
  %3 = tensor.extract_slice %0#0[0] [2] [%i] : tensor<4xf32> to tensor<2xf32>
  return %1, %2, %3 : tensor<2xf32>, tensor<?xf32>, tensor<2xf32>
}

// A split that may fail guards what it cuts: R1, R4, R6.
// CHECK-LABEL: func @no_fold_slice_of_uncertain_piece(
func.func @no_fold_slice_of_uncertain_piece(%x: tensor<?x?xf32>, %y: tensor<?x6xf32>, %a: i32) -> (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>) {
  // CHECK: %[[A:.+]]:2 = split.variadic_split
  // CHECK: %[[B:.+]]:2 = split.split
  // CHECK: %[[C:.+]]:2 = split.split
  // CHECK: tensor.extract_slice %[[A]]#1
  // CHECK: tensor.extract_slice %[[B]]#1
  // CHECK: tensor.extract_slice %[[C]]#1
  %0:2 = split.variadic_split %x axis(1) lengths [3, 4] : tensor<?x?xf32> -> tensor<?x3xf32>, tensor<?x4xf32>
  %1:2 = split.split %y axis(1) into 2 : tensor<?x6xf32> -> tensor<?x3xf32>, tensor<4x3xf32>
  %2:2 = split.split %y axis(%a : i32) into 2 : tensor<?x6xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %3 = tensor.extract_slice %0#1[0, 0] [1, 1] [1, 1] : tensor<?x4xf32> to tensor<1x1xf32>
  %4 = tensor.extract_slice %1#1[0, 0] [1, 1] [1, 1] : tensor<4x3xf32> to tensor<1x1xf32>
  %5 = tensor.extract_slice %2#1[0, 0] [1, 1] [1, 1] : tensor<?x?xf32> to tensor<1x1xf32>
  return %3, %4, %5 : tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>
}

// No dimension has a negative number.
// CHECK-LABEL: func @no_fold_negative_dim(
// CHECK: %[[P:.+]]:2 = split.split
// CHECK: tensor.dim %[[P]]#0, %c-1
func.func @no_fold_negative_dim(%x: tensor<?x?xf32>) -> index {
  %cn = arith.constant -1 : index
  %0:2 = split.split %x axis(0) into 2 : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %1 = tensor.dim %0#0, %cn : tensor<?x?xf32>
  return %1 : index
}

// A slice is out of bounds of the type that inference gives the piece.
// CHECK-LABEL: func @out_of_bounds_of_refined_piece(
// CHECK: %[[P:.+]]:2 = split.split
// CHECK: %[[C:.+]] = tensor.cast %[[P]]#0 : tensor<4xf32> to tensor<?xf32>
// CHECK: tensor.extract_slice %[[C]][3] [2] [1]
func.func @out_of_bounds_of_refined_piece(%x: tensor<8xf32>) -> tensor<2xf32> {
  %0:2 = split.split %x axis(0) into 2 : tensor<8xf32> -> tensor<?xf32>, tensor<?xf32>
  %1 = tensor.extract_slice %0#0[3] [2] [1] : tensor<?xf32> to tensor<2xf32>
  return %1 : tensor<2xf32>
}

// Pieces that loops carry keep their types, which tell less than data's.
// CHECK-LABEL: func @slices_of_carried_pieces(
// CHECK: tensor.extract_slice %{{.+}}#0[0, 1] [1, 2] [1, 1]
// CHECK: tensor.extract_slice %{{.+}}#1[0, 1] [1, 2] [1, 1]
func.func @slices_of_carried_pieces(%x: tensor<4x8xf32>, %n: index) -> (tensor<1x2xf32>, tensor<1x2xf32>, tensor<4x?xf32>, tensor<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = split.split %x axis(1) into 2 : tensor<4x8xf32> -> tensor<4x?xf32>, tensor<?x4xf32>
  %1 = tensor.extract_slice %0#0[0, 1] [1, 2] [1, 1] : tensor<4x?xf32> to tensor<1x2xf32>
  %2 = tensor.extract_slice %0#1[0, 1] [1, 2] [1, 1] : tensor<?x4xf32> to tensor<1x2xf32>
  %3:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %0#0, %b = %0#1) -> (tensor<4x?xf32>, tensor<?x4xf32>) {
    %4:2 = "test.use"(%a, %b) : (tensor<4x?xf32>, tensor<?x4xf32>) -> (tensor<4x?xf32>, tensor<?x4xf32>)
    scf.yield %4#0, %4#1 : tensor<4x?xf32>, tensor<?x4xf32>
  }
  return %1, %2, %3#0, %3#1 : tensor<1x2xf32>, tensor<1x2xf32>, tensor<4x?xf32>, tensor<?x4xf32>
}
