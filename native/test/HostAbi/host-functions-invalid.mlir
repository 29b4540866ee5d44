// REQUIRES: distribution
// RUN: split-opt %s -split-emit-host-functions -split-input-file -verify-diagnostics

// expected-error @below {{argument 0 of type 'memref<4xf32, strided<[2]>>' cannot be passed by a host program; expected a row-major memref or a number}}
func.func @layout(%x: memref<4xf32, strided<[2]>>) {
  return
}

// -----

// expected-error @below {{argument 0 of type 'memref<*xf32, 1>' cannot be passed}}
func.func @memory_space(%x: memref<*xf32, 1>) {
  return
}

// -----

// expected-error @below {{result 0 of type 'vector<4xf32>' cannot be passed}}
func.func @vector(%x: f32) -> vector<4xf32> {
  %0 = vector.broadcast %x : f32 to vector<4xf32>
  return %0 : vector<4xf32>
}

// -----

// expected-error @below {{argument 0 of type 'memref<4xvector<2xf32>>' cannot be passed}}
func.func @vectors(%x: memref<4xvector<2xf32>>) {
  return
}

// -----

// expected-error @below {{argument 0 of type 'tf32' cannot be passed}}
func.func @no_counterpart(%x: tf32) {
  return
}

// -----

// expected-error @below {{result 0 of type 'memref<4xf32>' must be in a buffer of the caller; run split-results-to-out-params first}}
func.func @static_result(%x: memref<4xf32>) -> memref<4xf32> {
  return %x : memref<4xf32>
}

// -----

// expected-error @below {{argument 0: expected 'split.result' on the last arguments, memrefs, with each the number of a result}}
func.func @number_too_large(%x: memref<4xf32> {split.result = 1 : index}) {
  return
}

// -----

// expected-error @below {{argument 1: expected 'split.result' on the last arguments}}
func.func @number_twice(%x: memref<4xf32> {split.result = 0 : index}, %y: memref<4xf32> {split.result = 0 : index}) {
  return
}

// -----

// expected-error @below {{argument 1: expected 'split.result' on the last arguments}}
func.func @not_last(%x: memref<4xf32> {split.result = 0 : index}, %y: memref<4xf32>) {
  return
}

// -----

// expected-error @below {{argument 0: expected 'split.result' on the last arguments}}
func.func @no_number(%x: memref<4xf32> {split.result}) {
  return
}

// -----

// expected-error @below {{argument 0: expected 'split.result' on the last arguments, memrefs}}
func.func @no_memref(%x: index {split.result = 0 : index}) {
  return
}

// -----

// expected-error @below {{'split_mlir_begin_call' is also the name of a library function that compiled code calls; expected another name}}
func.func @split_mlir_begin_call() {
  return
}

// -----

// expected-error @below {{'func.func' op has a communicator, expected 'split_mpi.grid' on it or its module}}
func.func @no_grid(%comm: i32 {split_mpi.communicator}) {
  return
}

// -----

// expected-error @below {{argument 1: expected 'split.result' on the last arguments}}
func.func @given_without_argument(%x: memref<4xf32>, %y: memref<4xf32> {split.given = 1 : index}) {
  return
}

// -----

// expected-error @below {{argument 1: expected 'split.result' on the last arguments}}
func.func @given_number(%x: memref<4xf32>, %y: f32 {split.given = 0 : index}) {
  return
}

// -----

// expected-error @below {{argument 2: expected 'split.result' on the last arguments}}
func.func @given_after_result(%x: memref<4xf32>, %y: memref<4xf32> {split.result = 0 : index}, %z: memref<4xf32> {split.given = 0 : index}) {
  return
}

// -----

module attributes {split_mpi.grid = array<i64: 2>} {
  // expected-error @below {{'split_mpi_begin' is also the name of a library function}}
  func.func private @split_mpi_begin()
  func.func @ranks(%comm: i32 {split_mpi.communicator}, %x: memref<4xf32>) {
    return
  }
}

// -----

// expected-error @below {{'split_mlir_abi_1' is also the name of a symbol of the runtime library; expected another name}}
llvm.mlir.global internal @split_mlir_abi_1() : i32
func.func @symbol_of_the_library() {
  return
}

// -----

// expected-error @below {{has both 'llvm.compiler.used' and 'llvm.used', expected at most one}}
module {
  llvm.mlir.global appending @llvm.used() {section = "llvm.metadata"} : !llvm.array<0 x ptr>
  llvm.mlir.global appending @llvm.compiler.used() {section = "llvm.metadata"} : !llvm.array<0 x ptr>
  func.func @two_lists_of_symbols() {
    return
  }
}

// -----

// expected-error @below {{'func.func' op argument 1: expected only one of 'split.result' and 'split.given'}}
func.func @two_roles(%x: memref<4xf32>, %y: memref<4xf32> {split.given = 0 : index, split.result = 0 : index}) {
  return
}
