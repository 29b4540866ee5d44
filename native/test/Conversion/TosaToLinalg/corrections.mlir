// Numbers that upstream's lowering does not compute: maxima and minima of infinities, and
// positions below 0.

// RUN: %run-each %s --function=reduce --input=2x2xf32=-inf,-inf,-inf,3 \
// RUN:   --expected_output=2x1xf32=-inf,3 --expected_output=2x1xf32=-inf,-inf
// RUN: %run-each %s --function=reduce --input=2x2xf32=inf,inf,nan,inf \
// RUN:   --expected_output=2x1xf32=inf,nan --expected_output=2x1xf32=inf,nan
// RUN: %run-each %s --function=pool --input=1x2x2x1xf16=-inf,-inf,-inf,-inf \
// RUN:   --expected_output=1x1x1x1xf16=-inf
// RUN: %run-each %s --function=position --input=1x2xf32=-inf,-3.4028235e38 \
// RUN:   --expected_output=1xi32=1

// Twice the pixels, with centers of pixels at halves: the first is left of the input.
// RUN: %run-each %s --function=resize --input=1x1x2x1xi8=10,50 \
// RUN:   --expected_output=1x1x4x1xi32=40,80,160,200

// The greatest finite number of the program stays.
// RUN: split-opt %s --split-lower-tosa | FileCheck %s
// RUN: split-opt %s --split-lower-tosa --mlir-print-debuginfo | FileCheck %s --check-prefix=LOC
// LOC-NOT: fused
// CHECK-LABEL: func @fill(
// CHECK: arith.constant -3.40282347E+38 : f32
// CHECK: linalg.fill

func.func @reduce(%x: tensor<2x2xf32>) -> (tensor<2x1xf32>, tensor<2x1xf32>) {
  %0 = tosa.reduce_max %x {axis = 1 : i32} : (tensor<2x2xf32>) -> tensor<2x1xf32>
  %1 = tosa.reduce_min %x {axis = 1 : i32} : (tensor<2x2xf32>) -> tensor<2x1xf32>
  return %0, %1 : tensor<2x1xf32>, tensor<2x1xf32>
}

func.func @pool(%x: tensor<1x2x2x1xf16>) -> tensor<1x1x1x1xf16> {
  %0 = tosa.max_pool2d %x {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, pad = array<i64: 0, 1, 0, 1>}
      : (tensor<1x2x2x1xf16>) -> tensor<1x1x1x1xf16>
  return %0 : tensor<1x1x1x1xf16>
}

func.func @position(%x: tensor<1x2xf32>) -> tensor<1xi32> {
  %0 = tosa.argmax %x {axis = 1 : i32} : (tensor<1x2xf32>) -> tensor<1xi32>
  return %0 : tensor<1xi32>
}

func.func @resize(%x: tensor<1x1x2x1xi8>) -> tensor<1x1x4x1xi32> {
  %scale = tosa.const_shape {values = dense<[1, 1, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[0, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.resize %x, %scale, %offset, %border {mode = BILINEAR}
      : (tensor<1x1x2x1xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x1x4x1xi32>
  return %0 : tensor<1x1x4x1xi32>
}

func.func @fill(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<1xf32>) {
  %lowest = arith.constant -3.40282347E+38 : f32
  %0 = linalg.fill ins(%lowest : f32) outs(%x : tensor<2xf32>) -> tensor<2xf32>
  %1 = tosa.reduce_max %x {axis = 0 : i32} : (tensor<2xf32>) -> tensor<1xf32>
  return %0, %1 : tensor<2xf32>, tensor<1xf32>
}

// A cast of the program stays.
// CHECK-LABEL: func @cast(
// CHECK: builtin.unrealized_conversion_cast %{{.+}} : tensor<4xf32> to tensor<4xi32>
func.func @cast(%x: tensor<4xf32>, %y: tensor<2xf32>) -> (tensor<4xi32>, tensor<1xf32>) {
  %0 = builtin.unrealized_conversion_cast %x : tensor<4xf32> to tensor<4xi32>
  %1 = tosa.reduce_max %y {axis = 0 : i32} : (tensor<2xf32>) -> tensor<1xf32>
  return %0, %1 : tensor<4xi32>, tensor<1xf32>
}
