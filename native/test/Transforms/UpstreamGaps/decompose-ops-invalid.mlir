// Ops without a decomposition are errors.
// RUN: split-opt %s -split-decompose-ops -split-input-file -verify-diagnostics

func.func @tile(%x: tensor<?xf32>, %o: tensor<?x?xf32>, %n: index) -> tensor<?x?xf32> {
  // expected-error @below {{'linalg.pack' op has no decomposition for these types; expected tensors, constant sizes of tiles and elements that have the arithmetic that the op needs}}
  %0 = linalg.pack %x inner_dims_pos = [0] inner_tiles = [%n] into %o : tensor<?xf32> -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func @complex(%x: tensor<4xcomplex<f32>>, %o: tensor<2x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>> {
  // expected-error @below {{'linalg.pack' op has no decomposition for these types}}
  %0 = linalg.pack %x inner_dims_pos = [0] inner_tiles = [2] into %o : tensor<4xcomplex<f32>> -> tensor<2x2xcomplex<f32>>
  return %0 : tensor<2x2xcomplex<f32>>
}

// -----

func.func @memref(%x: memref<4x4xf32>, %o: memref<4x4xf32>) {
  // expected-error @below {{'linalg.softmax' op has no decomposition for these types}}
  linalg.softmax dimension(1) ins(%x : memref<4x4xf32>) outs(%o : memref<4x4xf32>)
  return
}

// -----

func.func @unranked(%x: tensor<*xf32>) -> tensor<*xi32> {
  // expected-error @below {{'tensor.bitcast' op has no decomposition for these types}}
  %0 = tensor.bitcast %x : tensor<*xf32> to tensor<*xi32>
  return %0 : tensor<*xi32>
}
