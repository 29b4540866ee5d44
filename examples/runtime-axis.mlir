// Splits a tensor of any rank in halves, along an axis known only at run time.
func.func @main(%data: tensor<*xf32>, %axis: i32) -> (tensor<*xf32>, tensor<*xf32>) {
  %halves:2 = split.split %data axis(%axis : i32) into 2
      : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
  return %halves#0, %halves#1 : tensor<*xf32>, tensor<*xf32>
}
