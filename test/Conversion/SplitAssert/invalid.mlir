// RUN: split-opt %s -convert-split-assert-to-llvm -verify-diagnostics

func.func @structured(%ok: i1, %c: i1) {
  scf.if %c {
    // expected-error @below {{'split.assert' op stands in a region of 'scf.if', expected structured control flow to be lowered first}}
    split.assert %ok, "nested"
  }
  return
}
