// RUN: split-opt %s -split-lower-tosa | FileCheck %s
// RUN: split-opt %s -split-to-llvm | FileCheck %s --check-prefix=LLVM
// RUN: split-compile %s --emit=linalg -o - | FileCheck %s --check-prefix=LLVM
// LLVM-NOT: tosa.
// LLVM: func @slices
// LLVM-NOT: tosa.

// CHECK-LABEL: func @slices(
// CHECK-SAME: %[[X:.+]]: tensor<6x4xf32>
func.func @slices(%x: tensor<6x4xf32>) -> (tensor<2x4xf32>, tensor<4x4xf32>) {
  // CHECK-NOT: tosa.
  // CHECK-DAG: tensor.extract_slice %[[X]][0, 0] [2, 4] [1, 1]
  // CHECK-DAG: %[[B:.+]] = tensor.extract_slice %[[X]][2, 0] [4, 4] [1, 1]
  // CHECK: linalg.generic {{.+}} ins(%[[B]] : tensor<4x4xf32>)
  // CHECK: math.exp
  %s0 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %z0 = tosa.const_shape {values = dense<[2, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %s1 = tosa.const_shape {values = dense<[2, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %z1 = tosa.const_shape {values = dense<[4, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %a = tosa.slice %x, %s0, %z0 : (tensor<6x4xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x4xf32>
  %b = tosa.slice %x, %s1, %z1 : (tensor<6x4xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<4x4xf32>
  %c = tosa.exp %b : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %a, %c : tensor<2x4xf32>, tensor<4x4xf32>
}

// Products become the named ops of linalg, which native code computes fast.
// CHECK-LABEL: func @product(
func.func @product(%a: tensor<1x4x6xf32>, %b: tensor<1x6x8xf32>) -> tensor<1x4x8xf32> {
  // CHECK: linalg.batch_matmul
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %m = tosa.matmul %a, %b, %z, %z : (tensor<1x4x6xf32>, tensor<1x6x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x8xf32>
  return %m : tensor<1x4x8xf32>
}

// Control flow, and TOSA within it.
// CHECK-LABEL: func @conditional(
func.func @conditional(%c: tensor<i1>, %x: tensor<3xf32>) -> tensor<3xf32> {
  // CHECK: scf.if
  // CHECK: math.exp
  %r = "tosa.cond_if"(%c, %x) ({
  ^bb0(%y: tensor<3xf32>):
    %t = tosa.exp %y : (tensor<3xf32>) -> tensor<3xf32>
    tosa.yield %t : tensor<3xf32>
  }, {
  ^bb0(%y: tensor<3xf32>):
    tosa.yield %y : tensor<3xf32>
  }) : (tensor<i1>, tensor<3xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// Quantized values move.
// CHECK-LABEL: func @quantized(
func.func @quantized(%x: tensor<1x4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<1x2x!quant.uniform<i8:f32, 0.5:3>> {
  // CHECK: tensor.extract_slice %{{.+}}[0, 1] [1, 2] [1, 1] : tensor<1x4x!quant
  %s = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %n = tosa.const_shape {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %y = tosa.slice %x, %s, %n : (tensor<1x4x!quant.uniform<i8:f32, 0.5:3>>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x2x!quant.uniform<i8:f32, 0.5:3>>
  return %y : tensor<1x2x!quant.uniform<i8:f32, 0.5:3>>
}

// What the profiles of TOSA lack.
// CHECK-LABEL: func @no_profile(
func.func @no_profile(%x: tensor<2x1x1x1x1x1x3xf64>) -> tensor<2x1x1x1x1x1x3xf64> {
  // CHECK: arith.addf {{.+}} : f64
  %r = tosa.add %x, %x : (tensor<2x1x1x1x1x1x3xf64>, tensor<2x1x1x1x1x1x3xf64>) -> tensor<2x1x1x1x1x1x3xf64>
  return %r : tensor<2x1x1x1x1x1x3xf64>
}

// Ranks are inferred.
// CHECK-LABEL: func @inferred(
func.func @inferred(%x: tensor<2x3xf32>) -> tensor<*xf32> {
  // CHECK: math.exp
  // CHECK: tensor.cast %{{.+}} : tensor<2x3xf32> to tensor<*xf32>
  %y = tosa.exp %x : (tensor<2x3xf32>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}

// Other ops stay as they are.
// CHECK-LABEL: func @others(
func.func @others(%x: tensor<4xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: split.split %{{.+}} axis(0) into 2
  %a, %b = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  return %a : tensor<2xf32>
}
