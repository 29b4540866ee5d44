// The slices of an scf.forall are inserted in another order than that of its outputs.
// Upstream's canonicalization exchanges the results if the outputs are casts, or if there is
// one iteration.

// RUN: %run-each %s --function=casts --input=4x4xf32=iota \
// RUN:   --expected_output=4x2xf32=0,1,4,5,8,9,12,13 \
// RUN:   --expected_output=4x2xf32=2,3,6,7,10,11,14,15
// RUN: %run-each %s --function=one --input=2xf32=1,2 --input=2xf32=3,4 \
// RUN:   --expected_output=2xf32=1,2 --expected_output=2xf32=3,4

func.func @casts(%x: tensor<4x4xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>) {
  %c4 = arith.constant 4 : index
  %p:2 = split.split %x axis(1) into 2
      : tensor<4x4xf32> -> tensor<4x2xf32>, tensor<4x2xf32>
  %e = tensor.empty(%c4) : tensor<?x2xf32>
  %r:2 = scf.forall (%i) in (4) shared_outs(%a = %e, %b = %e)
      -> (tensor<?x2xf32>, tensor<?x2xf32>) {
    %s0 = tensor.extract_slice %p#0[%i, 0] [1, 2] [1, 1]
        : tensor<4x2xf32> to tensor<1x2xf32>
    %s1 = tensor.extract_slice %p#1[%i, 0] [1, 2] [1, 1]
        : tensor<4x2xf32> to tensor<1x2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s1 into %b[%i, 0] [1, 2] [1, 1]
          : tensor<1x2xf32> into tensor<?x2xf32>
      tensor.parallel_insert_slice %s0 into %a[%i, 0] [1, 2] [1, 1]
          : tensor<1x2xf32> into tensor<?x2xf32>
    }
  }
  return %r#0, %r#1 : tensor<?x2xf32>, tensor<?x2xf32>
}

func.func @one(%a: tensor<2xf32>, %b: tensor<2xf32>)
    -> (tensor<2xf32>, tensor<2xf32>) {
  %e = tensor.empty() : tensor<2xf32>
  %r:2 = scf.forall (%k) in (1) shared_outs(%x = %e, %y = %e)
      -> (tensor<2xf32>, tensor<2xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %b into %y[0] [2] [1]
          : tensor<2xf32> into tensor<2xf32>
      tensor.parallel_insert_slice %a into %x[0] [2] [1]
          : tensor<2xf32> into tensor<2xf32>
    }
  }
  return %r#0, %r#1 : tensor<2xf32>, tensor<2xf32>
}
