// Signatures of private functions follow calls and returns; others stay.
// RUN: split-opt %s -split-input-file -allow-unregistered-dialect -split-infer-shapes -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: split-opt %t -split-input-file -allow-unregistered-dialect -split-infer-shapes | diff %t -

// An argument takes what all calls agree on, a result what all returns do.
// CHECK: func private @callee(%[[X:.+]]: tensor<?x4xf32>, %{{.+}}: i1) -> (tensor<?x2xf32>, i1)
func.func private @callee(%x: tensor<*xf32>, %c: i1) -> (tensor<*xf32>, i1) {
  // CHECK-NEXT: %[[P:.+]]:2 = split.split %[[X]] axis(1) into 2 : tensor<?x4xf32> -> tensor<?x2xf32>, tensor<?x2xf32>
  // CHECK-NEXT: cf.cond_br
  %0:2 = split.split %x axis(1) into 2 : tensor<*xf32> -> tensor<*xf32>, tensor<*xf32>
  cf.cond_br %c, ^left, ^right
^left:
  // CHECK: return %[[P]]#0, %{{.+}} : tensor<?x2xf32>, i1
  return %0#0, %c : tensor<*xf32>, i1
^right:
  // CHECK: return %[[P]]#1, %{{.+}} : tensor<?x2xf32>, i1
  return %0#1, %c : tensor<*xf32>, i1
}
// CHECK-LABEL: func @calls(
// CHECK-SAME: %[[X:.+]]: tensor<8x4xf32>, %[[Y:.+]]: tensor<?x4xf32>, %[[C:.+]]: i1) -> tensor<*xf32>
func.func @calls(%x: tensor<8x4xf32>, %y: tensor<?x4xf32>, %c: i1) -> tensor<*xf32> {
  // CHECK-NEXT: %[[X1:.+]] = tensor.cast %[[X]] : tensor<8x4xf32> to tensor<?x4xf32>
  // CHECK-NEXT: %[[R:.+]]:2 = call @callee(%[[X1]], %[[C]]) : (tensor<?x4xf32>, i1) -> (tensor<?x2xf32>, i1)
  // CHECK-NEXT: %[[R1:.+]] = tensor.cast %[[R]]#0 : tensor<?x2xf32> to tensor<*xf32>
  // CHECK-NEXT: call @callee(%[[Y]], %[[R]]#1) : (tensor<?x4xf32>, i1) -> (tensor<?x2xf32>, i1)
  // CHECK-NEXT: return %[[R1]] : tensor<*xf32>
  %0 = tensor.cast %x : tensor<8x4xf32> to tensor<*xf32>
  %1:2 = call @callee(%0, %c) : (tensor<*xf32>, i1) -> (tensor<*xf32>, i1)
  %2 = tensor.cast %y : tensor<?x4xf32> to tensor<*xf32>
  %3:2 = call @callee(%2, %1#1) : (tensor<*xf32>, i1) -> (tensor<*xf32>, i1)
  return %1#0 : tensor<*xf32>
}

// -----

// Uses in the callee that cannot be refined keep the old type, by one cast at the
// start.
// CHECK: func private @callee(%[[X:.+]]: tensor<4xf32>)
func.func private @callee(%x: tensor<?xf32>) {
  // CHECK-NEXT: %[[C:.+]] = tensor.cast %[[X]] : tensor<4xf32> to tensor<?xf32>
  // CHECK-NEXT: "test.use"(%[[C]], %[[C]])
  // CHECK-NEXT: split.split %[[X]] axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  "test.use"(%x, %x) : (tensor<?xf32>, tensor<?xf32>) -> ()
  %0:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return
}
func.func @calls(%x: tensor<4xf32>) {
  %0 = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  call @callee(%0) : (tensor<?xf32>) -> ()
  return
}

// -----

// What a split has told is known at the calls after it, and what a call returns
// at the splits after that.
// CHECK-LABEL: func @main(
// CHECK-SAME: %[[X:.+]]: tensor<?xf32>
func.func @main(%x: tensor<?xf32>) {
  // CHECK-NEXT: %[[Y:.+]] = tensor.cast %[[X]] : tensor<?xf32> to tensor<8xf32>
  // CHECK-NEXT: split.variadic_split %[[Y]]
  // CHECK-NEXT: %[[R:.+]] = call @outer(%[[Y]]) : (tensor<8xf32>) -> tensor<4xf32>
  // CHECK-NEXT: split.split %[[R]] axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %0:2 = split.variadic_split %x axis(0) lengths [2, 6] : tensor<?xf32> -> tensor<2xf32>, tensor<6xf32>
  %1 = call @outer(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %2:2 = split.split %1 axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return
}
// CHECK: func private @outer(%{{.+}}: tensor<8xf32>) -> tensor<4xf32>
func.func private @outer(%x: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK-NEXT: %[[R:.+]] = call @inner
  // CHECK-NEXT: return %[[R]] : tensor<4xf32>
  %0 = call @inner(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
// CHECK: func private @inner(%{{.+}}: tensor<8xf32>) -> tensor<4xf32>
func.func private @inner(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#1 : tensor<?xf32>
}

// -----

// Recursion: what a function calls itself with counts as a call.
// CHECK: func private @halve(%[[X:.+]]: tensor<?x3xf32>, %[[C:.+]]: i1) -> tensor<?x3xf32>
func.func private @halve(%x: tensor<?x3xf32>, %c: i1) -> tensor<?x?xf32> {
  // CHECK: %[[R:.+]] = scf.if
  %r = scf.if %c -> tensor<?x3xf32> {
    // CHECK-NEXT: %[[P:.+]]:2 = split.split %[[X]]
    // CHECK-NEXT: %[[H:.+]] = func.call @halve(%[[P]]#0, %[[C]]) : (tensor<?x3xf32>, i1) -> tensor<?x3xf32>
    // CHECK-NEXT: scf.yield %[[H]]
    %0:2 = split.split %x axis(0) into 2 : tensor<?x3xf32> -> tensor<?x3xf32>, tensor<?x3xf32>
    %1 = func.call @halve(%0#0, %c) : (tensor<?x3xf32>, i1) -> tensor<?x?xf32>
    %2 = tensor.cast %1 : tensor<?x?xf32> to tensor<?x3xf32>
    scf.yield %2 : tensor<?x3xf32>
  } else {
    scf.yield %x : tensor<?x3xf32>
  }
  %s = tensor.cast %r : tensor<?x3xf32> to tensor<?x?xf32>
  return %s : tensor<?x?xf32>
}
// CHECK-LABEL: func @start(
// CHECK: call @halve(%{{.+}}) : (tensor<?x3xf32>, i1) -> tensor<?x3xf32>
func.func @start(%x: tensor<8x3xf32>, %c: i1) {
  %0 = tensor.cast %x : tensor<8x3xf32> to tensor<?x3xf32>
  %1 = call @halve(%0, %c) : (tensor<?x3xf32>, i1) -> tensor<?x?xf32>
  return
}

// -----

// Two functions that call each other with what they are given: nobody vouches for
// it, as far as this analysis goes.
// CHECK: func private @even(%{{.+}}: tensor<?xf32>)
func.func private @even(%x: tensor<?xf32>) {
  call @odd(%x) : (tensor<?xf32>) -> ()
  return
}
// CHECK: func private @odd(%{{.+}}: tensor<?xf32>)
func.func private @odd(%x: tensor<?xf32>) {
  call @even(%x) : (tensor<?xf32>) -> ()
  return
}
func.func @start(%x: tensor<8xf32>) {
  %0 = tensor.cast %x : tensor<8xf32> to tensor<?xf32>
  call @even(%0) : (tensor<?xf32>) -> ()
  return
}

// -----

// Somebody else may call a public function, and nobody sees an external one's body.
// CHECK: func @public(%{{.+}}: tensor<?xf32>) -> tensor<?xf32>
func.func @public(%x: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: %[[P:.+]]:2 = split.variadic_split {{.+}} -> tensor<2xf32>, tensor<?xf32>
  // CHECK-NEXT: %[[C:.+]] = tensor.cast %[[P]]#0 : tensor<2xf32> to tensor<?xf32>
  // CHECK-NEXT: return %[[C]]
  %0:2 = split.variadic_split %x axis(0) lengths [2, -1] : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0 : tensor<?xf32>
}
// CHECK: func private @external(tensor<?xf32>) -> tensor<?xf32>
func.func private @external(%x: tensor<?xf32>) -> tensor<?xf32>
// CHECK-LABEL: func @calls(
// CHECK-SAME: %[[X:.+]]: tensor<4xf32>
func.func @calls(%x: tensor<4xf32>) {
  // CHECK-NEXT: %[[C:.+]] = tensor.cast %[[X]]
  // CHECK-NEXT: %[[R:.+]] = call @public(%[[C]]) : (tensor<?xf32>) -> tensor<?xf32>
  // CHECK-NEXT: call @external(%[[C]]) : (tensor<?xf32>) -> tensor<?xf32>
  // CHECK-NEXT: return
  %0 = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %1 = call @public(%0) : (tensor<?xf32>) -> tensor<?xf32>
  %2 = call @external(%0) : (tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

// Nor who calls what is more than called: by an address, from an op or an
// attribute that names it.
// CHECK: func private @by_address(%{{.+}}: tensor<?xf32>)
func.func private @by_address(%x: tensor<?xf32>) {
  return
}
// CHECK: func private @by_name(%{{.+}}: tensor<?xf32>)
func.func private @by_name(%x: tensor<?xf32>) {
  return
}
// CHECK: func private @in_call(%{{.+}}: tensor<?xf32>)
func.func private @in_call(%x: tensor<?xf32>) {
  return
}
// No call at all gives nothing to go by.
// CHECK: func private @unused(%{{.+}}: tensor<?xf32>)
func.func private @unused(%x: tensor<?xf32>) {
  return
}
func.func @calls(%x: tensor<4xf32>) {
  %0 = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %f = constant @by_address : (tensor<?xf32>) -> ()
  call @by_address(%0) : (tensor<?xf32>) -> ()
  call @by_name(%0) {test.also = @in_call} : (tensor<?xf32>) -> ()
  call @in_call(%0) : (tensor<?xf32>) -> ()
  "test.names"() {name = @by_name} : () -> ()
  return
}

// -----

// In a module that names it.
module attributes {test.entry = @f} {
  // CHECK: func private @f(%{{.+}}: tensor<?xf32>)
  func.func private @f(%x: tensor<?xf32>) {
    return
  }
  func.func @calls(%x: tensor<4xf32>) {
    %0 = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
    call @f(%0) : (tensor<?xf32>) -> ()
    return
  }
}

// -----

// An op that nobody knows may be a symbol table, which makes of names what it likes.
// CHECK: func private @f(%{{.+}}: tensor<?xf32>)
func.func private @f(%x: tensor<?xf32>) {
  return
}
func.func @calls(%x: tensor<4xf32>) {
  %0 = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  call @f(%0) : (tensor<?xf32>) -> ()
  return
}
"test.table"() ({
  "test.end"() {name = @f} : () -> ()
}) : () -> ()

// -----

// Modules within the module have functions of their own.
// CHECK: func private @f(%{{.+}}: tensor<?xf32>)
func.func private @f(%x: tensor<?xf32>) {
  return
}
module @inner {
  // CHECK: func private @f(%{{.+}}: tensor<4xf32>)
  func.func private @f(%x: tensor<?xf32>) {
    return
  }
  func.func @calls(%x: tensor<4xf32>) {
    %0 = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
    call @f(%0) : (tensor<?xf32>) -> ()
    return
  }
}

// -----

// A call that nothing reaches is still a call, and has the type it is to have.
// CHECK: func private @f(%{{.+}}: tensor<?xf32>) -> tensor<2xf32>
func.func private @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0:2 = split.variadic_split %x axis(0) lengths [2, -1] : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#0 : tensor<?xf32>
}
// CHECK-LABEL: func @unreachable_call(
func.func @unreachable_call(%x: tensor<4xf32>, %y: tensor<?xf32>) {
  %0 = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %1 = call @f(%0) : (tensor<?xf32>) -> tensor<?xf32>
  return
^dead:
  // CHECK: call @f(%{{.+}}) : (tensor<?xf32>) -> tensor<2xf32>
  %2 = call @f(%y) : (tensor<?xf32>) -> tensor<?xf32>
  cf.br ^dead
}

// -----

// Callers that agree on the element type only, and references to what is no function.
module attributes {test.uses = @data} {
// CHECK-LABEL: func.func private @any(
// CHECK-SAME: tensor<*xf32>) -> tensor<*xf32>
memref.global @data : memref<4xf32>
func.func private @any(%x: tensor<*xf32>) -> tensor<*xf32> {
  %0 = "test.use"(%x) : (tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
// CHECK-LABEL: func.func private @any_rank(
// CHECK-SAME: tensor<*xf32>)
func.func private @any_rank(%x: tensor<*xf32>) {
  "test.use"(%x) : (tensor<*xf32>) -> ()
  return
}
func.func private @encoded(%x: tensor<*xf32>) {
  "test.use"(%x) : (tensor<*xf32>) -> ()
  return
}
func.func @callers(%a: tensor<4xf32>, %b: tensor<2x2xf32>, %u: tensor<*xf32>, %e: tensor<4xf32, "e">) {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<*xf32>
  %1 = tensor.cast %b : tensor<2x2xf32> to tensor<*xf32>
  %2 = func.call @any(%0) : (tensor<*xf32>) -> tensor<*xf32>
  %3 = func.call @any(%1) : (tensor<*xf32>) -> tensor<*xf32>
  %4 = func.call @any(%u) : (tensor<*xf32>) -> tensor<*xf32>
  func.call @any_rank(%0) : (tensor<*xf32>) -> ()
  func.call @any_rank(%u) : (tensor<*xf32>) -> ()
  func.call @encoded(%0) : (tensor<*xf32>) -> ()
  %5 = tensor.cast %e : tensor<4xf32, "e"> to tensor<*xf32>
  func.call @encoded(%5) : (tensor<*xf32>) -> ()
  return
}
}
