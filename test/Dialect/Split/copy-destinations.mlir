// split.copy is destination-passing to upstream's passes: a tensor.empty that it
// writes and that is inserted somewhere is that place.
// RUN: split-opt %s -eliminate-empty-tensors -cse | FileCheck %s
// RUN: split-opt %s -eliminate-empty-tensors -one-shot-bufferize=bufferize-function-boundaries -cse -canonicalize | FileCheck %s --check-prefix=BUFFERS
// RUN: split-opt %s -empty-tensor-to-alloc-tensor | FileCheck %s --check-prefix=ALLOC

// CHECK-LABEL: func @inserted(
// CHECK-SAME: %[[X:.+]]: tensor<4xf32>, %[[OUT:.+]]: tensor<8xf32>)
// CHECK-NOT: tensor.empty
// CHECK: %[[PLACE:.+]] = tensor.extract_slice %[[OUT]][2] [4] [1]
// CHECK: %[[COPY:.+]] = split.copy ins(%[[X]] : {{.*}}) outs(%[[PLACE]] :
// CHECK: tensor.insert_slice %[[COPY]] into %[[OUT]][2] [4] [1]
// BUFFERS-LABEL: func @inserted(
// BUFFERS-SAME: %[[X:.+]]: memref<4xf32{{.*}}>, %[[OUT:.+]]: memref<8xf32
// BUFFERS-NOT: memref.{{alloc|copy}}
// BUFFERS: %[[PLACE:.+]] = memref.subview %[[OUT]][2] [4] [1]
// BUFFERS: split.copy ins(%[[X]] : {{.*}}) outs(%[[PLACE]] :
// BUFFERS-NOT: memref.{{alloc|copy}}
// BUFFERS: return
// ALLOC-LABEL: func @inserted(
// ALLOC: %[[E:.+]] = bufferization.alloc_tensor() : tensor<4xf32>
// ALLOC: split.copy {{.*}} outs(%[[E]] :
func.func @inserted(%x: tensor<4xf32>, %out: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = split.copy ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) axis(0) -> tensor<4xf32>
  %r = tensor.insert_slice %0 into %out[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}

// What is read elsewhere keeps its own.
// CHECK-LABEL: func @no_elimination_of_other(
// CHECK: %[[E:.+]] = tensor.empty() : tensor<1xf32>
// CHECK: split.copy {{.*}} outs(%{{.+}}, %[[E]] :
// BUFFERS-LABEL: func @no_elimination_of_other(
// BUFFERS-COUNT-1: memref.alloc
// BUFFERS-NOT: memref.{{alloc|copy}}
// BUFFERS: return
func.func @no_elimination_of_other(%x: tensor<4xf32>, %out: tensor<8xf32>) -> (tensor<8xf32>, tensor<1xf32>) {
  %e = tensor.empty() : tensor<3xf32>
  %f = tensor.empty() : tensor<1xf32>
  %0:2 = split.copy ins(%x : tensor<4xf32>) outs(%e, %f : tensor<3xf32>, tensor<1xf32>) axis(0) -> tensor<3xf32>, tensor<1xf32>
  %r = tensor.insert_slice %0#0 into %out[2] [3] [1] : tensor<3xf32> into tensor<8xf32>
  return %r, %0#1 : tensor<8xf32>, tensor<1xf32>
}
