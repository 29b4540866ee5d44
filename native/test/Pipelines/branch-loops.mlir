// Loops made of branches, whose tensors change size, run as others do.
// RUN: split-opt %s -split-to-llvm -o /dev/null
// RUN: split-run %s --function=halved --input=8xi32=iota --input=index=0 --expected_output=8xi32=iota
// RUN: split-run %s --function=halved --input=8xi32=iota --input=index=2 --expected_output=2xi32=6,7
// RUN: split-run %s --function=halved --input=8xi32=iota --input=index=3 --expected_output=1xi32=7
// RUN: not split-run %s --function=halved --input=8xi32=iota --input=index=4 2>&1 | FileCheck %s
// RUN: split-run %s --function=returns_early --input=8xi32=iota --input=index=2 --expected_output=2xi32=6,7
// RUN: split-run %s --function=returns_early --input=8xi32=iota --input=index=5 --expected_output=1xi32=14
// RUN: split-run %s --function=irreducible --input=2xi32=1,2 --input=i1=1 --input=index=2 --expected_output=2xi32=3,6
// RUN: split-run %s --function=irreducible --input=2xi32=1,2 --input=i1=0 --input=index=2 --expected_output=2xi32=2,4
// RUN: split-run %s --function=nested --input=4xi32=iota --input=index=3 --expected_output=4xi32=21,11,16,24 --expected_output=4xi32=iota
// RUN: split-run %s --function=switched --input=4xi32=iota --input=i32=1 --expected_output=2xi32=4,6
// RUN: split-run %s --function=switched --input=4xi32=iota --input=i32=3 --expected_output=4xi32=iota
// RUN: split-run %s --function=endless --input=4xi32=iota --input=i1=1 --expected_output=4xi32=iota

func.func @halved(%x: tensor<?xi32>, %n: index) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0, %x : index, tensor<?xi32>)
^head(%i: index, %a: tensor<?xi32>):
  %go = arith.cmpi ult, %i, %n : index
  cf.cond_br %go, ^body, ^done
^body:
  // CHECK: branch-loops.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: dimension 0 of size 1 is not divisible by num_splits 2
  %h:2 = split.split %a axis(0) into 2 : tensor<?xi32> -> tensor<?xi32>, tensor<?xi32>
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j, %h#1 : index, tensor<?xi32>)
^done:
  return %a : tensor<?xi32>
}

func.func @returns_early(%x: tensor<?xi32>, %n: index) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0, %x : index, tensor<?xi32>)
^head(%i: index, %a: tensor<?xi32>):
  %d = tensor.dim %a, %c0 : tensor<?xi32>
  %one = arith.cmpi eq, %d, %c1 : index
  cf.cond_br %one, ^small, ^next
^small:
  %y = arith.addi %a, %a : tensor<?xi32>
  return %y : tensor<?xi32>
^next:
  %go = arith.cmpi ult, %i, %n : index
  cf.cond_br %go, ^body, ^done
^body:
  %h:2 = split.split %a axis(0) into 2 : tensor<?xi32> -> tensor<?xi32>, tensor<?xi32>
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j, %h#1 : index, tensor<?xi32>)
^done:
  return %a : tensor<?xi32>
}

// Entered at the first block or at the second.
func.func @irreducible(%x: tensor<?xi32>, %c: i1, %n: index) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.cond_br %c, ^a(%x, %c0 : tensor<?xi32>, index), ^b(%x, %c1 : tensor<?xi32>, index)
^a(%p: tensor<?xi32>, %i: index):
  %p1 = arith.addi %p, %x : tensor<?xi32>
  %i1 = arith.addi %i, %c1 : index
  cf.br ^b(%p1, %i1 : tensor<?xi32>, index)
^b(%q: tensor<?xi32>, %j: index):
  %go = arith.cmpi ult, %j, %n : index
  cf.cond_br %go, ^a(%q, %j : tensor<?xi32>, index), ^d
^d:
  return %q : tensor<?xi32>
}

// The inner loop sets as many elements to 7 as the outer one has turned before,
// but at least one, and the outer one adds what it started with: 0,1,2,3 becomes
// 7,2,4,6, then 14,4,8,12, then 21,11,16,24.
func.func @nested(%x: tensor<?xi32>, %n: index) -> (tensor<?xi32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i7 = arith.constant 7 : i32
  cf.br ^head(%c0, %x : index, tensor<?xi32>)
^head(%i: index, %a: tensor<?xi32>):
  %go = arith.cmpi ult, %i, %n : index
  cf.cond_br %go, ^pre, ^done
^pre:
  cf.br ^inner(%c0, %a : index, tensor<?xi32>)
^inner(%k: index, %b: tensor<?xi32>):
  %v = tensor.insert %i7 into %b[%k] : tensor<?xi32>
  %k1 = arith.addi %k, %c1 : index
  %more = arith.cmpi ult, %k1, %i : index
  cf.cond_br %more, ^inner(%k1, %v : index, tensor<?xi32>), ^out
^out:
  %s = arith.addi %v, %a : tensor<?xi32>
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j, %s : index, tensor<?xi32>)
^done:
  return %a, %x : tensor<?xi32>, tensor<?xi32>
}

func.func @switched(%x: tensor<?xi32>, %n: i32) -> tensor<?xi32> {
  %c1 = arith.constant 1 : i32
  cf.br ^head(%n, %x : i32, tensor<?xi32>)
^head(%i: i32, %a: tensor<?xi32>):
  cf.switch %i : i32, [default: ^d, 1: ^a1, 2: ^a2]
^a1:
  %y = arith.addi %a, %a : tensor<?xi32>
  %j = arith.addi %i, %c1 : i32
  cf.br ^head(%j, %y : i32, tensor<?xi32>)
^a2:
  %h:2 = split.split %a axis(0) into 2 : tensor<?xi32> -> tensor<?xi32>, tensor<?xi32>
  %j2 = arith.addi %i, %c1 : i32
  cf.br ^head(%j2, %h#1 : i32, tensor<?xi32>)
^d:
  return %a : tensor<?xi32>
}

// Never called with false.
func.func @endless(%x: tensor<?xi32>, %c: i1) -> tensor<?xi32> {
  cf.cond_br %c, ^a, ^b
^a:
  return %x : tensor<?xi32>
^b:
  cf.br ^b
}
