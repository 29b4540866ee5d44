// Empty pieces add nothing to a concatenation, wherever they stand.
// RUN: %run-each %s --function=last --input=2x3xf32=iota --expected_output=2x3xf32=iota
// RUN: %run-each %s --function=middle --input=2x3xf32=iota --expected_output=2x6xf32=0,1,2,0,1,2,3,4,5,3,4,5

func.func @last(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %p:3 = split.variadic_split %x axis(1) lengths [0, 3, 0] : tensor<?x3xf32> -> tensor<?x0xf32>, tensor<?x3xf32>, tensor<?x0xf32>
  %c = tensor.concat dim(1) %p#1, %p#2 : (tensor<?x3xf32>, tensor<?x0xf32>) -> tensor<?x3xf32>
  return %c : tensor<?x3xf32>
}

func.func @middle(%x: tensor<?x3xf32>) -> tensor<?x6xf32> {
  %p:2 = split.variadic_split %x axis(1) lengths [3, 0] : tensor<?x3xf32> -> tensor<?x3xf32>, tensor<?x0xf32>
  %c = tensor.concat dim(1) %p#1, %x, %p#1, %p#0, %p#1 : (tensor<?x0xf32>, tensor<?x3xf32>, tensor<?x0xf32>, tensor<?x3xf32>, tensor<?x0xf32>) -> tensor<?x6xf32>
  return %c : tensor<?x6xf32>
}
