// What branches pass on has the buffers that structured control flow would give it: no
// write changes another value, an argument or a result.
// RUN: %run-each %s --function=loop --input=6xi32=iota --expected_output=6xi32=0,4,8,12,16,20
// RUN: %run-each %s --function=write_piece --input=4xf32=iota --input=i1=0 --expected_output=2xf32=0,0 --expected_output=2xf32=2,3
// RUN: %run-each %s --function=write_piece --input=4xf32=iota --input=i1=1 --expected_output=2xf32=0,1 --expected_output=2xf32=2,3
// RUN: %run-each %s --function=same_target --input=4xi32=iota --input=4xi32=7 --input=i1=0 --input=i1=1 --expected_output=4xi32=7
// RUN: %run-each %s --function=same_target --input=4xi32=iota --input=4xi32=7 --input=i1=0 --input=i1=0 --expected_output=4xi32=iota
// RUN: %run-each %s --function=same_target --input=4xi32=iota --input=4xi32=7 --input=i1=1 --input=i1=1 --expected_output=4xi32=iota
// RUN: %run-each %s --function=result_twice --input=4xf32=iota --input=i1=1 --expected_output=4xf32=0,2,4,6 --expected_output=4xf32=0,2,4,6
// RUN: %run-each %s --function=result_twice --input=4xf32=iota --input=i1=0 --expected_output=4xf32=0,1,4,9 --expected_output=4xf32=0,1,4,9
// RUN: %run-each %s --function=argument_twice --input=4xf32=iota --input=i1=1 --expected_output=4xf32=0,2,4,6 --expected_output=4xf32=0,2,4,6
// RUN: %run-each %s --function=argument_twice --input=4xf32=iota --input=i1=0 --expected_output=4xf32=0,1,4,9 --expected_output=4xf32=iota
// RUN: %run-each %s --function=write_later --input=4xf32=iota --input=i1=1 --expected_output=4xf32=5 --expected_output=4xf32=iota
// RUN: %run-each %s --function=write_later --input=4xf32=iota --input=i1=0 --expected_output=4xf32=iota --expected_output=4xf32=iota
// RUN: %run-each %s --function=switched --input=4xi32=iota --input=i8=-1 --expected_output=4xi32=9,1,2,3 --expected_output=4xi32=iota
// RUN: %run-each %s --function=switched --input=4xi32=iota --input=i8=1 --expected_output=4xi32=9,1,4,6 --expected_output=4xi32=iota
// RUN: %run-each %s --function=switched --input=4xi32=iota --input=i8=0 --expected_output=4xi32=9,0,0,0 --expected_output=4xi32=iota
// RUN: %run-each %s --function=last_cases --input=2xi32=1,2 --input=2xi32=3,4 --input=i64=9223372036854775807 --expected_output=2xi32=4,6
// RUN: %run-each %s --function=last_cases --input=2xi32=1,2 --input=2xi32=3,4 --input=i64=9223372036854775806 --expected_output=2xi32=3,4
// RUN: %run-each %s --function=last_cases --input=2xi32=1,2 --input=2xi32=3,4 --input=i64=-9223372036854775808 --expected_output=2xi32=3,4
// RUN: %run-each %s --function=last_cases --input=2xi32=1,2 --input=2xi32=3,4 --input=i64=-1 --expected_output=2xi32=1,2
// RUN: %run-each %s --function=wide_switch --input=2xi32=1,2 --input=2xi32=3,4 --input=i128=5 --expected_output=2xi32=3,4
// RUN: %run-each %s --function=wide_switch --input=2xi32=1,2 --input=2xi32=3,4 --input=i128=18446744073709551621 --expected_output=2xi32=1,2
// RUN: %run-each %s --function=wide_switch --input=2xi32=1,2 --input=2xi32=3,4 --input=i128=-1 --expected_output=2xi32=4,6
// RUN: %run-each %s --function=two_exits --input=4xi32=iota --input=index=2 --expected_output=4xi32=0,3,6,9 --expected_output=4xi32=iota
// RUN: %run-each %s --function=two_exits --input=4xi32=iota --input=index=9 --expected_output=4xi32=0,16,32,48 --expected_output=4xi32=iota
// RUN: %run-each %s --function=unreachable --input=2xi32=1,2 --input=i1=1 --expected_output=2xi32=1,2
// RUN: %run-each %s --function=in_region --input=2xi32=1,2 --input=i1=1 --expected_output=2xi32=9,2 --expected_output=2xi32=1,2
// RUN: %run-each %s --function=in_region --input=2xi32=1,2 --input=i1=0 --expected_output=2xi32=9,4 --expected_output=2xi32=1,2
// RUN: %run-each %s --function=unranked --input=4xi32=iota --input=i1=1 --expected_output=2xi32=9,3 --expected_output=4xi32=iota
// RUN: %run-each %s --function=unranked --input=4xi32=iota --input=i1=0 --expected_output=4xi32=9,1,2,3 --expected_output=4xi32=iota

func.func @loop(%x: tensor<6xi32>) -> tensor<6xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  cf.br ^bb1(%c0, %x, %x : index, tensor<6xi32>, tensor<6xi32>)
^bb1(%i: index, %t: tensor<6xi32>, %u: tensor<6xi32>):
  %c = arith.cmpi slt, %i, %c3 : index
  cf.cond_br %c, ^bb2, ^bb3
^bb2:
  %n = arith.addi %t, %x : tensor<6xi32>
  %j = arith.addi %i, %c1 : index
  cf.br ^bb1(%j, %n, %n : index, tensor<6xi32>, tensor<6xi32>)
^bb3:
  return %u : tensor<6xi32>
}

func.func @write_piece(%x: tensor<4xf32>, %c: i1) -> (tensor<2xf32>, tensor<2xf32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %p:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  cf.br ^bb3(%p#0, %p#1 : tensor<2xf32>, tensor<2xf32>)
^bb2:
  %q:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %k = arith.constant 0.0 : f32
  %z = linalg.fill ins(%k : f32) outs(%q#1 : tensor<2xf32>) -> tensor<2xf32>
  cf.br ^bb3(%z, %q#1 : tensor<2xf32>, tensor<2xf32>)
^bb3(%r: tensor<2xf32>, %s: tensor<2xf32>):
  return %r, %s : tensor<2xf32>, tensor<2xf32>
}

func.func @same_target(%x: tensor<4xi32>, %y: tensor<4xi32>, %c: i1, %d: i1) -> tensor<4xi32> {
  cf.cond_br %c, ^bb2(%x : tensor<4xi32>), ^bb1
^bb1:
  cf.cond_br %d, ^bb2(%y : tensor<4xi32>), ^bb2(%x : tensor<4xi32>)
^bb2(%t: tensor<4xi32>):
  return %t : tensor<4xi32>
}

func.func @result_twice(%x: tensor<?xf32>, %c: i1) -> (tensor<?xf32>, tensor<?xf32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %a = arith.addf %x, %x : tensor<?xf32>
  cf.br ^bb3(%a : tensor<?xf32>)
^bb2:
  %b = arith.mulf %x, %x : tensor<?xf32>
  cf.br ^bb3(%b : tensor<?xf32>)
^bb3(%r: tensor<?xf32>):
  return %r, %r : tensor<?xf32>, tensor<?xf32>
}

// Only one branch passes the same value twice.
func.func @argument_twice(%x: tensor<?xf32>, %c: i1) -> (tensor<?xf32>, tensor<?xf32>) {
  %b = arith.mulf %x, %x : tensor<?xf32>
  cf.cond_br %c, ^bb1, ^bb3(%b, %x : tensor<?xf32>, tensor<?xf32>)
^bb1:
  %a = arith.addf %x, %x : tensor<?xf32>
  cf.br ^bb3(%a, %a : tensor<?xf32>, tensor<?xf32>)
^bb3(%r: tensor<?xf32>, %s: tensor<?xf32>):
  return %r, %s : tensor<?xf32>, tensor<?xf32>
}

// A block after that of the value writes to it, and the value is read later.
func.func @write_later(%x: tensor<4xf32>, %c: i1) -> (tensor<4xf32>, tensor<4xf32>) {
  %f1 = arith.constant 1.0 : f32
  %f5 = arith.constant 5.0 : f32
  %y = arith.mulf %x, %x : tensor<4xf32>
  %s = math.sqrt %y : tensor<4xf32>
  cf.cond_br %c, ^bb1, ^bb2(%s : tensor<4xf32>)
^bb1:
  %w = linalg.fill ins(%f5 : f32) outs(%s : tensor<4xf32>) -> tensor<4xf32>
  cf.br ^bb2(%w : tensor<4xf32>)
^bb2(%r: tensor<4xf32>):
  return %r, %s : tensor<4xf32>, tensor<4xf32>
}

// What is passed is written afterwards.
func.func @switched(%x: tensor<4xi32>, %n: i8) -> (tensor<4xi32>, tensor<4xi32>) {
  %c0 = arith.constant 0 : index
  %k = arith.constant 9 : i32
  %zero = arith.constant dense<0> : tensor<4xi32>
  %p:2 = split.split %x axis(0) into 2 : tensor<4xi32> -> tensor<2xi32>, tensor<2xi32>
  cf.switch %n : i8, [
    default: ^bb2(%zero : tensor<4xi32>),
    -1: ^bb2(%x : tensor<4xi32>),
    1: ^bb1
  ]
^bb1:
  %d = arith.addi %p#1, %p#1 : tensor<2xi32>
  %j = tensor.concat dim(0) %p#0, %d : (tensor<2xi32>, tensor<2xi32>) -> tensor<4xi32>
  cf.br ^bb2(%j : tensor<4xi32>)
^bb2(%r: tensor<4xi32>):
  %v = tensor.insert %k into %r[%c0] : tensor<4xi32>
  return %v, %x : tensor<4xi32>, tensor<4xi32>
}

func.func @wide_switch(%x: tensor<2xi32>, %y: tensor<2xi32>, %n: i128) -> tensor<2xi32> {
  cf.switch %n : i128, [
    default: ^bb2(%x : tensor<2xi32>),
    5: ^bb2(%y : tensor<2xi32>),
    -1: ^bb1
  ]
^bb1:
  %s = arith.addi %x, %y : tensor<2xi32>
  cf.br ^bb2(%s : tensor<2xi32>)
^bb2(%r: tensor<2xi32>):
  return %r : tensor<2xi32>
}

func.func @last_cases(%x: tensor<2xi32>, %y: tensor<2xi32>, %n: i64) -> tensor<2xi32> {
  cf.switch %n : i64, [
    default: ^bb2(%x : tensor<2xi32>),
    3: ^bb2(%y : tensor<2xi32>),
    9223372036854775807: ^bb1,
    9223372036854775806: ^bb2(%y : tensor<2xi32>),
    -9223372036854775808: ^bb2(%y : tensor<2xi32>)
  ]
^bb1:
  %s = arith.addi %x, %y : tensor<2xi32>
  cf.br ^bb2(%s : tensor<2xi32>)
^bb2(%r: tensor<2xi32>):
  return %r : tensor<2xi32>
}

// Adds %x up to %n times. If element 1 is 8, doubles the sum and ends.
func.func @two_exits(%x: tensor<4xi32>, %n: index) -> (tensor<4xi32>, tensor<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i8 = arith.constant 8 : i32
  cf.br ^head(%c0, %x : index, tensor<4xi32>)
^head(%i: index, %t: tensor<4xi32>):
  %go = arith.cmpi ult, %i, %n : index
  cf.cond_br %go, ^body, ^done(%t : tensor<4xi32>)
^body:
  %u = arith.addi %t, %x : tensor<4xi32>
  %j = arith.addi %i, %c1 : index
  %e = tensor.extract %u[%c1] : tensor<4xi32>
  %eight = arith.cmpi eq, %e, %i8 : i32
  cf.cond_br %eight, ^early, ^head(%j, %u : index, tensor<4xi32>)
^early:
  %w = arith.addi %u, %u : tensor<4xi32>
  cf.br ^done(%w : tensor<4xi32>)
^done(%r: tensor<4xi32>):
  return %r, %x : tensor<4xi32>, tensor<4xi32>
}

func.func @unreachable(%x: tensor<2xi32>, %c: i1) -> tensor<2xi32> {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return %x : tensor<2xi32>
^bb2:
  ub.unreachable
}

func.func @in_region(%x: tensor<2xi32>, %c: i1) -> (tensor<2xi32>, tensor<2xi32>) {
  %c0 = arith.constant 0 : index
  %k = arith.constant 9 : i32
  %r = scf.execute_region -> tensor<2xi32> {
    cf.cond_br %c, ^bb1(%x : tensor<2xi32>), ^bb2
  ^bb1(%y: tensor<2xi32>):
    scf.yield %y : tensor<2xi32>
  ^bb2:
    %z = arith.addi %x, %x : tensor<2xi32>
    cf.br ^bb1(%z : tensor<2xi32>)
  }
  %v = tensor.insert %k into %r[%c0] : tensor<2xi32>
  return %v, %x : tensor<2xi32>, tensor<2xi32>
}

func.func @unranked(%x: tensor<*xi32>, %c: i1) -> (tensor<?xi32>, tensor<*xi32>) {
  %c0 = arith.constant 0 : index
  %k = arith.constant 9 : i32
  cf.cond_br %c, ^bb1, ^bb2(%x : tensor<*xi32>)
^bb1:
  %p:2 = split.split %x axis(0) into 2 : tensor<*xi32> -> tensor<*xi32>, tensor<*xi32>
  cf.br ^bb2(%p#1 : tensor<*xi32>)
^bb2(%r: tensor<*xi32>):
  %s = tensor.cast %r : tensor<*xi32> to tensor<?xi32>
  %v = tensor.insert %k into %s[%c0] : tensor<?xi32>
  return %v, %x : tensor<?xi32>, tensor<*xi32>
}

// Loops and switches without tensors.
// RUN: %run-each %s --function=number_loop --input=i32=4 --expected_output=i32=10
// RUN: %run-each %s --function=number_switch --input=i32=1 --input=i32=2 --expected_output=i32=2
// RUN: %run-each %s --function=number_switch --input=i32=5 --input=i32=2 --expected_output=i32=7
func.func @number_loop(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^head(%n, %c0 : i32, i32)
^head(%i: i32, %sum: i32):
  %go = arith.cmpi sgt, %i, %c0 : i32
  cf.cond_br %go, ^body, ^done
^body:
  %next = arith.subi %i, %c1 : i32
  %longer = arith.addi %sum, %i : i32
  cf.br ^head(%next, %longer : i32, i32)
^done:
  return %sum : i32
}
func.func @number_switch(%flag: i32, %x: i32) -> i32 {
  %c7 = arith.constant 7 : i32
  cf.switch %flag : i32, [
    default: ^done(%c7 : i32),
    1: ^one
  ]
^one:
  cf.br ^done(%x : i32)
^done(%y: i32):
  return %y : i32
}
