// In graph regions ops may use themselves and what comes after them.

// RUN: split-reduce %s --split-shrink="test=%S/Inputs/holds.sh test-arg=%s" --allow-unregistered-dialect | FileCheck %s

// HOLDS: arith.muli
// HOLDS: "a.b"
// CHECK:      arith.muli
// CHECK:      "a.b"
// CHECK-NOT:  "a.d"
module {
  %c = arith.constant 1 : i32
  %0 = "a.e"(%0, %c) : (i32, i32) -> i32
  %1 = arith.muli %0, %c : i32
  module {
    "a.b"(%2) : (i32) -> ()
    "a.d"() : () -> ()
    %2 = "a.c"() : () -> i32
  }
}
