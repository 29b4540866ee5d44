// Ops that are computed by other ops.

// RUN: %run-each %s --function=softmax --input=4x8xf32=iota \
// RUN:   --expected_output=4x4xf32=0.0320586,0.0871443,0.2368828,0.6439143,0.0320586,0.0871443,0.2368828,0.6439143,0.0320586,0.0871443,0.2368828,0.6439143,0.0320586,0.0871443,0.2368828,0.6439143
func.func @softmax(%x: tensor<4x8xf32>) -> tensor<4x4xf32> {
  %p:2 = split.split %x axis(1) into 2 : tensor<4x8xf32> -> tensor<4x4xf32>, tensor<4x4xf32>
  %e = tensor.empty() : tensor<4x4xf32>
  %r = linalg.softmax dimension(1) ins(%p#1 : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// Along the other dimension, with sizes known only at run time, also 0.
// RUN: %run-each %s --function=softmax_columns --input=2x3xf32=1,-2,3,0,5,-1 \
// RUN:   --expected_output=2x3xf32=0.7310586,0.00091105,0.98201376,0.26894142,0.99908899,0.01798621
// RUN: %run-each %s --function=softmax_columns --input=0x3xf32 --expected_output=0x3xf32
// RUN: %run-each %s --function=softmax_columns --input=3x0xf32 --expected_output=3x0xf32
func.func @softmax_columns(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = tensor.dim %x, %c0 : tensor<?x?xf32>
  %columns = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%rows, %columns) : tensor<?x?xf32>
  %r = linalg.softmax dimension(0) ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// RUN: not split-run %s --function=softmax_other_size --input=2x3xf32 --input=2x4xf32 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SIZE
// SIZE: {{.*}}decomposed-ops.mlir:[[#@LINE+2]]:8: error: {{.*}} along dimension 1
func.func @softmax_other_size(%x: tensor<?x?xf32>, %e: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.softmax dimension(0) ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// RUN: %run-each %s --function=pack --input=5x8xf32=iota --input=f32=9 \
// RUN:   --expected_output=3x4x2x2xf32=0,1,8,9,2,3,10,11,4,5,12,13,6,7,14,15,16,17,24,25,18,19,26,27,20,21,28,29,22,23,30,31,32,33,9,9,34,35,9,9,36,37,9,9,38,39,9,9
func.func @pack(%x: tensor<5x8xf32>, %p: f32) -> tensor<3x4x2x2xf32> {
  %e = tensor.empty() : tensor<3x4x2x2xf32>
  %r = linalg.pack %x padding_value(%p : f32) inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %e : tensor<5x8xf32> -> tensor<3x4x2x2xf32>
  return %r : tensor<3x4x2x2xf32>
}

// The tiles of columns come first.
// RUN: %run-each %s --function=pack_columns --input=2x4xi8=iota --input=2x2x2xi8 \
// RUN:   --expected_output=2x2x2xi8=0,1,4,5,2,3,6,7
// RUN: not split-run %s --function=pack_columns --input=2x5xi8=iota --input=2x2x2xi8 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PACK
// PACK: {{.*}}decomposed-ops.mlir:[[#@LINE+2]]:8: error: high padding of dimension 1 is -1, expected at least 0
func.func @pack_columns(%x: tensor<?x?xi8>, %e: tensor<?x?x2xi8>) -> tensor<?x?x2xi8> {
  %r = linalg.pack %x outer_dims_perm = [1, 0] inner_dims_pos = [1] inner_tiles = [2] into %e : tensor<?x?xi8> -> tensor<?x?x2xi8>
  return %r : tensor<?x?x2xi8>
}

// RUN: %run-each %s --function=unpack \
// RUN:   --input=3x4x2x2xf32=0,1,8,9,2,3,10,11,4,5,12,13,6,7,14,15,16,17,24,25,18,19,26,27,20,21,28,29,22,23,30,31,32,33,9,9,34,35,9,9,36,37,9,9,38,39,9,9 \
// RUN:   --expected_output=5x8xf32=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39
func.func @unpack(%x: tensor<3x4x2x2xf32>) -> tensor<5x8xf32> {
  %e = tensor.empty() : tensor<5x8xf32>
  %r = linalg.unpack %x inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %e : tensor<3x4x2x2xf32> -> tensor<5x8xf32>
  return %r : tensor<5x8xf32>
}

// The convolution of 1 to 36 with the filter 1 to 9; the filter's sum is 45.
// RUN: %run-each %s --function=winograd --rtol=1e-4 \
// RUN:   --input=1x6x6x1xf32=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36 \
// RUN:   --input=1x3x3x1xf32=1,2,3,4,5,6,7,8,9 \
// RUN:   --expected_output=1x4x4x1xf32=474,519,564,609,744,789,834,879,1014,1059,1104,1149,1284,1329,1374,1419
func.func @winograd(%x: tensor<1x6x6x1xf32>, %w: tensor<1x3x3x1xf32>) -> tensor<1x4x4x1xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<6x6x1x1xf32>
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%w : tensor<1x3x3x1xf32>) outs(%e0 : tensor<6x6x1x1xf32>) -> tensor<6x6x1x1xf32>
  %e1 = tensor.empty() : tensor<6x6x1x1x1x1xf32>
  %1 = linalg.winograd_input_transform fmr(F_4_3) ins(%x : tensor<1x6x6x1xf32>) outs(%e1 : tensor<6x6x1x1x1x1xf32>) -> tensor<6x6x1x1x1x1xf32>
  %2 = tensor.collapse_shape %0 [[0, 1], [2], [3]] : tensor<6x6x1x1xf32> into tensor<36x1x1xf32>
  %3 = tensor.collapse_shape %1 [[0, 1], [2, 3, 4], [5]] : tensor<6x6x1x1x1x1xf32> into tensor<36x1x1xf32>
  %e2 = tensor.empty() : tensor<36x1x1xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e2 : tensor<36x1x1xf32>) -> tensor<36x1x1xf32>
  %4 = linalg.batch_matmul ins(%3, %2 : tensor<36x1x1xf32>, tensor<36x1x1xf32>) outs(%z : tensor<36x1x1xf32>) -> tensor<36x1x1xf32>
  %5 = tensor.expand_shape %4 [[0, 1], [2, 3, 4], [5]] output_shape [6, 6, 1, 1, 1, 1] : tensor<36x1x1xf32> into tensor<6x6x1x1x1x1xf32>
  // The op adds to its destination.
  %e3 = tensor.empty() : tensor<1x4x4x1xf32>
  %s = linalg.fill ins(%zero : f32) outs(%e3 : tensor<1x4x4x1xf32>) -> tensor<1x4x4x1xf32>
  %6 = linalg.winograd_output_transform fmr(F_4_3) ins(%5 : tensor<6x6x1x1x1x1xf32>) outs(%s : tensor<1x4x4x1xf32>) -> tensor<1x4x4x1xf32>
  return %6 : tensor<1x4x4x1xf32>
}

// RUN: %run-each %s --function=bits --input=4xf32=1,-1,0,inf --input=ui8=200 \
// RUN:   --expected_output=4xi32=1065353216,-1082130432,0,2139095040 --expected_output=4xui32=1065353216,3212836864,0,2139095040 \
// RUN:   --expected_output=1xi8=-56
func.func @bits(%x: tensor<4xf32>, %u: ui8) -> (tensor<4xi32>, tensor<4xui32>, tensor<1xi8>) {
  %0 = tensor.bitcast %x : tensor<4xf32> to tensor<4xi32>
  %1 = tensor.bitcast %x : tensor<4xf32> to tensor<4xui32>
  %2 = tensor.from_elements %u : tensor<1xui8>
  %3 = tensor.bitcast %2 : tensor<1xui8> to tensor<1xi8>
  return %0, %1, %3 : tensor<4xi32>, tensor<4xui32>, tensor<1xi8>
}

// RUN: %run-each %s --function=bits_of_pieces --input=2x3xbf16=1,2,3,4,5,6 --input=index=1 \
// RUN:   --expected_output=1x3xi16=16512,16544,16576
// RUN: %run-each %s --function=assuming --input=3xf32=1,2,3 --expected_output=3xf32=2,4,6
func.func @bits_of_pieces(%x: tensor<?x3xbf16>, %i: index) -> tensor<?x3xi16> {
  %p = tensor.extract_slice %x[%i, 0] [%i, 3] [1, 1] : tensor<?x3xbf16> to tensor<?x3xbf16>
  %r = tensor.bitcast %p : tensor<?x3xbf16> to tensor<?x3xi16>
  return %r : tensor<?x3xi16>
}

func.func @assuming(%x: tensor<?xf32>) -> tensor<?xf32> {
  %true = shape.const_witness true
  %all = shape.assuming_all %true, %true
  %r = shape.assuming %all -> tensor<?xf32> {
    %y = arith.addf %x, %x : tensor<?xf32>
    shape.assuming_yield %y : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// RUN: %run-each %s --function=pack_to_dynamic --input=2x6xf32=iota --input=index=2 \
// RUN:   --input=index=3 --input=f32=9 --expected_output=2x3x2xf32=iota
func.func @pack_to_dynamic(%x: tensor<2x6xf32>, %a: index, %b: index, %p: f32) -> tensor<?x?x2xf32> {
  %e = tensor.empty(%a, %b) : tensor<?x?x2xf32>
  %0 = linalg.pack %x padding_value(%p : f32) inner_dims_pos = [1] inner_tiles = [2] into %e
      : tensor<2x6xf32> -> tensor<?x?x2xf32>
  return %0 : tensor<?x?x2xf32>
}

// RUN: %run-each %s --function=not_executed --input=4x6xi32=iota --expected_output=4x6xi32=iota
func.func @not_executed(%x: tensor<4x6xi32>) -> tensor<4x6xi32> {
  %true = arith.constant true
  cf.cond_br %true, ^a, ^b
^a:
  return %x : tensor<4x6xi32>
^b:
  %e = tensor.empty() : tensor<4x2x3xi32>
  %0 = linalg.pack %x inner_dims_pos = [1] inner_tiles = [3] into %e
      : tensor<4x6xi32> -> tensor<4x2x3xi32>
  %1 = tensor.collapse_shape %0 [[0], [1, 2]] : tensor<4x2x3xi32> into tensor<4x6xi32>
  return %1 : tensor<4x6xi32>
}

// A sum of 1 x 1 products, with a padding of the zero point 2, of which the product is 0.
// RUN: %run-each %s --function=depthwise --input=1x2x2x1xi8=1,2,3,4 --input=1x1x1x1xi8=3 \
// RUN:   --input=1xi32=7 --expected_output=1x3x2x1xi32=7,7,4,7,10,13
func.func @depthwise(%x: tensor<1x2x2x1xi8>, %w: tensor<1x1x1x1xi8>, %b: tensor<1xi32>) -> tensor<1x3x2x1xi32> {
  %two = "tosa.const"() {values = dense<2> : tensor<1xi8>} : () -> tensor<1xi8>
  %zero = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.depthwise_conv2d %x, %w, %b, %two, %zero {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<1x2x2x1xi8>, tensor<1x1x1x1xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x3x2x1xi32>
  return %0 : tensor<1x3x2x1xi32>
}

// RUN: %run-each %s --function=pack_dynamic_columns --input=2x6xf32=iota --input=index=3 \
// RUN:   --input=f32=9 --expected_output=3x2x2xf32=0,1,6,7,2,3,8,9,4,5,10,11
func.func @pack_dynamic_columns(%x: tensor<2x6xf32>, %b: index, %p: f32) -> tensor<?x2x2xf32> {
  %e = tensor.empty(%b) : tensor<?x2x2xf32>
  %0 = linalg.pack %x padding_value(%p : f32) outer_dims_perm = [1, 0] inner_dims_pos = [1] inner_tiles = [2] into %e
      : tensor<2x6xf32> -> tensor<?x2x2xf32>
  return %0 : tensor<?x2x2xf32>
}
