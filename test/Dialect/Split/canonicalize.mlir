// Constants move from operands into attributes where they obey the rules.
// RUN: split-opt %s -canonicalize -split-input-file | FileCheck %s

// CHECK-LABEL: func @axis(
func.func @axis(%x: tensor<4x6xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %a = arith.constant -1 : i64
  // CHECK-NOT: arith.constant
  // CHECK: split.split %{{.+}} axis(1) into 2 : tensor<4x6xf32> -> tensor<4x3xf32>, tensor<4x3xf32>
  %0:2 = split.split %x axis(%a : i64) into 2 : tensor<4x6xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// CHECK-LABEL: func @axis_tensors(
func.func @axis_tensors(%x: tensor<4x6xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %a = arith.constant dense<1> : tensor<1xi16>
  %b = arith.constant dense<-2> : tensor<i32>
  %c = arith.constant 1 : index
  // CHECK: split.split %{{.+}} axis(1) into 2 {kept}
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [1, 3] {kept}
  // CHECK: split.split %{{.+}} axis(1) into 3
  %0:2 = split.split %x axis(%a : tensor<1xi16>) into 2 {kept} : tensor<4x6xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %1:2 = split.variadic_split %x axis(%b : tensor<i32>) lengths [1, 3] {kept} : tensor<4x6xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  %2:3 = split.split %x axis(%c : index) into 3 : tensor<4x6xf32> -> tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
  return %0#0, %1#0, %2#0 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

// C3: an unsigned maximum is 255, not -1; a signless one is -1.
// CHECK-LABEL: func @signedness(
func.func @signedness(%x: tensor<?xf32>, %y: tensor<254xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %u = "tosa.const"() <{values = dense<[255, 1]> : tensor<2xui8>}> : () -> tensor<2xui8>
  %s = "tosa.const"() <{values = dense<[-1, 1]> : tensor<2xi8>}> : () -> tensor<2xi8>
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [255, 1]
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [-1, 1]
  // 255 + 1 is more than 254.
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths(%{{.+}} : tensor<2xui8>)
  %0:2 = split.variadic_split %x axis(0) lengths(%u : tensor<2xui8>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %1:2 = split.variadic_split %x axis(0) lengths(%s : tensor<2xi8>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %2:2 = split.variadic_split %y axis(0) lengths(%u : tensor<2xui8>) : tensor<254xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0, %0#1, %1#0, %1#1, %2#0 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// 2^64 - 1 fits no signed 64-bit attribute.
// CHECK-LABEL: func @no_fold_unsigned_64_bits(
func.func @no_fold_unsigned_64_bits(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %u = "tosa.const"() <{values = dense<[18446744073709551615, 1]> : tensor<2xui64>}> : () -> tensor<2xui64>
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths(%{{.+}} : tensor<2xui64>)
  %0:2 = split.variadic_split %x axis(0) lengths(%u : tensor<2xui64>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func @lengths(
func.func @lengths(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %l = arith.constant dense<[1, -1]> : tensor<2xi32>
  %m = arith.constant dense<3> : tensor<1xindex>
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [1, -1] {kept}
  // CHECK: split.variadic_split %{{.+}} axis(0) lengths [3]
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi32>) {kept} : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %1 = split.variadic_split %x axis(0) lengths(%m : tensor<1xindex>) : tensor<?xf32> -> tensor<?xf32>
  return %0#0, %0#1, %1 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// Both at once, splat lengths.
// CHECK-LABEL: func @axis_and_lengths(
func.func @axis_and_lengths(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %a = arith.constant 1 : i8
  %l = arith.constant dense<2> : tensor<2xi64>
  // CHECK: split.variadic_split %{{.+}} axis(1) lengths [2, 2] : tensor<?x?xf32> -> tensor<?x2xf32>, tensor<?x2xf32>
  %0:2 = split.variadic_split %x axis(%a : i8) lengths(%l : tensor<2xi64>) : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// Constants that break a rule stay: the program fails when it gets there.
// CHECK-LABEL: func @no_fold_axis_c4(
func.func @no_fold_axis_c4(%x: tensor<4x6xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %a = arith.constant 2 : i64
  // CHECK: split.split %{{.+}} axis(%{{.+}} : i64) into 2
  %0:2 = split.split %x axis(%a : i64) into 2 : tensor<4x6xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// CHECK-LABEL: func @no_fold_axis_s2(
func.func @no_fold_axis_s2(%x: tensor<4x5xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %a = arith.constant 1 : i64
  // CHECK: split.split %{{.+}} axis(%{{.+}} : i64) into 2
  %0:2 = split.split %x axis(%a : i64) into 2 : tensor<4x5xf32> -> tensor<?x?xf32>, tensor<?x?xf32>
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// The axis is in range, but what a result claims contradicts it.
// CHECK-LABEL: func @no_fold_axis_c5(
func.func @no_fold_axis_c5(%x: tensor<4x6xf32>) -> tensor<2x6xf32> {
  %a = arith.constant 1 : i64
  // CHECK: split.split %{{.+}} axis(%{{.+}} : i64) into 2
  %0:2 = split.split %x axis(%a : i64) into 2 : tensor<4x6xf32> -> tensor<2x6xf32>, tensor<?x?xf32>
  return %0#0 : tensor<2x6xf32>
}

// CHECK-LABEL: func @no_fold_lengths(
func.func @no_fold_lengths(%x: tensor<4xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<3xf32>) {
  %v2 = arith.constant dense<[6, -2]> : tensor<2xi64>
  %two = arith.constant dense<-1> : tensor<2xi64>
  %more = arith.constant dense<[3, 2]> : tensor<2xi64>
  %wrap = arith.constant dense<[9223372036854775807, -9223372036854775803]> : tensor<2xi64>
  %claim = arith.constant dense<[2, 2]> : tensor<2xi64>
  // CHECK-COUNT-5: split.variadic_split %{{.+}} axis(0) lengths(%{{.+}} : tensor<2xi64>)
  %0:2 = split.variadic_split %x axis(0) lengths(%v2 : tensor<2xi64>) : tensor<4xf32> -> tensor<?xf32>, tensor<?xf32>
  %1:2 = split.variadic_split %x axis(0) lengths(%two : tensor<2xi64>) : tensor<4xf32> -> tensor<?xf32>, tensor<?xf32>
  %2:2 = split.variadic_split %x axis(0) lengths(%more : tensor<2xi64>) : tensor<4xf32> -> tensor<?xf32>, tensor<?xf32>
  %3:2 = split.variadic_split %x axis(0) lengths(%wrap : tensor<2xi64>) : tensor<4xf32> -> tensor<?xf32>, tensor<?xf32>
  %4:2 = split.variadic_split %x axis(0) lengths(%claim : tensor<2xi64>) : tensor<4xf32> -> tensor<3xf32>, tensor<?xf32>
  return %0#0, %1#0, %2#0, %3#0, %4#0 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<3xf32>
}

// Neither do values that are no numbers, or are kept elsewhere.
// CHECK-LABEL: func @no_fold_poison(
func.func @no_fold_poison(%x: tensor<4xf32>) -> tensor<?xf32> {
  %a = ub.poison : i32
  // CHECK: split.split %{{.+}} axis(%{{.+}} : i32)
  %0 = split.split %x axis(%a : i32) into 1 : tensor<4xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func @assert(
// CHECK-SAME: %[[OK:.+]]: i1
func.func @assert(%ok: i1) {
  %true = arith.constant true
  %false = arith.constant false
  // CHECK-NOT: "certain"
  // CHECK: split.assert %[[OK]], "open"
  // CHECK: split.assert %{{.+}}, "wrong"
  split.assert %true, "certain"
  split.assert %ok, "open"
  split.assert %false, "wrong"
  return
}
