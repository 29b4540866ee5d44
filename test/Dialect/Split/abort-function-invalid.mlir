// RUN: split-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{'builtin.module' op has 'split.abort_function' "stop", expected a function without arguments, on a module}}
module attributes {split.abort_function = "stop"} {}

// -----

// expected-error @below {{'builtin.module' op has 'split.abort_function' @stop, expected a function without arguments, on a module}}
module attributes {split.abort_function = @stop} {
  func.func private @stop(i32)
}

// -----

// expected-error @below {{'builtin.module' op has 'split.abort_function' @stop, expected a function without arguments, on a module}}
module attributes {split.abort_function = @stop} {
  memref.global "private" constant @stop : memref<1xi8> = dense<0>
}

// -----

// expected-error @below {{'func.func' op has 'split.abort_function' @f, expected a function without arguments, on a module}}
func.func @f() attributes {split.abort_function = @f} {
  return
}

// -----

// The host may have the function.
module attributes {split.abort_function = @elsewhere} {}
