// What the pass does not know is reported, and claims about the rest hold.

// REQUIRES: z3
// RUN: not split-verify %s 2>&1 | FileCheck %s

// The elements of a slice.
// CHECK: warning: unknown, as this 'split.variadic_split' is not modelled
// CHECK: warning: result 0: unknown, as this 'split.variadic_split' is not modelled
// CHECK-NOT: proven
func.func @slice(%x: tensor<?xf32>, %l: tensor<4xi64>) -> (tensor<?xf32>, tensor<?xf32>) {
  %s = tensor.extract_slice %l[1] [2] [1] : tensor<4xi64> to tensor<2xi64>
  %p:2 = split.variadic_split %x axis(0) lengths(%s : tensor<2xi64>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %p#0, %p#1 : tensor<?xf32>, tensor<?xf32>
}

// The elements of a copy that converts.
// CHECK: warning: unknown, as this 'split.variadic_split' is not modelled
func.func @conversion(%x: tensor<?xf32>, %l: tensor<2xi64>) -> (tensor<?xf32>, tensor<?xf32>) {
  %e = tensor.empty() : tensor<2xi8>
  %c = linalg.copy ins(%l : tensor<2xi64>) outs(%e : tensor<2xi8>) -> tensor<2xi8>
  %p:2 = split.variadic_split %x axis(0) lengths(%c : tensor<2xi8>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %p#0, %p#1 : tensor<?xf32>, tensor<?xf32>
}

// Loops of blocks.
// CHECK: warning: unknown, as this 'cf.cond_br' is not modelled
func.func @blocks(%x: tensor<?xf32>, %c: i1) -> tensor<?xf32> {
  %p:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  cf.br ^a
^a:
  cf.cond_br %c, ^a, ^b
^b:
  return %p#1 : tensor<?xf32>
}

// Values of other types than short integers and tensors.
// CHECK: warning: result 0: unknown, as values of type 'i128' are not modelled
// CHECK: remark: result 1: proven
// CHECK: remark: result 2: proven
func.func @wide(%x: tensor<?xf32>, %c: i128, %v: vector<4xi32>, %z: f32, %u: tensor<*xf32>, %n: none) -> (i128, tensor<?xf32>, tensor<*xf32>) {
  %k = arith.addi %c, %c : i128
  %w = arith.addi %v, %v : vector<4xi32>
  %r = arith.constant dense<3> : vector<4xi32>
  %t = arith.constant dense<1.0> : tensor<3xf32>
  %p:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<*xf32>, tensor<?xf32>
  return %k, %p#1, %p#0 : i128, tensor<?xf32>, tensor<*xf32>
}

// CHECK: remark: result 0: proven
// CHECK: remark: result 1: proven
// CHECK: warning: bounds of 'split.assert': unknown, as this 'arith.cmpi' is not modelled
// CHECK-NOT: {{unknown|proven|refuted}}
func.func @allun(%x: tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %p:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<*xf32>, tensor<*xf32>
  return %p#0, %p#1 : tensor<*xf32>, tensor<*xf32>
}

func.func @empty() { return }

func.func private @decl(tensor<?xf32>) -> tensor<?xf32>

func.func @bool(%x: tensor<2xi1>, %i: i1) -> i1 {
  %c0 = arith.constant 0 : index
  %e = tensor.extract %x[%c0] : tensor<2xi1>
  %a = arith.andi %e, %i : i1
  %b = arith.cmpi ult, %a, %i : i1
  split.assert %b, "no"
  return %b : i1
}

// Buffers.
// CHECK: warning: not compared: the function works on buffers
func.func @buffers(%x: memref<?xf32>, %u: memref<*xf32>) {
  %0 = memref.cast %x : memref<?xf32> to memref<4xf32>
  %1 = memref.cast %u : memref<*xf32> to memref<?xf32>
  split.copy ins(%0 : memref<4xf32>) outs(%1 : memref<?xf32>) axis(-1)
  return
}

// A module in the module.
// CHECK: warning: not compared: 'func.func' is not a function of the outermost module
module {
  func.func @inner() { return }
}

// More arguments of unknown rank than cases.
// CHECK: warning: unknown, as too many arguments have an unknown rank
func.func @ranks(%a: tensor<*xf32>, %b: tensor<*xf32>, %c: tensor<*xf32>, %d: tensor<*xf32>) {
  return
}
