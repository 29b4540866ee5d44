// Public functions do not write into their arguments, and none returns a buffer
// twice.
// RUN: split-opt %s -split-isolate-boundaries | FileCheck %s
// RUN: split-opt %s -split-isolate-boundaries -split-isolate-boundaries | FileCheck %s

// CHECK-LABEL: func @argument(
// CHECK-SAME: %[[X:.+]]: tensor<4xf32> {bufferization.writable = false}, %{{.+}}: index) ->
func.func @argument(%x: tensor<4xf32>, %i: index) -> (tensor<4xf32>, tensor<4xf32>) {
  // Deallocation clones both.
  // CHECK: return %[[X]], %[[X]]
  return %x, %x : tensor<4xf32>, tensor<4xf32>
}

// Deallocation would clone a value of unknown rank, which takes a library.
// CHECK-LABEL: func @unknown_rank(
// CHECK-SAME: %[[X:[^:]+]]: tensor<4xf32>
func.func @unknown_rank(%x: tensor<4xf32>, %y: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  // CHECK: %[[C:.+]] = linalg.copy ins(%[[X]] : tensor<4xf32>)
  // CHECK: %[[D:.+]] = tensor.cast %[[C]] : tensor<4xf32> to tensor<*xf32>
  // CHECK: return %[[D]], %{{.+}} : tensor<*xf32>, tensor<*xf32>
  %0 = tensor.cast %x : tensor<4xf32> to tensor<*xf32>
  return %0, %y : tensor<*xf32>, tensor<*xf32>
}

// What a caller allows, it allows.
// CHECK-LABEL: func @writable(
// CHECK-SAME: {bufferization.writable = true}
func.func @writable(%x: tensor<4xf32> {bufferization.writable = true}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// C8: a copy has the encoding.
// CHECK-LABEL: func @encoding(
func.func @encoding(%x: tensor<?xf32, "blocked">) -> tensor<2xf32, "blocked"> {
  // CHECK: %[[S:.+]] = tensor.extract_slice
  %0 = tensor.extract_slice %x[1] [2] [1] : tensor<?xf32, "blocked"> to tensor<2xf32, "blocked">
  // CHECK: %[[E:.+]] = tensor.empty() : tensor<2xf32, "blocked">
  // CHECK: %[[C:.+]] = linalg.copy ins(%[[S]] : tensor<2xf32, "blocked">) outs(%[[E]] : tensor<2xf32, "blocked">)
  // CHECK: return %[[C]] : tensor<2xf32, "blocked">
  return %0 : tensor<2xf32, "blocked">
}

// CHECK-LABEL: func @twice(
func.func @twice(%x: tensor<?xf32>, %d: index) -> (tensor<?xf32>, tensor<?xf32>) {
  // CHECK: %[[EXP:.+]] = linalg.exp
  %e = tensor.empty(%d) : tensor<?xf32>
  %y = linalg.exp ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  // CHECK: %[[SIZE:.+]] = tensor.dim %[[EXP]]
  // CHECK: %[[EMPTY:.+]] = tensor.empty(%[[SIZE]])
  // CHECK: %[[COPY:.+]] = linalg.copy ins(%[[EXP]] : tensor<?xf32>) outs(%[[EMPTY]]
  // CHECK: return %[[EXP]], %[[COPY]]
  return %y, %y : tensor<?xf32>, tensor<?xf32>
}

// A cast hides no buffer.
// CHECK-LABEL: func @through_cast(
func.func @through_cast(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<*xf32>) {
  // CHECK: %[[EXP:.+]] = linalg.exp
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %z = tensor.cast %y : tensor<4xf32> to tensor<*xf32>
  // CHECK: %[[COPY:.+]] = linalg.copy ins(%[[EXP]]
  // CHECK: %[[CAST:.+]] = tensor.cast %[[COPY]] : tensor<4xf32> to tensor<*xf32>
  // CHECK: return %[[EXP]], %[[CAST]]
  return %y, %z : tensor<4xf32>, tensor<*xf32>
}

// Nor does it promise a clone: the elements of an argument of unknown rank may
// be packed for it.
// CHECK-LABEL: func @argument_through_cast(
// CHECK-SAME: %[[X:.+]]: tensor<*xf32>
func.func @argument_through_cast(%x: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  // CHECK: %[[RANKED:.+]] = tensor.cast %[[X]]
  // CHECK: %[[UNRANKED:.+]] = tensor.cast %[[RANKED]]
  %y = tensor.cast %x : tensor<*xf32> to tensor<?xf32>
  %z = tensor.cast %y : tensor<?xf32> to tensor<*xf32>
  // CHECK: %[[BUFFER:.+]] = bufferization.to_buffer %[[X]]
  // CHECK: %[[CLONE:.+]] = bufferization.clone %[[BUFFER]]
  // CHECK: %[[COPY:.+]] = bufferization.to_tensor %[[CLONE]]
  // CHECK: return %[[UNRANKED]], %[[COPY]]
  return %z, %z : tensor<*xf32>, tensor<*xf32>
}

// Slices, and whatever comes out of regions and calls, may share.
// CHECK-LABEL: func @slice(
func.func @slice(%x: tensor<4xf32>, %c: i1) -> (tensor<2xf32>, tensor<4xf32>) {
  // CHECK: %[[SLICE:.+]] = tensor.extract_slice
  %s = tensor.extract_slice %x[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
  // CHECK: %[[IF:.+]] = scf.if
  %r = scf.if %c -> tensor<4xf32> {
    scf.yield %x : tensor<4xf32>
  } else {
    %e = tensor.empty() : tensor<4xf32>
    scf.yield %e : tensor<4xf32>
  }
  // CHECK-DAG: linalg.copy ins(%[[SLICE]]
  // CHECK-DAG: linalg.copy ins(%[[IF]]
  return %s, %r : tensor<2xf32>, tensor<4xf32>
}

// What a private function returns has a buffer of its own. Its arguments are
// memrefs, because bufferization could not copy an unranked tensor for it.
// CHECK-LABEL: func @unranked(
// CHECK-SAME: %[[X:.+]]: tensor<*xf32>
func.func @unranked(%x: tensor<*xf32>) -> tensor<*xf32> {
  // CHECK: %[[BUFFER:.+]] = bufferization.to_buffer %[[X]] read_only
  // CHECK: %[[CALL:.+]] = call @inner(%[[BUFFER]]) : (memref<*xf32>) -> memref<*xf32>
  // CHECK: %[[RESULT:.+]] = bufferization.to_tensor %[[CALL]] restrict writable
  // CHECK-NEXT: return %[[RESULT]]
  %y = call @inner(%x) : (tensor<*xf32>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}

// Nothing makes an empty tensor of unknown rank, so its buffer is cloned.
// CHECK-LABEL: func private @inner(
// CHECK-SAME: %[[M:.+]]: memref<*xf32>) -> memref<*xf32>
// CHECK: %[[X:.+]] = bufferization.to_tensor %[[M]] restrict :
// CHECK: %[[BUFFER:.+]] = bufferization.to_buffer %[[X]] read_only
// CHECK: %[[CLONE:.+]] = bufferization.clone %[[BUFFER]]
// CHECK: return %[[CLONE]]
func.func private @inner(%x: tensor<*xf32>) -> tensor<*xf32> {
  return %x : tensor<*xf32>
}

// A public function keeps its type, but calls in the module pass memrefs.
// CHECK-LABEL: func @called(
// CHECK-SAME: %[[X:.+]]: tensor<*xf32>{{.*}}) -> tensor<*xf32>
// CHECK: %[[M:.+]] = bufferization.to_buffer %[[X]] read_only
// CHECK: %[[CALL:.+]] = call @called_body(%[[M]]) : (memref<*xf32>) -> memref<*xf32>
// CHECK: %[[R:.+]] = bufferization.to_tensor %[[CALL]]
// CHECK: return %[[R]]
func.func @called(%x: tensor<*xf32>) -> tensor<*xf32> {
  %y = call @called(%x) : (tensor<*xf32>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}

// An external function may write to its argument, so each call has a tensor of
// its own, which bufferization can copy if it must.
// CHECK-LABEL: func @calls_external(
// CHECK-SAME: %[[X:.+]]: tensor<*xf32>{{.*}}, %[[Y:.+]]: tensor<4xf32>
// CHECK: %[[BUFFER:.+]] = bufferization.to_buffer %[[X]] read_only
// CHECK: %[[CLONE:.+]] = bufferization.clone %[[BUFFER]]
// CHECK: %[[COPY:.+]] = bufferization.to_tensor %[[CLONE]] restrict writable
// CHECK: call @external(%[[COPY]])
// CHECK: %[[A:.+]] = tensor.cast %[[Y]]
// CHECK: %[[B:.+]] = tensor.cast %[[Y]]
// CHECK: call @external(%[[B]])
// CHECK: call @external(%[[A]])
func.func private @external(tensor<*xf32>)
func.func @calls_external(%x: tensor<*xf32>, %y: tensor<4xf32>) {
  call @external(%x) : (tensor<*xf32>) -> ()
  %u = tensor.cast %y : tensor<4xf32> to tensor<*xf32>
  call @external(%u) : (tensor<*xf32>) -> ()
  call @external(%u) : (tensor<*xf32>) -> ()
  return
}

// What callers do not know is that two results are one buffer.
// CHECK-LABEL: func private @inner_twice(
func.func private @inner_twice(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: %[[EXP:.+]] = linalg.exp
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[COPY:.+]] = linalg.copy ins(%[[EXP]]
  // CHECK: return %[[EXP]], %[[COPY]]
  return %y, %y : tensor<4xf32>, tensor<4xf32>
}

// One may be a part of the other.
// CHECK-LABEL: func private @inner_region(
func.func private @inner_region(%x: tensor<4xf32>, %c: i1) -> (tensor<2xf32>, tensor<4xf32>) {
  // CHECK: %[[IF:.+]] = scf.if
  %r = scf.if %c -> tensor<4xf32> {
    scf.yield %x : tensor<4xf32>
  } else {
    %e = tensor.empty() : tensor<4xf32>
    scf.yield %e : tensor<4xf32>
  }
  // CHECK: %[[SLICE:.+]] = tensor.extract_slice %[[IF]]
  %s = tensor.extract_slice %r[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  // CHECK: %[[COPY:.+]] = linalg.copy ins(%[[IF]]
  // CHECK: return %[[SLICE]], %[[COPY]]
  return %s, %r : tensor<2xf32>, tensor<4xf32>
}

// What a call returns may be what it took.
// CHECK-LABEL: func private @inner_call(
func.func private @inner_call(%n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  // CHECK: %[[E:.+]] = tensor.empty
  %e = tensor.empty(%n) : tensor<?xf32>
  // CHECK: %[[CALL:.+]] = call @identity(%[[E]])
  %y = call @identity(%e) : (tensor<?xf32>) -> tensor<?xf32>
  // CHECK: %[[COPY:.+]] = linalg.copy ins(%[[CALL]]
  // CHECK: return %[[E]], %[[COPY]]
  return %e, %y : tensor<?xf32>, tensor<?xf32>
}
func.func private @identity(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}

// They know which results are an argument's buffer, and that an op allocates
// one for each of its own.
// CHECK-LABEL: func private @no_copy_inner(
// CHECK-NOT: linalg.copy
// CHECK: return
func.func private @no_copy_inner(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4xf32>) {
  %d = tensor.empty() : tensor<2xf32>
  %e = tensor.empty() : tensor<2xf32>
  %y:2 = split.copy ins(%x : tensor<4xf32>) outs(%d, %e : tensor<2xf32>, tensor<2xf32>) axis(0) -> tensor<2xf32>, tensor<2xf32>
  return %x, %y#0, %y#1, %x : tensor<4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4xf32>
}

// A reshape of a buffer of its own is one, unless it is returned twice.
// CHECK-LABEL: func @reshaped(
// CHECK: %[[Y:.+]] = split.copy
// CHECK: %[[R:.+]] = tensor.reshape %[[Y]]
// CHECK: %[[C:.+]] = linalg.copy ins(%[[Y]]
// CHECK: return %[[R]], %[[C]]
func.func @reshaped(%x: tensor<2x2xf32>, %s: tensor<1xindex>) -> (tensor<4xf32>, tensor<2x2xf32>) {
  %e = tensor.empty() : tensor<2x2xf32>
  %y = split.copy ins(%x : tensor<2x2xf32>) outs(%e : tensor<2x2xf32>) axis(1) -> tensor<2x2xf32>
  %r = tensor.reshape %y(%s) : (tensor<2x2xf32>, tensor<1xindex>) -> tensor<4xf32>
  return %r, %y : tensor<4xf32>, tensor<2x2xf32>
}

// A copy has the shape that is returned.
// CHECK-LABEL: func @reshaped_second(
// CHECK: %[[Y:.+]] = split.copy
// CHECK: %[[R:.+]] = tensor.reshape %[[Y]]
// CHECK: %[[C:.+]] = linalg.copy ins(%[[R]] : tensor<4xf32>)
// CHECK: return %[[Y]], %[[C]]
func.func @reshaped_second(%x: tensor<2x2xf32>, %s: tensor<1xindex>) -> (tensor<2x2xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<2x2xf32>
  %y = split.copy ins(%x : tensor<2x2xf32>) outs(%e : tensor<2x2xf32>) axis(1) -> tensor<2x2xf32>
  %r = tensor.reshape %y(%s) : (tensor<2x2xf32>, tensor<1xindex>) -> tensor<4xf32>
  return %y, %r : tensor<2x2xf32>, tensor<4xf32>
}

// A loop carries a value of unknown rank as a memref with no other user.
// CHECK-LABEL: func @loop(
// CHECK-SAME: %[[X:.+]]: tensor<*xf32>
func.func @loop(%x: tensor<*xf32>, %n: index) -> tensor<*xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[BUFFER:.+]] = bufferization.to_buffer %[[X]] read_only
  // CHECK: %[[CLONE:.+]] = bufferization.clone %[[BUFFER]]
  // CHECK: %[[LOOP:.+]] = scf.for {{.+}} iter_args(%[[ARG:.+]] = %[[CLONE]]) -> (memref<*xf32>)
  // CHECK-NEXT: scf.yield %[[ARG]] : memref<*xf32>
  // CHECK: %[[R:.+]] = bufferization.to_tensor %[[LOOP]] restrict writable
  // CHECK-NEXT: return %[[R]]
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> tensor<*xf32> {
    scf.yield %y : tensor<*xf32>
  }
  return %r : tensor<*xf32>
}

// CHECK-LABEL: func @no_copy_loop(
// CHECK: %[[U:.+]] = tensor.cast
// CHECK-NEXT: %[[M:.+]] = bufferization.to_buffer %[[U]] :
// CHECK-NEXT: scf.for {{.+}} iter_args(%{{.+}} = %[[M]])
func.func @no_copy_loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty(%n) : tensor<?xf32>
  %u = tensor.cast %e : tensor<?xf32> to tensor<*xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %u) -> tensor<*xf32> {
    scf.yield %y : tensor<*xf32>
  }
  return
}

// A loop may start from the buffer of each time the outer loop starts it, but
// not write to one that the outer loop allocates once.
// CHECK-LABEL: func @allocated_outside(
// CHECK: scf.for
// CHECK: bufferization.clone
// CHECK: scf.for
func.func @allocated_outside(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty(%n) : tensor<?xf32>
  scf.for %j = %c0 to %n step %c1 {
    %u = tensor.cast %e : tensor<?xf32> to tensor<*xf32>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %u) -> tensor<*xf32> {
      scf.yield %y : tensor<*xf32>
    }
  }
  return
}

// A value that is forwarded twice is copied, and one from the other region, too.
// CHECK-LABEL: func @while(
// CHECK: scf.while (%[[A:.+]] = %{{.+}}) : (memref<*xf32>) -> (memref<*xf32>, memref<*xf32>)
// CHECK: %[[T:.+]] = bufferization.to_tensor %[[A]] restrict writable
// CHECK-COUNT-2: bufferization.clone
// CHECK: scf.condition
// CHECK: ^bb0(%[[B:.+]]: memref<*xf32>, %[[C:.+]]: memref<*xf32>):
// CHECK: scf.yield %[[C]] : memref<*xf32>
func.func @while(%x: tensor<*xf32>, %c: i1) -> tensor<*xf32> {
  %r:2 = scf.while (%a = %x) : (tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
    scf.condition(%c) %a, %a : tensor<*xf32>, tensor<*xf32>
  } do {
  ^bb0(%a: tensor<*xf32>, %b: tensor<*xf32>):
    scf.yield %b : tensor<*xf32>
  }
  return %r#1 : tensor<*xf32>
}

// What a loop carries has a buffer of its own: a value is not carried twice,
// nor one from before the loop.
// CHECK-LABEL: func @carried(
// CHECK-SAME: %[[X:.+]]: tensor<4xf32>
func.func @carried(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for {{.+}} iter_args(%[[A:.+]] = %[[X]], %{{.+}} = %[[X]], %{{.+}} = %[[X]])
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x, %c = %x) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
    // CHECK: %[[EXP:.+]] = linalg.exp
    %y = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    // CHECK: %[[COPY:.+]] = linalg.copy ins(%[[EXP]]
    // CHECK: %[[BEFORE:.+]] = linalg.copy ins(%[[X]]
    // CHECK: scf.yield %[[EXP]], %[[COPY]], %[[BEFORE]]
    scf.yield %y, %y, %x : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  return %r#0 : tensor<4xf32>
}

// CHECK-LABEL: func @no_copy_carried(
// CHECK: scf.while
// CHECK-NOT: linalg.copy
// CHECK: scf.yield
func.func @no_copy_carried(%x: tensor<4xf32>, %y: tensor<4xf32>, %c: i1) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:2 = scf.while (%a = %x, %b = %y) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    scf.condition(%c) %b, %a : tensor<4xf32>, tensor<4xf32>
  } do {
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    %e = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %b, %e : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// Of many reads of an argument, each is of a tensor of its own, so that the
// analysis need not look at all of them for each.
// CHECK-LABEL: func @many_reads(
// CHECK-SAME: %[[X:[^:]+]]: tensor<4xf32>
// CHECK-NEXT: %[[M:.+]] = bufferization.to_buffer %[[X]] read_only : tensor<4xf32> to memref<4xf32>
// CHECK-NEXT: %[[T0:.+]] = bufferization.to_tensor %[[M]] restrict :
// CHECK-NEXT: split.split %[[T0]]
// CHECK-COUNT-15: bufferization.to_tensor %[[M]] restrict :
// CHECK: %[[T16:.+]] = bufferization.to_tensor %[[M]] restrict :
// CHECK-NEXT: tensor.extract_slice %[[T16]]
// CHECK-NEXT: linalg.exp ins(%[[X]] :
func.func @many_reads(%x: tensor<4xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  %p0:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p1:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p2:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p3:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p4:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p5:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p6:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p7:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p8:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p9:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p10:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p11:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p12:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p13:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p14:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p15:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %s = tensor.extract_slice %x[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %y = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// What may be written to while it is read is not shared.
// CHECK-LABEL: func @many_reads_writable(
// CHECK-NOT: to_buffer
// CHECK: return
func.func @many_reads_writable(%x: tensor<4xf32> {bufferization.writable = true}) {
  %p0:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p1:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p2:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p3:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p4:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p5:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p6:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p7:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p8:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p9:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p10:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p11:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p12:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p13:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p14:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p15:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %s = tensor.extract_slice %x[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return
}

// CHECK-LABEL: func @few_reads(
// CHECK-NOT: to_buffer
// CHECK: return
func.func @few_reads(%x: tensor<4xf32>) {
  %p0:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p1:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p2:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p3:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p4:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p5:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p6:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p7:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p8:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p9:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p10:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p11:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p12:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p13:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p14:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %p15:2 = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  return
}

// A thread that computes its slice of an output in place needs no copy.
// CHECK-LABEL: func private @slices_in_place(
// CHECK: shared_outs(%[[A:.*]] = %{{.*}})
// CHECK-NOT: linalg.copy
// CHECK: tensor.extract_slice %[[A]][%[[I:.*]]] [2] [1]
// CHECK: %[[S:.*]] = linalg.exp
// CHECK-NOT: linalg.copy
// CHECK: tensor.parallel_insert_slice %[[S]] into %[[A]][%[[I]]] [2] [1]
func.func private @slices_in_place(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %r = scf.forall (%i) = (0) to (4) step (2) shared_outs(%a = %x) -> (tensor<4xf32>) {
    %p = tensor.extract_slice %y[%i] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %q = tensor.extract_slice %a[%i] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %s = linalg.exp ins(%p : tensor<2xf32>) outs(%q : tensor<2xf32>) -> tensor<2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %a[%i] [2] [1] : tensor<2xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func private @exchanged_slices(
// CHECK: %[[P:.*]] = tensor.extract_slice %[[A:.*]][%[[I:.*]]] [1] [1]
// CHECK: %[[Q:.*]] = tensor.extract_slice %[[B:.*]][%[[I]]] [1] [1]
// CHECK: %[[COPY_Q:.*]] = linalg.copy ins(%[[Q]]
// CHECK: %[[COPY_P:.*]] = linalg.copy ins(%[[P]]
// CHECK: tensor.parallel_insert_slice %[[COPY_Q]] into %[[A]]
// CHECK: tensor.parallel_insert_slice %[[COPY_P]] into %[[B]]
func.func private @exchanged_slices(%x: tensor<4xf32>, %y: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %r:2 = scf.forall (%i) in (4) shared_outs(%a = %x, %b = %y)
      -> (tensor<4xf32>, tensor<4xf32>) {
    %p = tensor.extract_slice %a[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %q = tensor.extract_slice %b[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %q into %a[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
      tensor.parallel_insert_slice %p into %b[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// A thread reads what another one may have replaced.
// CHECK-LABEL: func private @other_slices(
// CHECK-SAME: %[[X:[^:]*]]: tensor<5xf32>
// CHECK: tensor.extract_slice %[[X]][
// CHECK: tensor.extract %[[X]][
// CHECK: tensor.dim %[[X]],
func.func private @other_slices(%x: tensor<5xf32>) -> tensor<5xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.forall (%i) in (4) shared_outs(%a = %x) -> (tensor<5xf32>) {
    %j = arith.addi %i, %c1 : index
    %p = tensor.extract_slice %a[%i] [1] [1] : tensor<5xf32> to tensor<1xf32>
    %e = tensor.extract %a[%j] : tensor<5xf32>
    %d = tensor.dim %a, %c0 : tensor<5xf32>
    %q = tensor.insert %e into %p[%d] : tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %q into %a[%j] [1] [1] : tensor<1xf32> into tensor<5xf32>
    }
  }
  return %r : tensor<5xf32>
}
