// Branches and switches with tensors become scf.if and scf.while.
// RUN: split-opt %s -split-branches-to-scf | FileCheck %s

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
// CHECK-SAME: %[[X:.+]]: tensor<4xf32>, %[[C:.+]]: i1
// CHECK: %[[R:.+]] = scf.if %[[C]] -> (tensor<4xf32>) {
// CHECK-NEXT: %[[Y:.+]] = arith.addf %[[X]], %[[X]]
// CHECK-NEXT: scf.yield %[[Y]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[X]]
// CHECK: return %[[R]]
func.func @no_loop(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  cf.cond_br %c, ^a, ^b(%x : tensor<4xf32>)
^a:
  %y = arith.addf %x, %x : tensor<4xf32>
  cf.br ^b(%y : tensor<4xf32>)
^b(%z: tensor<4xf32>):
  return %z : tensor<4xf32>
}

// CHECK-LABEL: func @no_tensors(
// CHECK: cf.cond_br
// CHECK-NOT: scf.
// CHECK: cf.br
func.func @no_tensors(%x: memref<4xf32>, %c: i1) -> memref<4xf32> {
  cf.cond_br %c, ^a, ^b(%x : memref<4xf32>)
^a:
  %y = memref.alloc() : memref<4xf32>
  cf.br ^b(%y : memref<4xf32>)
^b(%z: memref<4xf32>):
  return %z : memref<4xf32>
}

// A tensor that only one block has is enough.
// CHECK-LABEL: func @inside(
// CHECK: scf.if
// CHECK: tensor.extract
// CHECK-NOT: {{ cf[.]}}
// CHECK: return
func.func @inside(%m: memref<4xf32>, %i: index, %c: i1) -> f32 {
  %f0 = arith.constant 0.0 : f32
  cf.cond_br %c, ^a, ^b(%f0 : f32)
^a:
  %x = bufferization.to_tensor %m restrict : memref<4xf32> to tensor<4xf32>
  %e = tensor.extract %x[%i] : tensor<4xf32>
  cf.br ^b(%e : f32)
^b(%r: f32):
  return %r : f32
}

// The first case is the outermost, and the default the last.
// CHECK-LABEL: func @index_switch(
// CHECK-SAME: %[[X:[^:]+]]: tensor<4xf32>, %[[Y:[^:]+]]: tensor<4xf32>, %[[I:[^:]+]]: index
// CHECK: %[[C7:.+]] = arith.constant 7 : index
// CHECK: %[[IS7:.+]] = arith.cmpi eq, %[[I]], %[[C7]]
// CHECK: %[[R:.+]]:2 = scf.if %[[IS7]] -> (tensor<4xf32>, index) {
// CHECK: scf.yield %[[X]], %[[I]]
// CHECK: } else {
// CHECK: %[[M:.+]] = arith.constant -1 : index
// CHECK: %[[ISM:.+]] = arith.cmpi eq, %[[I]], %[[M]]
// CHECK: %[[S:.+]]:2 = scf.if %[[ISM]]
// CHECK: scf.yield %[[Y]], %[[I]]
// CHECK: } else {
// CHECK: %[[Z:.+]] = arith.addf
// CHECK: scf.yield %[[Z]], %[[I]]
// CHECK: scf.yield %[[S]]#0, %[[S]]#1
// CHECK: return %[[R]]#0, %[[R]]#1
func.func @index_switch(%x: tensor<4xf32>, %y: tensor<4xf32>, %i: index) -> (tensor<4xf32>, index) {
  %r:2 = scf.index_switch %i -> tensor<4xf32>, index
  case 7 {
    scf.yield %x, %i : tensor<4xf32>, index
  }
  case -1 {
    scf.yield %y, %i : tensor<4xf32>, index
  }
  default {
    %z = arith.addf %x, %y : tensor<4xf32>
    scf.yield %z, %i : tensor<4xf32>, index
  }
  return %r#0, %r#1 : tensor<4xf32>, index
}

// CHECK-LABEL: func @only_default(
// CHECK-NEXT: %[[Y:.+]] = arith.addf
// CHECK-NEXT: return %[[Y]]
func.func @only_default(%x: tensor<4xf32>, %i: index) -> tensor<4xf32> {
  %r = scf.index_switch %i -> tensor<4xf32>
  default {
    %y = arith.addf %x, %x : tensor<4xf32>
    scf.yield %y : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func @scalar_switch(
// CHECK: scf.index_switch
func.func @scalar_switch(%i: index) -> index {
  %c1 = arith.constant 1 : index
  %r = scf.index_switch %i -> index
  case 7 {
    scf.yield %c1 : index
  }
  default {
    scf.yield %i : index
  }
  return %r : index
}

// An index has 64 bits, so the number of the case is passed on.
// CHECK-LABEL: func @wide_switch(
// CHECK-SAME: %[[N:[^:]+]]: i128
// CHECK: %[[C0:.+]] = arith.constant 0 : i64
// CHECK: %[[V:.+]] = arith.constant 5 : i128
// CHECK: %[[IS:.+]] = arith.cmpi eq, %[[N]], %[[V]]
// CHECK: %[[C1:.+]] = arith.constant 1 : i64
// CHECK: %[[CASE:.+]] = arith.select %[[IS]], %[[C1]], %[[C0]] : i64
// CHECK: arith.index_castui %[[CASE]] : i64 to index
func.func @wide_switch(%x: tensor<4xf32>, %y: tensor<4xf32>, %n: i128) -> tensor<4xf32> {
  cf.switch %n : i128, [
    default: ^a(%x : tensor<4xf32>),
    5: ^a(%y : tensor<4xf32>)
  ]
^a(%z: tensor<4xf32>):
  return %z : tensor<4xf32>
}

// CHECK-LABEL: func @undefined(
// CHECK: scf.if
// CHECK: %[[E:.+]] = tensor.empty() : tensor<4xf32>
// CHECK: scf.yield %[[E]]
// CHECK-NOT: ub.unreachable
// CHECK: return
func.func @undefined(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  cf.cond_br %c, ^a, ^b
^a:
  return %x : tensor<4xf32>
^b:
  ub.unreachable
}

// Blocks that nothing reaches are dropped.
// CHECK-LABEL: func @unreachable(
// CHECK: scf.while
// CHECK-NOT: {{ cf[.]}}
// CHECK: return
func.func @unreachable(%x: tensor<4xf32>, %c: i1) {
  cf.br ^a
^a:
  %y = arith.addf %x, %x : tensor<4xf32>
  cf.cond_br %c, ^a, ^b
^b:
  return
^c:
  cf.br ^a
}

// Deallocation would read freed results of the loop where the second block uses them.
// CHECK-LABEL: func @results_in_blocks(
// CHECK: scf.while
// CHECK: scf.if
// CHECK-NOT: {{ cf[.]}}
// CHECK: return
func.func @results_in_blocks(%n: index, %c: i1) -> index {
  %r = scf.while (%i = %n) : (index) -> index {
    scf.condition(%c) %i : index
  } do {
  ^bb0(%i: index):
    scf.yield %i : index
  }
  cf.cond_br %c, ^a, ^b
^a:
  return %r : index
^b:
  return %n : index
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

// CHECK-LABEL: func @endless_in_region(
// CHECK: scf.execute_region
// CHECK: scf.while
// CHECK: %[[E:.+]] = tensor.empty() : tensor<4xf32>
// CHECK: scf.yield %[[E]]
func.func @endless_in_region(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  %r = scf.execute_region -> tensor<4xf32> {
    cf.cond_br %c, ^a, ^b
  ^a:
    scf.yield %x : tensor<4xf32>
  ^b:
    cf.br ^b
  }
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func @reduces_tensor(
// CHECK: scf.for
// CHECK-NOT: scf.reduce
// CHECK: return
func.func @reduces_tensor(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x) -> tensor<4xf32> {
    scf.reduce(%x : tensor<4xf32>) {
    ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
      %s = arith.addf %a, %b : tensor<4xf32>
      scf.reduce.return %s : tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}
