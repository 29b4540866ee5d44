// The claims about one function, and the reports.

// REQUIRES: z3
// RUN: not split-verify %s > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: FileCheck %s --check-prefix=SUMMARY < %t.out
// RUN: not split-verify %s --emit-claims > %t.smt2
// RUN: z3 %t.smt2 | sort | uniq -c | FileCheck %s --check-prefix=CLAIMS
// RUN: %if cvc5 %{ cvc5 --incremental %t.smt2 | sort | uniq -c | FileCheck %s --check-prefix=CLAIMS %}
// RUN: not split-verify %s --pipeline=convert-split-to-linalg 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNCHECKED
// RUN: not split-verify %s --pipeline=convert-split-to-linalg --assume-rules 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ASSUMED

// SUMMARY: {{^}}16 proven, 0 refuted, 3 unknown, 0 not compared{{$}}
// What a loop computes is arbitrary.
// CLAIMS: 1 sat
// CLAIMS-NEXT: 16 unsat

// CHECK: remark: rule R2: what breaks it is checked: proven
// CHECK: remark: rule R2: no other check fails: proven
// CHECK: remark: bounds of 'tensor.extract_slice': proven
// CHECK: remark: result 0: proven
// CHECK: remark: result 1: proven
// UNCHECKED: error: rule R2: what breaks it is checked: refuted, for axis 0, axis size [[SIZE:[0-9]+]]; argument 0 of sizes {{.}}[[SIZE]]]
// ASSUMED-NOT: error
// ASSUMED: remark: result 1: proven
func.func @split(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %p:2 = split.split %x axis(0) into 2
      : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %p#0, %p#1 : tensor<?xf32>, tensor<?xf32>
}

// Code without splits has claims too, here with what a loop computes.
// CHECK: warning: bounds of 'tensor.extract_slice': unknown, as this 'scf.for' is not modelled
func.func @loop(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> index {
    %t = arith.addi %s, %c1 : index
    scf.yield %t : index
  }
  %y = tensor.extract_slice %x[0] [%size] [1] : tensor<?xf32> to tensor<?xf32>
  return %y : tensor<?xf32>
}

// Two splits: their rules are compared together.
// CHECK: remark: rules: what breaks them is checked: proven
// CHECK: remark: rules: no other check fails: proven
// CHECK-COUNT-3: remark: result {{[0-2]}}: proven
func.func @nested(%x: tensor<?xf32>, %n: index)
    -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %p:2 = split.variadic_split %x axis(0) lengths [%n, -1]
      : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  %q:2 = split.split %p#1 axis(0) into 2
      : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %p#0, %q#0, %q#1 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// Nothing is claimed about what is in an op that is not modelled.
// CHECK: warning: unknown, as this 'scf.while' is not modelled
func.func @while(%x: tensor<?xf32>, %c: i1, %n: index) {
  scf.while : () -> () {
    %y = tensor.extract_slice %x[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
    scf.condition(%c)
  } do {
    scf.yield
  }
  return
}
