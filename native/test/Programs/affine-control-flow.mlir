// Affine loops and conditionals carry and return tensors. The argument stays as it is.

// The step of a loop, and bounds that are the least of several.
// RUN: %run-each %s --input=6xf32=iota --input=6xf32=10,11,12,13,14,15 --input=index=9 \
// RUN:   --expected_output=6xf32=15,1,11,3,13,5 --expected_output=6xf32=0,1,2,3,4,5
// RUN: %run-each %s --input=6xf32=iota --input=6xf32=10,11,12,13,14,15 --input=index=4 \
// RUN:   --expected_output=6xf32=10,1,12,3,14,5 --expected_output=6xf32=0,1,2,3,4,5

// The loop has no iterations.
// RUN: %run-each %s --input=6xf32=iota --input=6xf32=10,11,12,13,14,15 --input=index=3 \
// RUN:   --expected_output=6xf32=0,1,2,3,4,5 --expected_output=6xf32=0,1,2,3,4,5

// The other branch.
// RUN: %run-each %s --input=6xf32=iota --input=6xf32=10,11,12,13,14,15 --input=index=2 \
// RUN:   --expected_output=6xf32=10,11,12,13,14,15 --expected_output=6xf32=0,1,2,3,4,5

func.func @main(%a: tensor<6xf32>, %b: tensor<6xf32>, %n: index)
    -> (tensor<6xf32>, tensor<6xf32>) {
  %r = affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%n) -> tensor<6xf32> {
    %0 = affine.for %i = 0 to min affine_map<(d0) -> (d0 - 3, 2)>(%n)
        iter_args(%t = %a) -> tensor<6xf32> {
      %1 = affine.for %j = affine_map<(d0) -> (d0)>(%i) to 6 step 2
          iter_args(%u = %t) -> tensor<6xf32> {
        %e = tensor.extract %b[%j] : tensor<6xf32>
        %k = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 6)>(%i, %j)
        %w = tensor.insert %e into %u[%k] : tensor<6xf32>
        affine.yield %w : tensor<6xf32>
      }
      affine.yield %1 : tensor<6xf32>
    }
    affine.yield %0 : tensor<6xf32>
  } else {
    affine.yield %b : tensor<6xf32>
  }
  return %r, %a : tensor<6xf32>, tensor<6xf32>
}

// RUN: %run-each %s --function=positions --input=6xi32=iota --expected_output=6xi32=0,7,2,7,4,7
func.func @positions(%x: tensor<6xi32>) -> tensor<6xi32> {
  %c7 = arith.constant 7 : i32
  %c1 = arith.constant 1 : index
  %r = affine.for %i = 0 to 6 iter_args(%y = %x) -> tensor<6xi32> {
    %p:2 = affine.delinearize_index %i into (3, 2) : index, index
    %q = affine.linearize_index [%p#0, %c1] by (3, 2) : index
    %z = tensor.insert %c7 into %y[%q] : tensor<6xi32>
    affine.yield %z : tensor<6xi32>
  }
  return %r : tensor<6xi32>
}
