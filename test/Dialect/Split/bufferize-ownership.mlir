// Which pieces share a buffer, and which are copied, where they are written in
// place. Of what only a split's pieces can reach they are disjoint.
// RUN: split-opt %s -one-shot-bufferize="bufferize-function-boundaries allow-return-allocs-from-loops" -cse -canonicalize -split-input-file | FileCheck %s
// RUN: split-opt %s -one-shot-bufferize="bufferize-function-boundaries allow-return-allocs-from-loops test-analysis-only" -split-input-file | FileCheck %s --check-prefix=PLACE

// CHECK-LABEL: func @last_owner(
// CHECK-COUNT-1: memref.alloc
// CHECK-NOT: memref.{{alloc|copy}}
// CHECK: return
// PLACE-LABEL: func @last_owner
// PLACE: split.split {{.*}} {__inplace_operands_attr__ = ["true"]}
// PLACE: linalg.fill {__inplace_operands_attr__ = ["none", "true"]}
// PLACE: linalg.add {__inplace_operands_attr__ = ["true", "true", "true"]}
func.func @last_owner(%f: f32, %g: f32) -> tensor<2xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %a, %b = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %w = linalg.fill ins(%g : f32) outs(%a : tensor<2xf32>) -> tensor<2xf32>
  %s = linalg.add ins(%w, %b : tensor<2xf32>, tensor<2xf32>) outs(%w : tensor<2xf32>) -> tensor<2xf32>
  return %s : tensor<2xf32>
}

// -----

// Data is read before, also through views and another split; its size is asked
// for at any time. A piece is split again.
// CHECK-LABEL: func @read_before(
// CHECK-COUNT-1: memref.alloc
// CHECK-NOT: memref.{{alloc|copy}}
// CHECK: return
func.func @read_before(%f: f32, %i: index, %n: index) -> (tensor<?xf32>, f32, f32, f32, index) {
  %c0 = arith.constant 0 : index
  %e = tensor.empty(%n) : tensor<?xf32>
  %y = linalg.fill ins(%f : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %0 = tensor.extract %y[%i] : tensor<?xf32>
  %x = linalg.add ins(%y, %y : tensor<?xf32>, tensor<?xf32>) outs(%y : tensor<?xf32>) -> tensor<?xf32>
  %v = tensor.extract_slice %x[1] [3] [1] : tensor<?xf32> to tensor<3xf32>
  %1 = tensor.extract %v[%i] : tensor<3xf32>
  %q:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %2 = tensor.extract %q#1[%i] : tensor<?xf32>
  %a, %b = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %c, %d = split.split %a axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %w = linalg.fill ins(%f : f32) outs(%c : tensor<?xf32>) -> tensor<?xf32>
  %3 = tensor.extract %b[%i] : tensor<?xf32>
  %4 = arith.addf %2, %3 : f32
  %s = linalg.add ins(%w, %d : tensor<?xf32>, tensor<?xf32>) outs(%w : tensor<?xf32>) -> tensor<?xf32>
  %size = tensor.dim %x, %c0 : tensor<?xf32>
  return %s, %0, %1, %4, %size : tensor<?xf32>, f32, f32, f32, index
}

// -----

// An argument may be known elsewhere. The piece that is written gets a buffer,
// and nothing is copied to what is not read.
// CHECK-LABEL: func @argument(
// CHECK-SAME: %[[X:.+]]: memref<4xf32
// CHECK: %[[B:.+]] = memref.subview %[[X]][2]
// CHECK: %[[A:.+]] = memref.alloc() {{.*}} : memref<2xf32>
// CHECK-NOT: memref.{{alloc|copy}}
// CHECK: linalg.fill {{.*}} outs(%[[A]] :
// CHECK: linalg.add ins(%[[A]], %[[B]] :
// CHECK: return %[[A]]
// PLACE-LABEL: func @argument
// PLACE: split.split {{.*}} {__inplace_operands_attr__ = ["false"]}
func.func @argument(%x: tensor<4xf32>, %g: f32) -> tensor<2xf32> {
  %a, %b = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %w = linalg.fill ins(%g : f32) outs(%a : tensor<2xf32>) -> tensor<2xf32>
  %s = linalg.add ins(%w, %b : tensor<2xf32>, tensor<2xf32>) outs(%w : tensor<2xf32>) -> tensor<2xf32>
  return %s : tensor<2xf32>
}

// -----

// So is it copied alone, if it is read.
// CHECK-LABEL: func @read_only_argument(
// CHECK-SAME: %[[X:.+]]: memref<6xf32
// CHECK: %[[A:.+]] = memref.subview %[[X]][0] [2]
// CHECK: %[[B:.+]] = memref.subview %[[X]][2] [4]
// CHECK: %[[COPY:.+]] = memref.alloc() {{.*}} : memref<2xf32>
// CHECK: memref.copy %[[A]], %[[COPY]]
// CHECK-NOT: memref.{{alloc|copy}}
// CHECK: memref.store %{{.+}}, %[[COPY]]
// CHECK: memref.load %[[B]]
// CHECK: return %[[COPY]]
func.func @read_only_argument(%x: tensor<6xf32> {bufferization.writable = false}, %g: f32, %i: index) -> (tensor<2xf32>, f32) {
  %a, %b = split.variadic_split %x axis(0) lengths [2, 4] : tensor<6xf32> -> tensor<2xf32>, tensor<4xf32>
  %w = tensor.insert %g into %a[%i] : tensor<2xf32>
  %0 = tensor.extract %b[%i] : tensor<4xf32>
  return %w, %0 : tensor<2xf32>, f32
}

// -----

// A piece that leaves the block is a view of nothing that others may write.
// CHECK-LABEL: func private @returned_piece(
// CHECK: memref.alloc
// CHECK: memref.alloc
// CHECK: return
func.func private @returned_piece(%x: tensor<4xf32>, %g: f32) -> (tensor<2xf32>, tensor<2xf32>) {
  %a, %b = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %w = linalg.fill ins(%g : f32) outs(%a : tensor<2xf32>) -> tensor<2xf32>
  return %w, %b : tensor<2xf32>, tensor<2xf32>
}
func.func @call(%y: tensor<4xf32>, %g: f32) -> (tensor<2xf32>, tensor<2xf32>, tensor<4xf32>) {
  %0:2 = call @returned_piece(%y, %g) : (tensor<4xf32>, f32) -> (tensor<2xf32>, tensor<2xf32>)
  return %0#0, %0#1, %y : tensor<2xf32>, tensor<2xf32>, tensor<4xf32>
}

// -----

// Constants, values that loops carry, buffers from before a loop, and what is used
// later may all be known elsewhere.
// CHECK-LABEL: func @not_last_owner_constant(
// CHECK: memref.get_global
// CHECK: memref.alloc() {{.*}} : memref<2xf32>
// CHECK: return
// PLACE-LABEL: func @not_last_owner_constant
// PLACE: split.split {{.*}} {__inplace_operands_attr__ = ["false"]}
func.func @not_last_owner_constant(%g: f32) -> tensor<2xf32> {
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %a, %b = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %w = linalg.fill ins(%g : f32) outs(%a : tensor<2xf32>) -> tensor<2xf32>
  %s = linalg.add ins(%w, %b : tensor<2xf32>, tensor<2xf32>) outs(%w : tensor<2xf32>) -> tensor<2xf32>
  return %s : tensor<2xf32>
}

// -----

// PLACE-LABEL: func @not_last_owner_before_loop
// PLACE: tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "false", "none"]}
func.func @not_last_owner_before_loop(%f: f32, %g: f32, %n: index, %acc: tensor<2xf32>) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %acc) -> tensor<2xf32> {
    %a, %b = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
    %w = tensor.insert %g into %a[%c0] : tensor<2xf32>
    %t = linalg.add ins(%w, %b : tensor<2xf32>, tensor<2xf32>) outs(%s : tensor<2xf32>) -> tensor<2xf32>
    scf.yield %t : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}

// -----

// PLACE-LABEL: func @not_last_owner_carried
// PLACE: split.split {{.*}} {__inplace_operands_attr__ = ["false"]}
func.func @not_last_owner_carried(%x: tensor<4xf32>, %g: f32, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<4xf32> {
    %a, %b = split.split %s axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
    %w = tensor.insert %g into %a[%c0] : tensor<2xf32>
    %e = tensor.empty() : tensor<4xf32>
    %0 = tensor.insert_slice %b into %e[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
    %1 = tensor.insert_slice %w into %0[2] [2] [1] : tensor<2xf32> into tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// PLACE-LABEL: func @not_last_owner_used_later
// PLACE: split.split {{.*}} {__inplace_operands_attr__ = ["false"]}
func.func @not_last_owner_used_later(%f: f32, %g: f32) -> (tensor<2xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %a, %b = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %w = linalg.fill ins(%g : f32) outs(%a : tensor<2xf32>) -> tensor<2xf32>
  return %w, %x : tensor<2xf32>, tensor<4xf32>
}

// -----

// One tensor.empty for two tensors: what is written to its buffer after the split
// would change the pieces, so they are copied although nobody writes to one.
// CHECK-LABEL: func @not_last_owner_shared_empty(
// CHECK-COUNT-2: memref.copy %{{.*}} to memref<2xf32>
// CHECK: linalg.fill
// PLACE-LABEL: func @not_last_owner_shared_empty
// PLACE: split.split {{.*}} {__inplace_operands_attr__ = ["false"]}
// PLACE: linalg.fill {__inplace_operands_attr__ = ["none", "true"]}
func.func @not_last_owner_shared_empty(%f: f32, %g: f32) -> (tensor<2xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %a, %b = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %y = linalg.fill ins(%g : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.add ins(%a, %b : tensor<2xf32>, tensor<2xf32>) outs(%a : tensor<2xf32>) -> tensor<2xf32>
  return %s, %y : tensor<2xf32>, tensor<4xf32>
}

// -----

// Two splits of one tensor ask each other.
// PLACE-LABEL: func @not_last_owner_two_splits
// PLACE: split.split {{.*}} into 2 {__inplace_operands_attr__ = ["false"]}
// PLACE: split.split {{.*}} into 4 {__inplace_operands_attr__ = ["true"]}
func.func @not_last_owner_two_splits(%f: f32, %g: f32) -> (tensor<2xf32>, tensor<1xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %a, %b = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %q:4 = split.split %x axis(0) into 4 : tensor<4xf32> -> tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>
  %w = linalg.fill ins(%g : f32) outs(%a : tensor<2xf32>) -> tensor<2xf32>
  return %w, %q#0 : tensor<2xf32>, tensor<1xf32>
}

// -----

// A memref may be read at any time.
// PLACE-LABEL: func @not_last_owner_memref
// PLACE: split.split {{.*}} {__inplace_operands_attr__ = ["false"]}
func.func @not_last_owner_memref(%f: f32, %g: f32) -> (tensor<2xf32>, tensor<2xf32>, memref<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %m = bufferization.to_buffer %x read_only : tensor<4xf32> to memref<4xf32>
  %a, %b = split.split %x axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %w = linalg.fill ins(%g : f32) outs(%a : tensor<2xf32>) -> tensor<2xf32>
  return %w, %b, %m : tensor<2xf32>, tensor<2xf32>, memref<4xf32>
}

// -----

// Its data is a copy that the model has made and somebody writes to later, which
// no analysis has seen: the pieces that are read are copied as well.
// CHECK-LABEL: func @split_of_copied_piece(
// CHECK: memref.alloc() {{.*}} : memref<4xf32>
// CHECK: memref.copy
// CHECK: %[[D:.+]] = memref.alloc() {{.*}} : memref<2xf32>
// CHECK: memref.copy %{{.+}}, %[[D]]
// CHECK: memref.store
// CHECK: memref.load %[[D]]
func.func @split_of_copied_piece(%x: tensor<4xf32> {bufferization.writable = false}, %g: f32, %i: index) -> (tensor<4xf32>, f32) {
  %a = split.split %x axis(0) into 1 : tensor<4xf32> -> tensor<4xf32>
  %c, %d = split.split %a axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  %w = tensor.insert %g into %a[%i] : tensor<4xf32>
  %0 = tensor.extract %d[%i] : tensor<2xf32>
  return %w, %0 : tensor<4xf32>, f32
}

// -----

// A piece that is read in another block, after a write to data there.
// CHECK-LABEL: func @read_in_other_block(
// CHECK: %[[D:.+]] = memref.alloc() {{.*}} : memref<4xf32>
// CHECK: memref.copy %{{.+}}, %[[D]]
// CHECK: %[[P:.+]] = memref.alloc() {{.*}} : memref<2xf32>
// CHECK: memref.copy %{{.+}}, %[[P]]
// CHECK: memref.store
// CHECK: memref.load %[[P]]
func.func @read_in_other_block(%x: tensor<4xf32>, %g: f32, %i: index) -> (tensor<4xf32>, f32) {
  %d = bufferization.alloc_tensor() copy(%x) : tensor<4xf32>
  %p:2 = split.split %d axis(0) into 2 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  cf.br ^bb1
^bb1:
  %w = tensor.insert %g into %d[%i] : tensor<4xf32>
  %r = tensor.extract %p#0[%i] : tensor<2xf32>
  return %w, %r : tensor<4xf32>, f32
}
