// Slices drop the dimensions that their shapes determine.
// RUN: %run-each %s --function=middle --input=1x4x2x3xf32=iota \
// RUN:   --expected_output=1x4x3xf32=0,1,2,6,7,8,12,13,14,18,19,20 \
// RUN:   --expected_output=1x4x3xf32=3,4,5,9,10,11,15,16,17,21,22,23
// RUN: %run-each %s --function=static_middle --input=1x4x2x3xf32=iota \
// RUN:   --expected_output=1x4x3xf32=3,4,5,9,10,11,15,16,17,21,22,23
// RUN: %run-each %s --function=insert_constants --input=1x4x2xf32=iota \
// RUN:   --input=1x3x1x3xf32=9 \
// RUN:   --expected_output=1x3x1x3xf32=4,5,9,6,7,9,9,9,9
// RUN: %run-each %s --function=extract_constants --input=1x1x8x1xf32=iota \
// RUN:   --expected_output=1x4xf32=4,5,6,7
// RUN: %run-each %s --function=extract_one_constant --input=1x1x8x1xf32=iota \
// RUN:   --expected_output=1x4xf32=4,5,6,7
// RUN: %run-each %s --function=insert_before_tosa --input=1x4x2xf32=iota \
// RUN:   --input=1x3x1x3xf32=9 --input=2xf32=-1 \
// RUN:   --expected_output=1x3x1x3xf32=4,5,9,6,7,9,9,9,9 --expected_output=2xf32=1
// RUN: %run-each %s --function=stride --input=2x5xf32=iota \
// RUN:   --expected_output=1xf32=5
// RUN: %run-each %s --function=scalar --input=2x3xf32=iota --input=index=1 \
// RUN:   --expected_output=f32=4
// RUN: %run-each %s --function=column --input=2x3xf32=iota --input=index=1 \
// RUN:   --expected_output=2xf32=1,4
// RUN: %run-each %s --function=rows_in_loop --input=2x1x3xf32=iota \
// RUN:   --input=2x1x3xf32 --expected_output=2x1x3xf32=0,2,4,6,8,10
// RUN: %run-each %s --function=rows_in_forall --input=4x1x3xf32=iota \
// RUN:   --input=4x1x3xf32 \
// RUN:   --expected_output=4x1x3xf32=0,2,4,6,8,10,12,14,16,18,20,22
// RUN: %run-each %s --function=between --input=1x1x1xf32=7 --input=1x2x4x2x1xf32 \
// RUN:   --input=index=1 --input=index=1 --input=index=5 \
// RUN:   --expected_output=1x2x4x2x1xf32=0,0,0,0,0,0,0,0,0,0,0,7,0,0,0,0 \
// RUN:   --expected_output=1x1x1xf32=0
// RUN: %run-each %s --function=strides_at_run_time --input=1x1x2x1xf16=3,4 --input=index=0 \
// RUN:   --input=index=1 --expected_output=1x1x0xf16
// RUN: %run-each %s --function=strides_at_run_time --input=1x1x2x1xf16=3,4 --input=index=1 \
// RUN:   --input=index=0 --expected_output=1x1x2xf16=3,3
// RUN: not split-run %s --function=insert_other --input=2x3xf32 \
// RUN:   --input=2x2x4xf32 --input=index=4 2>&1 | FileCheck %s
// CHECK: slices-of-lower-rank.mlir:[[#]]:{{.*}}source has size 3 along dimension 1, expected 4, the size of the slice

func.func @middle(%x: tensor<1x?x2x?xf32>) -> (tensor<1x?x?xf32>, tensor<1x?x?xf32>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %d = tensor.dim %x, %c1 : tensor<1x?x2x?xf32>
  %e = tensor.dim %x, %c3 : tensor<1x?x2x?xf32>
  %a = tensor.extract_slice %x[0, 0, 0, 0] [1, %d, 1, %e] [1, 1, 1, 1] : tensor<1x?x2x?xf32> to tensor<1x?x?xf32>
  %b = tensor.extract_slice %x[0, 0, 1, 0] [1, %d, 1, %e] [1, 1, 1, 1] : tensor<1x?x2x?xf32> to tensor<1x?x?xf32>
  return %a, %b : tensor<1x?x?xf32>, tensor<1x?x?xf32>
}
func.func @static_middle(%x: tensor<1x4x2x3xf32>) -> tensor<1x4x3xf32> {
  %a = tensor.extract_slice %x[0, 0, 1, 0] [1, 4, 1, 3] [1, 1, 1, 1] : tensor<1x4x2x3xf32> to tensor<1x4x3xf32>
  return %a : tensor<1x4x3xf32>
}
func.func @insert_constants(%x: tensor<?x?x?xf32>, %d: tensor<?x?x1x?xf32>) -> tensor<?x?x1x?xf32> {
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %p:2 = split.split %x axis(1) into 2 : tensor<?x?x?xf32> -> tensor<?x?x?xf32>, tensor<?x?x?xf32>
  %r = tensor.insert_slice %p#1 into %d[0, 0, 0, 0] [%c1, %c2, 1, %c2] [1, 1, 1, 1] : tensor<?x?x?xf32> into tensor<?x?x1x?xf32>
  return %r : tensor<?x?x1x?xf32>
}
func.func @extract_constants(%x: tensor<1x1x8x1xf32>) -> tensor<?x?xf32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %p:2 = split.split %x axis(2) into 2 : tensor<1x1x8x1xf32> -> tensor<1x1x4x1xf32>, tensor<1x1x4x1xf32>
  %s = tensor.extract_slice %p#1[0, 0, 0, 0] [%c1, 1, %c4, 1] [1, 1, 1, 1] : tensor<1x1x4x1xf32> to tensor<?x?xf32>
  return %s : tensor<?x?xf32>
}
func.func @extract_one_constant(%x: tensor<1x1x8x1xf32>) -> tensor<1x?xf32> {
  %c4 = arith.constant 4 : index
  %p:2 = split.split %x axis(2) into 2 : tensor<1x1x8x1xf32> -> tensor<1x1x4x1xf32>, tensor<1x1x4x1xf32>
  %s = tensor.extract_slice %p#1[0, 0, 0, 0] [1, 1, %c4, 1] [1, 1, 1, 1] : tensor<1x1x4x1xf32> to tensor<1x?xf32>
  return %s : tensor<1x?xf32>
}
func.func @stride(%x: tensor<2x5xf32>) -> tensor<1xf32> {
  %v = tensor.extract_slice %x[1, 0] [1, 1] [2, 3] : tensor<2x5xf32> to tensor<1xf32>
  return %v : tensor<1xf32>
}
func.func @scalar(%x: tensor<?x?xf32>, %i: index) -> tensor<f32> {
  %s = tensor.extract_slice %x[%i, 1] [1, 1] [1, 1] : tensor<?x?xf32> to tensor<f32>
  return %s : tensor<f32>
}
func.func @column(%x: tensor<?x?xf32>, %i: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %s = tensor.extract_slice %x[0, %i] [%n, 1] [1, 1] : tensor<?x?xf32> to tensor<?xf32>
  return %s : tensor<?xf32>
}
func.func @rows_in_loop(%x: tensor<?x1x?xf32>, %y: tensor<?x1x?xf32>) -> tensor<?x1x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?x1x?xf32>
  %m = tensor.dim %x, %c2 : tensor<?x1x?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %y) -> tensor<?x1x?xf32> {
    %s = tensor.extract_slice %x[%i, 0, 0] [1, 1, %m] [1, 1, 1] : tensor<?x1x?xf32> to tensor<1x?xf32>
    %t = arith.addf %s, %s : tensor<1x?xf32>
    %b = tensor.insert_slice %t into %a[%i, 0, 0] [1, 1, %m] [1, 1, 1] : tensor<1x?xf32> into tensor<?x1x?xf32>
    scf.yield %b : tensor<?x1x?xf32>
  }
  return %r : tensor<?x1x?xf32>
}
func.func @rows_in_forall(%x: tensor<4x1x3xf32>, %y: tensor<4x1x3xf32>) -> tensor<4x1x3xf32> {
  %r = scf.forall (%i) in (4) shared_outs(%a = %y) -> tensor<4x1x3xf32> {
    %s = tensor.extract_slice %x[%i, 0, 0] [1, 1, 3] [1, 1, 1] : tensor<4x1x3xf32> to tensor<3xf32>
    %t = arith.addf %s, %s : tensor<3xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %t into %a[%i, 0, 0] [1, 1, 3] [1, 1, 1] : tensor<3xf32> into tensor<4x1x3xf32>
    }
  }
  return %r : tensor<4x1x3xf32>
}
func.func @insert_other(%x: tensor<?x?xf32>, %y: tensor<2x?x?xf32>, %n: index) -> tensor<2x?x?xf32> {
  %c2 = arith.constant 2 : index
  %r = tensor.insert_slice %x into %y[0, 0, 0] [1, %c2, %n] [1, 1, 1] : tensor<?x?xf32> into tensor<2x?x?xf32>
  return %r : tensor<2x?x?xf32>
}
func.func @insert_before_tosa(%x: tensor<?x?x?xf32>, %d: tensor<?x?x1x?xf32>, %y: tensor<2xf32>)
    -> (tensor<?x?x1x?xf32>, tensor<2xf32>) {
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %p:2 = split.split %x axis(1) into 2 : tensor<?x?x?xf32> -> tensor<?x?x?xf32>, tensor<?x?x?xf32>
  %r = tensor.insert_slice %p#1 into %d[0, 0, 0, 0] [%c1, %c2, 1, %c2] [1, 1, 1, 1] : tensor<?x?x?xf32> into tensor<?x?x1x?xf32>
  %z = tosa.abs %y : (tensor<2xf32>) -> tensor<2xf32>
  return %r, %z : tensor<?x?x1x?xf32>, tensor<2xf32>
}
// One of the dimensions of size 1 that are kept is between two that are dropped.
func.func @between(%x: tensor<?x1x?xf32>, %y: tensor<1x?x4x?x1xf32>, %i: index, %n: index, %k: index)
    -> (tensor<1x?x4x?x1xf32>, tensor<?x1x?xf32>) {
  %r = tensor.insert_slice %x into %y[0, %i, 1, %i, 0] [%n, 1, 1, %n, 1] [2, 3, 1, 1, %k]
      : tensor<?x1x?xf32> into tensor<1x?x4x?x1xf32>
  %s = tensor.extract_slice %y[0, %i, 1, %i, 0] [%n, 1, 1, %n, 1] [2, 3, 1, 1, %k]
      : tensor<1x?x4x?x1xf32> to tensor<?x1x?xf32>
  return %r, %s : tensor<1x?x4x?x1xf32>, tensor<?x1x?xf32>
}
// The dimension that the slice keeps has a stride, as those that it drops.
func.func @strides_at_run_time(%x: tensor<1x1x2x1xf16>, %n: index, %o: index) -> tensor<1x1x?xf16> {
  %c2 = arith.constant 2 : index
  %s = tensor.extract_slice %x[0, 0, %o, 0] [1, 1, 1, %n] [1, 2, %c2, %n] : tensor<1x1x2x1xf16> to tensor<1x1x?xf16>
  %r = tensor.concat dim(2) %s, %s : (tensor<1x1x?xf16>, tensor<1x1x?xf16>) -> tensor<1x1x?xf16>
  return %r : tensor<1x1x?xf16>
}
