// What functions on buffers do is followed, or reported as unknown.

// REQUIRES: z3
// RUN: sed '/linalg.copy/d' %s > %t.mlir
// RUN: not split-opt %t.mlir --split-verify-arithmetic=lowered=%s -o /dev/null 2>&1 | FileCheck %s

// Values that a loop yields in another order.
// CHECK: error: bounds of 'tensor.extract_slice': refuted, for argument 0 of sizes {{.}}8], argument 1 = {{-[0-9]+}}
func.func @swapped(%x: tensor<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %last:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %n, %b = %c4) -> (index, index) {
    scf.yield %b, %a : index, index
  }
  %y = tensor.extract_slice %x[0] [%last#1] [1] : tensor<8xf32> to tensor<?xf32>
  return
}

// A pointer that is not known, in a call.
// CHECK: warning: unknown, as 'llvm.load' is not modelled
// CHECK: warning: unknown, as 'llvm.load' is not modelled
// CHECK: warning: unknown, as 'llvm.load' is not modelled
// CHECK: warning: unknown, as 'llvm.load' is not modelled
func.func @load(%p: !llvm.ptr) {
  %byte = llvm.load %p : !llvm.ptr -> i8
  return
}
func.func @unknown_pointer(%m: memref<1xi8>, %n: i64) {
  %p = llvm.inttoptr %n : i64 to !llvm.ptr
  func.call @load(%p) : (!llvm.ptr) -> ()
  return
}

// A memref that is not known, in a call.
// CHECK: warning: unknown, as 'split.copy' is not modelled
// CHECK-NOT: proven
func.func @copy_unknown(%u: memref<*xf32>) {
  %x = memref.cast %u : memref<*xf32> to memref<?xf32>
  func.call @copy(%x, %x) : (memref<?xf32>, memref<?xf32>) -> ()
  return
}
func.func @copy(%x: memref<?xf32>, %y: memref<?xf32>) {
  split.copy ins(%x : memref<?xf32>) outs(%y : memref<?xf32>) axis(0)
  return
}

// What an iteration stores, the next one reads in a branch.
// CHECK: warning: unknown, as 'llvm.store' is not modelled
func.func @read_before(%m: memref<1xi8>, %c: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %far = arith.constant 100 : i64
  %d = builtin.unrealized_conversion_cast %m : memref<1xi8> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %p = llvm.extractvalue %d[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %table = llvm.alloca %one x i64 {alignment = 8 : i64} : (i64) -> !llvm.ptr
  llvm.store %zero, %table : i64, !llvm.ptr
  scf.for %i = %c0 to %n step %c1 {
    scf.if %c {
      %offset = llvm.load %table : !llvm.ptr -> i64
      %at = llvm.getelementptr %p[%offset] : (!llvm.ptr, i64) -> !llvm.ptr, i8
      %byte = llvm.load %at : !llvm.ptr -> i8
    }
    llvm.store %far, %table : i64, !llvm.ptr
  }
  return
}

// A number that is poison after some iterations.
// CHECK: warning: bounds of 'llvm.load': unknown, as 'scf.for' is not modelled
func.func @carried(%m: memref<8xi8>, %k: i64, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c7 = arith.constant 7 : i64
  %d = builtin.unrealized_conversion_cast %m : memref<8xi8> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %p = llvm.extractvalue %d[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %last = scf.for %i = %c0 to %k step %c1 iter_args(%a = %n) -> (i64) : i64 {
    %offset = arith.minui %a, %c7 : i64
    %at = llvm.getelementptr %p[%offset] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %byte = llvm.load %at : !llvm.ptr -> i8
    %next = arith.addi %a, %n overflow<nsw> : i64
    scf.yield %next : i64
  }
  return
}

// LLVM pads 24 bits to 32.
// CHECK: warning: unknown, as 'llvm.load' is not modelled
func.func @padded(%m: memref<12xi8>) {
  %c3 = arith.constant 3 : i64
  %d = builtin.unrealized_conversion_cast %m : memref<12xi8> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %p = llvm.extractvalue %d[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %at = llvm.getelementptr %p[%c3] : (!llvm.ptr, i64) -> !llvm.ptr, i24
  %bits = llvm.load %at {alignment = 1 : i64} : !llvm.ptr -> i24
  return
}

// Bits that an exact shift must not have.
// CHECK: warning: bounds of 'tensor.extract_slice': unknown, as 'arith.shrui' is not modelled
func.func @exact(%x: tensor<8xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %bits = arith.andi %n, %c7 : index
  %half = arith.shrui %bits, %c1 exact : index
  %y = tensor.extract_slice %x[0] [%half] [1] : tensor<8xf32> to tensor<?xf32>
  return
}

// Writes into the source of a copy.
// CHECK: warning: unknown, as 'llvm.call_intrinsic' is not modelled
// CHECK: error: target of 'linalg.copy': refuted, for argument 0 of sizes {{.}}[[SIZE:[0-9]+]]], argument 1 of sizes {{.}}[[SIZE]]],
func.func @writes_source(%x: memref<?xi8>, %y: memref<?xi8>, %z: memref<0xi8>, %v: i8) {
  split.copy ins(%x : memref<?xi8>) outs(%y, %z : memref<?xi8>, memref<0xi8>) axis(0)
  %d = builtin.unrealized_conversion_cast %x : memref<?xi8> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %p = llvm.extractvalue %d[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %n = arith.constant 16 : i64
  llvm.call_intrinsic "llvm.memset.inline.p0.i64"(%p, %v, %n) : (!llvm.ptr, i8, i64) -> ()
  linalg.copy ins(%y : memref<?xi8>) outs(%x : memref<?xi8>)
  return
}

// The size of the source is the sum of the others.
// CHECK: error: target of 'linalg.copy': refuted, for argument 0 of sizes {{.}}{{[0-9]+}}], argument 1 of sizes
func.func @sum(%x: memref<?xi8>, %y: memref<?xi8>, %z: memref<?xi8>) {
  split.copy ins(%x : memref<?xi8>) outs(%y, %z : memref<?xi8>, memref<?xi8>) axis(0)
  linalg.copy ins(%x : memref<?xi8>) outs(%x : memref<?xi8>)
  return
}
