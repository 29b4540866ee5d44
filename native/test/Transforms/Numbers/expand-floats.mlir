// RUN: split-opt %s --split-expand-floats --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func @add(
// CHECK-SAME: %[[A:.+]]: bf16, %[[B:.+]]: bf16)
// CHECK: %[[BITS:.+]] = arith.bitcast %[[A]] : bf16 to i16
// CHECK: %[[WIDE:.+]] = arith.extui %[[BITS]] : i16 to i32
// CHECK: %[[C16:.+]] = arith.constant 16 : i32
// CHECK: %[[HIGH:.+]] = arith.shli %[[WIDE]], %[[C16]]
// CHECK: %[[X:.+]] = arith.bitcast %[[HIGH]] : i32 to f32
// CHECK: arith.addf %[[X]], %{{.+}} : f32
// CHECK-NOT: arith.truncf
// CHECK: %[[R:.+]] = arith.bitcast %{{.+}} : i16 to bf16
// CHECK: return %[[R]]
func.func @add(%a: bf16, %b: bf16) -> bf16 {
  %r = arith.addf %a, %b : bf16
  return %r : bf16
}

// CHECK-LABEL: func @no_expand_moves(
// CHECK-NEXT: arith.constant
// CHECK-NEXT: arith.select %{{.+}} : bf16
// CHECK-NEXT: arith.bitcast %{{.+}} : bf16 to i16
// CHECK-NEXT: return
func.func @no_expand_moves(%c: i1, %a: bf16) -> i16 {
  %one = arith.constant 1.0 : bf16
  %r = arith.select %c, %a, %one : bf16
  %i = arith.bitcast %r : bf16 to i16
  return %i : i16
}

// CHECK-LABEL: func @no_expand_f16(
// CHECK-NEXT: arith.addf %{{.+}} : f16
// CHECK-NEXT: arith.truncf %{{.+}} : f32 to f16
// CHECK-NEXT: arith.sitofp %{{.+}} : i32 to f16
// CHECK-NEXT: return
func.func @no_expand_f16(%a: f16, %b: f32, %c: i32) -> (f16, f16, f16) {
  %0 = arith.addf %a, %a : f16
  %1 = arith.truncf %b to_nearest_even : f32 to f16
  %2 = arith.sitofp %c : i32 to f16
  return %0, %1, %2 : f16, f16, f16
}

// CHECK-LABEL: func @reduce(
// CHECK: vector.reduction <add>, %{{.+}} : vector<8xf32> into f32
func.func @reduce(%a: vector<8xbf16>) -> bf16 {
  %r = vector.reduction <add>, %a : vector<8xbf16> into bf16
  return %r : bf16
}

// CHECK-LABEL: func @compare(
// CHECK: arith.cmpf olt, %{{.+}} : vector<3xf32>
func.func @compare(%a: vector<3xbf16>) -> vector<3xi1> {
  %r = arith.cmpf olt, %a, %a : vector<3xbf16>
  return %r : vector<3xi1>
}

// CHECK-LABEL: func @round_once(
// CHECK-SAME: %[[X:.+]]: f64)
// CHECK: %[[NEAREST:.+]] = arith.truncf %[[X]] : f64 to f32
// CHECK: %[[BACK:.+]] = arith.extf %[[NEAREST]] : f32 to f64
// CHECK: %[[INEXACT:.+]] = arith.cmpf one, %[[BACK]], %[[X]]
// CHECK: %[[ODD:.+]] = arith.ori %{{.+}}, %{{.+}} : i32
// CHECK: %[[BITS:.+]] = arith.select %[[INEXACT]], %[[ODD]]
// CHECK: %[[Y:.+]] = arith.bitcast %[[BITS]] : i32 to f32
// CHECK: arith.truncf %[[Y]] : f32 to f16
func.func @round_once(%x: f64) -> f16 {
  %r = arith.truncf %x : f64 to f16
  return %r : f16
}

// CHECK-LABEL: func @vector_fma(
// CHECK: arith.mulf %{{.+}}, %{{.+}} : vector<4xf64>
// CHECK-NOT: vector.fma
// CHECK: return
func.func @vector_fma(%a: vector<4xbf16>, %b: vector<4xbf16>, %c: vector<4xbf16>) -> vector<4xbf16> {
  %r = vector.fma %a, %b, %c : vector<4xbf16>
  return %r : vector<4xbf16>
}

// CHECK-LABEL: func @wide_integers(
// CHECK: arith.sitofp %{{.+}} : i128 to f32
// CHECK: arith.truncf %{{.+}} : f32 to f16
// CHECK: arith.extf %{{.+}} : f16 to f32
// CHECK: arith.fptoui %{{.+}} : f32 to i128
// CHECK: math.ctlz %{{.+}} : i128
func.func @wide_integers(%a: i128, %b: f16) -> (f16, i128, bf16) {
  %0 = arith.sitofp %a : i128 to f16
  %1 = arith.fptoui %b : f16 to i128
  %2 = arith.uitofp %a : i128 to bf16
  return %0, %1, %2 : f16, i128, bf16
}

// CHECK-LABEL: func @extrema(
// CHECK: llvm.intr.maximum(%{{.+}}) : (f32, f32) -> f32
// CHECK: llvm.intr.minimum(%{{.+}}) : (vector<4xf16>, vector<4xf16>) -> vector<4xf16>
// CHECK-NOT: llvm.intr
// CHECK: math.copysign %{{.+}} : f128
// CHECK: arith.cmpf olt, %{{.+}} : f128
func.func @extrema(%a: f32, %b: vector<4xf16>, %c: f128) -> (f32, vector<4xf16>, f128) {
  %0 = arith.maximumf %a, %a : f32
  %1 = arith.minimumf %b, %b : vector<4xf16>
  %2 = arith.minimumf %c, %c : f128
  return %0, %1, %2 : f32, vector<4xf16>, f128
}

// CHECK-LABEL: func @sign(
// CHECK: arith.constant 2147483647 : i32
// CHECK: arith.constant -2147483648 : i32
// CHECK: arith.ori
func.func @sign(%a: f32, %b: f32) -> f32 {
  %r = math.copysign %a, %b : f32
  return %r : f32
}

// -----

func.func @mode(%x: vector<3xf64>) -> vector<3xf32> {
  // expected-error @+1 {{rounding mode 'downward' has no lowering; expected 'to_nearest_even'}}
  %r = arith.truncf %x downward : vector<3xf64> to vector<3xf32>
  return %r : vector<3xf32>
}
