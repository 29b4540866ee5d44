// A dimension that is expanded to sizes with a 0 among them has the stated sizes.
// RUN: %run-each %s --function=two --input=0x6xi32= --input=index=1 --input=index=3 --expected_output=1x0x1x2x3xi32=
// RUN: %run-each %s --function=one --input=0x6xi32= --input=index=1 --expected_output=0x1x2x1x3xi32=

func.func @two(%x: tensor<?x?xi32>, %n: index, %m: index) -> tensor<?x0x1x2x?xi32> {
  %0 = tensor.expand_shape %x [[0, 1], [2, 3, 4]] output_shape [%n, 0, 1, 2, %m] : tensor<?x?xi32> into tensor<?x0x1x2x?xi32>
  return %0 : tensor<?x0x1x2x?xi32>
}

func.func @one(%x: tensor<0x6xi32>, %n: index) -> tensor<0x?x2x1x3xi32> {
  %0 = tensor.cast %x : tensor<0x6xi32> to tensor<?x6xi32>
  %1 = tensor.expand_shape %0 [[0, 1], [2, 3, 4]] output_shape [0, %n, 2, 1, 3] : tensor<?x6xi32> into tensor<0x?x2x1x3xi32>
  return %1 : tensor<0x?x2x1x3xi32>
}
