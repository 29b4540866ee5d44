// Each piece becomes a view of the data.
// RUN: split-opt %s -convert-split-to-linalg | FileCheck %s
// RUN: split-opt %s -convert-split-to-linalg | FileCheck %s --check-prefix=GONE
// GONE-NOT: split.

// CHECK-DAG: #[[HALF:.+]] = affine_map<()[s0] -> (s0 floordiv 2)>
// CHECK-DAG: #[[LESS_3:.+]] = affine_map<()[s0] -> (s0 - 3)>
// CHECK-DAG: #[[LESS_2:.+]] = affine_map<()[s0] -> (s0 - 2)>

// The examples of the specifications.
// CHECK-LABEL: func @split_1_example(
// CHECK-SAME: %[[X:.+]]: tensor<6x12x10x24xf32>
func.func @split_1_example(%x: tensor<6x12x10x24xf32>) -> (tensor<6x4x10x24xf32>, tensor<6x4x10x24xf32>, tensor<6x4x10x24xf32>) {
  // CHECK: %[[A:.+]] = tensor.extract_slice %[[X]][0, 0, 0, 0] [6, 4, 10, 24] [1, 1, 1, 1] : tensor<6x12x10x24xf32> to tensor<6x4x10x24xf32>
  // CHECK: %[[B:.+]] = tensor.extract_slice %[[X]][0, 4, 0, 0] [6, 4, 10, 24] [1, 1, 1, 1] : tensor<6x12x10x24xf32> to tensor<6x4x10x24xf32>
  // CHECK: %[[C:.+]] = tensor.extract_slice %[[X]][0, 8, 0, 0] [6, 4, 10, 24] [1, 1, 1, 1] : tensor<6x12x10x24xf32> to tensor<6x4x10x24xf32>
  // CHECK: return %[[A]], %[[B]], %[[C]]
  %a, %b, %c = split.split %x axis(1) into 3 : tensor<6x12x10x24xf32> -> tensor<6x4x10x24xf32>, tensor<6x4x10x24xf32>, tensor<6x4x10x24xf32>
  return %a, %b, %c : tensor<6x4x10x24xf32>, tensor<6x4x10x24xf32>, tensor<6x4x10x24xf32>
}

// CHECK-LABEL: func @variadic_split_1_example_1(
// CHECK-SAME: %[[X:.+]]: tensor<6x12x10x24xf32>
func.func @variadic_split_1_example_1(%x: tensor<6x12x10x24xf32>) -> (tensor<1x12x10x24xf32>, tensor<2x12x10x24xf32>, tensor<3x12x10x24xf32>) {
  // CHECK: %[[A:.+]] = tensor.extract_slice %[[X]][0, 0, 0, 0] [1, 12, 10, 24] [1, 1, 1, 1]
  // CHECK: %[[B:.+]] = tensor.extract_slice %[[X]][1, 0, 0, 0] [2, 12, 10, 24] [1, 1, 1, 1]
  // CHECK: %[[C:.+]] = tensor.extract_slice %[[X]][3, 0, 0, 0] [3, 12, 10, 24] [1, 1, 1, 1]
  // CHECK: return %[[A]], %[[B]], %[[C]]
  %a, %b, %c = split.variadic_split %x axis(0) lengths [1, 2, 3] : tensor<6x12x10x24xf32> -> tensor<1x12x10x24xf32>, tensor<2x12x10x24xf32>, tensor<3x12x10x24xf32>
  return %a, %b, %c : tensor<1x12x10x24xf32>, tensor<2x12x10x24xf32>, tensor<3x12x10x24xf32>
}

// CHECK-LABEL: func @variadic_split_1_example_2(
// CHECK-SAME: %[[X:.+]]: tensor<6x12x10x24xf32>
func.func @variadic_split_1_example_2(%x: tensor<6x12x10x24xf32>) -> (tensor<4x12x10x24xf32>, tensor<2x12x10x24xf32>) {
  // CHECK: %[[A:.+]] = tensor.extract_slice %[[X]][0, 0, 0, 0] [4, 12, 10, 24] [1, 1, 1, 1]
  // CHECK: %[[B:.+]] = tensor.extract_slice %[[X]][4, 0, 0, 0] [2, 12, 10, 24] [1, 1, 1, 1]
  // CHECK: return %[[A]], %[[B]]
  %a, %b = split.variadic_split %x axis(0) lengths [-1, 2] : tensor<6x12x10x24xf32> -> tensor<4x12x10x24xf32>, tensor<2x12x10x24xf32>
  return %a, %b : tensor<4x12x10x24xf32>, tensor<2x12x10x24xf32>
}

// CHECK-LABEL: func @negative_axis(
// CHECK-SAME: %[[X:.+]]: tensor<4x6xi8>
func.func @negative_axis(%x: tensor<4x6xi8>) -> (tensor<4x3xi8>, tensor<2x6xi8>) {
  // CHECK: tensor.extract_slice %[[X]][0, 0] [4, 3] [1, 1]
  // CHECK: %[[B:.+]] = tensor.extract_slice %[[X]][0, 3] [4, 3] [1, 1]
  // CHECK: tensor.extract_slice %[[X]][0, 0] [2, 6] [1, 1]
  // CHECK: %[[D:.+]] = tensor.extract_slice %[[X]][2, 0] [2, 6] [1, 1]
  // CHECK: return %[[B]], %[[D]]
  %0:2 = split.split %x axis(-1) into 2 : tensor<4x6xi8> -> tensor<4x3xi8>, tensor<4x3xi8>
  %1:2 = split.split %x axis(-2) into 2 : tensor<4x6xi8> -> tensor<2x6xi8>, tensor<2x6xi8>
  return %0#1, %1#1 : tensor<4x3xi8>, tensor<2x6xi8>
}

// CHECK-LABEL: func @split_s3_dynamic_axis_size(
// CHECK-SAME: %[[X:.+]]: tensor<?x?xf32>
func.func @split_s3_dynamic_axis_size(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  // CHECK: %[[OTHER:.+]] = tensor.dim %[[X]], %c0
  // CHECK: %[[D:.+]] = tensor.dim %[[X]], %c1
  // CHECK: %[[SIZE:.+]] = affine.apply #[[HALF]]()[%[[D]]]
  // CHECK: %[[START:.+]] = affine.apply #[[HALF]]()[%[[D]]]
  // CHECK: %[[A:.+]] = tensor.extract_slice %[[X]][0, 0] [%[[OTHER]], %[[SIZE]]] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  // CHECK: %[[B:.+]] = tensor.extract_slice %[[X]][0, %[[START]]] [%[[OTHER]], %[[SIZE]]] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  // CHECK: return %[[A]], %[[B]]
  %a, %b = split.split %x axis(1) into 2 : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return %a, %b : tensor<?x?xf32>, tensor<?x?xf32>
}

// V4: static lengths give static sizes and offsets.
// CHECK-LABEL: func @variadic_v4_dynamic_with_rest(
// CHECK-SAME: %[[X:.+]]: tensor<?x4xf32>
func.func @variadic_v4_dynamic_with_rest(%x: tensor<?x4xf32>) -> (tensor<1x4xf32>, tensor<?x4xf32>, tensor<2x4xf32>) {
  // CHECK: %[[D:.+]] = tensor.dim %[[X]], %c0
  // CHECK: %[[REST:.+]] = affine.apply #[[LESS_3]]()[%[[D]]]
  // CHECK: %[[LAST:.+]] = affine.apply #[[LESS_2]]()[%[[D]]]
  // CHECK: tensor.extract_slice %[[X]][0, 0] [1, 4] [1, 1] : tensor<?x4xf32> to tensor<1x4xf32>
  // CHECK: tensor.extract_slice %[[X]][1, 0] [%[[REST]], 4] [1, 1] : tensor<?x4xf32> to tensor<?x4xf32>
  // CHECK: tensor.extract_slice %[[X]][%[[LAST]], 0] [2, 4] [1, 1] : tensor<?x4xf32> to tensor<2x4xf32>
  %a, %b, %c = split.variadic_split %x axis(0) lengths [1, -1, 2] : tensor<?x4xf32> -> tensor<1x4xf32>, tensor<?x4xf32>, tensor<2x4xf32>
  return %a, %b, %c : tensor<1x4xf32>, tensor<?x4xf32>, tensor<2x4xf32>
}

// V6: run-time lengths, any of which may be -1.
// CHECK-LABEL: func @variadic_v6_run_time_lengths(
// CHECK-SAME: %[[X:.+]]: tensor<4xf32>, %[[L:.+]]: tensor<2xi32>
func.func @variadic_v6_run_time_lengths(%x: tensor<4xf32>, %l: tensor<2xi32>) -> (tensor<?xf32>, tensor<?xf32>) {
  // CHECK: %[[L0:.+]] = arith.index_cast %{{.+}} : i32 to index
  // CHECK: %[[L1:.+]] = arith.index_cast %{{.+}} : i32 to index
  // CHECK: %[[SIZE0:.+]] = arith.select %{{.+}}, %{{.+}}, %[[L0]]
  // CHECK: %[[SIZE1:.+]] = arith.select %{{.+}}, %{{.+}}, %[[L1]]
  // CHECK: tensor.extract_slice %[[X]][0] [%[[SIZE0]]] [1] : tensor<4xf32> to tensor<?xf32>
  // CHECK: tensor.extract_slice %[[X]][%[[SIZE0]]] [%[[SIZE1]]] [1] : tensor<4xf32> to tensor<?xf32>
  %a, %b = split.variadic_split %x axis(0) lengths(%l : tensor<2xi32>) : tensor<4xf32> -> tensor<?xf32>, tensor<?xf32>
  return %a, %b : tensor<?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func @variadic_v6_run_time_lengths_unsigned(
func.func @variadic_v6_run_time_lengths_unsigned(%x: tensor<4xf32>, %l: tensor<2xui8>) -> (tensor<?xf32>, tensor<?xf32>) {
  // CHECK-NOT: arith.index_cast %
  // CHECK-COUNT-2: arith.index_castui %{{.+}} : i8 to index
  %a, %b = split.variadic_split %x axis(0) lengths(%l : tensor<2xui8>) : tensor<4xf32> -> tensor<?xf32>, tensor<?xf32>
  return %a, %b : tensor<?xf32>, tensor<?xf32>
}

// The last of three pieces starts at the sum of two sizes.
// CHECK-LABEL: func @variadic_v5_run_time_lengths(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>
func.func @variadic_v5_run_time_lengths(%x: tensor<?xf32>, %l: tensor<3xindex>) -> tensor<?xf32> {
  // CHECK: %[[S0:.+]] = arith.select
  // CHECK: %[[S1:.+]] = arith.select
  // CHECK: %[[S2:.+]] = arith.select
  // CHECK: %[[OFFSET:.+]] = arith.addi %[[S0]], %[[S1]] : index
  // CHECK: %[[C:.+]] = tensor.extract_slice %[[X]][%[[OFFSET]]] [%[[S2]]] [1]
  // CHECK: return %[[C]]
  %0:3 = split.variadic_split %x axis(0) lengths(%l : tensor<3xindex>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  return %0#2 : tensor<?xf32>
}

// A piece of a piece.
// CHECK-LABEL: func @chain(
// CHECK-SAME: %[[X:.+]]: tensor<8x4xf32>
func.func @chain(%x: tensor<8x4xf32>) -> tensor<2x2xf32> {
  // CHECK: %[[A:.+]] = tensor.extract_slice %[[X]][0, 2] [8, 2] [1, 1]
  // CHECK: %[[B:.+]] = tensor.extract_slice %[[A]][6, 0] [2, 2] [1, 1]
  // CHECK: return %[[B]]
  %0:2 = split.split %x axis(1) into 2 : tensor<8x4xf32> -> tensor<8x2xf32>, tensor<8x2xf32>
  %1:4 = split.split %0#1 axis(0) into 4 : tensor<8x2xf32> -> tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>
  return %1#3 : tensor<2x2xf32>
}

// C5, C8: encodings are kept, results may be less or more precise.
// CHECK-LABEL: func @split_c8_encoding(
func.func @split_c8_encoding(%x: tensor<4xf32, "e">) -> tensor<2xf32, "e"> {
  // CHECK: tensor.extract_slice %{{.+}}[2] [2] [1] : tensor<4xf32, "e"> to tensor<2xf32, "e">
  %0:2 = split.split %x axis(0) into 2 : tensor<4xf32, "e"> -> tensor<2xf32, "e">, tensor<2xf32, "e">
  return %0#1 : tensor<2xf32, "e">
}

// CHECK-LABEL: func @casts(
func.func @casts(%x: tensor<4x?xf32>) -> (tensor<?x?xf32>, tensor<*xf32>, tensor<2x7xf32>) {
  // CHECK: %[[A:.+]] = tensor.extract_slice %{{.+}}[0, 0] [2, %{{.+}}] [1, 1] : tensor<4x?xf32> to tensor<2x?xf32>
  // CHECK: %[[A_CAST:.+]] = tensor.cast %[[A]] : tensor<2x?xf32> to tensor<?x?xf32>
  // CHECK: tensor.cast %{{.+}} : tensor<2x?xf32> to tensor<*xf32>
  // CHECK: %[[C:.+]] = tensor.extract_slice %{{.+}}[2, 0] [2, 7] [1, 1] : tensor<4x?xf32> to tensor<2x7xf32>
  // CHECK: return %[[A_CAST]], %{{.+}}, %[[C]]
  %0:2 = split.split %x axis(0) into 2 : tensor<4x?xf32> -> tensor<?x?xf32>, tensor<*xf32>
  %1:2 = split.split %x axis(0) into 2 : tensor<4x?xf32> -> tensor<2x?xf32>, tensor<2x7xf32>
  return %0#0, %0#1, %1#1 : tensor<?x?xf32>, tensor<*xf32>, tensor<2x7xf32>
}

// Nested regions are lowered too.
// CHECK-LABEL: func @nested(
func.func @nested(%x: tensor<4xf32>, %c: i1) -> tensor<2xf32> {
  // CHECK: scf.if
  // CHECK: tensor.extract_slice
  %r = scf.if %c -> tensor<2xf32> {
    %0:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
    scf.yield %0#0 : tensor<2xf32>
  } else {
    %e = tensor.empty() : tensor<2xf32>
    scf.yield %e : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}

// Data for which unsigned sizes would overflow in products.
// CHECK-LABEL: func @largest(
func.func @largest(%x: tensor<9223372036854775807xi1>) -> (tensor<9223372036854775806xi1>, tensor<1xi1>) {
  // CHECK: tensor.extract_slice %{{.+}}[0] [9223372036854775806] [1]
  // CHECK: tensor.extract_slice %{{.+}}[9223372036854775806] [1] [1]
  %0:2 = split.variadic_split %x axis(0) lengths [9223372036854775806, 1] : tensor<9223372036854775807xi1> -> tensor<9223372036854775806xi1>, tensor<1xi1>
  return %0#0, %0#1 : tensor<9223372036854775806xi1>, tensor<1xi1>
}
