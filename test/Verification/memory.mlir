// Accesses of memory that must not be proven to be in bounds.

// REQUIRES: z3
// RUN: not split-opt %s --split-verify-arithmetic=lowered=%s -o /dev/null 2>&1 | FileCheck %s

!descriptor = !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>

// That memory on the stack exists is claimed, and tells nothing about its size.
// CHECK: error: bounds of 'llvm.alloca': refuted, for {{.*}}, argument 1 = -
// CHECK: error: bounds of 'llvm.load': refuted, for {{.*}}, argument 1 = 4611686018427387904
func.func @stack(%m: memref<8xi8>, %n: i64) {
  %large = arith.constant 4611686018427387904 : i64
  %p = llvm.alloca %n x i64 {alignment = 8 : i64} : (i64) -> !llvm.ptr
  %address = llvm.ptrtoint %p : !llvm.ptr to i64
  %d = builtin.unrealized_conversion_cast %m : memref<8xi8> to !descriptor
  %q = llvm.extractvalue %d[1] : !descriptor
  %is_large = arith.cmpi sge, %n, %large : i64
  scf.if %is_large {
    %r = llvm.getelementptr %q[9] : (!llvm.ptr) -> !llvm.ptr, i8
    %byte = llvm.load %r : !llvm.ptr -> i8
  }
  return
}

// The offset of a view is not that of its source.
// CHECK: [[@LINE+9]]:11: warning: unknown, as 'llvm.load' is not modelled
func.func @view(%m: memref<8xi8>) {
  %s = memref.subview %m[4] [4] [1] : memref<8xi8> to memref<4xi8, strided<[1], offset: 4>>
  %d = builtin.unrealized_conversion_cast %s : memref<4xi8, strided<[1], offset: 4>> to !descriptor
  %offset = llvm.extractvalue %d[2] : !descriptor
  %q = llvm.extractvalue %d[1] : !descriptor
  %c4 = arith.constant 4 : i64
  %behind = arith.addi %offset, %c4 : i64
  %r = llvm.getelementptr %q[%behind] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %byte = llvm.load %r : !llvm.ptr -> i8
  return
}

// Vectors of booleans are packed: here are two bytes.
// CHECK: [[@LINE+5]]:11: warning: unknown, as 'llvm.load' is not modelled
func.func @packed(%m: memref<2xvector<8xi1>>) {
  %d = builtin.unrealized_conversion_cast %m : memref<2xvector<8xi1>> to !descriptor
  %q = llvm.extractvalue %d[1] : !descriptor
  %r = llvm.getelementptr %q[15] : (!llvm.ptr) -> !llvm.ptr, i8
  %byte = llvm.load %r : !llvm.ptr -> i8
  return
}

// A product that wraps around to 0.
// CHECK: error: wrap of 'arith.divui': refuted
func.func @divisor(%m: memref<8xi8>, %n: i64) {
  %d = builtin.unrealized_conversion_cast %m : memref<8xi8> to !descriptor
  %offset = llvm.extractvalue %d[2] : !descriptor
  %c = arith.constant 4294967296 : i64
  %zero = arith.muli %c, %c : i64
  %q = arith.divui %n, %zero : i64
  return
}

// A difference that is poison, of a sum that wraps around.
// CHECK: error: bounds of 'scf.if': refuted, for {{.*}}, argument 1 = {{[1-9]}}
func.func @flag(%m: memref<8xi8>, %n: i64) {
  %d = builtin.unrealized_conversion_cast %m : memref<8xi8> to !descriptor
  %offset = llvm.extractvalue %d[2] : !descriptor
  %largest = arith.constant 9223372036854775807 : i64
  %sum = arith.addi %n, %largest : i64
  %k = arith.subi %sum, %largest overflow<nsw> : i64
  %zero = arith.constant 0 : i64
  %is_negative = arith.cmpi slt, %k, %zero : i64
  scf.if %is_negative {
  }
  return
}

// Booleans are no indices here.
// CHECK: warning: unknown, as 'llvm.load' is not modelled
// CHECK: warning: unknown, as 'scf.for' is not modelled
func.func @booleans(%m: memref<8xi8>, %b: i1, %e: i1) {
  %d = builtin.unrealized_conversion_cast %m : memref<8xi8> to !descriptor
  %q = llvm.extractvalue %d[1] : !descriptor
  %r = llvm.getelementptr %q[%b] : (!llvm.ptr, i1) -> !llvm.ptr, i8
  %byte = llvm.load %r : !llvm.ptr -> i8
  scf.for %i = %b to %e step %e : i1 {
  }
  return
}

// Memory that the encoder does not know is not proven to be a wrong target.
// CHECK: warning: unknown, as 'llvm.store' is not modelled
// CHECK-NOT: error
func.func @other(%x: memref<8xi8>, %y: memref<8xi8>, %byte: i8) {
  split.copy ins(%x : memref<8xi8>) outs(%y : memref<8xi8>) axis(0)
  %m = memref.alloc() : memref<8xi8>
  %d = builtin.unrealized_conversion_cast %m : memref<8xi8> to !descriptor
  %q = llvm.extractvalue %d[1] : !descriptor
  llvm.store %byte, %q : i8, !llvm.ptr
  return
}

// A billion iterations are not followed one by one.
// CHECK: [[@LINE+9]]:14: warning: unknown, as more than 100000 ops run
// CHECK-NOT: proven
func.func @nested(%m: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1024 = arith.constant 1024 : index
  %r = scf.for %i = %c0 to %c1024 step %c1 iter_args(%a = %c0) -> index {
    %s = scf.for %j = %c0 to %c1024 step %c1 iter_args(%b = %a) -> index {
      %t = scf.for %k = %c0 to %c1024 step %c1 iter_args(%c = %b) -> index {
        %u = arith.addi %c, %c1 : index
        scf.yield %u : index
      }
      scf.yield %t : index
    }
    scf.yield %s : index
  }
  return
}

// A table with an entry that points to any place.
// CHECK: [[@LINE+15]]:11: warning: unknown, as 'llvm.load' is not modelled
// CHECK: [[@LINE+13]]:8: warning: bounds of 'llvm.load': unknown, as 'llvm.load' is not modelled
func.func @table(%m: memref<8xi8>, %n: i64, %i: i64) {
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %d = builtin.unrealized_conversion_cast %m : memref<8xi8> to !descriptor
  %q = llvm.extractvalue %d[1] : !descriptor
  %any = llvm.inttoptr %n : i64 to !llvm.ptr
  %t = llvm.alloca %c2 x !llvm.ptr {alignment = 8 : i64} : (i64) -> !llvm.ptr
  %t1 = llvm.getelementptr %t[%c1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
  llvm.store %any, %t : !llvm.ptr, !llvm.ptr
  llvm.store %q, %t1 : !llvm.ptr, !llvm.ptr
  %k = arith.andi %i, %c1 : i64
  %at = llvm.getelementptr %t[%k] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
  %p = llvm.load %at : !llvm.ptr -> !llvm.ptr
  %byte = llvm.load %p : !llvm.ptr -> i8
  return
}

// A loop whose upper bound wraps around to 0 does not run.
// CHECK: error: wrap of 'scf.for': refuted
func.func @loop(%m: memref<8xi8>) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c4 = arith.constant 4 : i64
  %c100 = arith.constant 100 : i64
  %d = builtin.unrealized_conversion_cast %m : memref<8xi8> to !descriptor
  %q = llvm.extractvalue %d[1] : !descriptor
  %c = arith.constant 4294967296 : i64
  %zero = arith.muli %c, %c : i64
  %upper = arith.minui %zero, %c4 : i64
  %r = scf.for %i = %c0 to %upper step %c1 iter_args(%a = %c100) -> (i64) : i64 {
    scf.yield %c0 : i64
  }
  %p = llvm.getelementptr %q[%r] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %byte = llvm.load %p : !llvm.ptr -> i8
  return
}

// A divisor that is poison, although its number is 1.
// CHECK: error: bounds of 'arith.divsi': refuted
func.func @poison(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %max = arith.constant 9223372036854775807 : index
  %sum = arith.addi %max, %n overflow<nsw> : index
  %zero = arith.andi %sum, %c0 : index
  %one = arith.addi %zero, %c1 : index
  %q = arith.divsi %n, %one : index
  return %q : index
}

// Elements of three bytes are padded to four.
// CHECK: [[@LINE+5]]:11: warning: unknown, as 'llvm.load' is not modelled
func.func @padded(%m: memref<4xi24, strided<[1], offset: 1>>) {
  %d = builtin.unrealized_conversion_cast %m : memref<4xi24, strided<[1], offset: 1>> to !descriptor
  %q = llvm.extractvalue %d[1] : !descriptor
  %r = llvm.getelementptr %q[3] : (!llvm.ptr) -> !llvm.ptr, i8
  %byte = llvm.load %r : !llvm.ptr -> i8
  return
}

// What the stack holds is followed in part, and never refuted elsewhere.
// CHECK: warning: bounds of 'llvm.load': unknown
// CHECK: warning: bounds of 'llvm.load': unknown
// CHECK: warning: bounds of 'llvm.load': unknown
// CHECK-NOT: error
func.func @stored(%m: memref<8xi8>, %b: i32, %w: i64, %c: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %narrow = llvm.alloca %one x i32 {alignment = 4 : i64} : (i64) -> !llvm.ptr
  llvm.store %b, %narrow : i32, !llvm.ptr
  %x = llvm.load %narrow : !llvm.ptr -> i32
  %branch = llvm.alloca %one x i64 {alignment = 8 : i64} : (i64) -> !llvm.ptr
  scf.if %c {
    llvm.store %w, %branch : i64, !llvm.ptr
  } else {
    llvm.store %one, %branch : i64, !llvm.ptr
  }
  %y = llvm.load %branch : !llvm.ptr -> i64
  %loop = llvm.alloca %one x i64 {alignment = 8 : i64} : (i64) -> !llvm.ptr
  scf.for %i = %c0 to %n step %c1 {
    llvm.store %w, %loop : i64, !llvm.ptr
    %z = llvm.load %loop : !llvm.ptr -> i64
  }
  return
}

// Values that the stack holds, and that the runtime library returns, are arbitrary.
// CHECK: warning: bounds of 'cf.assert': unknown, as 'llvm.load' is not modelled
// CHECK-NOT: error
llvm.func @split_mlir_flag() -> i1
func.func @flags(%m: memref<8xi8>, %b: i1) {
  %c1 = arith.constant 1 : i64
  %t = llvm.alloca %c1 x i1 : (i64) -> !llvm.ptr
  llvm.store %b, %t : i1, !llvm.ptr
  %stored = llvm.load %t : !llvm.ptr -> i1
  cf.assert %stored, "stored"
  %returned = llvm.call @split_mlir_flag() : () -> i1
  cf.assert %returned, "returned"
  return
}
