// RUN: split-opt %s --split-legalize-math --split-input-file | FileCheck %s

// CHECK-LABEL: func @clamp(
// CHECK-SAME: %[[X:.+]]: vector<4xf16>, %[[LOW:.+]]: vector<4xf16>, %[[HIGH:.+]]: vector<4xf16>)
// CHECK: %[[Y:.+]] = arith.minimumf %[[X]], %[[HIGH]] : vector<4xf16>
// CHECK: %[[Z:.+]] = arith.maximumf %[[Y]], %[[LOW]] : vector<4xf16>
// CHECK: return %[[Z]]
func.func @clamp(%x: vector<4xf16>, %low: vector<4xf16>, %high: vector<4xf16>) -> vector<4xf16> {
  %y = math.clampf %x to [%low, %high] : vector<4xf16>
  return %y : vector<4xf16>
}

// CHECK-LABEL: func @classes(
// CHECK-SAME: %[[X:.+]]: f32)
// CHECK: %[[A:.+]] = math.absf %[[X]]
// CHECK: arith.constant 0x7F800000 : f32
// CHECK: arith.cmpf oeq, %[[A]]
// CHECK: %[[B:.+]] = math.absf %[[X]]
// CHECK: arith.constant 1.17549435E-38 : f32
// CHECK: %[[GE:.+]] = arith.cmpf oge, %[[B]]
// CHECK: %[[LT:.+]] = arith.cmpf olt, %[[B]]
// CHECK: arith.andi %[[GE]], %[[LT]]
func.func @classes(%x: f32) -> (i1, i1) {
  %0 = math.isinf %x : f32
  %1 = math.isnormal %x : f32
  return %0, %1 : i1, i1
}

// CHECK-LABEL: func @power(
// CHECK-SAME: %[[X:.+]]: vector<4xbf16>, %[[N:.+]]: vector<4xi8>)
// CHECK: %[[WIDE:.+]] = arith.extf %[[X]] : vector<4xbf16> to vector<4xf64>
// CHECK: %[[POWER:.+]] = arith.sitofp %[[N]] : vector<4xi8> to vector<4xf64>
// CHECK: %[[Y:.+]] = math.powf %[[WIDE]], %[[POWER]] : vector<4xf64>
// CHECK: arith.truncf %[[Y]] : vector<4xf64> to vector<4xbf16>
func.func @power(%x: vector<4xbf16>, %n: vector<4xi8>) -> vector<4xbf16> {
  %y = math.fpowi %x, %n : vector<4xbf16>, vector<4xi8>
  return %y : vector<4xbf16>
}

// CHECK-LABEL: func @wide_power(
// CHECK: arith.remsi %{{.+}}, %c2048
// CHECK: math.powf
// CHECK: math.powf
// CHECK: arith.mulf
func.func @wide_power(%x: f64, %n: i64) -> f64 {
  %y = math.fpowi %x, %n : f64, i64
  return %y : f64
}

// CHECK-LABEL: func @cube(
// CHECK-NOT: math
// CHECK: %[[X:.+]] = arith.extf
// CHECK: %[[SQUARE:.+]] = arith.mulf %[[X]], %[[X]]
// CHECK: arith.mulf %[[X]], %[[SQUARE]]
// CHECK-NOT: math
func.func @cube(%x: f32) -> f32 {
  %n = arith.constant 3 : i32
  %y = math.fpowi %x, %n : f32, i32
  return %y : f32
}

// CHECK-LABEL: func @integer_power(
// CHECK: scf.for
// CHECK-NOT: math
// CHECK: return
func.func @integer_power(%x: vector<4xi16>, %n: vector<4xi16>) -> vector<4xi16> {
  %y = math.ipowi %x, %n : vector<4xi16>
  return %y : vector<4xi16>
}

// -----

// CHECK: func private @expm1f(f32) -> f32
// CHECK-LABEL: func @expm1(
// CHECK-COUNT-2: call @expm1f
// CHECK-LABEL: func @others(
// CHECK: math.log1p
// CHECK: math.exp
// CHECK: math.exp %{{.+}} : f128
// CHECK: arith.subf
// CHECK: math.log %{{.+}} : f128
// CHECK: arith.divf
func.func @expm1(%x: vector<2xbf16>) -> vector<2xbf16> {
  %y = math.expm1 %x : vector<2xbf16>
  return %y : vector<2xbf16>
}
func.func @others(%x: f32, %y: f128) -> (f32, f128) {
  %0 = math.log1p %x : f32
  %1 = math.exp %0 : f32
  %2 = math.expm1 %y : f128
  return %1, %2 : f32, f128
}

// -----

// CHECK: func private @csqrt(complex<f64>) -> complex<f64>
// CHECK-LABEL: func @complex(
// CHECK-SAME: %[[X:.+]]: complex<f32>)
// CHECK: %[[RE:.+]] = complex.re %[[X]]
// CHECK: arith.extf %[[RE]] : f32 to f64
// CHECK: %[[Y:.+]] = call @csqrt(%{{.+}}) : (complex<f64>) -> complex<f64>
// CHECK: arith.truncf %{{.+}} : f64 to f32
// CHECK: complex.mul
func.func @complex(%x: complex<f32>) -> complex<f32> {
  %y = complex.sqrt %x : complex<f32>
  %z = complex.mul %y, %x : complex<f32>
  return %z : complex<f32>
}
