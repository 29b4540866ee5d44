// RUN: split-opt %s --split-expand-vector-math | FileCheck %s

// No conversion of floats to integers, that of NaN being undefined, and no call.
// CHECK-LABEL: func @functions(
// CHECK-NOT: math.{{exp|tanh|log|erf|fma}}
// CHECK-NOT: arith.fptosi
// CHECK: return
func.func @functions(%x: vector<16xf32>) -> vector<16xf32> {
  %0 = math.exp %x : vector<16xf32>
  %1 = math.tanh %0 : vector<16xf32>
  %2 = math.log %1 : vector<16xf32>
  %3 = math.erf %2 : vector<16xf32>
  return %3 : vector<16xf32>
}

// CHECK-LABEL: func @narrow(
// CHECK-SAME: %[[X:.+]]: vector<4xbf16>)
// CHECK: arith.extf %[[X]] : vector<4xbf16> to vector<4xf32>
// CHECK: %[[Y:.+]] = arith.truncf %{{.+}} : vector<4xf32> to vector<4xbf16>
// CHECK: return %[[Y]]
func.func @narrow(%x: vector<4xbf16>) -> vector<4xbf16> {
  %0 = math.exp %x : vector<4xbf16>
  return %0 : vector<4xbf16>
}

// CHECK-LABEL: func @others(
// CHECK: math.exp %{{.+}} : f32
// CHECK: math.exp %{{.+}} : vector<4xf64>
// CHECK: math.sin %{{.+}} : vector<4xf32>
func.func @others(%s: f32, %d: vector<4xf64>, %v: vector<4xf32>) -> (f32, vector<4xf64>, vector<4xf32>) {
  %0 = math.exp %s : f32
  %1 = math.exp %d : vector<4xf64>
  %2 = math.sin %v : vector<4xf32>
  return %0, %1, %2 : f32, vector<4xf64>, vector<4xf32>
}
