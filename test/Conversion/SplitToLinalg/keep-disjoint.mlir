// If nothing but its pieces can reach the data, a split is kept, so that bufferization
// knows that the pieces are disjoint. Pieces with storage of their own are copied before it.
// RUN: split-opt %s -convert-split-to-linalg="materialize=results keep-disjoint" -cse -split-input-file | FileCheck %s
// RUN: split-opt %s -convert-split-to-linalg="materialize=all keep-disjoint" -split-input-file | FileCheck %s --check-prefix=ALL

// CHECK-LABEL: func @keep(
// CHECK-NOT: tensor.extract_slice
// CHECK: split.split {{.*}} {note}
// ALL-LABEL: func @keep(
// ALL-NOT: split.split
// ALL: split.copy
func.func @keep(%f: f32, %i: index) -> (f32, f32) {
  %e = tensor.empty() : tensor<4xf32>
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %a, %b = split.split %x axis(0) into 2 {note} : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %0 = tensor.extract %a[%i] : tensor<2xf32>
  %1 = tensor.extract %b[%i] : tensor<2xf32>
  return %0, %1 : f32, f32
}

// -----

// CHECK-LABEL: func @copy_first(
// CHECK: %[[X:.+]] = linalg.fill
// CHECK: %[[COPY:.+]] = split.copy
// CHECK: %[[PIECES:.+]]:2 = split.split %[[X]]
// CHECK: tensor.extract %[[PIECES]]#0
// CHECK: return %{{.+}}, %[[COPY]]
func.func @copy_first(%f: f32, %i: index) -> (f32, tensor<2xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %a, %b = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %0 = tensor.extract %a[%i] : tensor<2xf32>
  return %0, %b : f32, tensor<2xf32>
}

// -----

// Nothing is left where all pieces are copied, or none is used.
// CHECK-LABEL: func @no_keep_of_copies(
// CHECK-NOT: split.split
// CHECK: return
func.func @no_keep_of_copies(%f: f32) -> (tensor<2xf32>, tensor<2xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %a, %b = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %c, %d = split.split %a axis(0) into 2 : tensor<2xf32> -> tensor<1xf32>, tensor<1xf32>
  return %a, %b : tensor<2xf32>, tensor<2xf32>
}

// -----

// The caller can reach an argument, so slices are created.
// CHECK-LABEL: func @no_keep_of_argument(
// CHECK-NOT: split.split
// CHECK-COUNT-2: tensor.extract_slice
func.func @no_keep_of_argument(%x: tensor<4xf32>, %i: index) -> (f32, f32) {
  %a, %b = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %0 = tensor.extract %a[%i] : tensor<2xf32>
  %1 = tensor.extract %b[%i] : tensor<2xf32>
  return %0, %1 : f32, f32
}

// -----

// There are no views of a value of unknown rank.
// CHECK-LABEL: func @no_keep_of_unranked(
// CHECK-NOT: split.split
// CHECK: return
func.func @no_keep_of_unranked(%f: f32, %i: index) -> (f32, f32) {
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %x = tensor.cast %y : tensor<4xf32> to tensor<*xf32>
  %a, %b = split.split %x axis(0) into 2 : tensor<*xf32> -> tensor<2xf32>, tensor<2xf32>
  %0 = tensor.extract %a[%i] : tensor<2xf32>
  %1 = tensor.extract %b[%i] : tensor<2xf32>
  return %0, %1 : f32, f32
}
