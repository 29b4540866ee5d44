// The halves of each row, in the IR of TensorFlow's compiler.
func.func @main(%x: tensor<?x6xf32>) -> (tensor<?x3xf32>, tensor<?x3xf32>) {
  %axis = "tf.Const"() {value = dense<-1> : tensor<i32>} : () -> tensor<i32>
  %0:2 = "tf.Split"(%axis, %x) {device = ""}
      : (tensor<i32>, tensor<?x6xf32>) -> (tensor<?x3xf32>, tensor<?x3xf32>)
  return %0#0, %0#1 : tensor<?x3xf32>, tensor<?x3xf32>
}
