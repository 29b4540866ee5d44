// Ops that always fail, because constants and other ops determine their sizes: the check before
// the op fails, and no pass creates an invalid op behind it. Where the op does not run, nothing
// fails.

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

// RUN: not split-run %s --function=operands --input=4xf32=1,2,3,4 --input=i1=1 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BRANCH
// RUN: %run-each %s --function=operands --input=4xf32=1,2,3,4 --input=i1=0 \
// RUN:   --expected_output=4xf32=1,2,3,4 --expected_output=f32=1
// RUN: not split-run %s --function=padding --input=4xf32=1,2,3,4 --input=i1=1 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PADDING
// RUN: %run-each %s --function=padding --input=4xf32=1,2,3,4 --input=i1=0 \
// RUN:   --expected_output=4xf32=1,2,3,4
// RUN: not split-run %s --function=concat --input=4xf32=1,2,3,4 --input=i1=1 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CONCAT
// RUN: %run-each %s --function=concat --input=4xf32=1,2,3,4 --input=i1=0 \
// RUN:   --expected_output=4xf32=1,2,3,4
// RUN: not split-run %s --function=offset --input=4xf32=1,2,3,4 --input=index=1 --input=i1=1 \
// RUN:   2>&1 | FileCheck %s --check-prefix=OFFSET
// RUN: %run-each %s --function=offset --input=4xf32=1,2,3,4 --input=index=0 --input=i1=1 \
// RUN:   --expected_output=0xf32
// RUN: %run-each %s --function=offset --input=4xf32=1,2,3,4 --input=index=1 --input=i1=0 \
// RUN:   --expected_output=4xf32=1,2,3,4

// Without checks, branches that do not run are compiled as well.
// RUN: split-run %s --no-runtime-checks --function=operands --input=4xf32=1,2,3,4 --input=i1=0 \
// RUN:   --expected_output=4xf32=1,2,3,4 --expected_output=f32=1
// RUN: split-run %s --no-runtime-checks --function=padding --input=4xf32=1,2,3,4 --input=i1=0 \
// RUN:   --expected_output=4xf32=1,2,3,4
// RUN: split-run %s --no-runtime-checks --function=concat --input=4xf32=1,2,3,4 --input=i1=0 \
// RUN:   --expected_output=4xf32=1,2,3,4
// RUN: split-run %s --no-runtime-checks --function=offset --input=4xf32=1,2,3,4 \
// RUN:   --input=index=0 --input=i1=1 --expected_output=0xf32

// SLICE: error: result 0 has size 3 along dimension 0, but its type states 6
// GENERIC: error: result 0 has size 4 along dimension 0, but its type states 5
// OPERAND: error: operand 1 has size 5 along dimension 0, expected 4, the size of operand 0 along dimension 0
// CONVOLUTION: error: result 0 has size 2 along dimension 0, but its type states 5
// PADDING: error: low padding of dimension 0 is -1, expected at least 0
// CONCAT: error: out of memory: cannot allocate a buffer of 4611686018427387904xf32
// OFFSET: error: slice of size 1 at offset -1 with stride 1 is out of bounds of dimension 0 of size 4
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

// The sizes of the operands of linalg.copy contradict each other.
func.func @operands(%x: tensor<4xf32>, %c: i1) -> (tensor<?xf32>, f32) {
  %c0 = arith.constant 0 : index
  %y = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %first = tensor.extract %x[%c0] : tensor<4xf32>
  %r:2 = scf.if %c -> (tensor<?xf32>, f32) {
    %z = tensor.cast %y : tensor<?xf32> to tensor<5xf32>
    %d = linalg.copy ins(%z : tensor<5xf32>) outs(%y : tensor<?xf32>) -> tensor<?xf32>
    %e = tensor.extract %d[%c0] : tensor<?xf32>
    scf.yield %d, %e : tensor<?xf32>, f32
  } else {
    scf.yield %y, %first : tensor<?xf32>, f32
  }
  return %r#0, %r#1 : tensor<?xf32>, f32
}

func.func @padding(%x: tensor<4xf32>, %c: i1) -> tensor<?xf32> {
  %low = arith.constant -1 : index
  %zero = arith.constant 0.0 : f32
  %y = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %r = scf.if %c -> tensor<?xf32> {
    %p = tensor.pad %x low[%low] high[0] {
    ^bb0(%i: index):
      tensor.yield %zero : f32
    } : tensor<4xf32> to tensor<?xf32>
    scf.yield %p : tensor<?xf32>
  } else {
    scf.yield %y : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

func.func @concat(%x: tensor<?xf32>, %c: i1) -> tensor<?xf32> {
  %n = arith.constant 0x4000000000000000 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.if %c -> tensor<?xf32> {
    %y = tensor.splat %zero[%n] : tensor<?xf32>
    %z = tensor.concat dim(0) %y, %y, %x : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %z : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// A slice without elements may lie anywhere.
func.func @offset(%x: tensor<?xf32>, %n: index, %c: i1) -> tensor<?xf32> {
  %o = arith.constant -1 : index
  %r = scf.if %c -> tensor<?xf32> {
    %s = tensor.extract_slice %x[%o] [%n] [1] : tensor<?xf32> to tensor<?xf32>
    scf.yield %s : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  return %r : tensor<?xf32>
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
