// RUN: split-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{'func.func' op has 'split.abort_function', expected it on a module}}
func.func @f() attributes {split.abort_function = @f} {
  return
}

// -----

// expected-error @below {{'builtin.module' op has 'split.abort_function' "stop", expected the symbol of a function}}
module attributes {split.abort_function = "stop"} {}

// -----

// expected-error @below {{'builtin.module' op has 'split.abort_function' @stop, expected a function without arguments and results}}
module attributes {split.abort_function = @stop} {
  // expected-note @below {{the symbol is defined here}}
  func.func private @stop(i32)
}

// -----

// expected-error @below {{'builtin.module' op has 'split.abort_function' @stop, expected a function without arguments and results}}
module attributes {split.abort_function = @stop} {
  // expected-note @below {{the symbol is defined here}}
  llvm.func @stop() -> i32
}

// -----

// expected-error @below {{'builtin.module' op has 'split.abort_function' @stop, expected a function without arguments and results}}
module attributes {split.abort_function = @stop} {
  // expected-note @below {{the symbol is defined here}}
  memref.global "private" constant @stop : memref<1xi8> = dense<0>
}

// -----

// The host may have the function.
module attributes {split.abort_function = @elsewhere} {}
