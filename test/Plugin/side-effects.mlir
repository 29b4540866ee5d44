// What an op reads and writes, as passes that ask for its effects see it (C9).
// RUN: %mlir-opt %s --pass-pipeline='builtin.module(test-side-effects)' -verify-diagnostics

func.func @split_c9_values(%x: tensor<?xf32>, %a: i32, %l: tensor<2xi64>) {
  // expected-remark @below {{operation has no memory effects}}
  %0:2 = split.split %x axis(%a : i32) into 2 : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  // expected-remark @below {{operation has no memory effects}}
  %1:2 = split.variadic_split %x axis(0) lengths(%l : tensor<2xi64>) : tensor<?xf32> -> tensor<?xf32>, tensor<?xf32>
  return
}

func.func @copy_of_tensors(%x: tensor<3xf32>, %o: tensor<1xf32>, %p: tensor<2xf32>) {
  // expected-remark @below {{operation has no memory effects}}
  %0:2 = split.copy ins(%x : tensor<3xf32>) outs(%o, %p : tensor<1xf32>, tensor<2xf32>) axis(0) -> tensor<1xf32>, tensor<2xf32>
  return
}

func.func @copy_of_memrefs(%x: memref<3xf32>, %o: memref<1xf32>, %p: memref<2xf32>) {
  // expected-remark @below {{found an instance of 'read' on op operand 0, on resource '<Default>'}}
  // expected-remark @below {{found an instance of 'write' on op operand 1, on resource '<Default>'}}
  // expected-remark @below {{found an instance of 'write' on op operand 2, on resource '<Default>'}}
  split.copy ins(%x : memref<3xf32>) outs(%o, %p : memref<1xf32>, memref<2xf32>) axis(0)
  return
}

// A check is like a write, so that nothing removes it.
func.func @assert(%ok: i1, %n: index) {
  // expected-remark @below {{found an instance of 'write' on resource '<Default>'}}
  split.assert %ok, "n is {}"(%n)
  return
}
