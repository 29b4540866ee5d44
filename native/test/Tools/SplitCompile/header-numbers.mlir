// Numbers of other sizes in a header, and a function that takes and returns nothing.
// RUN: split-compile %s -o %t.h && FileCheck %s < %t.h
// RUN: clang -std=c11 -Wall -Wextra -Werror -fsyntax-only %runtime_include -x c %t.h

// CHECK:      //   argument0: _Float16 (f16)
// CHECK-NEXT: //   argument1: __bf16 (bf16)
// CHECK-NEXT: //   argument2: 16 bytes (f80)
// CHECK-NEXT: //   argument3: ? of 4 bytes (tf32)
// CHECK:      int32_t numbers(
// CHECK-NEXT:     _Float16 argument0,
// CHECK-NEXT:     __bf16 argument1,
// CHECK-NEXT:     const void *argument2,
// CHECK-NEXT:     const SplitMlirMemRef1 *argument3);
func.func @numbers(%a: f16, %b: bf16, %c: f80, %d: tensor<?xtf32>) {
  return
}

// CHECK: int32_t nothing(void);
func.func @nothing() {
  return
}
