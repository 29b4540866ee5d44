// Each function holds one thing that is interesting, told by its types; what goes
// is what one kind of step can take.

// RUN: split-reduce %s --split-shrink="test=%S/Inputs/holds.sh test-arg=%s" | FileCheck %s

// CHECK-NOT: @unused
func.func @unused(%x: f64) -> f64 {
  return %x : f64
}

// Ops give way to an operand of their type.
// HOLDS: return.*tensor<1xf32>
// CHECK-LABEL: func.func @operand(
// CHECK-SAME: %[[X:.*]]: tensor<1xf32>) -> tensor<1xf32> {
// CHECK-NEXT: return %[[X]] : tensor<1xf32>
func.func @operand(%x: tensor<1xf32>) -> tensor<1xf32> {
  %0 = arith.negf %x : tensor<1xf32>
  %1 = arith.addf %0, %x : tensor<1xf32>
  return %1 : tensor<1xf32>
}

// Or to an argument, where no operand has the type; of two results one stays.
// HOLDS: return.*tensor<2xf32>
// CHECK-LABEL: func.func @argument(
// CHECK-SAME: %[[Y:.*]]: tensor<2xf32>) -> tensor<2xf32> {
// CHECK-NEXT: return %[[Y]] : tensor<2xf32>
func.func @argument(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<2xf32>) {
  %0 = tensor.cast %x : tensor<?xf32> to tensor<2xf32>
  return %x, %0 : tensor<?xf32>, tensor<2xf32>
}

// Regions of one block give way to what they hold.
// HOLDS: math.exp
// CHECK-LABEL: func.func @regions(
// CHECK-SAME: %[[A:.*]]: tensor<3xf32>) {
// CHECK-NEXT: math.exp %[[A]] : tensor<3xf32>
// CHECK-NEXT: return
func.func @regions(%x: tensor<3xf32>, %if: i1, %n: index) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<3xf32>) {
    %1 = scf.if %if -> tensor<3xf32> {
      scf.yield %a : tensor<3xf32>
    } else {
      %2 = math.exp %a : tensor<3xf32>
      scf.yield %2 : tensor<3xf32>
    }
    scf.yield %1 : tensor<3xf32>
  }
  return %0 : tensor<3xf32>
}

// A constant does not become an argument.
// HOLDS: math.sin
// CHECK-LABEL: func.func @constant() {
// CHECK-NEXT: %[[C:.*]] = arith.constant
// CHECK-NEXT: math.sin %[[C]] : vector<4xf32>
func.func @constant() -> vector<4xf32> {
  %c = arith.constant dense<1.0> : vector<4xf32>
  %0 = math.sin %c : vector<4xf32>
  return %0 : vector<4xf32>
}

// What is called keeps its signature.
// CHECK-LABEL: func.func private @callee(f16, f32) -> f16
func.func private @callee(f16, f32) -> f16

// HOLDS: call @callee
// CHECK-LABEL: func.func @no_drop_of_operands(
// CHECK-SAME: %[[A:.*]]: f16, %[[B:.*]]: f32) {
// CHECK-NEXT: call @callee(%[[A]], %[[B]])
// CHECK-NEXT: return
func.func @no_drop_of_operands(%x: f16, %y: f32) -> f16 {
  %0 = func.call @callee(%x, %y) : (f16, f32) -> f16
  return %0 : f16
}

// An op that is needed keeps its operands, but for what made them.
// HOLDS: tensor.concat
// CHECK-LABEL: func.func @needed(
// CHECK-SAME: %[[P:.*]]: tensor<5xf32>) {
// CHECK-NEXT: tensor.concat dim(0) %[[P]] : (tensor<5xf32>) -> tensor<5xf32>
// CHECK-NEXT: return
func.func @needed(%x: tensor<10xf32>) -> tensor<5xf32> {
  %0:2 = split.split %x axis(0) into 2
      : tensor<10xf32> -> tensor<5xf32>, tensor<5xf32>
  %1 = tensor.concat dim(0) %0#1 : (tensor<5xf32>) -> tensor<5xf32>
  return %1 : tensor<5xf32>
}

// A loop of blocks ends after its body, where it is entered.
// HOLDS: math.cos
// CHECK-LABEL: func.func @blocks(
// CHECK-SAME: %[[X:.*]]: f16) {
// CHECK-NEXT: math.cos %[[X]] : f16
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @blocks(%x: f16, %if: i1, %n: index) -> f16 {
  %c0 = arith.constant 0 : index
  cf.br ^head(%c0, %x : index, f16)
^head(%i: index, %a: f16):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body, ^exit
^body:
  cf.cond_br %if, ^then, ^join(%a : f16)
^then:
  %0 = math.cos %a : f16
  cf.br ^join(%0 : f16)
^join(%b: f16):
  %c1 = arith.constant 1 : index
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j, %b : index, f16)
^exit:
  return %a : f16
}

// A branch that is needed stays, and its blocks.
// HOLDS: cf.switch
// CHECK-LABEL: func.func @no_return_instead(
// CHECK-SAME: %[[I:.*]]: i32) {
// CHECK-NEXT: cf.switch %[[I]]
// CHECK: return
// CHECK: }
func.func @no_return_instead(%i: i32) {
  cf.switch %i : i32, [
    default: ^a,
    1: ^b
  ]
^a:
  return
^b:
  return
}

// Where nothing returns, one of the branches is taken for good.
// HOLDS: math.tan
// CHECK-LABEL: func.func @endless(
// CHECK-SAME: %[[X:.*]]: f16) {
// CHECK-NEXT: cf.br ^[[LOOP:[a-z0-9]*]]
// CHECK-NEXT: ^[[LOOP]]:
// CHECK-NEXT: math.tan %[[X]] : f16
// CHECK-NEXT: cf.br ^[[LOOP]]
// CHECK-NEXT: }
func.func @endless(%x: f16, %if: i1) {
  cf.br ^loop
^loop:
  %0 = math.tan %x : f16
  cf.cond_br %if, ^loop, ^other
^other:
  cf.br ^loop
}
