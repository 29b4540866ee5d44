// Casts that always fail, because another op determines the size: the check before the cast
// fails, and no pass creates an invalid op behind it.

// RUN: not split-run %s --function=slice --input=4xf32=1,2,3,4 --input=index=3 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SLICE
// RUN: not split-run %s --function=generic --input=4xf32=1,2,3,4 --input=index=4 2>&1 \
// RUN:   | FileCheck %s --check-prefix=GENERIC
// RUN: not split-run %s --function=generic --input=4xf32=1,2,3,4 --input=index=5 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OPERAND
// RUN: not split-run %s --function=convolution --input=4xf32=1,2,3,4 --input=3xf32=1,1,1 \
// RUN:   --input=index=2 2>&1 | FileCheck %s --check-prefix=CONVOLUTION
// RUN: not split-run %s --function=branch --input=4xf32=1,2,3,4 --input=i1=1 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BRANCH
// RUN: not split-run %s --function=loop --input=4xf32=1,2,3,4 --input=index=1 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BRANCH
// RUN: not split-run %s --function=one_branch --input=4xf32=1,2,3,4 --input=5xf32=1,2,3,4,5 \
// RUN:   --input=i1=1 2>&1 | FileCheck %s --check-prefix=BRANCH
// RUN: %run-each %s --function=one_branch --input=4xf32=1,2,3,4 --input=5xf32=1,2,3,4,5 \
// RUN:   --input=i1=0 --expected_output=5xf32=1,2,3,4,5

// RUN: not split-run %s --function=scalar --input=f32=5 --input=2xf32 --input=i1=0 2>&1 \
// RUN:   | FileCheck %s --check-prefix=RANK
// RUN: %run-each %s --function=scalar --input=f32=5 --input=2xf32=1,2 --input=i1=1 \
// RUN:   --expected_output=2xf32=1,2

// SLICE: error: result 0 has size 3 along dimension 0, but its type states 6
// GENERIC: error: result 0 has size 4 along dimension 0, but its type states 5
// OPERAND: error: operand 1 has size 5 along dimension 0, expected 4, the size of operand 0 along dimension 0
// CONVOLUTION: error: result 0 has size 2 along dimension 0, but its type states 5
// RANK: error: result type has rank 1, but source has rank 0
// BRANCH: error: result 0 has size 4 along dimension 0, but its type states 5

#id = affine_map<(i) -> (i)>

func.func @slice(%x: tensor<4xf32>, %n: index) -> tensor<6xf32> {
  %s = tensor.extract_slice %x[1] [%n] [1] : tensor<4xf32> to tensor<?xf32>
  %r = tensor.cast %s : tensor<?xf32> to tensor<6xf32>
  return %r : tensor<6xf32>
}

func.func @generic(%x: tensor<4xf32>, %n: index) -> tensor<5xf32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %y = math.absf %x : tensor<4xf32>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%y : tensor<4xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %b = arith.addf %a, %a : f32
    linalg.yield %b : f32
  } -> tensor<?xf32>
  %r = tensor.cast %s : tensor<?xf32> to tensor<5xf32>
  return %r : tensor<5xf32>
}

func.func @convolution(%x: tensor<4xf32>, %k: tensor<3xf32>, %n: index) -> tensor<5xf32> {
  %c0 = arith.constant 0.0 : f32
  %e = tensor.empty(%n) : tensor<?xf32>
  %i = linalg.fill ins(%c0 : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %s = linalg.conv_1d ins(%x, %k : tensor<4xf32>, tensor<3xf32>)
      outs(%i : tensor<?xf32>) -> tensor<?xf32>
  %r = tensor.cast %s : tensor<?xf32> to tensor<5xf32>
  return %r : tensor<5xf32>
}

func.func @branch(%x: tensor<4xf32>, %c: i1) -> tensor<5xf32> {
  %y = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %s = scf.if %c -> tensor<?xf32> {
    %a = arith.addf %y, %y : tensor<?xf32>
    scf.yield %a : tensor<?xf32>
  } else {
    %b = arith.mulf %y, %y : tensor<?xf32>
    scf.yield %b : tensor<?xf32>
  }
  %r = tensor.cast %s : tensor<?xf32> to tensor<5xf32>
  return %r : tensor<5xf32>
}

func.func @loop(%x: tensor<4xf32>, %n: index) -> tensor<5xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%t = %y) -> tensor<?xf32> {
    %a = arith.addf %t, %y : tensor<?xf32>
    scf.yield %a : tensor<?xf32>
  }
  %r = tensor.cast %s : tensor<?xf32> to tensor<5xf32>
  return %r : tensor<5xf32>
}

func.func @one_branch(%x: tensor<4xf32>, %z: tensor<?xf32>, %c: i1) -> tensor<5xf32> {
  %y = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %s = scf.if %c -> tensor<?xf32> {
    scf.yield %y : tensor<?xf32>
  } else {
    scf.yield %z : tensor<?xf32>
  }
  %r = tensor.cast %s : tensor<?xf32> to tensor<5xf32>
  return %r : tensor<5xf32>
}

// The rank before the cast is another one.
func.func @scalar(%x: tensor<f32>, %y: tensor<?xf32>, %c: i1) -> tensor<?xf32> {
  %r = scf.if %c -> tensor<?xf32> {
    scf.yield %y : tensor<?xf32>
  } else {
    %u = tensor.cast %x : tensor<f32> to tensor<*xf32>
    %s = tensor.cast %u : tensor<*xf32> to tensor<?xf32>
    scf.yield %s : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
