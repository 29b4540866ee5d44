// Checks that fail in loops, conditionals and callees.

// A loop that fails in its third round, after it has allocated.
// RUN: split-run %s --function=for --input=12xf32=iota --input=index=2 --expected_output=3xf32=9,10,11
// RUN: not split-run %s --function=for --input=12xf32=iota --input=index=3 2>&1 | FileCheck %s --check-prefix=FOR
// RUN: split-run %s --function=while --input=12xf32=iota --input=index=4 --expected_output=3xf32=9,10,11
// RUN: not split-run %s --function=while --input=12xf32=iota --input=index=2 2>&1 | FileCheck %s --check-prefix=WHILE

// In one branch of a conditional.
// RUN: split-run %s --function=if --input=3xf32=iota --input=i1=0 --expected_output=3xf32=iota
// RUN: not split-run %s --function=if --input=3xf32=iota --input=i1=1 2>&1 | FileCheck %s --check-prefix=IF

// In a callee in a loop, and in that of a callee.
// RUN: split-run %s --function=callee --input=12xf32=iota --input=index=2 --expected_output=3xf32=9,10,11
// RUN: not split-run %s --function=callee --input=12xf32=iota --input=index=3 2>&1 | FileCheck %s --check-prefix=CALLEE

// In recursion.
// RUN: split-run %s --function=recursive --input=12xf32=iota --input=index=2 --expected_output=3xf32=0,1,2
// RUN: not split-run %s --function=recursive --input=12xf32=iota --input=index=3 2>&1 | FileCheck %s --check-prefix=RECURSIVE

// Where a result of unknown rank is to be returned, through a call.
// RUN: split-run %s --function=unranked --input=4xf32=iota --expected_output=2xf32=2,3
// RUN: not split-run %s --function=unranked --input=3xf32=iota 2>&1 | FileCheck %s --check-prefix=UNRANKED

// With results of every other kind.
// RUN: split-run %s --function=kinds --input=4xf32=iota --expected_output=2xf32=0,1 --expected_output=f32=0 --expected_output=2xf32=2,3 --expected_output='complex<f32>=(0,2)'
// RUN: not split-run %s --function=kinds --input=6xf32=iota 2>&1 | FileCheck %s --check-prefix=KINDS

func.func @for(%x: tensor<?xf32>, %times: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %times step %c1 iter_args(%left = %x) -> tensor<?xf32> {
    // FOR: {{^[^ ]*}}split-run-failures.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: dimension 0 of size 3 is not divisible by num_splits 2{{$}}
    %halves:2 = split.split %left axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
    %d = tensor.dim %halves#1, %c0 : tensor<?xf32>
    %empty = tensor.empty(%d) : tensor<?xf32>
    %new = linalg.abs ins(%halves#1 : tensor<?xf32>) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %new : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// Until no more than %least are left.
func.func @while(%x: tensor<?xf32>, %least: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %r = scf.while (%left = %x) : (tensor<?xf32>) -> tensor<?xf32> {
    %d = tensor.dim %left, %c0 : tensor<?xf32>
    %more = arith.cmpi sgt, %d, %least : index
    scf.condition(%more) %left : tensor<?xf32>
  } do {
  ^bb0(%left: tensor<?xf32>):
    // WHILE: :[[#@LINE+1]]:{{[0-9]+}}: error: dimension 0 of size 3 is not divisible by num_splits 2{{$}}
    %halves:2 = split.split %left axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
    scf.yield %halves#1 : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

func.func @if(%x: tensor<?xf32>, %c: i1) -> tensor<?xf32> {
  %r = scf.if %c -> tensor<?xf32> {
    // IF: :[[#@LINE+1]]:{{[0-9]+}}: error: dimension 0 of size 3 is not divisible by num_splits 2{{$}}
    %halves:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
    scf.yield %halves#0 : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

func.func private @halve(%x: tensor<?xf32>) -> tensor<?xf32> {
  // CALLEE: :[[#@LINE+1]]:{{[0-9]+}}: error: dimension 0 of size 3 is not divisible by num_splits 2{{$}}
  %halves:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %halves#1 : tensor<?xf32>
}
func.func private @forward(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = call @halve(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @callee(%x: tensor<?xf32>, %times: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %times step %c1 iter_args(%left = %x) -> tensor<?xf32> {
    %new = func.call @forward(%left) : (tensor<?xf32>) -> tensor<?xf32>
    scf.yield %new : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

func.func @recursive(%x: tensor<?xf32>, %times: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %done = arith.cmpi eq, %times, %c0 : index
  %r = scf.if %done -> tensor<?xf32> {
    scf.yield %x : tensor<?xf32>
  } else {
    // RECURSIVE: :[[#@LINE+1]]:{{[0-9]+}}: error: dimension 0 of size 3 is not divisible by num_splits 2{{$}}
    %halves:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
    %left = arith.subi %times, %c1 : index
    %s = func.call @recursive(%halves#0, %left) : (tensor<?xf32>, index) -> tensor<?xf32>
    scf.yield %s : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

func.func private @half_of_unknown_rank(%x: tensor<?xf32>) -> tensor<*xf32> {
  // UNRANKED: :[[#@LINE+1]]:{{[0-9]+}}: error: dimension 0 of size 3 is not divisible by num_splits 2{{$}}
  %halves:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %u = tensor.cast %halves#1 : tensor<?xf32> to tensor<*xf32>
  return %u : tensor<*xf32>
}
func.func @unranked(%x: tensor<?xf32>) -> tensor<*xf32> {
  %u = call @half_of_unknown_rank(%x) : (tensor<?xf32>) -> tensor<*xf32>
  return %u : tensor<*xf32>
}

func.func @kinds(%x: tensor<?xf32>) -> (tensor<2xf32>, f32, tensor<?xf32>, complex<f32>) {
  // KINDS: :[[#@LINE+1]]:{{[0-9]+}}: error: result 0 has size 3 along dimension 0, but its type states 2{{$}}
  %0:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<2xf32>, tensor<?xf32>
  %c0 = arith.constant 0 : index
  %1 = tensor.extract %0#0[%c0] : tensor<2xf32>
  %2 = tensor.extract %0#1[%c0] : tensor<?xf32>
  %3 = complex.create %1, %2 : complex<f32>
  return %0#0, %1, %0#1, %3 : tensor<2xf32>, f32, tensor<?xf32>, complex<f32>
}
