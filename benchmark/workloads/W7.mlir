// Channels of pixels: runs of one byte
// split-bench: input=2097152x4xui8 axis=1 into=4
func.func @split(%x: tensor<2097152x4xui8>)
    -> (tensor<2097152x1xui8>, tensor<2097152x1xui8>, tensor<2097152x1xui8>, tensor<2097152x1xui8>) {
  %p:4 = split.split %x axis(1) into 4
      : tensor<2097152x4xui8> -> tensor<2097152x1xui8>, tensor<2097152x1xui8>, tensor<2097152x1xui8>, tensor<2097152x1xui8>
  return %p#0, %p#1, %p#2, %p#3
      : tensor<2097152x1xui8>, tensor<2097152x1xui8>, tensor<2097152x1xui8>, tensor<2097152x1xui8>
}
