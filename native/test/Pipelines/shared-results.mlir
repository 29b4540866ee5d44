// A private function may return a value twice, or what may be the same value; its
// caller may write to one of them and still read the other.
// RUN: split-run %s --function=twice --input=index=3 --expected_output=3xf32=2,2,2 --expected_output=3xf32=1,1,1
// RUN: split-run %s --function=choice --input=4xf32=iota --input=i1=1 --expected_output=4xf32=7,7,7,7 --expected_output=4xf32=0,2,4,6
// RUN: split-run %s --function=choice --input=4xf32=iota --input=i1=0 --expected_output=4xf32=7,7,7,7 --expected_output=4xf32=0,1,4,9

func.func private @ones(%n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %f1 = arith.constant 1.0 : f32
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = linalg.fill ins(%f1 : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %r, %r : tensor<?xf32>, tensor<?xf32>
}
func.func @twice(%n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %f2 = arith.constant 2.0 : f32
  %r:2 = call @ones(%n) : (index) -> (tensor<?xf32>, tensor<?xf32>)
  %w = linalg.fill ins(%f2 : f32) outs(%r#0 : tensor<?xf32>) -> tensor<?xf32>
  return %w, %r#1 : tensor<?xf32>, tensor<?xf32>
}

func.func private @sum_and_choice(%x: tensor<4xf32>, %c: i1) -> (tensor<4xf32>, tensor<4xf32>) {
  %y = arith.addf %x, %x : tensor<4xf32>
  %z = arith.mulf %x, %x : tensor<4xf32>
  %r = arith.select %c, %y, %z : tensor<4xf32>
  return %y, %r : tensor<4xf32>, tensor<4xf32>
}
func.func @choice(%x: tensor<4xf32>, %c: i1) -> (tensor<4xf32>, tensor<4xf32>) {
  %f7 = arith.constant 7.0 : f32
  %r:2 = call @sum_and_choice(%x, %c) : (tensor<4xf32>, i1) -> (tensor<4xf32>, tensor<4xf32>)
  %w = linalg.fill ins(%f7 : f32) outs(%r#0 : tensor<4xf32>) -> tensor<4xf32>
  return %w, %r#1 : tensor<4xf32>, tensor<4xf32>
}
