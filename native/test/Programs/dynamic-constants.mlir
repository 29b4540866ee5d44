// Ops whose results would be constants, but for a size that is not known. Upstream folds
// some of them to constants of a dynamic type, which are invalid.

// RUN: %run-each %s --function=comparison --input=4xi32=iota --expected_output=4xi1=1,1,1,1
// RUN: %run-each %s --function=comparison --input=0xi32 --expected_output=0xi1
// RUN: %run-each %s --function=arithmetic --input=2x3xi32=iota \
// RUN:   --expected_output=2x3xi32=0,0,0,0,0,0 --expected_output=2x3xi32=0,0,0,0,0,0 \
// RUN:   --expected_output=2x3xi1=0,0,0,0,0,0
// RUN: %run-each %s --function=difference --input=3xi32=iota --input=3xi32=5,6,7 \
// RUN:   --expected_output=3xi32=-5,-6,-7
// RUN: %run-each %s --function=scalar_condition --input=3xi32=iota --input=i1=1 \
// RUN:   --expected_output=3xi1=1,1,1

func.func @comparison(%x: tensor<?xi32>) -> tensor<?xi1> {
  %r = arith.cmpi eq, %x, %x : tensor<?xi32>
  return %r : tensor<?xi1>
}

func.func @arithmetic(%x: tensor<2x?xi32>)
    -> (tensor<2x?xi32>, tensor<2x?xi32>, tensor<2x?xi1>) {
  %a = arith.xori %x, %x : tensor<2x?xi32>
  %b = arith.subi %x, %x : tensor<2x?xi32>
  %c = arith.cmpi slt, %x, %x : tensor<2x?xi32>
  return %a, %b, %c : tensor<2x?xi32>, tensor<2x?xi32>, tensor<2x?xi1>
}

func.func @difference(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %a = arith.subi %x, %y : tensor<?xi32>
  %b = arith.subi %a, %x : tensor<?xi32>
  return %b : tensor<?xi32>
}

func.func @scalar_condition(%x: tensor<?xi32>, %c: i1) -> tensor<?xi1> {
  %a = arith.cmpi eq, %x, %x : tensor<?xi32>
  %b = arith.cmpi ne, %x, %x : tensor<?xi32>
  %r = arith.select %c, %a, %b : tensor<?xi1>
  return %r : tensor<?xi1>
}
