// A private function may return a value twice, or a value and a part of it; its
// caller may write to one of them and still read the other.
// RUN: split-run %s --function=twice --input=index=3 --expected_output=3xf32=2,2,2 --expected_output=3xf32=1,1,1
// RUN: split-run %s --function=part --input=4xf32=iota --expected_output=4xf32=7,7,7,7 --expected_output=2xf32=0,2

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

func.func private @sum_and_half(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<2xf32>) {
  %y = arith.addf %x, %x : tensor<4xf32>
  %h = tensor.extract_slice %y[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %y, %h : tensor<4xf32>, tensor<2xf32>
}
func.func @part(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<2xf32>) {
  %f7 = arith.constant 7.0 : f32
  %r:2 = call @sum_and_half(%x) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<2xf32>)
  %w = linalg.fill ins(%f7 : f32) outs(%r#0 : tensor<4xf32>) -> tensor<4xf32>
  return %w, %r#1 : tensor<4xf32>, tensor<2xf32>
}
