// What would break a rule once types are refined fails at run time. It stays valid
// IR: the op keeps its types.
// RUN: split-opt %s -split-infer-shapes -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: split-opt %t -split-infer-shapes | diff %t -

// CHECK-LABEL: func @unrefined_split_s2(
// CHECK-SAME: %[[X:.+]]: tensor<7xf32>
func.func @unrefined_split_s2(%x: tensor<7xf32>) {
  // CHECK-NEXT: %[[C:.+]] = tensor.cast %[[X]] : tensor<7xf32> to tensor<?xf32>
  // CHECK-NEXT: split.split %[[C]] axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %0 = tensor.cast %x : tensor<7xf32> to tensor<?xf32>
  %1:2 = split.split %0 axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return
}

// What the first split tells would make the second invalid.
// CHECK-LABEL: func @unrefined_split_s2_after_split(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>
func.func @unrefined_split_s2_after_split(%x: tensor<?xf32>) {
  // CHECK-NEXT: split.variadic_split %[[X]]
  // CHECK-NEXT: split.split %[[X]] axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %0:2 = split.variadic_split %x axis(0) lengths [3, 4] : tensor<?xf32> -> tensor<3xf32>, tensor<4xf32>
  %1:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return
}

// CHECK-LABEL: func @unrefined_variadic_v3(
// CHECK-SAME: %[[X:.+]]: tensor<6xf32>
func.func @unrefined_variadic_v3(%x: tensor<6xf32>) {
  // CHECK: %[[P:.+]]:2 = split.split %[[X]] {{.+}} -> tensor<3xf32>, tensor<3xf32>
  // CHECK-NEXT: %[[C:.+]] = tensor.cast %[[P]]#0 : tensor<3xf32> to tensor<?xf32>
  // CHECK-NEXT: split.variadic_split %[[C]] axis(0) lengths [4, -1] : tensor<?xf32> -> tensor<4xf32>, tensor<?xf32>
  %0:2 = split.split %x axis(0) into 2 : tensor<6xf32> -> tensor<?xf32>, tensor<?xf32>
  %1:2 = split.variadic_split %0#0 axis(0) lengths [4, -1] : tensor<?xf32> -> tensor<4xf32>, tensor<?xf32>
  return
}

// CHECK-LABEL: func @unrefined_split_c2_c4(
func.func @unrefined_split_c2_c4(%x: tensor<f32>, %y: tensor<4xf32>) {
  // CHECK: split.split %{{.+}} axis(0) into 1 : tensor<*xf32> -> tensor<*xf32>
  %0 = tensor.cast %x : tensor<f32> to tensor<*xf32>
  %1 = split.split %0 axis(0) into 1 : tensor<*xf32> -> tensor<*xf32>
  // CHECK: split.split %{{.+}} axis(1) into 1 : tensor<*xf32> -> tensor<*xf32>
  %2 = tensor.cast %y : tensor<4xf32> to tensor<*xf32>
  %3 = split.split %2 axis(1) into 1 : tensor<*xf32> -> tensor<*xf32>
  return
}

// The verifier does not know that the only axis is along what the types state.
// CHECK-LABEL: func @unrefined_split_c5_pieces_disagree(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>
func.func @unrefined_split_c5_pieces_disagree(%x: tensor<?xf32>, %a: index) {
  // CHECK-NEXT: split.split %[[X]] {{.+}} : tensor<?xf32> -> tensor<7xf32>, tensor<8xf32>
  // CHECK-NEXT: tensor.rank %[[X]]
  %0:2 = split.split %x axis(%a : index) into 2 : tensor<?xf32> -> tensor<7xf32>, tensor<8xf32>
  %r = tensor.rank %x : tensor<?xf32>
  return
}

// CHECK-LABEL: func @unrefined_split_c5_claim(
// CHECK-SAME: %[[X:.+]]: tensor<4x5xf32>
func.func @unrefined_split_c5_claim(%x: tensor<4x5xf32>) {
  // CHECK-NEXT: %[[C:.+]] = tensor.cast %[[X]] : tensor<4x5xf32> to tensor<?x?xf32>
  // CHECK-NEXT: split.split %[[C]] axis(0) into 2 : tensor<?x?xf32> -> tensor<?x6xf32>, tensor<?x?xf32>
  %0 = tensor.cast %x : tensor<4x5xf32> to tensor<?x?xf32>
  %1:2 = split.split %0 axis(0) into 2 : tensor<?x?xf32> -> tensor<?x6xf32>, tensor<?x?xf32>
  return
}

// CHECK-LABEL: func @unrefined_split_c5_quantized_axis(
func.func @unrefined_split_c5_quantized_axis(%x: tensor<2x2x!quant.uniform<i8:f32:1, {2.0, 3.0}>>) {
  // CHECK: split.split %{{.+}} axis(-1) into 1 : tensor<*x
  %0 = tensor.cast %x : tensor<2x2x!quant.uniform<i8:f32:1, {2.0, 3.0}>> to tensor<*x!quant.uniform<i8:f32:1, {2.0, 3.0}>>
  %1 = split.split %0 axis(-1) into 1 : tensor<*x!quant.uniform<i8:f32:1, {2.0, 3.0}>> -> tensor<*x!quant.uniform<i8:f32:1, {2.0, 3.0}>>
  return
}

// CHECK-LABEL: func @cast_4_to_5(
func.func @cast_4_to_5(%x: tensor<8xf32>) -> tensor<5xf32> {
  // CHECK: %[[C:.+]] = tensor.cast %{{.+}}#0 : tensor<4xf32> to tensor<?xf32>
  // CHECK-NEXT: %[[D:.+]] = tensor.cast %[[C]] : tensor<?xf32> to tensor<5xf32>
  // CHECK-NEXT: return %[[D]]
  %0:2 = split.split %x axis(0) into 2 : tensor<8xf32> -> tensor<?xf32>, tensor<?xf32>
  %1 = tensor.cast %0#0 : tensor<?xf32> to tensor<5xf32>
  return %1 : tensor<5xf32>
}

// CHECK-LABEL: func @cast_rank(
func.func @cast_rank(%x: tensor<8xf32>) -> tensor<?x?xf32> {
  // CHECK-NEXT: %[[C:.+]] = tensor.cast %{{.+}} : tensor<8xf32> to tensor<*xf32>
  // CHECK-NEXT: tensor.cast %[[C]] : tensor<*xf32> to tensor<?x?xf32>
  %0 = tensor.cast %x : tensor<8xf32> to tensor<*xf32>
  %1 = tensor.cast %0 : tensor<*xf32> to tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// Calls that contradict each other keep the signature; what they agree on is
// refined.
// CHECK: func private @callee(%{{.+}}: tensor<?x2xf32>)
func.func private @callee(%x: tensor<?x?xf32>) {
  return
}
// CHECK-LABEL: func @calls(
// CHECK-SAME: %[[X:.+]]: tensor<4x2xf32>, %[[Y:.+]]: tensor<5x2xf32>
func.func @calls(%x: tensor<4x2xf32>, %y: tensor<5x2xf32>) {
  // CHECK-NEXT: %[[X1:.+]] = tensor.cast %[[X]] : tensor<4x2xf32> to tensor<?x2xf32>
  // CHECK-NEXT: call @callee(%[[X1]])
  // CHECK-NEXT: %[[Y1:.+]] = tensor.cast %[[Y]] : tensor<5x2xf32> to tensor<?x2xf32>
  // CHECK-NEXT: call @callee(%[[Y1]])
  %0 = tensor.cast %x : tensor<4x2xf32> to tensor<?x?xf32>
  call @callee(%0) : (tensor<?x?xf32>) -> ()
  %1 = tensor.cast %y : tensor<5x2xf32> to tensor<?x?xf32>
  call @callee(%1) : (tensor<?x?xf32>) -> ()
  return
}

// A callee that fails for what it is called with.
// CHECK: func private @halves(%[[X:.+]]: tensor<7xf32>)
func.func private @halves(%x: tensor<?xf32>) {
  // CHECK-NEXT: %[[C:.+]] = tensor.cast %[[X]] : tensor<7xf32> to tensor<?xf32>
  // CHECK-NEXT: split.split %[[C]] axis(0) into 2 : tensor<?xf32>
  %0:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return
}
func.func @fails(%x: tensor<7xf32>) {
  %0 = tensor.cast %x : tensor<7xf32> to tensor<?xf32>
  call @halves(%0) : (tensor<?xf32>) -> ()
  return
}
