// Sizes and ranks that contradict each other behind a cast: it fails where it
// runs (R6), and nowhere else.
// RUN: split-opt %s -split-to-llvm -o /dev/null
// RUN: split-opt %s -split-to-llvm=runtime-checks=false -o /dev/null
// RUN: not split-run %s --function=returned --input=4xf32=iota 2>&1 | FileCheck %s --check-prefix=RETURNED
// RUN: split-run %s --function=copied --input=4xf32=iota --input=i1=0 --expected_output=4xf32=iota
// RUN: split-run %s --function=copied --input=4xf32=iota --input=i1=0 --expected_output=4xf32=iota --no-runtime-checks
// RUN: not split-run %s --function=copied --input=4xf32=iota --input=i1=1 2>&1 | FileCheck %s --check-prefix=COPIED
// RUN: split-run %s --function=viewed --input=4x2xf32=iota --input=i1=0 --expected_output=3xf32=0,0,0
// RUN: not split-run %s --function=viewed --input=4x2xf32=iota --input=i1=1 2>&1 | FileCheck %s --check-prefix=VIEWED
// RUN: split-run %s --function=ranks --input=4xf32=iota --input=i1=0 --expected_output=f32=0
// RUN: not split-run %s --function=ranks --input=4xf32=iota --input=i1=1 2>&1 | FileCheck %s --check-prefix=RANKS
// RUN: split-run %s --function=iterated --input=4xf32=iota --input=index=0 --expected_output=4xf32=iota
// RUN: not split-run %s --function=iterated --input=4xf32=iota --input=index=1 2>&1 | FileCheck %s --check-prefix=ITERATED
// RUN: split-run %s --function=joined --input=7xf32=iota --input=i1=0 --input=8xf32=iota --expected_output=8xf32=iota
// RUN: not split-run %s --function=joined --input=7xf32=iota --input=i1=1 --input=8xf32=iota 2>&1 | FileCheck %s --check-prefix=JOINED
// RUN: split-run %s --function=filled --input=index=2 | FileCheck %s --check-prefix=FILLED-RIGHT
// RUN: not split-run %s --function=filled --input=index=3 2>&1 | FileCheck %s --check-prefix=FILLED
// RUN: not split-run %s --function=piece --input=6xf32=iota 2>&1 | FileCheck %s --check-prefix=PIECE

func.func @returned(%x: tensor<4xf32>) -> tensor<3xf32> {
  %d = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  // RETURNED: contradictions.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: result 0 has size 4 along dimension 0, but its type states 3
  %p = split.split %d axis(0) into 1 : tensor<?xf32> -> tensor<3xf32>
  return %p : tensor<3xf32>
}

func.func private @double(%x: tensor<3xf32>) -> tensor<3xf32> {
  %r = arith.addf %x, %x : tensor<3xf32>
  return %r : tensor<3xf32>
}
func.func @copied(%x: tensor<4xf32>, %c: i1) -> tensor<?xf32> {
  %d = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %r = scf.if %c -> tensor<?xf32> {
    // COPIED: contradictions.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: result 0 has size 4 along dimension 0, but its type states 3
    %p = split.split %d axis(0) into 1 : tensor<?xf32> -> tensor<3xf32>
    %q = func.call @double(%p) : (tensor<3xf32>) -> tensor<3xf32>
    %e = tensor.cast %q : tensor<3xf32> to tensor<?xf32>
    scf.yield %e : tensor<?xf32>
  } else {
    scf.yield %d : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

func.func @viewed(%x: tensor<4x2xf32>, %c: i1) -> tensor<3xf32> {
  %d = tensor.cast %x : tensor<4x2xf32> to tensor<?x?xf32>
  %zeros = arith.constant dense<0.0> : tensor<3xf32>
  %r = scf.if %c -> tensor<3xf32> {
    // VIEWED: contradictions.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: result 0 has size 4 along dimension 0, but its type states 3
    %p = split.split %d axis(0) into 1 : tensor<?x?xf32> -> tensor<3x?xf32>
    %q:2 = split.split %p axis(1) into 2 : tensor<3x?xf32> -> tensor<3x2xf32>, tensor<3x2xf32>
    %m = linalg.add ins(%q#0, %q#1 : tensor<3x2xf32>, tensor<3x2xf32>) outs(%q#0 : tensor<3x2xf32>) -> tensor<3x2xf32>
    %s = linalg.reduce { arith.addf } ins(%m : tensor<3x2xf32>) outs(%zeros : tensor<3xf32>) dimensions = [1]
    scf.yield %s : tensor<3xf32>
  } else {
    scf.yield %zeros : tensor<3xf32>
  }
  return %r : tensor<3xf32>
}

func.func @ranks(%x: tensor<4xf32>, %c: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %u = tensor.cast %x : tensor<4xf32> to tensor<*xf32>
  %r = scf.if %c -> f32 {
    // RANKS: contradictions.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: result type has rank 2, but data has rank 1
    %p = split.split %u axis(0) into 1 : tensor<*xf32> -> tensor<2x2xf32>
    %e = tensor.extract %p[%c0, %c0] : tensor<2x2xf32>
    scf.yield %e : f32
  } else {
    %e = tensor.extract %x[%c0] : tensor<4xf32>
    scf.yield %e : f32
  }
  return %r : f32
}

func.func @iterated(%x: tensor<4xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %d) -> tensor<?xf32> {
    // ITERATED: contradictions.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: result 0 has size 4 along dimension 0, but its type states 3
    %p = split.split %d axis(0) into 1 : tensor<?xf32> -> tensor<3xf32>
    %s = arith.addf %p, %p : tensor<3xf32>
    %e = tensor.cast %s : tensor<3xf32> to tensor<?xf32>
    scf.yield %e : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

func.func @joined(%x: tensor<7xf32>, %c: i1, %y: tensor<8xf32>) -> tensor<8xf32> {
  %d = tensor.cast %x : tensor<7xf32> to tensor<?xf32>
  %r = scf.if %c -> tensor<8xf32> {
    // JOINED: contradictions.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: lengths [4, 4] sum to 8, expected 7, the size of dimension 0
    %p:2 = split.variadic_split %d axis(0) lengths [4, 4] : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
    %j = tensor.concat dim(0) %p#0, %p#1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %e = tensor.cast %j : tensor<?xf32> to tensor<8xf32>
    scf.yield %e : tensor<8xf32>
  } else {
    scf.yield %y : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// Checks of a cast from an unranked tensor use its source, too.
// FILLED-RIGHT: result[0]: 2xf32=[1,1]
func.func @filled(%n: index) -> tensor<2xf32> {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty(%n) : tensor<?xf32>
  %f = linalg.fill ins(%one : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %u = tensor.cast %f : tensor<?xf32> to tensor<*xf32>
  // FILLED: contradictions.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: result 0 has size 3 along dimension 0, but its type states 2
  %r = tensor.cast %u : tensor<*xf32> to tensor<2xf32>
  return %r : tensor<2xf32>
}

func.func @piece(%x: tensor<?xf32>) -> tensor<2xf32> {
  %a, %b = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %u = tensor.cast %a : tensor<?xf32> to tensor<*xf32>
  // PIECE: contradictions.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: result 0 has size 3 along dimension 0, but its type states 2
  %r = tensor.cast %u : tensor<*xf32> to tensor<2xf32>
  return %r : tensor<2xf32>
}
