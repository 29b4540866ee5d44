// What is left of other dialects and types is an error.
// RUN: split-opt %s -split-verify-lowered -split-input-file -verify-diagnostics

// expected-error @below {{'arith.constant' op has no lowering to the LLVM dialect}}
%0 = arith.constant 1.0 : f32

// -----

// expected-error @below {{'func.func' op has no lowering to the LLVM dialect, which has nothing for type 'tf32'}}
func.func @type(%x: tf32) -> tf32 {
  return %x : tf32
}
