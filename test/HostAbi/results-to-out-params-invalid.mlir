// RUN: split-opt %s -split-results-to-out-params -verify-diagnostics

func.func @f() -> memref<2xf32> {
  %0 = memref.alloc() : memref<2xf32>
  return %0 : memref<2xf32>
}
func.func @address() -> (() -> memref<2xf32>) {
  // expected-error @below {{'func.constant' op refers to '@f', whose results go to buffers of its caller; expected it to be called directly}}
  %f = func.constant @f : () -> memref<2xf32>
  return %f : () -> memref<2xf32>
}
