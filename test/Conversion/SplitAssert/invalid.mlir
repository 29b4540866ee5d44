// RUN: split-opt %s -convert-split-assert-to-llvm -verify-diagnostics
// RUN: not split-opt %s -convert-to-llvm 2>&1 | FileCheck %s
// CHECK: error: 'split.assert' op stands in a region of 'scf.if'
// CHECK: error: failed to legalize operation 'split.assert'

func.func @structured(%ok: i1, %c: i1) {
  scf.if %c {
    // expected-error @below {{'split.assert' op stands in a region of 'scf.if', expected structured control flow to be lowered first}}
    split.assert %ok, "nested"
  }
  return
}
