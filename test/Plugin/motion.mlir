// Where upstream's passes move splits to, or move other ops past them (C9).
// RUN: %mlir-opt %s -allow-unregistered-dialect --pass-pipeline='builtin.module(control-flow-sink)' | FileCheck %s --check-prefix=SINK
// RUN: %mlir-opt %s -allow-unregistered-dialect --pass-pipeline='builtin.module(loop-invariant-subset-hoisting)' | FileCheck %s --check-prefix=SUBSET
// RUN: %mlir-opt %s -allow-unregistered-dialect --pass-pipeline='builtin.module(loop-invariant-code-motion)' | FileCheck %s --check-prefix=LICM

// A split that one branch needs may go there: it then fails at most where it did.
// SINK-LABEL: func @split_c9_sunk(
// SINK-NOT: split.split
// SINK: split.assert
// SINK: scf.if
// SINK-NEXT: split.split
func.func @split_c9_sunk(%x: tensor<?xf32>, %c: i1, %ok: i1, %n: index) -> tensor<?xf32> {
  %0:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  split.assert %ok, "n is {}"(%n)
  %1 = scf.if %c -> tensor<?xf32> {
    scf.yield %0#1 : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  return %1 : tensor<?xf32>
}

// The slice of a loop-carried tensor is hoisted where nothing else reads it.
// SUBSET-LABEL: func @slice_alone(
// SUBSET: tensor.extract_slice
// SUBSET: scf.for
// SUBSET-NOT: tensor.insert_slice
// SUBSET: }
// SUBSET: tensor.insert_slice
func.func @slice_alone(%x: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<8xf32> {
    %s = tensor.extract_slice %t[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %u = "test.use"(%s) : (tensor<4xf32>) -> tensor<4xf32>
    %v = tensor.insert_slice %u into %t[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
    scf.yield %v : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// Here a split reads all of it in each iteration.
// SUBSET-LABEL: func @no_hoist_past_split(
// SUBSET-NOT: tensor.extract_slice
// SUBSET: scf.for
// SUBSET-NEXT: tensor.extract_slice
// SUBSET-NEXT: split.split
// SUBSET: tensor.insert_slice
// SUBSET: scf.yield
func.func @no_hoist_past_split(%x: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<8xf32> {
    %s = tensor.extract_slice %t[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %p:2 = split.split %t axis(0) into 2 : tensor<8xf32> -> tensor<4xf32>, tensor<4xf32>
    %u = "test.use"(%s, %p#0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %v = tensor.insert_slice %u into %t[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
    scf.yield %v : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// A copy of tensors whose sizes fit is hoisted; one that may not fit stays.
// LICM-LABEL: func @copy_c9_hoisted(
// LICM: split.copy
// LICM: scf.for
func.func @copy_c9_hoisted(%x: tensor<8xf32>, %o: tensor<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %p:2 = split.copy ins(%x : tensor<8xf32>) outs(%o, %o : tensor<4xf32>, tensor<4xf32>) axis(0) -> tensor<4xf32>, tensor<4xf32>
    "test.use"(%p#0) : (tensor<4xf32>) -> ()
  }
  return
}

// LICM-LABEL: func @copy_c9_not_hoisted(
// LICM-NOT: split.copy
// LICM: scf.for
// LICM: split.copy
// LICM: split.copy
func.func @copy_c9_not_hoisted(%x: tensor<8xf32>, %y: tensor<?xf32>, %o: tensor<4xf32>, %q: tensor<3xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0:2 = split.copy ins(%y : tensor<?xf32>) outs(%o, %o : tensor<4xf32>, tensor<4xf32>) axis(0) -> tensor<4xf32>, tensor<4xf32>
    %1:2 = split.copy ins(%x : tensor<8xf32>) outs(%o, %q : tensor<4xf32>, tensor<3xf32>) axis(0) -> tensor<4xf32>, tensor<3xf32>
    "test.use"(%0#0, %1#0) : (tensor<4xf32>, tensor<4xf32>) -> ()
  }
  return
}

// A copy of memrefs stays where it is.
// LICM-LABEL: func @copy_of_memrefs(
// LICM-NOT: split.copy
// LICM: scf.for
// LICM: split.copy
func.func @copy_of_memrefs(%x: memref<8xf32>, %o: memref<4xf32>, %p: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    split.copy ins(%x : memref<8xf32>) outs(%o, %p : memref<4xf32>, memref<4xf32>) axis(0)
  }
  return
}
