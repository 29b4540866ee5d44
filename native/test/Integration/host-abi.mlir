// The host ABI from C, without a JIT: the header is C, and the runtime needs
// nothing but the C library.
// RUN: split-opt %s -split-to-llvm=host-abi | mlir-translate -mlir-to-llvmir | llc -O2 -filetype=obj -relocation-model=pic -o %t.o
// RUN: %cc -std=c11 -Wall -Wextra -Werror -pedantic %runtime_include %S/Inputs/host.c %t.o %libs/libSplitMLIRRuntime.a -pthread -o %t
// RUN: %t | FileCheck %s

// CHECK: host-abi.mlir:[[#@LINE+5]]:{{[0-9]+}}: error: lengths [6, -2] hold a negative length other than -1
// CHECK-NEXT: host-abi.mlir:[[#@LINE+3]]:{{[0-9]+}}: error: result 1 has size 4 along dimension 0, expected 3
// CHECK-NEXT: {{^}}0 failures

func.func @cut(%x: tensor<?xf32>, %l: tensor<2xi64>) -> (tensor<?xf32>, tensor<3xf32>) {
  %0:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<?xf32> -> tensor<?xf32>, tensor<3xf32>
  return %0#0, %0#1 : tensor<?xf32>, tensor<3xf32>
}

func.func @scalars(%c: i1, %small: i8, %i: index, %f: f32, %d: f64, %z: complex<f32>)
    -> (i1, i8, index, f32, f64, complex<f32>) {
  return %c, %small, %i, %f, %d, %z : i1, i8, index, f32, f64, complex<f32>
}

func.func @inner(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0:2 = split.split %x axis(0) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return %0#1 : tensor<?xf32>
}

func.func private @callback(%size: index) -> index
func.func @outer(%x: tensor<?xf32>, %ok: i1) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %empty = tensor.empty(%d) : tensor<?xf32>
  %copy = linalg.abs ins(%x : tensor<?xf32>) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %status = call @callback(%d) : (index) -> index
  split.assert %ok, "the outer call fails"
  return %copy : tensor<?xf32>
}
