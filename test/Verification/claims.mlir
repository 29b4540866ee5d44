// The claims about one function, and the reports.

// REQUIRES: z3
// RUN: split-opt %s --split-verify-arithmetic -o %t.mlir 2>&1 | FileCheck %s
// The module does not change.
// RUN: split-opt %s | diff %t.mlir -
// RUN: split-opt %s --split-verify-arithmetic=emit-claims | mlir-translate --export-smtlib \
// RUN:   | z3 -in | sort | uniq -c | FileCheck %s --check-prefix=CLAIMS
// RUN: not split-opt %s --split-verify-arithmetic=pipeline=convert-split-to-linalg \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNCHECKED
// RUN: split-opt %s \
// RUN:   --split-verify-arithmetic='pipeline=convert-split-to-linalg assume-rules' \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=ASSUMED

// What a loop computes is arbitrary, and may have wrapped around.
// CLAIMS: 2 sat
// CLAIMS-NEXT: 21 unsat

// CHECK: remark: rule R2: what breaks it is checked: proven
// CHECK: remark: rule R2: no other check fails: proven
// CHECK: remark: bounds of 'tensor.extract_slice': proven
// CHECK: remark: pieces are disjoint and cover the data: proven
// CHECK: remark: result 0: proven
// CHECK: remark: result 1: proven
// UNCHECKED: error: rule R2: what breaks it is checked: refuted, for axis 0, axis size [[SIZE:[0-9]+]]; argument 0 of sizes {{.}}[[SIZE]]]
// ASSUMED-NOT: error
// ASSUMED: remark: pieces are disjoint and cover the data: proven
func.func @split(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %p:2 = split.split %x axis(0) into 2
      : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %p#0, %p#1 : tensor<?xf32>, tensor<?xf32>
}

// Code without splits has claims too, here with what a loop computes.
// CHECK: warning: bounds of 'tensor.extract_slice': unknown, as 'scf.for' is not modelled
// CHECK: warning: wrap of 'tensor.extract_slice': unknown, as 'scf.for' is not modelled
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
// CHECK: warning: unknown, as 'scf.while' is not modelled
func.func @while(%x: tensor<?xf32>, %c: i1, %n: index) {
  scf.while : () -> () {
    %y = tensor.extract_slice %x[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
    scf.condition(%c)
  } do {
    scf.yield
  }
  return
}
