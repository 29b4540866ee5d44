// What a loop carries has a buffer of its own: it is written to in place, but
// the other values that come out of the loop, and those from before it, stay.
// RUN: split-run %s --function=twice --input=4xi32=iota --input=index=0 --expected_output=4xi32=0,1,2,3 --expected_output=4xi32=8,8,8,8
// RUN: split-run %s --function=twice --input=4xi32=iota --input=index=1 --expected_output=4xi32=2,3,0,1 --expected_output=4xi32=8,8,8,8
// RUN: split-run %s --function=twice --input=4xi32=iota --input=index=2 --expected_output=4xi32=0,1,2,3 --expected_output=4xi32=8,8,8,8
// RUN: split-run %s --function=from_before --input=4xi32=iota --input=index=0 --expected_output=2xi32=2,5 --expected_output=4xi32=iota
// RUN: split-run %s --function=from_before --input=4xi32=iota --input=index=1 --expected_output=2xi32=2,4 --expected_output=4xi32=iota
// RUN: split-run %s --function=from_before --input=4xi32=iota --input=index=3 --expected_output=2xi32=2,4 --expected_output=4xi32=iota

// One value, in two types, is carried twice.
func.func @twice(%x: tensor<4xi32>, %n: index) -> (tensor<?xi32>, tensor<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i8 = arith.constant 8 : i32
  %y = tensor.cast %x : tensor<4xi32> to tensor<?xi32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %y, %b = %x) -> (tensor<?xi32>, tensor<4xi32>) {
    %h:2 = split.split %a axis(0) into 2 : tensor<?xi32> -> tensor<?xi32>, tensor<?xi32>
    %s = tensor.concat dim(0) %h#1, %h#0 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %t = tensor.cast %s : tensor<?xi32> to tensor<4xi32>
    scf.yield %s, %t : tensor<?xi32>, tensor<4xi32>
  }
  %w = linalg.fill ins(%i8 : i32) outs(%r#1 : tensor<4xi32>) -> tensor<4xi32>
  return %r#0, %w : tensor<?xi32>, tensor<4xi32>
}

// After the first time, what is carried is a piece, to which the other is added.
func.func @from_before(%x: tensor<?xi32>, %n: index) -> (tensor<?xi32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p:2 = split.split %x axis(0) into 2 : tensor<?xi32> -> tensor<?xi32>, tensor<?xi32>
  %y = arith.addi %p#0, %p#0 : tensor<?xi32>
  %r:2 = scf.while (%i = %c0, %a = %y) : (index, tensor<?xi32>) -> (index, tensor<?xi32>) {
    %s = linalg.add ins(%p#1, %a : tensor<?xi32>, tensor<?xi32>) outs(%a : tensor<?xi32>) -> tensor<?xi32>
    %go = arith.cmpi ult, %i, %n : index
    scf.condition(%go) %i, %s : index, tensor<?xi32>
  } do {
  ^bb0(%i: index, %a: tensor<?xi32>):
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %p#0 : index, tensor<?xi32>
  }
  return %r#1, %x : tensor<?xi32>, tensor<?xi32>
}
