// RUN: split-opt %s -allow-unregistered-dialect -split-results-to-out-params -split-input-file -verify-diagnostics

func.func @f() -> memref<2xf32> {
  %0 = memref.alloc() : memref<2xf32>
  return %0 : memref<2xf32>
}
func.func @address() -> (() -> memref<2xf32>) {
  // expected-error @below {{'func.constant' op refers to '@f', whose results go to buffers of its caller; expected it to be called directly}}
  %f = func.constant @f : () -> memref<2xf32>
  return %f : () -> memref<2xf32>
}

// -----

// expected-error @below {{holds an op of an unknown dialect with a region, so uses of symbols are unknown}}
module {
  func.func @f() -> memref<2xf32> {
    %0 = memref.alloc() : memref<2xf32>
    return %0 : memref<2xf32>
  }
  "test.op"() ({}) : () -> ()
}
