// A slice that an scf.forall inserts is checked as that of a tensor.insert_slice.

// RUN: %run-each %s --function=one --input=4xf32=iota --input=f32=9 --input=index=3 --expected_output=4xf32=9,9,9,3
// RUN: not %run-each %s --function=one --input=4xf32=iota --input=f32=9 --input=index=5 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: %run-each %s --function=sizes --input=6xi8=iota --input=2xi8=7,8 --expected_output=6xi8=7,8,7,8,7,8
// RUN: not %run-each %s --function=sizes --input=6xi8=iota --input=3xi8=7,8,9 2>&1 | FileCheck %s --check-prefix=SIZES

// ONE: parallel-insertions.mlir:[[#@LINE+4]]:7: error: slice of size 1 at offset 4 with stride 1 is out of bounds of dimension 0 of size 4
func.func @one(%x: tensor<?xf32>, %k: tensor<f32>, %n: index) -> tensor<?xf32> {
  %r = scf.forall (%i) in (%n) shared_outs(%o = %x) -> (tensor<?xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %k into %o[%i] [1] [1] : tensor<f32> into tensor<?xf32>
    }
  }
  return %r : tensor<?xf32>
}

// SIZES: error: source has size 3 along dimension 0, expected 2, the size of the slice
func.func @sizes(%x: tensor<6xi8>, %y: tensor<?xi8>) -> tensor<6xi8> {
  %c2 = arith.constant 2 : index
  %r = scf.forall (%i) = (0) to (6) step (2) shared_outs(%o = %x) -> (tensor<6xi8>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %y into %o[%i] [%c2] [1] : tensor<?xi8> into tensor<6xi8>
    }
  }
  return %r : tensor<6xi8>
}
