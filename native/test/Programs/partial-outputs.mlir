// Where an op on tensors does not write an element of its output, the element stays, also
// if the body does not read the output.

// RUN: %run-each %s --function=diagonal --input=3x3xf32=iota --input=3xf32=10,20,30 --expected_output=3x3xf32=10,1,2,3,20,5,6,7,30
// RUN: %run-each %s --function=last_row --input=0x2xf32= --input=2xf32=3,4 --expected_output=2xf32=3,4
// RUN: %run-each %s --function=last_row --input=3x2xf32=iota --input=2xf32=3,4 --expected_output=2xf32=4,5
// RUN: %run-each %s --function=reduce --input=0x2xi32= --input=2xi32=3,4 --expected_output=2xi32=3,4
// RUN: %run-each %s --function=every_second --input=2xi8=7,8 --input=4xi8=iota --expected_output=4xi8=7,1,8,3

func.func @diagonal(%x: tensor<3x3xf32>, %y: tensor<3xf32>) -> tensor<3x3xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, i)>], iterator_types = ["parallel"]}
      ins(%y : tensor<3xf32>) outs(%x : tensor<3x3xf32>) {
  ^bb0(%p: f32, %q: f32):
    linalg.yield %p : f32
  } -> tensor<3x3xf32>
  return %r : tensor<3x3xf32>
}

func.func @last_row(%x: tensor<?x2xf32>, %o: tensor<2xf32>) -> tensor<2xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<?x2xf32>) outs(%o : tensor<2xf32>) {
  ^bb0(%p: f32, %q: f32):
    linalg.yield %p : f32
  } -> tensor<2xf32>
  return %r : tensor<2xf32>
}

func.func @reduce(%x: tensor<?x2xi32>, %o: tensor<2xi32>) -> tensor<2xi32> {
  %c0 = arith.constant 0 : i32
  %r = linalg.reduce ins(%x : tensor<?x2xi32>) outs(%o : tensor<2xi32>) dimensions = [0]
    (%a: i32, %b: i32) {
      linalg.yield %c0 : i32
    }
  return %r : tensor<2xi32>
}

func.func @every_second(%x: tensor<2xi8>, %o: tensor<4xi8>) -> tensor<4xi8> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i * 2)>], iterator_types = ["parallel"]}
      ins(%x : tensor<2xi8>) outs(%o : tensor<4xi8>) {
  ^bb0(%a: i8, %b: i8):
    linalg.yield %a : i8
  } -> tensor<4xi8>
  return %r : tensor<4xi8>
}
