// Functions of the program may have the names of functions that compiled code
// calls: exponentials call expf, buffers malloc.
// RUN: split-run %s --function=expf --input=2xf32=0,1 --expected_output=2xf32=1,2.7182817
// RUN: split-run %s --function=malloc --input=2xf32=0,1 --expected_output=1xf32=1

func.func @expf(%x: tensor<2xf32>) -> tensor<2xf32> {
  %empty = tensor.empty() : tensor<2xf32>
  %exp = linalg.exp ins(%x : tensor<2xf32>) outs(%empty : tensor<2xf32>) -> tensor<2xf32>
  return %exp : tensor<2xf32>
}

func.func @malloc(%x: tensor<2xf32>) -> tensor<1xf32> {
  %halves:2 = split.split %x axis(0) into 2 : tensor<2xf32> -> tensor<1xf32>, tensor<1xf32>
  return %halves#1 : tensor<1xf32>
}
