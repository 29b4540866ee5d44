// REQUIRES: z3
// Residues that are simplified, of `andi`, are those of `remui`, which are not:
// the byte that is loaded is byte 0 exactly if both are equal.

// RUN: not split-opt %s --split-verify-arithmetic='pipeline={lower-split-copy} timeout=10' -o /dev/null 2>&1 | FileCheck %s

// A quotient of a multiple, and a choice.
// CHECK: bounds of 'llvm.load'{{.*}}: proven
func.func @quotient(%m: memref<1xi8>, %x: i64, %c: i1) {
  %least = arith.constant 0 : i64
  %limit = arith.constant 1099511627776 : i64
  %is_above = arith.cmpi sge, %x, %least : i64
  %is_below = arith.cmpi slt, %x, %limit : i64
  %holds = arith.andi %is_above, %is_below : i1
  scf.if %holds {
    %two = arith.constant 2 : i64
    %mask = arith.constant 63 : i64
    %modulus = arith.constant 64 : i64
    %n = arith.constant 40 : i64
    %k = arith.constant 88 : i64
    %y = arith.muli %x, %n : i64
    %z = arith.muli %x, %k : i64
    %quotient = arith.shrui %z, %two : i64
    %chosen = arith.select %c, %y, %quotient : i64
    %simple = arith.andi %chosen, %mask : i64
    %plain = arith.remui %chosen, %modulus : i64
    %offset = arith.subi %simple, %plain : i64
    %d = builtin.unrealized_conversion_cast %m : memref<1xi8> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %p = llvm.extractvalue %d[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %at = llvm.getelementptr %p[%offset] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %byte = llvm.load %at : !llvm.ptr -> i8
  }
  return
}

// Numbers that are rounded down: only the first factor makes their remainders
// multiples of the modulus. The quotient is not one of a multiple.
// CHECK: bounds of 'llvm.load'{{.*}}: proven
func.func @rounded(%m: memref<1xi8>, %x: i64, %c: i1) {
  %least = arith.constant 0 : i64
  %limit = arith.constant 1099511627776 : i64
  %is_above = arith.cmpi sge, %x, %least : i64
  %is_below = arith.cmpi slt, %x, %limit : i64
  %holds = arith.andi %is_above, %is_below : i1
  scf.if %holds {
    %mask = arith.constant 63 : i64
    %modulus = arith.constant 64 : i64
    %rounding = arith.constant -16 : i64
    %three = arith.constant 3 : i64
    %n = arith.constant 12 : i64
    %k = arith.constant 10 : i64
    %rounded = arith.andi %x, %rounding : i64
    %eighth = arith.shrui %x, %three : i64
    %y = arith.muli %rounded, %n : i64
    %z = arith.muli %rounded, %k : i64
    %sum = arith.addi %z, %eighth : i64
    %chosen = arith.select %c, %sum, %y : i64
    %simple = arith.andi %chosen, %mask : i64
    %plain = arith.remui %chosen, %modulus : i64
    %offset = arith.subi %simple, %plain : i64
    %d = builtin.unrealized_conversion_cast %m : memref<1xi8> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %p = llvm.extractvalue %d[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %at = llvm.getelementptr %p[%offset] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %byte = llvm.load %at : !llvm.ptr -> i8
  }
  return
}

// Residues of different moduli.
// CHECK: bounds of 'llvm.load': refuted
func.func @different(%m: memref<1xi8>, %x: i64) {
  %least = arith.constant 0 : i64
  %limit = arith.constant 1099511627776 : i64
  %is_above = arith.cmpi sge, %x, %least : i64
  %is_below = arith.cmpi slt, %x, %limit : i64
  %holds = arith.andi %is_above, %is_below : i1
  scf.if %holds {
    %two = arith.constant 2 : i64
    %mask = arith.constant 63 : i64
    %modulus = arith.constant 32 : i64
    %n = arith.constant 40 : i64
    %y = arith.muli %x, %n : i64
    %quotient = arith.shrui %y, %two : i64
    %simple = arith.andi %quotient, %mask : i64
    %plain = arith.remui %quotient, %modulus : i64
    %offset = arith.subi %simple, %plain : i64
    %d = builtin.unrealized_conversion_cast %m : memref<1xi8> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %p = llvm.extractvalue %d[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %at = llvm.getelementptr %p[%offset] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %byte = llvm.load %at : !llvm.ptr -> i8
  }
  return
}
