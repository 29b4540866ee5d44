// Loops made of branches become scf.while; other branches stay.
// RUN: split-opt %s -split-branch-loops-to-scf | FileCheck %s

// Where the loop ends, nothing reads what it would have carried on.
// CHECK-LABEL: func @loop(
// CHECK-SAME: %[[X:.+]]: tensor<?x4xf32>
// CHECK: %[[SIZE:.+]] = arith.constant 0 : index
// CHECK: %[[EMPTY:.+]] = tensor.empty(%[[SIZE]]) : tensor<?x4xf32>
// CHECK-NOT: ub.poison : tensor
// CHECK: %[[R:.+]]:3 = scf.while (%{{.+}} = %{{.+}}, %[[Y:.+]] = %[[X]], %{{.+}} = %[[EMPTY]])
// CHECK: scf.if
// CHECK: %[[P:.+]]:2 = split.split %[[Y]]
// CHECK: scf.yield %{{.+}}, %[[P]]#1
// CHECK: scf.yield %{{.+}}, %[[EMPTY]]
// CHECK: scf.condition(%{{.+}}) %{{.+}}, %{{.+}}, %[[Y]]
// CHECK: return %[[R]]#2
func.func @loop(%x: tensor<?x4xf32>, %n: index) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0, %x : index, tensor<?x4xf32>)
^head(%i: index, %y: tensor<?x4xf32>):
  %go = arith.cmpi ult, %i, %n : index
  cf.cond_br %go, ^body, ^done
^body:
  %p:2 = split.split %y axis(0) into 2 : tensor<?x4xf32> -> tensor<?x4xf32>, tensor<?x4xf32>
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j, %p#1 : index, tensor<?x4xf32>)
^done:
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func @unranked(
// CHECK: %[[E:.+]] = tensor.empty() : tensor<0xf32>
// CHECK: tensor.cast %[[E]] : tensor<0xf32> to tensor<*xf32>
// CHECK: scf.while
func.func @unranked(%x: tensor<*xf32>, %c: i1) -> tensor<*xf32> {
  cf.br ^head(%x : tensor<*xf32>)
^head(%y: tensor<*xf32>):
  cf.cond_br %c, ^body, ^done
^body:
  %p = split.split %y axis(0) into 1 : tensor<*xf32> -> tensor<*xf32>
  cf.br ^head(%p : tensor<*xf32>)
^done:
  return %y : tensor<*xf32>
}

// CHECK-LABEL: func @no_loop(
// CHECK: cf.cond_br
// CHECK-NOT: scf.
// CHECK: cf.br
func.func @no_loop(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  cf.cond_br %c, ^a, ^b(%x : tensor<4xf32>)
^a:
  %y = arith.addf %x, %x : tensor<4xf32>
  cf.br ^b(%y : tensor<4xf32>)
^b(%z: tensor<4xf32>):
  return %z : tensor<4xf32>
}

// Blocks that nothing reaches are dropped.
// CHECK-LABEL: func @unreachable(
// CHECK: scf.while
// CHECK-NOT: {{ cf[.]}}
// CHECK: return
func.func @unreachable(%c: i1) {
  cf.br ^a
^a:
  cf.cond_br %c, ^a, ^b
^b:
  return
^c:
  cf.br ^a
}

// CHECK-LABEL: func @in_region(
// CHECK: scf.execute_region
// CHECK: scf.while
// CHECK-NOT: {{ cf[.]}}
// CHECK: return
func.func @in_region(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  %r = scf.execute_region -> tensor<4xf32> {
    cf.br ^a(%x : tensor<4xf32>)
  ^a(%y: tensor<4xf32>):
    %z = arith.addf %y, %y : tensor<4xf32>
    cf.cond_br %c, ^a(%z : tensor<4xf32>), ^b
  ^b:
    scf.yield %z : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
