// R1: a run-time axis is no dimension that data's type quantizes by.
// RUN: split-opt %s -split-generate-runtime-checks | FileCheck %s
// RUN: split-opt %s -generate-runtime-verification | FileCheck %s --check-prefix=UPSTREAM

!per_axis = !quant.uniform<i8:f32:1, {2.0, 3.0}>
!sub_channel = !quant.uniform<i8:f32:{0:1, 2:2}, {{{2.0, 3.0}}, {{4.0, 5.0}}}>
!per_tensor = !quant.uniform<i8:f32, 2.0>

// CHECK-LABEL: func @split_r1_quantized_axis(
// CHECK-SAME: %[[X:.+]]: tensor<?x2x{{.+}}>, %[[A:.+]]: i32
// UPSTREAM-LABEL: func @split_r1_quantized_axis(
func.func @split_r1_quantized_axis(%x: tensor<?x2x!per_axis>, %a: i32) {
  // CHECK: %[[GIVEN:.+]] = arith.index_cast %[[A]] : i32 to index
  // CHECK: split.assert %{{.+}}, "axis {} is out of range for data of rank 2"(%[[GIVEN]])
  // An axis may count from the end.
  // CHECK: %[[AXIS:.+]] = arith.select
  // CHECK: %[[ONE:.+]] = arith.constant 1 : index
  // CHECK-NEXT: %[[OK:.+]] = arith.cmpi ne, %[[AXIS]], %[[ONE]] : index
  // CHECK-NEXT: split.assert %[[OK]], "axis {} is dimension 1 of data, which its type quantizes by"(%[[GIVEN]])
  // CHECK-NEXT: split.split
  // UPSTREAM: cf.assert %{{.+}}, "{{.*}}axis ? is dimension 1 of data, which its type quantizes by
  %0 = split.split %x axis(%a : i32) into 1 : tensor<?x2x!per_axis> -> tensor<?x2x!per_axis>
  return
}

// CHECK-LABEL: func @variadic_r1_unsigned_quantized_axis(
func.func @variadic_r1_unsigned_quantized_axis(%x: tensor<?x2x!per_axis>, %a: ui8) {
  // CHECK: "axis {u} is dimension 1 of data, which its type quantizes by"
  // CHECK: split.variadic_split
  %0 = split.variadic_split %x axis(%a : ui8) lengths [-1] : tensor<?x2x!per_axis> -> tensor<?x2x!per_axis>
  return
}

// One check per dimension, so that the message names it.
// CHECK-LABEL: func @split_r1_sub_channel(
func.func @split_r1_sub_channel(%x: tensor<2x?x4x!sub_channel>, %a: i32) {
  // CHECK: split.assert %{{.+}}, "axis {} is dimension 0 of data, which its type quantizes by"
  // CHECK: split.assert %{{.+}}, "axis {} is dimension 2 of data, which its type quantizes by"
  // CHECK-NEXT: split.split
  %0 = split.split %x axis(%a : i32) into 1 : tensor<2x?x4x!sub_channel> -> tensor<2x?x4x!sub_channel>
  return
}

// Which dimension -1 is depends on the rank.
// CHECK-LABEL: func @split_r1_quantized_unranked(
// CHECK-SAME: %[[X:.+]]: tensor<*x
func.func @split_r1_quantized_unranked(%x: tensor<*x!per_axis>) {
  // CHECK: "data has rank 0, so there is no axis to split along"
  // CHECK: %[[AXIS:.+]] = arith.addi %{{.+}}, %c-1
  // CHECK: %[[OK:.+]] = arith.cmpi ne, %[[AXIS]], %c1
  // CHECK: split.assert %[[OK]], "axis -1 is dimension 1 of data, which its type quantizes by"{{$}}
  %0 = split.split %x axis(-1) into 1 : tensor<*x!per_axis> -> tensor<*x!per_axis>
  return
}

// No check where none can fail: an axis that is known, a rank without such a
// dimension, one set of parameters.
// CHECK-LABEL: func @no_quantization_check(
// UPSTREAM-LABEL: func @no_quantization_check(
func.func @no_quantization_check(%x: tensor<4x2x!per_axis>, %y: tensor<?x!per_axis>, %z: tensor<*x!per_tensor>,
                                 %u: tensor<*x!per_axis>, %a: i32) {
  // CHECK-NOT: quantizes by
  // UPSTREAM-NOT: quantizes by
  %0 = split.split %x axis(-2) into 1 : tensor<4x2x!per_axis> -> tensor<4x2x!per_axis>
  %1 = split.split %y axis(%a : i32) into 1 : tensor<?x!per_axis> -> tensor<?x!per_axis>
  %2 = split.split %z axis(%a : i32) into 1 : tensor<*x!per_tensor> -> tensor<*x!per_tensor>
  %3 = split.split %u axis(0) into 1 : tensor<*x!per_axis> -> tensor<*x!per_axis>
  // A result tells the rank.
  %4 = split.split %u axis(-2) into 1 : tensor<*x!per_axis> -> tensor<?x?x!per_axis>
  // CHECK: return
  // UPSTREAM: return
  return
}
