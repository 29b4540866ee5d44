// Splits of a concat whose inputs have the size of the result of arithmetic on tensors.
// Upstream crashes if it is asked for bounds of such a size.

// RUN: %run-each %s --function=difference --input=4xi32=iota --input=4xi32=3 \
// RUN:   --expected_output=4xi32=-3,-2,-1,0
// RUN: %run-each %s --function=product --input=4xi32=iota --input=4xi32=3 \
// RUN:   --expected_output=4xi32=0,3,6,9
// RUN: %run-each %s --function=quotient --input=16xi32=iota --input=16xi32=3 \
// RUN:   --expected_output=16xi32=0,0,0,1,1,1,2,2,2,3,3,3,4,4,4,5
// RUN: %run-each %s --function=selected --input=4xi32=iota --input=4xi32=3 --input=i1=0 \
// RUN:   --expected_output=4xi32=3,3,3,3
// RUN: %run-each %s --function=lengths --input=4xi32=iota --input=4xi32=3 \
// RUN:   --expected_output=4xi32=3,4,5,6 --expected_output=4xi32=0,3,6,9
// RUN: %if frontends %{ split-opt %s --split-raise-slices -o /dev/null %}

func.func @difference(%y: tensor<?xi32>, %v: tensor<?xi32>) -> tensor<?xi32> {
  %d = arith.subi %y, %v : tensor<?xi32>
  %c = tensor.concat dim(0) %v, %d : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  %p:2 = split.split %c axis(0) into 2 : tensor<?xi32> -> tensor<?xi32>, tensor<?xi32>
  return %p#1 : tensor<?xi32>
}

func.func @product(%y: tensor<?xi32>, %v: tensor<?xi32>) -> tensor<?xi32> {
  %d = arith.muli %y, %v : tensor<?xi32>
  %c = tensor.concat dim(0) %v, %d : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  %p:2 = split.split %c axis(0) into 2 : tensor<?xi32> -> tensor<?xi32>, tensor<?xi32>
  return %p#1 : tensor<?xi32>
}

func.func @quotient(%y: tensor<?xi32>, %v: tensor<?xi32>) -> tensor<?xi32> {
  %d = arith.floordivsi %y, %v : tensor<?xi32>
  %c = tensor.concat dim(0) %v, %d : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  %p:2 = split.split %c axis(0) into 2 : tensor<?xi32> -> tensor<?xi32>, tensor<?xi32>
  return %p#1 : tensor<?xi32>
}

func.func @selected(%y: tensor<?xi32>, %v: tensor<?xi32>, %b: i1) -> tensor<?xi32> {
  %d = arith.select %b, %y, %v : tensor<?xi32>
  %c = tensor.concat dim(0) %v, %d : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  %p:2 = split.split %c axis(0) into 2 : tensor<?xi32> -> tensor<?xi32>, tensor<?xi32>
  return %p#1 : tensor<?xi32>
}

func.func @lengths(%y: tensor<?xi32>, %v: tensor<?xi32>)
    -> (tensor<?xi32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %s = arith.addi %y, %v : tensor<?xi32>
  %m = arith.muli %y, %v : tensor<?xi32>
  %n = tensor.dim %s, %c0 : tensor<?xi32>
  %c = tensor.concat dim(0) %s, %m : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  %p:2 = split.variadic_split %c axis(0) lengths [%n, -1]
      : tensor<?xi32> -> tensor<?xi32>, tensor<?xi32>
  return %p#0, %p#1 : tensor<?xi32>, tensor<?xi32>
}
