// Slices that do not cover a tensor stay as they are.
// RUN: split-opt %s -o %t
// RUN: split-opt %t -split-raise-slices | diff %t -

// Nothing at 2.
func.func @no_raise_gap(%x: tensor<5xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %a = tensor.extract_slice %x[0] [2] [1] : tensor<5xf32> to tensor<2xf32>
  %b = tensor.extract_slice %x[3] [2] [1] : tensor<5xf32> to tensor<2xf32>
  return %a, %b : tensor<2xf32>, tensor<2xf32>
}

func.func @no_raise_without_first(%x: tensor<6xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %b = tensor.extract_slice %x[2] [2] [1] : tensor<6xf32> to tensor<2xf32>
  %c = tensor.extract_slice %x[4] [2] [1] : tensor<6xf32> to tensor<2xf32>
  return %b, %c : tensor<2xf32>, tensor<2xf32>
}

func.func @no_raise_without_last(%x: tensor<6xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %a = tensor.extract_slice %x[0] [2] [1] : tensor<6xf32> to tensor<2xf32>
  %b = tensor.extract_slice %x[2] [2] [1] : tensor<6xf32> to tensor<2xf32>
  return %a, %b : tensor<2xf32>, tensor<2xf32>
}

func.func @no_raise_overlap(%x: tensor<5xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %a = tensor.extract_slice %x[0] [3] [1] : tensor<5xf32> to tensor<3xf32>
  %b = tensor.extract_slice %x[2] [3] [1] : tensor<5xf32> to tensor<3xf32>
  return %a, %b : tensor<3xf32>, tensor<3xf32>
}

func.func @no_raise_whole(%x: tensor<4x2xf32>, %y: tensor<?xf32>) -> (tensor<4x2xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %y, %c0 : tensor<?xf32>
  %a = tensor.extract_slice %x[0, 0] [4, 2] [1, 1] : tensor<4x2xf32> to tensor<4x2xf32>
  %b = tensor.extract_slice %y[%c0] [%d] [1] : tensor<?xf32> to tensor<?xf32>
  return %a, %b : tensor<4x2xf32>, tensor<?xf32>
}

func.func @no_raise_rank_0(%x: tensor<f32>) -> tensor<f32> {
  %a = tensor.extract_slice %x[] [] [] : tensor<f32> to tensor<f32>
  return %a : tensor<f32>
}

// Tiles: parts of two dimensions.
func.func @no_raise_tiles(%x: tensor<4x4xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) {
  %a = tensor.extract_slice %x[0, 0] [2, 2] [1, 1] : tensor<4x4xf32> to tensor<2x2xf32>
  %b = tensor.extract_slice %x[0, 2] [2, 2] [1, 1] : tensor<4x4xf32> to tensor<2x2xf32>
  %c = tensor.extract_slice %x[2, 0] [2, 2] [1, 1] : tensor<4x4xf32> to tensor<2x2xf32>
  %d = tensor.extract_slice %x[2, 2] [2, 2] [1, 1] : tensor<4x4xf32> to tensor<2x2xf32>
  return %a, %b, %c, %d : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>
}

// One along each axis.
func.func @no_raise_other_axis(%x: tensor<4x4xf32>) -> (tensor<2x4xf32>, tensor<4x2xf32>) {
  %a = tensor.extract_slice %x[0, 0] [2, 4] [1, 1] : tensor<4x4xf32> to tensor<2x4xf32>
  %b = tensor.extract_slice %x[0, 2] [4, 2] [1, 1] : tensor<4x4xf32> to tensor<4x2xf32>
  return %a, %b : tensor<2x4xf32>, tensor<4x2xf32>
}

func.func @no_raise_strides(%x: tensor<8xf32>, %s: index) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %a = tensor.extract_slice %x[0] [4] [2] : tensor<8xf32> to tensor<4xf32>
  %b = tensor.extract_slice %x[4] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %c = tensor.extract_slice %x[0] [4] [%s] : tensor<8xf32> to tensor<4xf32>
  return %a, %b, %c : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// A stride along a dimension that is not cut.
func.func @no_raise_strides_elsewhere(%x: tensor<4x2xf32>, %s: index) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %a = tensor.extract_slice %x[0, 0] [2, 2] [1, %s] : tensor<4x2xf32> to tensor<2x2xf32>
  %b = tensor.extract_slice %x[2, 0] [2, 2] [1, %s] : tensor<4x2xf32> to tensor<2x2xf32>
  return %a, %b : tensor<2x2xf32>, tensor<2x2xf32>
}

func.func @no_raise_other_tensor(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %a = tensor.extract_slice %x[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %b = tensor.extract_slice %y[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %a, %b : tensor<2xf32>, tensor<2xf32>
}

// One slice stands where it is not always reached.
func.func @no_raise_other_block(%x: tensor<4xf32>, %c: i1) -> (tensor<2xf32>, tensor<2xf32>) {
  %a = tensor.extract_slice %x[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %r = scf.if %c -> tensor<2xf32> {
    %b = tensor.extract_slice %x[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
    scf.yield %b : tensor<2xf32>
  } else {
    scf.yield %a : tensor<2xf32>
  }
  return %a, %r : tensor<2xf32>, tensor<2xf32>
}

// An encoding that changes, and one that tells what the slice is.
#csr = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed)}>
#rows0 = #sparse_tensor.encoding<{map = (d0 : #sparse_tensor<slice(0, 2, 1)>, d1 : #sparse_tensor<slice(0, 4, 1)>) -> (d0 : dense, d1 : compressed)}>
#rows2 = #sparse_tensor.encoding<{map = (d0 : #sparse_tensor<slice(2, 2, 1)>, d1 : #sparse_tensor<slice(0, 4, 1)>) -> (d0 : dense, d1 : compressed)}>
func.func @no_raise_c5_encodings(%x: tensor<4xf32, "e">, %y: tensor<4x4xf32, #csr>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2x4xf32, #rows0>, tensor<2x4xf32, #rows2>) {
  %a = tensor.extract_slice %x[0] [2] [1] : tensor<4xf32, "e"> to tensor<2xf32>
  %b = tensor.extract_slice %x[2] [2] [1] : tensor<4xf32, "e"> to tensor<2xf32>
  %c = tensor.extract_slice %y[0, 0] [2, 4] [1, 1] : tensor<4x4xf32, #csr> to tensor<2x4xf32, #rows0>
  %d = tensor.extract_slice %y[2, 0] [2, 4] [1, 1] : tensor<4x4xf32, #csr> to tensor<2x4xf32, #rows2>
  return %a, %b, %c, %d : tensor<2xf32>, tensor<2xf32>, tensor<2x4xf32, #rows0>, tensor<2x4xf32, #rows2>
}

// The pieces would need other parameters (C5).
func.func @no_raise_c5_per_axis(%y: tensor<2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) -> (tensor<1x!quant.uniform<i8:f32:0, {0.5, 0.25}>>, tensor<1x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) {
  %a = tensor.extract_slice %y[0] [1] [1] : tensor<2x!quant.uniform<i8:f32:0, {0.5, 0.25}>> to tensor<1x!quant.uniform<i8:f32:0, {0.5, 0.25}>>
  %b = tensor.extract_slice %y[1] [1] [1] : tensor<2x!quant.uniform<i8:f32:0, {0.5, 0.25}>> to tensor<1x!quant.uniform<i8:f32:0, {0.5, 0.25}>>
  return %a, %b : tensor<1x!quant.uniform<i8:f32:0, {0.5, 0.25}>>, tensor<1x!quant.uniform<i8:f32:0, {0.5, 0.25}>>
}

// Ops in the body of a module are in no order.
%x = tensor.empty() : tensor<4xf32>
%a = tensor.extract_slice %x[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
%b = tensor.extract_slice %x[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
