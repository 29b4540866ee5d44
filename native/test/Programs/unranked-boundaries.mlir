// Unranked tensors that loops carry and functions take and return: nothing is written but
// what the program writes.
// RUN: %run-each %s --function=while_halves --input=8xf32=iota --input=index=2 --expected_output=2xf32=6,7 --expected_output=8xf32=iota
// RUN: %run-each %s --function=while_halves --input=8xf32=iota --input=index=0 --expected_output=8xf32=iota --expected_output=8xf32=iota
// RUN: %run-each %s --function=call_writes --input=6xf32=iota --input=f32=9 --expected_output=6xf32=9,1,2,3,4,5 --expected_output=3xf32=3,4,5
// RUN: %run-each %s --function=swaps --input=4xf32=iota --input=index=0 --expected_output=2xf32=0,1 --expected_output=2xf32=2,3
// RUN: %run-each %s --function=swaps --input=4xf32=iota --input=index=1 --expected_output=2xf32=9,3 --expected_output=2xf32=0,1
// RUN: %run-each %s --function=swaps --input=4xf32=iota --input=index=2 --expected_output=2xf32=9,1 --expected_output=2xf32=9,3
// RUN: %run-each %s --function=forwards_twice --input=2xf32=iota --input=index=0 --expected_output=2xf32=9,1 --expected_output=2xf32=0,1
// RUN: %run-each %s --function=forwards_twice --input=2xf32=iota --input=index=2 --expected_output=2xf32=9,4 --expected_output=2xf32=0,4
// RUN: %run-each %s --function=returns_twice --input=2xf32=iota --expected_output=2xf32=9,1 --expected_output=2xf32=0,1 --expected_output=2xf32=0,1
// RUN: %run-each %s --function=calls_twice --input=2xf32=iota --expected_output=2xf32=9,1 --expected_output=2xf32=8,1 --expected_output=2xf32=0,1
// RUN: %run-each %s --function=recursion --input=8xf32=iota --input=index=2 --expected_output=2xf32=9,7 --expected_output=8xf32=iota
// RUN: %run-each %s --function=conditional --input=4xf32=iota --input=i1=1 --expected_output=2xf32=9,1 --expected_output=4xf32=iota
// RUN: %run-each %s --function=conditional --input=4xf32=iota --input=i1=0 --expected_output=4xf32=9,1,2,3 --expected_output=4xf32=iota

func.func @while_halves(%x: tensor<*xf32>, %n: index) -> (tensor<*xf32>, tensor<*xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w:2 = scf.while (%i = %c0, %t = %x) : (index, tensor<*xf32>) -> (index, tensor<*xf32>) {
    %c = arith.cmpi slt, %i, %n : index
    scf.condition(%c) %i, %t : index, tensor<*xf32>
  } do {
  ^bb0(%i: index, %t: tensor<*xf32>):
    %p:2 = split.split %t axis(0) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %p#1 : index, tensor<*xf32>
  }
  return %w#1, %x : tensor<*xf32>, tensor<*xf32>
}

func.func private @set(%u: tensor<*xf32>, %k: f32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %v = tensor.cast %u : tensor<*xf32> to tensor<?xf32>
  %f = tensor.insert %k into %v[%c0] : tensor<?xf32>
  return %f : tensor<?xf32>
}
func.func private @set_unranked(%u: tensor<*xf32>, %k: f32) -> tensor<*xf32> {
  %f = call @set(%u, %k) : (tensor<*xf32>, f32) -> tensor<?xf32>
  %r = tensor.cast %f : tensor<?xf32> to tensor<*xf32>
  return %r : tensor<*xf32>
}
func.func @call_writes(%x: tensor<*xf32>, %k: f32) -> (tensor<?xf32>, tensor<?xf32>) {
  %r = call @set(%x, %k) : (tensor<*xf32>, f32) -> tensor<?xf32>
  %p:2 = split.split %x axis(0) into 2 : tensor<*xf32> -> tensor<?xf32>, tensor<?xf32>
  return %r, %p#1 : tensor<?xf32>, tensor<?xf32>
}

func.func @swaps(%x: tensor<*xf32>, %n: index) -> (tensor<*xf32>, tensor<*xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 9.0 : f32
  %p:2 = split.split %x axis(0) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %p#0, %b = %p#1) -> (tensor<*xf32>, tensor<*xf32>) {
    %w = func.call @set_unranked(%b, %k) : (tensor<*xf32>, f32) -> tensor<*xf32>
    scf.yield %w, %a : tensor<*xf32>, tensor<*xf32>
  }
  return %r#0, %r#1 : tensor<*xf32>, tensor<*xf32>
}

// The condition forwards a value twice; one of the results is written.
func.func @forwards_twice(%x: tensor<*xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 9.0 : f32
  %r:3 = scf.while (%i = %c0, %t = %x) : (index, tensor<*xf32>) -> (index, tensor<*xf32>, tensor<*xf32>) {
    %c = arith.cmpi slt, %i, %n : index
    scf.condition(%c) %i, %t, %t : index, tensor<*xf32>, tensor<*xf32>
  } do {
  ^bb0(%i: index, %a: tensor<*xf32>, %b: tensor<*xf32>):
    %j = arith.addi %i, %c1 : index
    %p = tensor.cast %a : tensor<*xf32> to tensor<?xf32>
    %q = tensor.cast %b : tensor<*xf32> to tensor<?xf32>
    %s = arith.addf %p, %q : tensor<?xf32>
    %u = tensor.cast %s : tensor<?xf32> to tensor<*xf32>
    scf.yield %j, %u : index, tensor<*xf32>
  }
  %v = tensor.cast %r#1 : tensor<*xf32> to tensor<?xf32>
  %w = tensor.insert %k into %v[%c0] : tensor<?xf32>
  %z = tensor.cast %r#2 : tensor<*xf32> to tensor<?xf32>
  return %w, %z : tensor<?xf32>, tensor<?xf32>
}

func.func private @twice(%x: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  return %x, %x : tensor<*xf32>, tensor<*xf32>
}
func.func @returns_twice(%x: tensor<*xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<*xf32>) {
  %c0 = arith.constant 0 : index
  %k = arith.constant 9.0 : f32
  %r:2 = call @twice(%x) : (tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  %a = tensor.cast %r#0 : tensor<*xf32> to tensor<?xf32>
  %b = tensor.cast %r#1 : tensor<*xf32> to tensor<?xf32>
  %w = tensor.insert %k into %a[%c0] : tensor<?xf32>
  return %w, %b, %x : tensor<?xf32>, tensor<?xf32>, tensor<*xf32>
}

func.func @calls_twice(%x: tensor<*xf32>) -> (tensor<*xf32>, tensor<?xf32>, tensor<*xf32>) {
  %k9 = arith.constant 9.0 : f32
  %k8 = arith.constant 8.0 : f32
  %a = call @set_unranked(%x, %k9) : (tensor<*xf32>, f32) -> tensor<*xf32>
  %b = call @set(%a, %k8) : (tensor<*xf32>, f32) -> tensor<?xf32>
  return %a, %b, %x : tensor<*xf32>, tensor<?xf32>, tensor<*xf32>
}

func.func private @halve(%x: tensor<*xf32>, %n: index) -> tensor<*xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %done = arith.cmpi eq, %n, %c0 : index
  cf.cond_br %done, ^bb1, ^bb2
^bb1:
  return %x : tensor<*xf32>
^bb2:
  %p:2 = split.split %x axis(0) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
  %m = arith.subi %n, %c1 : index
  %r = call @halve(%p#1, %m) : (tensor<*xf32>, index) -> tensor<*xf32>
  return %r : tensor<*xf32>
}
func.func @recursion(%x: tensor<*xf32>, %n: index) -> (tensor<?xf32>, tensor<*xf32>) {
  %k = arith.constant 9.0 : f32
  %h = call @halve(%x, %n) : (tensor<*xf32>, index) -> tensor<*xf32>
  %r = call @set(%h, %k) : (tensor<*xf32>, f32) -> tensor<?xf32>
  return %r, %x : tensor<?xf32>, tensor<*xf32>
}

func.func @conditional(%x: tensor<*xf32>, %c: i1) -> (tensor<?xf32>, tensor<*xf32>) {
  %k = arith.constant 9.0 : f32
  %r = scf.if %c -> tensor<*xf32> {
    %p:2 = split.split %x axis(0) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
    scf.yield %p#0 : tensor<*xf32>
  } else {
    scf.yield %x : tensor<*xf32>
  }
  %w = call @set(%r, %k) : (tensor<*xf32>, f32) -> tensor<?xf32>
  return %w, %x : tensor<?xf32>, tensor<*xf32>
}

// A tensor of rank 0 is cast to unknown rank, and yielded.
// RUN: %run-each %s --function=rank_0 --input=i1=0 --expected_output=i64=7
// RUN: %run-each %s --function=rank_0 --input=i1=1 --expected_output=i64=7
func.func @rank_0(%c: i1) -> tensor<i64> {
  %0 = arith.constant dense<7> : tensor<i64>
  %1 = tensor.cast %0 : tensor<i64> to tensor<*xi64>
  %2 = tensor.cast %1 : tensor<*xi64> to tensor<i64>
  %3 = scf.if %c -> (tensor<*xi64>) {
    %4 = tensor.cast %2 : tensor<i64> to tensor<*xi64>
    scf.yield %4 : tensor<*xi64>
  } else {
    scf.yield %1 : tensor<*xi64>
  }
  %5 = tensor.cast %3 : tensor<*xi64> to tensor<i64>
  return %5 : tensor<i64>
}
