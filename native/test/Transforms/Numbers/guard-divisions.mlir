// RUN: split-opt %s --split-guard-divisions | FileCheck %s

// CHECK-LABEL: func @unsigned(
// CHECK-SAME: %[[A:.+]]: i32, %[[B:.+]]: i32)
// CHECK: %[[ZERO:.+]] = arith.constant 0 : i32
// CHECK: %[[IS_ZERO:.+]] = arith.cmpi eq, %[[B]], %[[ZERO]]
// CHECK: %[[ONE:.+]] = arith.constant 1 : i32
// CHECK: %[[SAFE:.+]] = arith.select %[[IS_ZERO]], %[[ONE]], %[[B]]
// CHECK: %[[Q:.+]] = arith.divui %[[A]], %[[SAFE]]
// CHECK: %[[R:.+]] = arith.select %[[IS_ZERO]], %[[ZERO]], %[[Q]]
// CHECK: return %[[R]]
func.func @unsigned(%a: i32, %b: i32) -> i32 {
  %q = arith.divui %a, %b : i32
  return %q : i32
}

// The remainder by 1 is 0, which needs no other select.
// CHECK-LABEL: func @signed_remainder(
// CHECK-SAME: %[[A:.+]]: vector<4xi8>, %[[B:.+]]: vector<4xi8>)
// CHECK: arith.cmpi eq, %[[B]], %{{.+}} : vector<4xi8>
// CHECK: arith.constant dense<-128>
// CHECK: arith.constant dense<-1>
// CHECK: %[[R:.+]] = arith.remsi %[[A]]
// CHECK-NEXT: return %[[R]]
func.func @signed_remainder(%a: vector<4xi8>, %b: vector<4xi8>) -> vector<4xi8> {
  %r = arith.remsi %a, %b : vector<4xi8>
  return %r : vector<4xi8>
}

// CHECK-LABEL: func @no_guard_constants(
// CHECK-NOT: arith.select
// CHECK: arith.divsi
// CHECK: arith.remui
// CHECK-NOT: arith.select
// CHECK: return
func.func @no_guard_constants(%a: vector<4xi32>, %b: index) -> (vector<4xi32>, index) {
  %c3 = arith.constant dense<3> : vector<4xi32>
  %c = arith.constant -1 : index
  %q = arith.divsi %a, %c3 : vector<4xi32>
  %r = arith.remui %b, %c : index
  return %q, %r : vector<4xi32>, index
}

// CHECK-LABEL: func @guard_minus_one(
// CHECK: arith.cmpi eq
// CHECK: arith.select
// CHECK: arith.divsi
func.func @guard_minus_one(%a: i32) -> i32 {
  %c = arith.constant -1 : i32
  %q = arith.divsi %a, %c : i32
  return %q : i32
}

// CHECK-LABEL: func @floor(
// CHECK-SAME: %[[A:.+]]: i128)
// CHECK: %[[THREE:.+]] = arith.constant 3 : i128
// CHECK: %[[Q:.+]] = arith.divsi %[[A]], %[[THREE]]
// CHECK: %[[PRODUCT:.+]] = arith.muli %[[Q]], %[[THREE]]
// CHECK: %[[INEXACT:.+]] = arith.cmpi ne, %[[PRODUCT]], %[[A]]
// CHECK: %[[SIGNS:.+]] = arith.xori %[[A]], %[[THREE]]
// CHECK: %[[NEGATIVE:.+]] = arith.cmpi slt, %[[SIGNS]]
// CHECK: %[[CORRECTED:.+]] = arith.andi %[[INEXACT]], %[[NEGATIVE]]
// CHECK: %[[MINUS:.+]] = arith.constant -1 : i128
// CHECK: %[[LESS:.+]] = arith.addi %[[Q]], %[[MINUS]]
// CHECK: arith.select %[[CORRECTED]], %[[LESS]], %[[Q]]
func.func @floor(%a: i128) -> i128 {
  %c3 = arith.constant 3 : i128
  %q = arith.floordivsi %a, %c3 : i128
  return %q : i128
}

// CHECK-LABEL: func @index(
// CHECK-COUNT-4: arith.divsi
// CHECK-COUNT-2: arith.divui
// CHECK-NOT: index.
func.func @index(%a: index, %b: index) -> (index, index, index, index, index, index, index) {
  %0 = index.divs %a, %b
  %1 = index.ceildivs %a, %b
  %2 = index.floordivs %a, %b
  %c3 = arith.constant 3 : index
  %3 = index.divs %a, %c3
  %4 = index.divu %a, %b
  %5 = index.ceildivu %a, %b
  %6 = index.remu %a, %b
  return %0, %1, %2, %3, %4, %5, %6 : index, index, index, index, index, index, index
}
