// Deep terms neither overflow the stack nor fill memory.

// REQUIRES: thorough, z3
// UNSUPPORTED: sanitizer
// RUN: not split-opt %s --split-verify-arithmetic="timeout=1 lowered=%s" -o /dev/null 2>&1 | FileCheck %s

!descriptor = !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>

// A sum of 40,000 summands.
// CHECK: warning: bounds of 'llvm.load': unknown
func.func @sum(%m: memref<8xi8>, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c40 = arith.constant 40 : i64
  %c1000 = arith.constant 1000 : i64
  %d = builtin.unrealized_conversion_cast %m : memref<8xi8> to !descriptor
  %q = llvm.extractvalue %d[1] : !descriptor
  %sum = scf.for %i = %c0 to %c40 step %c1 iter_args(%a = %n) -> i64 : i64 {
    %inner = scf.for %j = %c0 to %c1000 step %c1 iter_args(%b = %a) -> i64 : i64 {
      %next = arith.addi %b, %n : i64
      scf.yield %next : i64
    }
    scf.yield %inner : i64
  }
  %r = llvm.getelementptr %q[%sum] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %number = llvm.load %r {alignment = 8 : i64} : !llvm.ptr -> i64
  return
}

// A product of 2^40 factors.
// CHECK: warning: bounds of 'llvm.load': unknown
func.func @squares(%m: memref<8xi8>, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c40 = arith.constant 40 : i64
  %d = builtin.unrealized_conversion_cast %m : memref<8xi8> to !descriptor
  %q = llvm.extractvalue %d[1] : !descriptor
  %square = scf.for %i = %c0 to %c40 step %c1 iter_args(%a = %n) -> i64 : i64 {
    %next = arith.muli %a, %a : i64
    scf.yield %next : i64
  }
  %r = llvm.getelementptr %q[%square] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %byte = llvm.load %r : !llvm.ptr -> i8
  return
}
