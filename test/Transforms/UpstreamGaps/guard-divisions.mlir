// RUN: split-opt %s -split-guard-divisions | FileCheck %s
// RUN: split-opt %s -split-guard-divisions=guards=false | FileCheck %s --check-prefix=OFF

#id = affine_map<(i) -> (i)>

// CHECK-LABEL: func @unsigned(
// CHECK: ^bb0(%[[A:.+]]: i32, %[[B:.+]]: i32,
// CHECK: %[[ZERO:.+]] = arith.constant 0 : i32
// CHECK: %[[IS_ZERO:.+]] = arith.cmpi eq, %[[B]], %[[ZERO]] : i32
// CHECK: %[[ONE:.+]] = arith.constant 1 : i32
// CHECK: %[[D:.+]] = arith.select %[[IS_ZERO]], %[[ONE]], %[[B]] : i32
// CHECK: arith.divui %[[A]], %[[D]] : i32
// OFF-LABEL: func @unsigned(
// OFF-NOT: arith.select
func.func @unsigned(%x: tensor<4xi32>, %y: tensor<4xi32>, %e: tensor<4xi32>)
    -> tensor<4xi32> {
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>) {
  ^bb0(%a: i32, %b: i32, %o: i32):
    %q = arith.divui %a, %b : i32
    linalg.yield %q : i32
  } -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// CHECK-LABEL: func @signed(
// CHECK: ^bb0(%[[A:.+]]: i8, %[[B:.+]]: i8,
// CHECK: %[[IS_ZERO:.+]] = arith.cmpi eq, %[[B]], %c0_i8
// CHECK: %[[IS_LEAST:.+]] = arith.cmpi eq, %[[A]], %c-128_i8
// CHECK: %[[IS_MINUS_ONE:.+]] = arith.cmpi eq, %[[B]], %c-1_i8
// CHECK: %[[OVERFLOWS:.+]] = arith.andi %[[IS_LEAST]], %[[IS_MINUS_ONE]]
// CHECK: %[[HAS_NONE:.+]] = arith.ori %[[IS_ZERO]], %[[OVERFLOWS]]
// CHECK: %[[D:.+]] = arith.select %[[HAS_NONE]], %{{.+}}, %[[B]] : i8
// CHECK: arith.remsi %[[A]], %[[D]] : i8
func.func @signed(%x: tensor<4xi8>, %y: tensor<4xi8>, %e: tensor<4xi8>)
    -> tensor<4xi8> {
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<4xi8>, tensor<4xi8>) outs(%e : tensor<4xi8>) {
  ^bb0(%a: i8, %b: i8, %o: i8):
    %q = arith.remsi %a, %b : i8
    linalg.yield %q : i8
  } -> tensor<4xi8>
  return %r : tensor<4xi8>
}

// CHECK-LABEL: func @no_guard_constant(
// CHECK-NOT: arith.select
func.func @no_guard_constant(%n: index) -> tensor<?xindex> {
  %c3 = arith.constant 3 : index
  %r = tensor.generate %n {
  ^bb0(%i: index):
    %q = index.divs %i, %c3
    tensor.yield %q : index
  } : tensor<?xindex>
  return %r : tensor<?xindex>
}

// CHECK-LABEL: func @no_guard_outside(
// CHECK-NOT: arith.select
func.func @no_guard_outside(%a: i32, %b: i32) -> i32 {
  %q = arith.divsi %a, %b : i32
  return %q : i32
}

// CHECK-LABEL: func @index(
// CHECK: arith.ceildivsi %{{.+}}, %{{.+}} : index
// CHECK: arith.floordivsi %{{.+}}, %{{.+}} : index
// OFF-LABEL: func @index(
// OFF: arith.ceildivsi
func.func @index(%a: index, %b: index) -> (index, index) {
  %0 = index.ceildivs %a, %b
  %1 = index.floordivs %a, %b
  return %0, %1 : index, index
}
