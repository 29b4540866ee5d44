// Writes to results of scf.index_switch do not change the tensors that a case yields.
// RUN: %run-each %s --function=written --input=4xi32=iota --input=4xi32=7 --input=index=1 --input=i32=9 --expected_output=4xi32=9,1,2,3 --expected_output=4xi32=iota
// RUN: %run-each %s --function=written --input=4xi32=iota --input=4xi32=7 --input=index=0 --input=i32=9 --expected_output=4xi32=9,7,7,7 --expected_output=4xi32=iota
// RUN: %run-each %s --function=added --input=4xi32=iota --input=4xi32=7 --input=index=1 --expected_output=4xi32=0,2,4,6 --expected_output=4xi32=iota
// RUN: %run-each %s --function=both --input=4xi32=iota --input=index=-3 --expected_output=2xi32=9,1 --expected_output=2xi32=0,1 --expected_output=index=-3
// RUN: %run-each %s --function=both --input=4xi32=iota --input=index=5 --expected_output=2xi32=9,3 --expected_output=2xi32=0,1 --expected_output=index=1
// RUN: %run-each %s --function=both --input=4xi32=iota --input=index=6 --expected_output=2xi32=9,4 --expected_output=2xi32=2,4 --expected_output=index=0
// RUN: %run-each %s --function=nested --input=4xi32=iota --input=index=0 --input=index=1 --expected_output=4xi32=9,1,2,3 --expected_output=4xi32=iota
// RUN: %run-each %s --function=nested --input=4xi32=iota --input=index=1 --input=index=1 --expected_output=4xi32=9,2,4,6 --expected_output=4xi32=iota
// RUN: %run-each %s --function=in_loop --input=4xi32=iota --input=index=3 --expected_output=4xi32=9,9,5,6 --expected_output=4xi32=iota
// RUN: %run-each %s --function=in_a_row --input=2xf32=1,2 --input=index=0 \
// RUN:   --expected_output=2xf32=10,2 --expected_output=index=0
// RUN: %run-each %s --function=in_a_row --input=2xf32=1,2 --input=index=1 \
// RUN:   --expected_output=2xf32=20,2 --expected_output=index=1
// RUN: %run-each %s --function=in_a_row --input=2xf32=1,2 --input=index=2 \
// RUN:   --expected_output=2xf32=30,2 --expected_output=index=2
// RUN: %run-each %s --function=in_a_row --input=2xf32=1,2 --input=index=4 \
// RUN:   --expected_output=2xf32=50,2 --expected_output=index=4
// RUN: %run-each %s --function=in_a_row --input=2xf32=1,2 --input=index=5 \
// RUN:   --expected_output=2xf32=60,2 --expected_output=index=5
// RUN: %run-each %s --function=in_a_row --input=2xf32=1,2 --input=index=-1 \
// RUN:   --expected_output=2xf32=60,2 --expected_output=index=5
// RUN: %run-each %s --function=scattered --input=2xf32=1,2 --input=index=7 \
// RUN:   --expected_output=2xf32=10,2 --expected_output=index=0
// RUN: %run-each %s --function=scattered --input=2xf32=1,2 --input=index=-3 \
// RUN:   --expected_output=2xf32=20,2 --expected_output=index=1
// RUN: %run-each %s --function=scattered --input=2xf32=1,2 --input=index=0 \
// RUN:   --expected_output=2xf32=30,2 --expected_output=index=2
// RUN: %run-each %s --function=scattered --input=2xf32=1,2 --input=index=9223372036854775805 \
// RUN:   --expected_output=2xf32=40,2 --expected_output=index=3
// RUN: %run-each %s --function=scattered --input=2xf32=1,2 --input=index=100 \
// RUN:   --expected_output=2xf32=50,2 --expected_output=index=4
// RUN: %run-each %s --function=scattered --input=2xf32=1,2 --input=index=2 \
// RUN:   --expected_output=2xf32=60,2 --expected_output=index=5
// RUN: %run-each %s --function=scattered --input=2xf32=1,2 --input=index=1 \
// RUN:   --expected_output=2xf32=70,2 --expected_output=index=6
// RUN: %run-each %s --function=scattered --input=2xf32=1,2 --input=index=-9223372036854775808 \
// RUN:   --expected_output=2xf32=70,2 --expected_output=index=6

func.func @written(%x: tensor<4xi32>, %y: tensor<4xi32>, %s: index, %k: i32) -> (tensor<4xi32>, tensor<4xi32>) {
  %c0 = arith.constant 0 : index
  %r = scf.index_switch %s -> tensor<4xi32>
  case 1 {
    scf.yield %x : tensor<4xi32>
  }
  default {
    scf.yield %y : tensor<4xi32>
  }
  %v = tensor.insert %k into %r[%c0] : tensor<4xi32>
  return %v, %x : tensor<4xi32>, tensor<4xi32>
}

func.func @added(%x: tensor<4xi32>, %y: tensor<4xi32>, %s: index) -> (tensor<4xi32>, tensor<4xi32>) {
  %r = scf.index_switch %s -> tensor<4xi32>
  case 1 {
    scf.yield %x : tensor<4xi32>
  }
  default {
    scf.yield %y : tensor<4xi32>
  }
  %v = arith.addi %r, %r : tensor<4xi32>
  return %v, %x : tensor<4xi32>, tensor<4xi32>
}

// Two results of one case are one value.
func.func @both(%x: tensor<4xi32>, %s: index) -> (tensor<2xi32>, tensor<2xi32>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 9 : i32
  %p:2 = split.split %x axis(0) into 2 : tensor<4xi32> -> tensor<2xi32>, tensor<2xi32>
  %r:3 = scf.index_switch %s -> tensor<2xi32>, tensor<2xi32>, index
  case -3 {
    scf.yield %p#0, %p#0, %s : tensor<2xi32>, tensor<2xi32>, index
  }
  case 5 {
    scf.yield %p#1, %p#0, %c1 : tensor<2xi32>, tensor<2xi32>, index
  }
  default {
    %d = arith.addi %p#0, %p#1 : tensor<2xi32>
    scf.yield %d, %d, %c0 : tensor<2xi32>, tensor<2xi32>, index
  }
  %v = tensor.insert %k into %r#0[%c0] : tensor<2xi32>
  return %v, %r#1, %r#2 : tensor<2xi32>, tensor<2xi32>, index
}

func.func @nested(%x: tensor<4xi32>, %s: index, %t: index) -> (tensor<4xi32>, tensor<4xi32>) {
  %c0 = arith.constant 0 : index
  %k = arith.constant 9 : i32
  %r = scf.index_switch %s -> tensor<4xi32>
  case 0 {
    %q = scf.index_switch %t -> tensor<4xi32>
    case 1 {
      scf.yield %x : tensor<4xi32>
    }
    default {
      %e = arith.muli %x, %x : tensor<4xi32>
      scf.yield %e : tensor<4xi32>
    }
    scf.yield %q : tensor<4xi32>
  }
  default {
    %e = arith.addi %x, %x : tensor<4xi32>
    scf.yield %e : tensor<4xi32>
  }
  %v = tensor.insert %k into %r[%c0] : tensor<4xi32>
  return %v, %x : tensor<4xi32>, tensor<4xi32>
}

// The first time adds 3, the second and the third set an element to 9.
func.func @in_loop(%x: tensor<4xi32>, %n: index) -> (tensor<4xi32>, tensor<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 9 : i32
  %three = arith.constant dense<3> : tensor<4xi32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<4xi32> {
    %u = scf.index_switch %i -> tensor<4xi32>
    case 0 {
      %s = arith.addi %t, %three : tensor<4xi32>
      scf.yield %s : tensor<4xi32>
    }
    default {
      %j = arith.subi %i, %c1 : index
      %v = tensor.insert %k into %t[%j] : tensor<4xi32>
      scf.yield %v : tensor<4xi32>
    }
    scf.yield %u : tensor<4xi32>
  }
  return %r, %x : tensor<4xi32>, tensor<4xi32>
}

// The cases are consecutive numbers from 0, or others.
func.func @in_a_row(%x: tensor<2xf32>, %i: index) -> (tensor<2xf32>, index) {
  %c0 = arith.constant 0 : index
  %r:2 = scf.index_switch %i -> tensor<2xf32>, index
  case 0 {
    %k = arith.constant 10.0 : f32
    %n = arith.constant 0 : index
    %t = tensor.insert %k into %x[%c0] : tensor<2xf32>
    scf.yield %t, %n : tensor<2xf32>, index
  }
  case 1 {
    %k = arith.constant 20.0 : f32
    %n = arith.constant 1 : index
    %t = tensor.insert %k into %x[%c0] : tensor<2xf32>
    scf.yield %t, %n : tensor<2xf32>, index
  }
  case 2 {
    %k = arith.constant 30.0 : f32
    %n = arith.constant 2 : index
    %t = tensor.insert %k into %x[%c0] : tensor<2xf32>
    scf.yield %t, %n : tensor<2xf32>, index
  }
  case 3 {
    %k = arith.constant 40.0 : f32
    %n = arith.constant 3 : index
    %t = tensor.insert %k into %x[%c0] : tensor<2xf32>
    scf.yield %t, %n : tensor<2xf32>, index
  }
  case 4 {
    %k = arith.constant 50.0 : f32
    %n = arith.constant 4 : index
    %t = tensor.insert %k into %x[%c0] : tensor<2xf32>
    scf.yield %t, %n : tensor<2xf32>, index
  }
  default {
    %k = arith.constant 60.0 : f32
    %n = arith.constant 5 : index
    %t = tensor.insert %k into %x[%c0] : tensor<2xf32>
    scf.yield %t, %n : tensor<2xf32>, index
  }
  return %r#0, %r#1 : tensor<2xf32>, index
}

func.func @scattered(%x: tensor<2xf32>, %i: index) -> (tensor<2xf32>, index) {
  %c0 = arith.constant 0 : index
  %r:2 = scf.index_switch %i -> tensor<2xf32>, index
  case 7 {
    %k = arith.constant 10.0 : f32
    %n = arith.constant 0 : index
    %t = tensor.insert %k into %x[%c0] : tensor<2xf32>
    scf.yield %t, %n : tensor<2xf32>, index
  }
  case -3 {
    %k = arith.constant 20.0 : f32
    %n = arith.constant 1 : index
    %t = tensor.insert %k into %x[%c0] : tensor<2xf32>
    scf.yield %t, %n : tensor<2xf32>, index
  }
  case 0 {
    %k = arith.constant 30.0 : f32
    %n = arith.constant 2 : index
    %t = tensor.insert %k into %x[%c0] : tensor<2xf32>
    scf.yield %t, %n : tensor<2xf32>, index
  }
  case 9223372036854775805 {
    %k = arith.constant 40.0 : f32
    %n = arith.constant 3 : index
    %t = tensor.insert %k into %x[%c0] : tensor<2xf32>
    scf.yield %t, %n : tensor<2xf32>, index
  }
  case 100 {
    %k = arith.constant 50.0 : f32
    %n = arith.constant 4 : index
    %t = tensor.insert %k into %x[%c0] : tensor<2xf32>
    scf.yield %t, %n : tensor<2xf32>, index
  }
  case 2 {
    %k = arith.constant 60.0 : f32
    %n = arith.constant 5 : index
    %t = tensor.insert %k into %x[%c0] : tensor<2xf32>
    scf.yield %t, %n : tensor<2xf32>, index
  }
  default {
    %k = arith.constant 70.0 : f32
    %n = arith.constant 6 : index
    %t = tensor.insert %k into %x[%c0] : tensor<2xf32>
    scf.yield %t, %n : tensor<2xf32>, index
  }
  return %r#0, %r#1 : tensor<2xf32>, index
}
