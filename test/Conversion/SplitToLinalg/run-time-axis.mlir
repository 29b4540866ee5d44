// An axis known only at run time: views by selected offsets and sizes, copies as
// rows of a matrix.
// RUN: split-opt %s -convert-split-to-linalg -cse | FileCheck %s --check-prefixes=CHECK,VIEW
// RUN: split-opt %s -convert-split-to-linalg=materialize=all -cse | FileCheck %s --check-prefixes=CHECK,FLAT

// Negative axes count from the end.
// CHECK-LABEL: func @split_c4_axis(
// CHECK-SAME: %[[X:.+]]: tensor<4x?xf32>, %[[A:.+]]: i32)
// CHECK-DAG: %[[GIVEN:.+]] = arith.index_cast %[[A]] : i32 to index
// CHECK-DAG: %[[FROM_END:.+]] = arith.addi %[[GIVEN]], %c2 : index
// CHECK-DAG: %[[NEGATIVE:.+]] = arith.cmpi slt, %[[GIVEN]], %c0 : index
// CHECK: %[[AXIS:.+]] = arith.select %[[NEGATIVE]], %[[FROM_END]], %[[GIVEN]]

// The size along the axis is halved, the other stays.
// VIEW-DAG: %[[D:.+]] = tensor.dim %[[X]], %[[AXIS]]
// VIEW-DAG: %[[HALF:.+]] = affine.apply #{{.+}}()[%[[D]]]
// VIEW-DAG: %[[IS0:.+]] = arith.cmpi eq, %[[AXIS]], %c0
// VIEW-DAG: %[[IS1:.+]] = arith.cmpi eq, %[[AXIS]], %c1
// VIEW-DAG: %[[D1:.+]] = tensor.dim %[[X]], %c1
// VIEW-DAG: %[[SIZE0:.+]] = arith.select %[[IS0]], %[[HALF]], %c4
// VIEW-DAG: %[[SIZE1:.+]] = arith.select %[[IS1]], %[[HALF]], %[[D1]]
// VIEW: tensor.extract_slice %[[X]][0, 0] [%[[SIZE0]], %[[SIZE1]]] [1, 1]
// VIEW-DAG: %[[OFFSET0:.+]] = arith.select %[[IS0]], %{{.+}}, %c0
// VIEW-DAG: %[[OFFSET1:.+]] = arith.select %[[IS1]], %{{.+}}, %c0
// VIEW: tensor.extract_slice %[[X]][%[[OFFSET0]], %[[OFFSET1]]] [%[[SIZE0]], %[[SIZE1]]] [1, 1]

// `outer` counts dimension 0 if the axis is after it, `inner` dimension 1 if
// the axis is before it.
// FLAT-DAG: %[[BEFORE:.+]] = arith.cmpi sgt, %[[AXIS]], %c0
// FLAT-DAG: %[[OUTER:.+]] = arith.select %[[BEFORE]], %c4, %c1
// FLAT-DAG: %[[AFTER:.+]] = arith.cmpi slt, %[[AXIS]], %c1
// FLAT-DAG: %[[INNER:.+]] = arith.select %[[AFTER]], %{{.+}}, %c1
// FLAT: %[[MATRIX:.+]] = tensor.reshape %[[X]](%{{.+}}) : (tensor<4x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
// FLAT: %[[COPY:.+]]:2 = split.copy ins(%[[MATRIX]] : tensor<?x?xf32>) outs(%{{.+}}, %{{.+}} : tensor<?x?xf32>, tensor<?x?xf32>) axis(1)
// FLAT: %[[SHAPE:.+]] = tensor.from_elements %{{.+}}, %{{.+}} : tensor<2xindex>
// FLAT: tensor.reshape %[[COPY]]#0(%[[SHAPE]])
// FLAT: tensor.reshape %[[COPY]]#1(%[[SHAPE]])
func.func @split_c4_axis(%x: tensor<4x?xf32>, %a: i32) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0:2 = split.split %x axis(%a : i32) into 2 : tensor<4x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// Signedness is honoured.
// CHECK-LABEL: func @variadic_c3_unsigned_axis(
// CHECK: arith.index_castui
func.func @variadic_c3_unsigned_axis(%x: tensor<?x?xf32>, %a: tensor<1xui8>) -> tensor<?x?xf32> {
  %0:2 = split.variadic_split %x axis(%a : tensor<1xui8>) lengths [1, -1] : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return %0#1 : tensor<?x?xf32>
}

// In rank 1 there is no other axis.
// CHECK-LABEL: func @split_c4_rank_1(
// VIEW: tensor.extract_slice %{{.+}}[0] [%{{.+}}] [1]
// FLAT-NOT: tensor.reshape
// CHECK: return
func.func @split_c4_rank_1(%x: tensor<?xf32>, %a: i8) -> tensor<?xf32> {
  %0:2 = split.split %x axis(%a : i8) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0 : tensor<?xf32>
}

// An empty dimension may be the one that is cut, so no size of a piece is
// static; upstream takes no slice of it.
// CHECK-LABEL: func @split_c7_empty_dimension(
// VIEW: tensor.empty(%{{.+}}, %{{.+}}) : tensor<?x?xf32>
// VIEW-NOT: tensor.extract_slice
// CHECK: return
func.func @split_c7_empty_dimension(%x: tensor<0x4xf32>, %a: index) -> tensor<?x?xf32> {
  %0:2 = split.split %x axis(%a : index) into 2 : tensor<0x4xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return %0#1 : tensor<?x?xf32>
}

// A view has the sizes that a result states; a copy is cast to them.
// CHECK-LABEL: func @split_r6_claims(
// VIEW: tensor.extract_slice %{{.+}} : tensor<4x4xf32> to tensor<4x2xf32>
// FLAT: tensor.cast %{{.+}} : tensor<?x?xf32> to tensor<4x2xf32>
func.func @split_r6_claims(%x: tensor<4x4xf32>, %a: index) -> tensor<4x2xf32> {
  %0:2 = split.split %x axis(%a : index) into 2 : tensor<4x4xf32> -> tensor<4x2xf32>, tensor<4x2xf32>
  return %0#0 : tensor<4x2xf32>
}

// But for sizes that no slice of the data can have, which fail at run time.
// CHECK-LABEL: func @split_r6_larger(
// VIEW: tensor.extract_slice %{{.+}} : tensor<4x4xf32> to tensor<?x2xf32>
// CHECK: tensor.cast %{{.+}} to tensor<6x2xf32>
func.func @split_r6_larger(%x: tensor<4x4xf32>, %a: index) -> tensor<6x2xf32> {
  %0:2 = split.split %x axis(%a : index) into 2 : tensor<4x4xf32> -> tensor<6x2xf32>, tensor<6x2xf32>
  return %0#0 : tensor<6x2xf32>
}

// Encodings are kept in every form.
// CHECK-LABEL: func @split_c8_encoding(
// VIEW: tensor.extract_slice {{.+}} to tensor<?x?xf32, "e">
// FLAT: tensor.reshape {{.+}} -> tensor<?x?xf32, "e">
// FLAT: split.copy {{.+}} -> tensor<?x?xf32, "e">
// FLAT: tensor.reshape {{.+}} -> tensor<?x?xf32, "e">
func.func @split_c8_encoding(%x: tensor<?x?xf32, "e">, %a: index) -> tensor<?x?xf32, "e"> {
  %0:2 = split.split %x axis(%a : index) into 2 : tensor<?x?xf32, "e"> -> tensor<?x?xf32, "e">, tensor<?x?xf32, "e">
  return %0#0 : tensor<?x?xf32, "e">
}
