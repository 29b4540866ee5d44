// RUN: split-opt %s -split-asserts-to-status -split-input-file -verify-diagnostics

func.func @structured(%ok: i1, %c: i1) {
  scf.if %c {
    // expected-error @below {{'split.assert' op stands in a region of 'scf.if', expected structured control flow to be lowered first}}
    split.assert %ok, "nested"
  }
  return
}

// -----

func.func private @may_fail(%ok: i1) {
  split.assert %ok, "broken"
  return
}
func.func @structured_call(%ok: i1, %c: i1) {
  scf.if %c {
    // expected-error @below {{'func.call' op stands in a region of 'scf.if'}}
    func.call @may_fail(%ok) : (i1) -> ()
  }
  return
}

// -----

func.func private @may_fail(%ok: i1) {
  split.assert %ok, "broken"
  return
}
func.func @address() -> ((i1) -> ()) {
  // expected-error @below {{'func.constant' op refers to '@may_fail', which may fail; expected it to be called directly}}
  %f = func.constant @may_fail : (i1) -> ()
  return %f : (i1) -> ()
}

// -----

llvm.func @other_function(%ok: i1) {
  // expected-error @below {{'split.assert' op may fail in a 'llvm.func' of a 'builtin.module', expected a 'func.func' of a 'builtin.module'}}
  split.assert %ok, "broken"
  llvm.return
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    func.func @other_module(%ok: i1) {
      // expected-error @below {{may fail in a 'func.func' of a 'gpu.module'}}
      split.assert %ok, "broken"
      return
    }
  }
}

// -----

// expected-error @below {{is marked 'split.returns_status', expected i32 as its first result}}
func.func @wrong_mark(%ok: i1) -> i64 attributes {split.returns_status} {
  split.assert %ok, "broken"
  %zero = arith.constant 0 : i64
  return %zero : i64
}

// -----

// expected-error @below {{'split_mlir_record_failure' is also the name of a library function that compiled code calls; expected another name}}
func.func @split_mlir_record_failure(%ok: i1) {
  split.assert %ok, "broken"
  return
}

// -----

func.func @status_of_success(%ok: i1) {
  // expected-error @below {{has 'split.status' 0 : i32, expected a positive i32}}
  split.assert %ok, "broken" {split.status = 0 : i32}
  return
}

// -----

func.func @status_is_no_i32(%ok: i1) {
  // expected-error @below {{has 'split.status' 3 : i64, expected a positive i32}}
  split.assert %ok, "broken" {split.status = 3 : i64}
  return
}

// -----

func.func @status_is_no_number(%ok: i1) {
  // expected-error @below {{has 'split.status' "3", expected a positive i32}}
  split.assert %ok, "broken" {split.status = "3"}
  return
}
