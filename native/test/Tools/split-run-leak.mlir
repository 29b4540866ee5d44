// What the sanitizer build would say if compiled code leaked; the other tests
// of results rely on it.

// REQUIRES: sanitizer
// RUN: not split-run %s --input=i64=100 2>&1 | FileCheck %s
// CHECK: LeakSanitizer: detected memory leaks
// CHECK: Direct leak of 100 byte(s) in 1 object(s)

func.func private @malloc(i64) -> i64
func.func @main(%n: i64) -> i64 {
  %0 = call @malloc(%n) : (i64) -> i64
  %c = arith.constant 1 : i64
  %1 = arith.andi %0, %c : i64
  return %1 : i64
}
