// Indices, slices and shapes that do not fit at run time are errors, not accesses
// out of bounds. Expected values are computed by hand.

// DEFINE: %{input} =
// DEFINE: %{function} =
// DEFINE: %{run} = split-run %s --function=%{function} %{input}

// REDEFINE: %{function} = dim
// REDEFINE: %{input} = --input=2x3xf32=iota --input=index=1
// RUN: %{run} | grep -Fx 'result[0]: index=3'
// REDEFINE: %{input} = --input=2x3xf32=iota --input=index=2
// RUN: not %{run} 2>&1 | grep '.mlir:%(line+4):8: error: index 2 is out of range for source of rank 2$'
// REDEFINE: %{input} = --input=2x3xf32=iota --input=index=-1
// RUN: not %{run} 2>&1 | grep 'index -1 is out of range for source of rank 2$'
func.func @dim(%x: tensor<?x?xf32>, %i: index) -> index {
  %0 = tensor.dim %x, %i : tensor<?x?xf32>
  return %0 : index
}

// REDEFINE: %{function} = unranked_dim
// REDEFINE: %{input} = --input=2x3xf32=iota --input=index=1
// RUN: %{run} | grep -Fx 'result[0]: index=3'
// REDEFINE: %{input} = --input=2x3x1xf32=iota --input=index=3
// RUN: not %{run} 2>&1 | grep 'index 3 is out of range for source of rank 3$'
// REDEFINE: %{input} = --input=f32=1 --input=index=0
// RUN: not %{run} 2>&1 | grep 'index 0 is out of range for source of rank 0$'
func.func @unranked_dim(%x: tensor<*xf32>, %i: index) -> index {
  %0 = tensor.dim %x, %i : tensor<*xf32>
  return %0 : index
}

// REDEFINE: %{function} = extract
// REDEFINE: %{input} = --input=2x4xf32=iota --input=index=1
// RUN: %{run} | grep -Fx 'result[0]: f32=5'
// REDEFINE: %{input} = --input=2x4xf32=iota --input=index=1000000000
// RUN: not %{run} 2>&1 | grep 'index 1000000000 is out of range for dimension 0 of size 2$'
// REDEFINE: %{input} = --input=8x4xf32=iota --input=index=4
// RUN: not %{run} 2>&1 | grep 'index 4 is out of range for dimension 1 of size 4$'
// REDEFINE: %{input} = --input=8x4xf32=iota --input=index=-1
// RUN: not %{run} 2>&1 | grep 'index -1 is out of range for dimension 0 of size 8$'
func.func @extract(%x: tensor<?x4xf32>, %i: index) -> f32 {
  %0 = tensor.extract %x[%i, %i] : tensor<?x4xf32>
  return %0 : f32
}

// REDEFINE: %{function} = insert
// REDEFINE: %{input} = --input=3xf32=iota --input=index=1
// RUN: %{run} | grep -Fx 'result[0]: 3xf32=[0,9,2]'
// REDEFINE: %{input} = --input=3xf32=iota --input=index=3
// RUN: not %{run} 2>&1 | grep 'index 3 is out of range for dimension 0 of size 3$'
func.func @insert(%x: tensor<?xf32>, %i: index) -> tensor<?xf32> {
  %v = arith.constant 9.0 : f32
  %0 = tensor.insert %v into %x[%i] : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// A slice may end at the last element, and be empty anywhere.
// REDEFINE: %{function} = slice
// REDEFINE: %{input} = --input=6xf32=iota --input=index=4 --input=index=2 --input=index=1
// RUN: %{run} | grep -Fx 'result[0]: 2xf32=[4,5]'
// REDEFINE: %{input} = --input=6xf32=iota --input=index=1 --input=index=3 --input=index=2
// RUN: %{run} | grep -Fx 'result[0]: 3xf32=[1,3,5]'
// REDEFINE: %{input} = --input=6xf32=iota --input=index=5 --input=index=3 --input=index=-2
// RUN: %{run} | grep -Fx 'result[0]: 3xf32=[5,3,1]'
// REDEFINE: %{input} = --input=6xf32=iota --input=index=7 --input=index=0 --input=index=2
// RUN: %{run} | grep -Fx 'result[0]: 0xf32=[]'
// REDEFINE: %{input} = --input=6xf32=iota --input=index=2 --input=index=2 --input=index=0
// RUN: %{run} | grep -Fx 'result[0]: 2xf32=[2,2]'
// REDEFINE: %{input} = --input=6xf32=iota --input=index=5 --input=index=2 --input=index=1
// RUN: not %{run} 2>&1 | grep 'slice of size 2 at offset 5 with stride 1 is out of bounds of dimension 0 of size 6$'
// REDEFINE: %{input} = --input=6xf32=iota --input=index=2 --input=index=3 --input=index=2
// RUN: not %{run} 2>&1 | grep 'slice of size 3 at offset 2 with stride 2 is out of bounds'
// REDEFINE: %{input} = --input=6xf32=iota --input=index=3 --input=index=3 --input=index=-2
// RUN: not %{run} 2>&1 | grep 'slice of size 3 at offset 3 with stride -2 is out of bounds'
// REDEFINE: %{input} = --input=6xf32=iota --input=index=6 --input=index=1 --input=index=1
// RUN: not %{run} 2>&1 | grep 'slice of size 1 at offset 6 with stride 1 is out of bounds'
// REDEFINE: %{input} = --input=6xf32=iota --input=index=-1 --input=index=1 --input=index=1
// RUN: not %{run} 2>&1 | grep 'slice of size 1 at offset -1 with stride 1 is out of bounds'
// REDEFINE: %{input} = --input=6xf32=iota --input=index=0 --input=index=-1 --input=index=1
// RUN: not %{run} 2>&1 | grep 'slice of size -1 at offset 0 with stride 1 is out of bounds'

// Numbers whose products and sums overflow.
// REDEFINE: %{input} = --input=6xf32=iota --input=index=1 --input=index=3 --input=index=9223372036854775807
// RUN: not %{run} 2>&1 | grep 'slice of size 3 at offset 1 with stride 9223372036854775807 is out of bounds'
// REDEFINE: %{input} = --input=6xf32=iota --input=index=1 --input=index=3 --input=index=-9223372036854775808
// RUN: not %{run} 2>&1 | grep 'slice of size 3 at offset 1 with stride -9223372036854775808 is out of bounds'
// REDEFINE: %{input} = --input=6xf32=iota --input=index=9223372036854775807 --input=index=9223372036854775807 --input=index=1
// RUN: not %{run} 2>&1 | grep 'is out of bounds of dimension 0 of size 6$'
func.func @slice(%x: tensor<?xf32>, %o: index, %n: index, %s: index) -> tensor<?xf32> {
  %0 = tensor.extract_slice %x[%o] [%n] [%s] : tensor<?xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// REDEFINE: %{function} = insert_slice
// REDEFINE: %{input} = --input=2xf32=8,9 --input=6xf32=iota --input=index=4 --input=index=2
// RUN: %{run} | grep -Fx 'result[0]: 6xf32=[0,1,2,3,8,9]'
// REDEFINE: %{input} = --input=2xf32=8,9 --input=6xf32=iota --input=index=5 --input=index=2
// RUN: not %{run} 2>&1 | grep 'slice of size 2 at offset 5 with stride 1 is out of bounds of dimension 0 of size 6$'
// REDEFINE: %{input} = --input=2xf32=8,9 --input=6xf32=iota --input=index=1 --input=index=4
// RUN: not %{run} 2>&1 | grep 'source has size 2 along dimension 0, expected 4, the size of the slice$'
func.func @insert_slice(%s: tensor<?xf32>, %x: tensor<?xf32>, %o: index, %n: index) -> tensor<?xf32> {
  %0 = tensor.insert_slice %s into %x[%o] [%n] [1] : tensor<?xf32> into tensor<?xf32>
  return %0 : tensor<?xf32>
}

// REDEFINE: %{function} = cast
// REDEFINE: %{input} = --input=2x2xf32=iota
// RUN: %{run} | grep -Fx 'result[0]: 2x2xf32=[0,1][2,3]'
// REDEFINE: %{input} = --input=2x3xf32=iota
// RUN: not %{run} 2>&1 | grep 'result 0 has size 3 along dimension 1, but its type states 2$'
// REDEFINE: %{input} = --input=2xf32=iota
// RUN: not %{run} 2>&1 | grep 'result type has rank 2, but source has rank 1$'
func.func @cast(%x: tensor<*xf32>) -> tensor<2x2xf32> {
  %0 = tensor.cast %x : tensor<*xf32> to tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// REDEFINE: %{function} = reshape
// REDEFINE: %{input} = --input=2x3xf32=iota --input=2xi64=3,2
// RUN: %{run} | grep -Fx 'result[0]: 3x2xf32=[0,1][2,3][4,5]'
// REDEFINE: %{input} = --input=0x3xf32= --input=2xi64=5,0
// RUN: %{run} | grep -Fx 'result[0]: 5x0xf32=[]'
// REDEFINE: %{input} = --input=2x3xf32=iota --input=2xi64=2,2
// RUN: not %{run} 2>&1 | grep 'shape \[2, 2\] does not have 6 elements, as source has$'
// REDEFINE: %{input} = --input=2x3xf32=iota --input=2xi64=100,100
// RUN: not %{run} 2>&1 | grep 'shape \[100, 100\] does not have 6 elements, as source has$'
// REDEFINE: %{input} = --input=2x3xf32=iota --input=2xi64=6,0
// RUN: not %{run} 2>&1 | grep 'shape \[6, 0\] does not have 6 elements, as source has$'
// REDEFINE: %{input} = --input=0x3xf32= --input=2xi64=1,1
// RUN: not %{run} 2>&1 | grep 'shape \[1, 1\] does not have 0 elements, as source has$'
// REDEFINE: %{input} = --input=2x3xf32=iota --input=2xi64=-2,-3
// RUN: not %{run} 2>&1 | grep 'shape \[-2, -3\] does not have 6 elements, as source has$'

// A product of 2^65 + 2^64 + 6.
// REDEFINE: %{input} = --input=2x3xf32=iota --input=2xi64=6148914691236517206,9
// RUN: not %{run} 2>&1 | grep 'shape \[6148914691236517206, 9\] does not have 6 elements, as source has$'
func.func @reshape(%x: tensor<?x3xf32>, %s: tensor<2xi64>) -> tensor<?x?xf32> {
  %0 = tensor.reshape %x(%s) : (tensor<?x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// REDEFINE: %{function} = expand
// REDEFINE: %{input} = --input=8xf32=iota --input=index=2
// RUN: %{run} | grep -Fx 'result[0]: 2x4xf32=[0,1,2,3][4,5,6,7]'
// REDEFINE: %{input} = --input=9xf32=iota --input=index=2
// RUN: not %{run} 2>&1 | grep 'shape \[2, 4\] does not have 9 elements, as source has along dimension 0$'
func.func @expand(%x: tensor<?xf32>, %n: index) -> tensor<?x4xf32> {
  %0 = tensor.expand_shape %x [[0, 1]] output_shape [%n, 4] : tensor<?xf32> into tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// REDEFINE: %{function} = pad
// REDEFINE: %{input} = --input=2xf32=8,9 --input=index=1 --input=index=2
// RUN: %{run} | grep -Fx 'result[0]: 5xf32=[0,8,9,0,0]'
// REDEFINE: %{input} = --input=3xf32=iota --input=index=-1 --input=index=1
// RUN: not %{run} 2>&1 | grep 'low padding of dimension 0 is -1, expected at least 0$'
// REDEFINE: %{input} = --input=3xf32=iota --input=index=1 --input=index=-1
// RUN: not %{run} 2>&1 | grep 'high padding of dimension 0 is -1, expected at least 0$'
func.func @pad(%x: tensor<?xf32>, %l: index, %h: index) -> tensor<?xf32> {
  %v = arith.constant 0.0 : f32
  %0 = tensor.pad %x low[%l] high[%h] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<?xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// REDEFINE: %{function} = concat
// REDEFINE: %{input} = --input=1x2xf32=1,2 --input=2x2xf32=3,4,5,6
// RUN: %{run} | grep -Fx 'result[0]: 3x2xf32=[1,2][3,4][5,6]'
// REDEFINE: %{input} = --input=1x2xf32=1,2 --input=2x3xf32=iota
// RUN: not %{run} 2>&1 | grep 'operand 1 has size 3 along dimension 1, expected 2, the size of operand 0 along dimension 1$'
// REDEFINE: %{input} = --input=1x2xf32=1,2 --input=1x2xf32=1,2
// RUN: not %{run} 2>&1 | grep 'result 0 has size 2 along dimension 0, but its type states 3$'
func.func @concat(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<3x?xf32> {
  %0 = tensor.concat dim(0) %x, %y : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<3x?xf32>
  return %0 : tensor<3x?xf32>
}
