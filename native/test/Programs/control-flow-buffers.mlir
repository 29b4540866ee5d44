// Loops and recursive functions give each value that they pass on a buffer of its own
// where it may be written.
// RUN: %run-each %s --function=forall --input=4xf32=iota --expected_output=4xf32=0,2,4,6 --expected_output=4xf32=iota
// RUN: %run-each %s --function=forall_twice --input=4xf32=iota --input=i1=1 --expected_output=4xf32=0,2,4,6 --expected_output=4xf32=0,4,8,12 --expected_output=4xf32=iota
// RUN: %run-each %s --function=forall_twice --input=4xf32=iota --input=i1=0 --expected_output=4xf32=0,2,4,6 --expected_output=4xf32=0,4,8,12 --expected_output=4xf32=0,2,4,6
// RUN: %run-each %s --function=parallel --input=4xf32=iota --input=index=2 --expected_output=4xf32=0,5,10,15 --expected_output=4xf32=iota
// RUN: %run-each %s --function=parallel --input=4xf32=iota --input=index=0 --expected_output=4xf32=iota --expected_output=4xf32=iota
// RUN: %run-each %s --function=recursion --input=4xf32=iota --input=index=0 --expected_output=4xf32=iota --expected_output=4xf32=iota --expected_output=4xf32=iota
// RUN: %run-each %s --function=recursion --input=4xf32=iota --input=index=2 --expected_output=4xf32=9,1,2,3 --expected_output=4xf32=iota --expected_output=4xf32=iota
// RUN: %run-each %s --function=public_recursion --input=8xf32=iota --input=index=2 --expected_output=2xf32=6,7
// RUN: %run-each %s --function=public_recursion --input=8xf32=iota --input=index=0 --expected_output=8xf32=iota
// RUN: %run-each %s --function=swapped --input=4xf32=iota --input=index=1 --expected_output=2xf32=9,3 --expected_output=2xf32=0,1 --expected_output=2xf32=2,3
// RUN: %run-each %s --function=swapped --input=4xf32=iota --input=index=2 --expected_output=2xf32=9,1 --expected_output=2xf32=9,3 --expected_output=2xf32=2,3

func.func @forall(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r = scf.forall (%i) in (2) shared_outs(%o = %x) -> tensor<4xf32> {
    %j = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
    %s = tensor.extract_slice %o[%j] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %a = arith.addf %s, %s : tensor<2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %a into %o[%j] [2] [1] : tensor<2xf32> into tensor<4xf32>
    }
  }
  return %r, %x : tensor<4xf32>, tensor<4xf32>
}

// Two outputs start from one value, which is read later.
func.func @forall_twice(%x: tensor<4xf32>, %c: i1) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %y = arith.addf %x, %x : tensor<4xf32>
  %z = scf.if %c -> tensor<4xf32> {
    scf.yield %x : tensor<4xf32>
  } else {
    scf.yield %y : tensor<4xf32>
  }
  %r:2 = scf.forall (%i) in (4) shared_outs(%o = %z, %p = %z) -> (tensor<4xf32>, tensor<4xf32>) {
    %e = tensor.extract %y[%i] : tensor<4xf32>
    %f = tensor.from_elements %e : tensor<1xf32>
    %g = arith.addf %f, %f : tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %f into %o[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
      tensor.parallel_insert_slice %g into %p[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r#0, %r#1, %z : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

func.func @parallel(%x: tensor<4xf32>, %n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x) -> tensor<4xf32> {
    %y = arith.addf %x, %x : tensor<4xf32>
    scf.reduce(%y : tensor<4xf32>) {
    ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
      %s = arith.addf %a, %b : tensor<4xf32>
      scf.reduce.return %s : tensor<4xf32>
    }
  }
  return %r, %x : tensor<4xf32>, tensor<4xf32>
}

func.func private @writes(%x: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 9.0 : f32
  %z = arith.cmpi eq, %n, %c0 : index
  %r:2 = scf.if %z -> (tensor<?xf32>, tensor<?xf32>) {
    scf.yield %x, %x : tensor<?xf32>, tensor<?xf32>
  } else {
    %w = tensor.insert %k into %x[%c0] : tensor<?xf32>
    %m = arith.subi %n, %c1 : index
    %q:2 = func.call @writes(%w, %m) : (tensor<?xf32>, index) -> (tensor<?xf32>, tensor<?xf32>)
    scf.yield %q#1, %x : tensor<?xf32>, tensor<?xf32>
  }
  return %r#0, %r#1 : tensor<?xf32>, tensor<?xf32>
}
func.func @recursion(%x: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %q:2 = call @writes(%x, %n) : (tensor<?xf32>, index) -> (tensor<?xf32>, tensor<?xf32>)
  return %q#0, %q#1, %x : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

func.func @public_recursion(%x: tensor<*xf32>, %n: index) -> tensor<*xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.cmpi eq, %n, %c0 : index
  cf.cond_br %z, ^bb1, ^bb2
^bb1:
  return %x : tensor<*xf32>
^bb2:
  %p:2 = split.split %x axis(0) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
  %m = arith.subi %n, %c1 : index
  %q = call @public_recursion(%p#1, %m) : (tensor<*xf32>, index) -> tensor<*xf32>
  return %q : tensor<*xf32>
}

func.func @swapped(%x: tensor<4xf32>, %n: index) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 9.0 : f32
  %p:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %r:3 = scf.while (%i = %c0, %a = %p#0, %b = %p#1) : (index, tensor<2xf32>, tensor<2xf32>) -> (index, tensor<2xf32>, tensor<2xf32>) {
    %go = arith.cmpi ult, %i, %n : index
    scf.condition(%go) %i, %a, %b : index, tensor<2xf32>, tensor<2xf32>
  } do {
  ^bb0(%i: index, %a: tensor<2xf32>, %b: tensor<2xf32>):
    %j = arith.addi %i, %c1 : index
    %w = tensor.insert %k into %b[%c0] : tensor<2xf32>
    scf.yield %j, %w, %a : index, tensor<2xf32>, tensor<2xf32>
  }
  return %r#1, %r#2, %p#1 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
