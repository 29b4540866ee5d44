// Slices of StableHLO in generic form. Sizes, starts and types of the first functions
// are facts from StableHLO's own tests (its testdata exported from JAX, and the
// expansion of ragged_dot); the others are made by hand.
// RUN: split-opt %s -allow-unregistered-dialect -split-raise-slices 2>/dev/null | FileCheck %s
// RUN: split-opt %s -allow-unregistered-dialect -split-raise-slices 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// jax.random.split: the counters of Threefry and the halves of a key.
// CHECK-LABEL: func public @threefry(
// CHECK-SAME: %[[KEY:.+]]: tensor<2xui32>, %[[X:.+]]: tensor<6xui32>
func.func public @threefry(%key: tensor<2xui32>, %x: tensor<6xui32>) -> (tensor<3xui32> {jax.result_info = ""}, tensor<3xui32>, tensor<ui32>, tensor<ui32>) {
  // CHECK-NEXT: %[[K:.+]]:2 = split.split %[[KEY]] axis(0) into 2 : tensor<2xui32>
  // CHECK-NEXT: "stablehlo.reshape"(%[[K]]#0)
  // CHECK-NEXT: "stablehlo.reshape"(%[[K]]#1)
  %0 = "stablehlo.slice"(%key) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
  %1 = "stablehlo.reshape"(%0) : (tensor<1xui32>) -> tensor<ui32>
  %2 = "stablehlo.slice"(%key) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
  %3 = "stablehlo.reshape"(%2) : (tensor<1xui32>) -> tensor<ui32>
  // CHECK-NEXT: %[[P:.+]]:2 = split.split %[[X]] axis(0) into 2 : tensor<6xui32> -> tensor<3xui32>, tensor<3xui32>
  %4 = "stablehlo.slice"(%x) <{limit_indices = array<i64: 3>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<6xui32>) -> tensor<3xui32>
  %5 = "stablehlo.slice"(%x) <{limit_indices = array<i64: 6>, start_indices = array<i64: 3>, strides = array<i64: 1>}> : (tensor<6xui32>) -> tensor<3xui32>
  // CHECK-NEXT: return %[[P]]#0, %[[P]]#1
  return %4, %5, %1, %3 : tensor<3xui32>, tensor<3xui32>, tensor<ui32>, tensor<ui32>
}

// CHECK-LABEL: func @ragged_dot_mode_1(
func.func @ragged_dot_mode_1(%rhs: tensor<3x2x5x7xf32>) -> tensor<2x5x7xf32> {
  // CHECK-NEXT: %[[P:.+]]:3 = split.split %{{.+}} axis(0) into 3 : tensor<3x2x5x7xf32>
  // CHECK-NEXT: "stablehlo.reshape"(%[[P]]#0)
  %0 = "stablehlo.slice"(%rhs) {limit_indices = array<i64: 1, 2, 5, 7>, start_indices = array<i64: 0, 0, 0, 0>, strides = array<i64: 1, 1, 1, 1>} : (tensor<3x2x5x7xf32>) -> tensor<1x2x5x7xf32>
  %1 = "stablehlo.reshape"(%0) : (tensor<1x2x5x7xf32>) -> tensor<2x5x7xf32>
  %2 = "stablehlo.slice"(%rhs) {limit_indices = array<i64: 2, 2, 5, 7>, start_indices = array<i64: 1, 0, 0, 0>, strides = array<i64: 1, 1, 1, 1>} : (tensor<3x2x5x7xf32>) -> tensor<1x2x5x7xf32>
  %3 = "stablehlo.reshape"(%2) : (tensor<1x2x5x7xf32>) -> tensor<2x5x7xf32>
  %4 = "stablehlo.slice"(%rhs) {limit_indices = array<i64: 3, 2, 5, 7>, start_indices = array<i64: 2, 0, 0, 0>, strides = array<i64: 1, 1, 1, 1>} : (tensor<3x2x5x7xf32>) -> tensor<1x2x5x7xf32>
  return %3 : tensor<2x5x7xf32>
}

// The attributes of versions before 0.15.
// CHECK-LABEL: func @old_attributes(
func.func @old_attributes(%x: tensor<2x4xi64>) -> (tensor<2x1xi64>, tensor<2x3xi64>) {
  // CHECK-NEXT: split.variadic_split %{{.+}} axis(1) lengths [1, 3]
  %0 = "stablehlo.slice"(%x) {limit_indices = dense<[2, 1]> : tensor<2xi64>, start_indices = dense<0> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} : (tensor<2x4xi64>) -> tensor<2x1xi64>
  %1 = "stablehlo.slice"(%x) {limit_indices = dense<[2, 4]> : tensor<2xi64>, start_indices = dense<[0, 1]> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} : (tensor<2x4xi64>) -> tensor<2x3xi64>
  return %0, %1 : tensor<2x1xi64>, tensor<2x3xi64>
}

// dynamic_slice clamps its starts: -9 is 0, and 9 is 6 - 2.
// CHECK-LABEL: func @clamped(
func.func @clamped(%x: tensor<6x4xf32>) -> (tensor<4x4xf32>, tensor<2x4xf32>) {
  // CHECK-NEXT: split.variadic_split %{{.+}} axis(0) lengths [4, 2]
  // CHECK-NEXT: return
  %before = "stablehlo.constant"() <{value = dense<-9> : tensor<i32>}> : () -> tensor<i32>
  %after = "stablehlo.constant"() <{value = dense<9> : tensor<i32>}> : () -> tensor<i32>
  %0 = "stablehlo.dynamic_slice"(%x, %before, %after) <{slice_sizes = array<i64: 4, 4>}> : (tensor<6x4xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
  %1 = "stablehlo.dynamic_slice"(%x, %after, %before) <{slice_sizes = array<i64: 2, 4>}> : (tensor<6x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<2x4xf32>
}

// All ones are the largest unsigned number, not -1.
// CHECK-LABEL: func @clamped_unsigned(
func.func @clamped_unsigned(%x: tensor<6xf32>) -> (tensor<2xf32>, tensor<4xf32>) {
  // CHECK-NEXT: %[[P:.+]]:2 = split.variadic_split %{{.+}} axis(0) lengths [2, 4]
  // CHECK-NEXT: return %[[P]]#0, %[[P]]#1
  %zero = "stablehlo.constant"() {value = dense<0> : tensor<ui8>} : () -> tensor<ui8>
  %last = "stablehlo.constant"() {value = dense<255> : tensor<ui8>} : () -> tensor<ui8>
  %0 = "stablehlo.dynamic_slice"(%x, %zero) {slice_sizes = array<i64: 2>} : (tensor<6xf32>, tensor<ui8>) -> tensor<2xf32>
  %1 = "stablehlo.dynamic_slice"(%x, %last) {slice_sizes = array<i64: 4>} : (tensor<6xf32>, tensor<ui8>) -> tensor<4xf32>
  return %0, %1 : tensor<2xf32>, tensor<4xf32>
}

// A constant with another use stays.
// CHECK-LABEL: func @used_constant(
func.func @used_constant(%x: tensor<2xf32>) -> (tensor<1xf32>, tensor<1xf32>, tensor<i32>) {
  // CHECK-NEXT: %[[C:.+]] = "stablehlo.constant"
  // CHECK-NEXT: %[[P:.+]]:2 = split.split
  // CHECK-NEXT: return %[[P]]#0, %[[P]]#1, %[[C]]
  %zero = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %one = "stablehlo.constant"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %0 = "stablehlo.dynamic_slice"(%x, %zero) {slice_sizes = array<i64: 1>} : (tensor<2xf32>, tensor<i32>) -> tensor<1xf32>
  %1 = "stablehlo.dynamic_slice"(%x, %one) {slice_sizes = array<i64: 1>} : (tensor<2xf32>, tensor<i32>) -> tensor<1xf32>
  return %0, %1, %zero : tensor<1xf32>, tensor<1xf32>, tensor<i32>
}

//===----------------------------------------------------------------------===//
// What stays, counted in one remark
//===----------------------------------------------------------------------===//

// REMARK: stablehlo.mlir:[[#@LINE+13]]:8: remark: 16 ops are not raised to splits:
// REMARK-SAME: 2 'stablehlo.dynamic_slice' of an unknown form,
// REMARK-SAME: 2 'stablehlo.dynamic_slice' that is out of bounds,
// REMARK-SAME: 2 'stablehlo.dynamic_slice' with a start that is not constant,
// REMARK-SAME: 1 'stablehlo.slice' in a region that may be a graph,
// REMARK-SAME: 5 'stablehlo.slice' of an unknown form,
// REMARK-SAME: 1 'stablehlo.slice' that covers no tensor together with others,
// REMARK-SAME: 2 'stablehlo.slice' that is out of bounds,
// REMARK-SAME: 1 'stablehlo.slice' with strides{{$}}

// CHECK-LABEL: func @stay(
func.func @stay(%x: tensor<6xf32>, %y: tensor<?xf32>, %i: tensor<i32>, %u: tensor<*xf32>) {
  // CHECK-NOT: split.
  %0 = "stablehlo.slice"(%x) {limit_indices = array<i64: 6>, start_indices = array<i64: 0>, strides = array<i64: 2>} : (tensor<6xf32>) -> tensor<3xf32>
  %1 = "stablehlo.slice"(%x) {limit_indices = array<i64: 4>, start_indices = array<i64: 0>, strides = array<i64: 1>} : (tensor<6xf32>) -> tensor<4xf32>
  %2 = "stablehlo.slice"(%x) {limit_indices = array<i64: 7>, start_indices = array<i64: 4>, strides = array<i64: 1>} : (tensor<6xf32>) -> tensor<3xf32>
  %3 = "stablehlo.slice"(%x) {limit_indices = array<i64: 4>, start_indices = array<i64: -1>, strides = array<i64: 1>} : (tensor<6xf32>) -> tensor<5xf32>
  // Of another number of elements, without attributes, of other lists, without rank.
  %4 = "stablehlo.slice"(%x) {limit_indices = array<i64: 6>, start_indices = array<i64: 4>, strides = array<i64: 1>} : (tensor<6xf32>) -> tensor<1xf32>
  %5 = "stablehlo.slice"(%x) : (tensor<6xf32>) -> tensor<2xf32>
  %6 = "stablehlo.slice"(%x) {limit_indices = array<i64: 6, 6>, start_indices = array<i64: 4, 4>, strides = array<i64: 1, 1>} : (tensor<6xf32>) -> tensor<2xf32>
  %7 = "stablehlo.slice"(%u) {limit_indices = array<i64: 6>, start_indices = array<i64: 4>, strides = array<i64: 1>} : (tensor<*xf32>) -> tensor<2xf32>
  %8 = "stablehlo.dynamic_slice"(%x, %i) {slice_sizes = array<i64: 4>} : (tensor<6xf32>, tensor<i32>) -> tensor<4xf32>
  %least = "stablehlo.dynamic_slice"(%x, %i) {slice_sizes = array<i64: -9223372036854775808>} : (tensor<6xf32>, tensor<i32>) -> tensor<4xf32>
  %zero = "stablehlo.constant"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %9 = "stablehlo.dynamic_slice"(%y, %zero) {slice_sizes = array<i64: 4>} : (tensor<?xf32>, tensor<i32>) -> tensor<4xf32>
  %10 = "stablehlo.dynamic_slice"(%x, %zero) {slice_sizes = array<i64: 7>} : (tensor<6xf32>, tensor<i32>) -> tensor<7xf32>
  %11 = "stablehlo.dynamic_slice"(%x) {slice_sizes = array<i64: 7>} : (tensor<6xf32>) -> tensor<7xf32>
  "stablehlo.dynamic_slice"() : () -> ()
  "stablehlo.while"() ({
    %13 = "stablehlo.slice"(%x) {limit_indices = array<i64: 4>, start_indices = array<i64: 0>, strides = array<i64: 1>} : (tensor<6xf32>) -> tensor<4xf32>
  }) : () -> ()
  // More elements than a machine has bytes.
  %12 = "stablehlo.slice"(%x) {limit_indices = dense<1> : tensor<9999999999999999xi64>, start_indices = dense<0> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} : (tensor<6xf32>) -> tensor<1xf32>
  return
}
