// Upstream's folds no longer apply, which mlir-opt's canonicalization shows.
// RUN: split-opt %s -split-avoid-folds | FileCheck %s
// RUN: split-opt %s -split-avoid-folds | %llvm_bin/mlir-opt --canonicalize | FileCheck %s

// CHECK-LABEL: func @pairs(
// CHECK-DAG: %[[AR:.+]] = complex.re %arg0
// CHECK-DAG: %[[BR:.+]] = complex.re %arg1
// CHECK: %[[D:.+]] = arith.subf %[[AR]], %[[BR]] fastmath<contract>
// CHECK: arith.addf
// CHECK: complex.exp
// CHECK: complex.log
func.func @pairs(%a: complex<f32>, %b: complex<f32>) -> (complex<f32>, complex<f32>) {
  %0 = complex.sub %a, %b fastmath<contract> : complex<f32>
  %1 = complex.add %0, %b : complex<f32>
  %2 = complex.exp %a : complex<f32>
  %3 = complex.log %2 : complex<f32>
  return %1, %3 : complex<f32>, complex<f32>
}

// CHECK-LABEL: func @times_one(
// CHECK: %[[ONE:.+]] = complex.create %cst{{.*}}, %cst
// CHECK: complex.mul %arg0, %[[ONE]]
func.func @times_one(%a: complex<f32>) -> complex<f32> {
  %one = complex.constant [1.0 : f32, 0.0 : f32] : complex<f32>
  %0 = complex.mul %a, %one : complex<f32>
  return %0 : complex<f32>
}

// CHECK-LABEL: func @named(
// CHECK: linalg.add
func.func @named(%a: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
  %0 = linalg.add ins(%a, %a : tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>)
      outs(%a : tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  return %0 : tensor<2xcomplex<f32>>
}

// CHECK-LABEL: func @angles(
// CHECK-DAG: dense<[0.000000e+00, 3.14159274]> : tensor<2xf32>
// CHECK-NOT: math.atan2
// CHECK: return
func.func @angles() -> tensor<2xf32> {
  %y = arith.constant dense<0.0> : tensor<2xf32>
  %x = arith.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %0 = math.atan2 %y, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func @quotient(
// CHECK-NOT: constant 4611686018427387904
// CHECK: return
func.func @quotient() -> index {
  %a = index.constant -9223372036854775808
  %b = index.constant 2
  %0 = index.ceildivs %a, %b
  return %0 : index
}

// Adding -0 or subtracting 0 does not change a number.
// CHECK-LABEL: func @zeros(
// CHECK: %[[ZERO:.+]] = linalg.fill
// CHECK: tosa.mul %arg0, %[[ZERO]]
// CHECK-NOT: linalg.fill
// CHECK: return
func.func @zeros(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %zero = "tosa.const"() {values = dense<0.0> : tensor<2xf32>} : () -> tensor<2xf32>
  %minus_zero = "tosa.const"() {values = dense<-0.0> : tensor<2xf32>} : () -> tensor<2xf32>
  %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.mul %x, %zero, %shift : (tensor<2xf32>, tensor<2xf32>, tensor<1xi8>) -> tensor<2xf32>
  %1 = tosa.add %x, %minus_zero : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = tosa.sub %x, %zero : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0, %1, %2 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
