// Elements at positions that the data determine, in the bodies of ops on tensors: a
// position out of bounds fails the call, and nothing is read there.

// RUN: %run-each %s --function=generic --input=3xf32=5,6,7 --input=4xindex=0,2,1,2 \
// RUN:   --expected_output=4xf32=5,7,6,7
// RUN: %run-each %s --function=generic --input=0xf32 --input=0xindex \
// RUN:   --expected_output=0xf32
// RUN: not split-run %s --function=generic --input=3xf32=5,6,7 --input=4xindex=0,2,1,3 \
// RUN:   2>&1 | FileCheck %s --check-prefix=ABOVE
// RUN: not split-run %s --function=generic --input=3xf32=5,6,7 --input=4xindex=0,-1,1,2 \
// RUN:   --threads=2 2>&1 | FileCheck %s --check-prefix=BELOW
// RUN: not split-run %s --function=generic --input=0xf32 --input=1xindex=0 \
// RUN:   2>&1 | FileCheck %s --check-prefix=EMPTY

// RUN: %run-each %s --function=generate --input=3xf32=5,6,7 --input=3xindex=2,1,0 \
// RUN:   --expected_output=3xf32=7,6,5
// RUN: not split-run %s --function=generate --input=3xf32=5,6,7 --input=3xindex=2,1,3 \
// RUN:   2>&1 | FileCheck %s --check-prefix=ABOVE

// RUN: %run-each %s --function=reversed --input=3xf32=5,6,7 --expected_output=3xf32=7,6,5
// RUN: not split-run %s --function=shifted --input=3xf32=5,6,7 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ABOVE

// RUN: %run-each %s --function=dims --input=2x3xf32=iota --input=2xindex=1,0 \
// RUN:   --expected_output=2xindex=3,2
// RUN: not split-run %s --function=dims --input=2x3xf32=iota --input=2xindex=1,2 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DIM

// RUN: %run-each %s --function=shapes --input=3xindex=7,8,9 --input=2x3xf32=iota --input=index=1 \
// RUN:   --expected_output=index=8 --expected_output=index=3
// RUN: not split-run %s --function=shapes --input=3xindex=7,8,9 --input=2x3xf32=iota \
// RUN:   --input=index=-1 2>&1 | FileCheck %s --check-prefix=EXTENT
// RUN: not split-run %s --function=shapes --input=3xindex=7,8,9 --input=2x3xf32=iota \
// RUN:   --input=index=2 2>&1 | FileCheck %s --check-prefix=DIM
// EXTENT: error: index -1 is out of range for dimension 0 of size 3

// A counter of the loop over the same size needs no check.
// RUN: split-opt %s --split-check-operand-sizes | FileCheck %s

// ABOVE: element-positions.mlir:{{[0-9]+}}:{{[0-9]+}}: error: index 3 is out of range for dimension 0 of size 3
// BELOW: element-positions.mlir:{{[0-9]+}}:{{[0-9]+}}: error: index -1 is out of range for dimension 0 of size 3
// EMPTY: element-positions.mlir:{{[0-9]+}}:{{[0-9]+}}: error: index 0 is out of range for dimension 0 of size 0
// DIM: element-positions.mlir:{{[0-9]+}}:{{[0-9]+}}: error: index 2 is out of range for source of rank 2

#id = affine_map<(i) -> (i)>

func.func @generic(%x: tensor<?xf32>, %i: tensor<?xindex>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %i, %c0 : tensor<?xindex>
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%i : tensor<?xindex>) outs(%e : tensor<?xf32>) {
  ^bb0(%p: index, %o: f32):
    %v = tensor.extract %x[%p] : tensor<?xf32>
    linalg.yield %v : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @generate(%x: tensor<?xf32>, %i: tensor<3xindex>) -> tensor<3xf32> {
  %r = tensor.generate {
  ^bb0(%k: index):
    %p = tensor.extract %i[%k] : tensor<3xindex>
    %v = tensor.extract %x[%p] : tensor<?xf32>
    tensor.yield %v : f32
  } : tensor<3xf32>
  return %r : tensor<3xf32>
}

func.func @reversed(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %last = arith.subi %n, %c1 : index
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]}
      outs(%e : tensor<?xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %p = arith.subi %last, %i : index
    %v = tensor.extract %x[%p] : tensor<?xf32>
    linalg.yield %v : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @shifted(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %r = tensor.generate %n {
  ^bb0(%k: index):
    %p = arith.addi %k, %c1 : index
    %v = tensor.extract %x[%p] : tensor<?xf32>
    tensor.yield %v : f32
  } : tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @shapes(%s: tensor<?xindex>, %x: tensor<?x3xf32>, %i: index) -> (index, index) {
  %e = shape.get_extent %s, %i : tensor<?xindex>, index -> index
  %d = shape.dim %x, %i : tensor<?x3xf32>, index -> index
  return %e, %d : index, index
}

func.func @dims(%x: tensor<?x?xf32>, %i: tensor<2xindex>) -> tensor<2xindex> {
  %e = tensor.empty() : tensor<2xindex>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%i : tensor<2xindex>) outs(%e : tensor<2xindex>) {
  ^bb0(%p: index, %o: index):
    %d = tensor.dim %x, %p : tensor<?x?xf32>
    linalg.yield %d : index
  } -> tensor<2xindex>
  return %r : tensor<2xindex>
}

// CHECK-LABEL: func @counters(
// CHECK-NOT: split.assert
func.func @counters(%x: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  %e = tensor.empty(%n) : tensor<?x4xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<?x4xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %v = tensor.extract %x[%i, %j] : tensor<?x4xf32>
    linalg.yield %v : f32
  } -> tensor<?x4xf32>
  %g = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %v = tensor.extract %x[%i, %j] : tensor<?x4xf32>
    tensor.yield %v : f32
  } : tensor<?x4xf32>
  return %r, %g : tensor<?x4xf32>, tensor<?x4xf32>
}

// CHECK-LABEL: func @in_bounds(
// CHECK-NOT: split.assert
func.func @in_bounds(%x: tensor<?xf32>, %n: index) -> f32 {
  %v = tensor.extract %x[%n] {split.in_bounds} : tensor<?xf32>
  return %v : f32
}
